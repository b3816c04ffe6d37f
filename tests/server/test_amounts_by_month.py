"""Tables of amounts in thousands with a row for each month, and of prices in cents, as writers tell them."""

from __future__ import annotations

import pytest
from support.made_tables import checked_claims, make_tables

JOBS = """
CREATE TABLE public.monthly_jobs AS
SELECT (date '2008-01-01' + (i || ' months')::interval)::date AS month, 13000 - i * 10 + i * 37 % 50 AS manufacturing,
       130000 + i * 30 - i * 77 % 400 AS nonfarm, 7000 + i * 5 AS construction, i * 53 % 600 - 200 AS nonfarm_change
FROM generate_series(0, 95) AS i
"""
PACKS = """
CREATE TABLE public.tea_packs AS
SELECT (ARRAY['Ashby', 'Bolton', 'Crewe', 'Derby', 'Eaton', 'Frome', 'Goole', 'Heath'])[s] AS town, year,
       110 + (s * 11 + (year - 1990) * 9 + 40) % 130 AS avgprs, 20 + (s * 7 + year * 3) % 70 AS tax
FROM generate_series(1, 8) AS s, generate_series(1990, 1999) AS year
"""


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    """Jobs by month in thousands, prices by town and year in cents."""
    make_tables(admin, analyst_name, (JOBS, PACKS))


REPORT = (
    "Manufacturers employed 12.07 million people in December 2015, 126,000 fewer than a year before. Construction"
    " employs 7.48 million. Across all industries there are now 132.74 million nonfarm jobs. On average over 2011"
    " manufacturing had 12.61 million. Construction had 7 million at the start of 2008."
)


def test_a_report_tells_the_last_month_in_millions(analyst, tables):
    rows = checked_claims(analyst, "monthly_jobs", REPORT)
    assert {text: rest[0] for text, rest in rows.items()} == dict.fromkeys(
        ["12.07 million", "126,000", "7.48 million", "132.74 million", "12.61 million", "7 million"], "supported"
    ), rows
    assert "2014-12" in rows["126,000"][1]
    assert "2015-12" in rows["132.74 million"][1]


def test_another_amount_of_the_report_is_not_supported(analyst, tables):
    rows = checked_claims(analyst, "monthly_jobs", REPORT.replace("126,000", "162,000").replace("7.48", "7.84"))
    assert "supported" not in {rows["162,000"][0], rows["7.84 million"][0]}, rows


def test_months_in_which_jobs_were_lost_are_counted(analyst, tables):
    rows = checked_claims(
        analyst, "monthly_jobs", "The country lost jobs in 36 of the 96 months, four of them in 2008."
    )
    assert {text: rest[0] for text, rest in rows.items()} == dict.fromkeys(["36", "96", "four"], "supported"), rows


def test_prices_in_cents_are_told_in_dollars(analyst, tables):
    [(first, second, third)] = analyst.execute(
        "SELECT max(avgprs) FILTER (WHERE year = 1990), max(avgprs) FILTER (WHERE year = 1995),"
        " max(avgprs) FILTER (WHERE year = 1999) FROM tea_packs WHERE town = 'Ashby'"
    ).fetchall()
    document = f"In Ashby a pack cost ${first / 100:.2f} in 1990, ${second / 100:.2f} in 1995 and ${{}} in 1999."
    rows = checked_claims(analyst, "tea_packs", document.format(f"{third / 100:.2f}"))
    assert [rest[0] for rest in rows.values()] == ["supported"] * 3, rows
    [count] = analyst.execute("SELECT count(*) FROM tea_packs WHERE year = 1999 AND avgprs > 200").fetchone()
    rows = checked_claims(analyst, "tea_packs", f"In 1999 {count} towns had an average price above two dollars.")
    assert rows[str(count)][0] == "supported", rows


def test_an_amount_that_is_a_price_in_cents_is_not_refuted(analyst, tables):
    [price] = analyst.execute("SELECT avgprs FROM tea_packs WHERE town = 'Ashby' AND year = 1990").fetchone()
    rows = checked_claims(analyst, "tea_packs", f"In Ashby a pack cost ${price / 100:.2f} in 1990.")
    assert [rest[0] for rest in rows.values()] == ["not_enough_info"], rows


