"""Questions that ask for so many of several things: as many are told, in the order that is asked for."""

from __future__ import annotations

import pytest
from support.function_rows import analyst_of_table, rows

BILL = """
CREATE TABLE public.bill AS
SELECT g AS bill_id, (ARRAY['Acme', 'Borealis', 'Cobalt', 'Dunes', 'Elm', 'Fjord', 'Gantry'])[1 + g * g * g % 7]
       AS vendor, date '2022-01-01' + g AS sent, (100 + g * 37 % 211 + CASE g % 7 WHEN 3 THEN 900 ELSE 0 END)::numeric
       AS amount, 1 + g * 11 % 5 AS rating, (ARRAY['north', 'south', 'east', 'west'])[1 + g * 3 % 11 % 4] AS region
FROM generate_series(1, 500) AS g;
INSERT INTO public.bill SELECT 1000 + g, 'Harbour', date '2023-01-01', 12000, 1, 'north' FROM generate_series(1, 2) g;
"""
TIED = """
CREATE TABLE public.crossing AS
SELECT g AS crash_id, (ARRAY['Mill', 'Oak', 'Park', 'Quay', 'Rye'])[1 + g % 5] AS crossing,
       CASE g % 5 WHEN 0 THEN 4 WHEN 1 THEN 2 WHEN 2 THEN 2 WHEN 3 THEN 1 ELSE 0 END AS injured
FROM generate_series(0, 199) AS g;
"""


@pytest.fixture(scope="module")
def bills(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, BILL, "bill") as connection:
        yield connection


@pytest.fixture(scope="module")
def crossings(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, TIED, "crossing") as connection:
        yield connection


def _first(connection, value, number, order="DESC", by="vendor"):
    found = connection.execute(f"SELECT {by} AS name FROM bill GROUP BY 1 ORDER BY {value} {order}, 1 LIMIT {number}")
    return [row["name"] for row in found.fetchall()]


PLACES = [
    ("top 5 vendors by amount", "sum(amount)", 5, "DESC"),
    ("What are the four vendors with the highest total amount?", "sum(amount)", 4, "DESC"),
    ("bottom 2 vendors by amount", "sum(amount)", 2, "ASC"),
    ("top 2 vendors by rating", "avg(rating)", 2, "DESC"),
    ("top 2 vendors by average amount", "avg(amount)", 2, "DESC"),
    ("the 4 biggest vendors", "count(*)", 4, "DESC"),
]


@pytest.mark.parametrize(("question", "value", "number", "order"), PLACES)
def test_as_many_are_told_as_are_asked_for(bills, question, value, number, order):
    [fact, *_] = rows(bills, "facts(%s, %s::regclass[])", question, ["bill"])
    assert (fact["fact_type"], fact["relevance"]) == ("rank", 1)
    wanted = _first(bills, value, number, order)
    assert fact["fact"]["focus"][:number] == wanted
    assert all(f"{name} is number" in fact["caption"] for name in wanted)


def test_months_are_places_too(bills):
    [fact, *_] = rows(bills, "facts(%s, %s::regclass[])", "What were the two months with the most bills?", ["bill"])
    assert fact["fact_type"] == "rank"
    assert fact["fact"]["breakdown"]["unit"] == "month"


def test_an_adjective_may_stand_between_the_number_and_what_is_counted(crossings):
    [fact, *_] = rows(crossings, "facts(%s, %s::regclass[])", "the two most dangerous crossings", ["crossing"])
    assert fact["fact_type"] == "rank"
    assert fact["fact"]["focus"][0] == "Mill"


def test_what_has_the_value_of_the_last_place_is_told_with_it(crossings):
    question = "top 2 crossings by total injured"
    [fact, *_] = rows(crossings, "facts(%s, %s::regclass[])", question, ["crossing"])
    assert fact["fact"]["focus"] == ["Mill", "Oak", "Park"]


ONE = ["Which vendor has the highest amount?", "the vendor with the highest total amount"]


@pytest.mark.parametrize("question", ONE)
def test_one_is_told_where_one_is_asked_for(bills, question):
    [fact, *_] = rows(bills, "facts(%s, %s::regclass[])", question, ["bill"])
    assert fact["fact_type"] == "extreme"


def test_a_number_that_limits_asks_for_no_places(bills):
    [part] = rows(bills, "decompose(%s, %s::regclass[])", "How many bills have an amount above 5?", ["bill"])
    assert (part["fact_type"], part["subspace"]) == ("value", ["amount is above 5"])
