"""Columns that no word of a sentence names: their values alone can be what a limit, an amount or an age is said of."""

from __future__ import annotations

import pytest
from support.made_tables import checked_claims, make_tables

SALES = """
CREATE TABLE public.house_sale AS
SELECT i AS lot, 2006 + i % 5 AS yr_sold, 1 + i % 12 AS mo_sold, 600 + i * 37 % 2100 AS lot_area, i % 3 AS half_bath,
       2 + i % 4 AS bedrooms, 52000 + i * 7919 % 611000 AS price
FROM generate_series(1, 700) AS i
"""
HOLDERS = """
CREATE TABLE public.holder AS
SELECT i AS id, round(8 + i * 0.1 + i * 7919 % 53, 2) AS income, 900 + i * 613 % 12100 AS credit_line,
       2 + i % 6 AS cards, i * 389 % 2100 AS owed, (ARRAY['yes', 'no'])[1 + i % 2] AS is_student
FROM generate_series(1, 260) AS i
"""
PLAYERS = """
CREATE TABLE public.bowler AS
SELECT i AS no, 1840 + i * 7 % 120 AS born, 17 + i * 31 % 82 AS span, i % 4 = 0 AS is_left
FROM generate_series(1, 500) AS i
"""
MEALS = """
CREATE TABLE public.meal AS
SELECT round(8 + i * 17 % 41 + i * 0.03, 2) AS total_bill, round(1 + i * 13 % 7 + i * 0.01, 2) AS tip,
       1 + i % 6 AS party, (ARRAY['Thursday', 'Friday', 'Saturday'])[1 + i % 3] AS weekday
FROM generate_series(1, 180) AS i
"""


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    """Sales of houses, holders of cards with incomes in thousands, bowlers by how long they lived, meals with tips."""
    make_tables(admin, analyst_name, (SALES, HOLDERS, PLAYERS, MEALS))


def found(analyst, sql: str) -> str:
    """Return a result as a text would state it: with thousands, without needless digits."""
    [(value,)] = analyst.execute(sql).fetchall()
    return f"{value:,}"


def test_a_limit_is_said_of_the_column_that_has_such_values(analyst, tables):
    dear = found(analyst, "SELECT count(*) FROM house_sale WHERE price > 500000")
    cheap = found(analyst, "SELECT count(*) FROM house_sale WHERE price < 100000")
    text = f"Only {dear} homes fetched more than half a million, while {cheap} sold for less than $100,000."
    rows = checked_claims(analyst, "house_sale", text)
    assert [rest[0] for rest in rows.values()] == ["supported", "supported"], rows
    assert "price > 500000" in rows[dear][1]
    assert "price < 100000" in rows[cheap][1]


def test_an_amount_of_money_is_one_of_the_column_of_money(analyst, tables):
    mean = found(analyst, "SELECT round(avg(price)) FROM house_sale")
    of_three = found(analyst, "SELECT round(avg(price)) FROM house_sale WHERE bedrooms = 3")
    rows = checked_claims(
        analyst, "house_sale", f"The average home went for ${mean}. With three bedrooms they brought ${of_three}."
    )
    assert {rows[f"${mean}"][0], rows[f"${of_three}"][0]} == {"supported"}, rows


def test_a_figure_around_is_not_meant_beside_another_one(analyst, tables):
    of_five = found(analyst, "SELECT round(avg(price)) FROM house_sale WHERE bedrooms = 5")
    text = f"What we learned in five years of sales. Four-bedroom homes sold for ${of_five} on average."
    rows = checked_claims(analyst, "house_sale", text)
    assert rows[f"${of_five}"][0] != "supported", rows


def test_a_limit_in_dollars_is_one_of_thousands_where_these_are(analyst, tables):
    poor = found(analyst, "SELECT count(*) FROM holder WHERE income < 20")
    large = found(analyst, "SELECT count(*) FROM holder WHERE owed > 1500")
    rows = checked_claims(analyst, "holder", f"Below $20,000 there are {poor} holders.")
    assert rows[poor][0] == "supported", rows
    assert "income < 20" in rows[poor][1]
    rows = checked_claims(analyst, "holder", f"{large} holders owed above $1,500.")
    assert rows[large][0] == "supported", rows


def test_ages_are_those_of_the_column_whose_values_may_be_ages(analyst, tables):
    old = found(analyst, "SELECT count(*) FROM bowler WHERE span >= 80")
    young = found(analyst, "SELECT count(*) FROM bowler WHERE span < 30")
    text = f"{old} of the bowlers had passed their eightieth birthday. {young} bowlers died before they were thirty."
    rows = checked_claims(analyst, "bowler", text)
    assert {rows[old][0], rows[young][0]} == {"supported"}, rows
    assert "span >= 80" in rows[old][1]
    assert "span < 30" in rows[young][1]


def test_what_is_given_with_a_bill_is_a_share_of_it(analyst, tables):
    share = found(analyst, "SELECT round(avg(100 * tip / total_bill), 1) FROM meal")
    friday = found(analyst, "SELECT round(avg(100 * tip / total_bill), 1) FROM meal WHERE weekday = 'Friday'")
    text = f"On average guests tip {share}% of what they pay. On Friday they tip {friday}%."
    rows = checked_claims(analyst, "meal", text)
    assert [rest[0] for rest in rows.values()] == ["supported", "supported"], rows


def test_values_of_thousands_of_digits_do_no_harm(admin, analyst_name, analyst):
    sums = "SELECT i AS no, 10::numeric ^ (i * 50) AS size FROM generate_series(1, 120) AS i"
    make_tables(admin, analyst_name, (f"CREATE TABLE public.huge_sum AS {sums}",))
    rows = checked_claims(analyst, "huge_sum", "There are 120 sums, 3 of them below 1,000.")
    assert rows["120"][0] == "supported", rows