NIGHTS = """
CREATE TABLE public.hotel_months AS
SELECT (date '2016-01-01' + (i || ' months')::interval)::date AS month, 5000 + i * 37 % 801 + i * 9 AS guests,
       2000 + i * 53 % 407 AS rooms
FROM generate_series(0, 43) AS i
"""
"""From January 2016 to August 2019."""


@pytest.fixture(scope="module")
def nights(admin, analyst_name):
    make_tables(admin, analyst_name, (NIGHTS,))
    rows = admin.execute("SELECT to_char(month, 'YYYY-MM'), guests FROM hotel_months").fetchall()
    return dict(rows)


def test_a_month_without_a_year_is_the_last_one_of_the_data(analyst, nights):
    last, before, year_before = nights["2019-08"], nights["2019-07"], nights["2018-08"]
    document = (
        f"The hotels had {last:,} guests in August, after {before:,} in July."
        f" In the same month of 2018 they had {year_before:,} guests."
    )
    rows = checked_claims(analyst, "hotel_months", document)
    assert [rest[0] for rest in rows.values()] == ["supported"] * 3, rows
    queries = [rest[1] for rest in rows.values()]
    assert ["2019-08-01" in queries[0], "2019-07-01" in queries[1], "2018-08-01" in queries[2]] == [True] * 3, queries


def test_what_a_month_without_a_year_had_a_year_earlier_is_told_from_the_last_one(analyst, nights):
    document = f"In August the hotels had {nights['2019-08']:,} guests. A year earlier they had {{:,}} guests."
    rows = checked_claims(analyst, "hotel_months", document.format(nights["2018-08"]))
    assert [rest[0] for rest in rows.values()] == ["supported"] * 2, rows
    rows = checked_claims(analyst, "hotel_months", document.format(nights["2017-08"] + 1))
    assert list(rows.values())[1][0] != "supported", rows


def test_a_month_that_comes_again_may_be_all_of_that_name(analyst, admin, nights):
    [total] = admin.execute("SELECT sum(guests) FROM hotel_months WHERE extract(month FROM month) = 7").fetchone()
    rows = checked_claims(analyst, "hotel_months", f"Over the years July brought {total:,} guests in all.")
    assert [rest[0] for rest in rows.values()] == ["supported"], rows


COUNTRY = """
CREATE TABLE public.country_months AS
SELECT (date '2009-01-01' + (i || ' months')::interval)::date AS month, 9100 + i * 47 % 3011 AS idle,
       round(9050 + i * 31.7 + i * 13 % 17, 1) AS outlays, round(3 + (i * 37 % 101) / 10.0, 1) AS saved
FROM generate_series(0, 75) AS i
"""
"""Idle people in thousands, outlays in billions of dollars, percentages saved."""


def test_people_in_thousands_and_dollars_in_billions_stand_in_one_text(admin, analyst, analyst_name):
    make_tables(admin, analyst_name, (COUNTRY,))
    rows = admin.execute("SELECT to_char(month, 'YYYY-MM'), idle, outlays FROM country_months").fetchall()
    idle, outlays = {month: n for month, n, _ in rows}, {month: float(n) for month, _, n in rows}
    document = (
        f"Outlays reached ${outlays['2015-04'] / 1000:.2f} trillion in April 2015, after"
        f" ${outlays['2012-06'] / 1000:.2f} trillion in June 2012. About {idle['2015-04'] / 1000:.2f} million people"
        f" were idle in April 2015. In December 2010 there had been {idle['2010-12'] / 1000:.2f} million, and in May"
        f" 2009 {idle['2009-05'] / 1000:.2f} million."
    )
    checked = checked_claims(analyst, "country_months", document)
    assert [rest[0] for rest in checked.values()] == ["supported"] * 5, checked
    assert ["idle" in rest[1] for rest in checked.values()] == [False, False, True, True, True], checked
