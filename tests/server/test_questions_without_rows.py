"""Developments of counts over months in which there is nothing: they are told as 0, not left out."""

from __future__ import annotations

import pytest
from support.function_rows import analyst_of_table, rows

STORM = """
CREATE TABLE public.storm AS
SELECT g AS storm_id, date '2019-11-03' + g * g % 97 * 19 AS seen, (ARRAY['hail', 'wind', 'snow'])[1 + g % 3] AS kind,
       10 + g % 7 AS speed
FROM generate_series(1, 60) AS g;
"""


@pytest.fixture(scope="module")
def storms(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, STORM, "storm") as connection:
        yield connection


LENGTHS = [
    ("month", "1 month", "to_char(s, 'YYYY-MM')"),
    ("quarter", "3 months", "to_char(s, 'YYYY-\"Q\"Q')"),
    ("week", "7 days", "s::date::text"),
]


@pytest.mark.parametrize(("unit", "step", "name"), LENGTHS)
def test_a_length_of_time_without_rows_has_a_zero(storms, unit, step, name):
    question = f"number of hail storms by {unit}"
    [fact, *_] = rows(storms, "facts(%s, %s::regclass[])", question, ["storm"])
    wanted = storms.execute(
        f"SELECT {name} AS name, count(storm_id) AS storms FROM"
        f" (SELECT generate_series(date_trunc('{unit}', min(seen)), date_trunc('{unit}', max(seen)), interval '{step}')"
        f" AS s FROM storm WHERE kind = 'hail') AS months LEFT JOIN storm"
        f" ON kind = 'hail' AND date_trunc('{unit}', seen) = s GROUP BY s ORDER BY s"
    ).fetchall()
    told = [(row["name"], row["storms"]) for row in wanted]
    assert fact["fact_type"] == "trend"
    assert 0 in [storms for _, storms in told]
    assert [tuple(row) for row in fact["fact"]["rows"]["tuples"]] == told
    assert [(row["group"], row["value"]) for row in storms.execute(fact["query"]).fetchall()] == told


def test_an_average_of_no_rows_is_left_out(storms):
    [fact, *_] = rows(storms, "facts(%s, %s::regclass[])", "average speed of hail storms by month", ["storm"])
    assert all(row[1] for row in fact["fact"]["rows"]["tuples"])


def test_the_month_with_the_fewest_rows_is_one_with_rows(storms):
    [fact, *_] = rows(storms, "facts(%s, %s::regclass[])", "Which month had the fewest storms?", ["storm"])
    assert fact["value"] > 0


def test_months_that_are_not_asked_about_are_left_out(storms):
    [fact, *_] = rows(storms, "facts(%s, %s::regclass[])", "trend of the number of storms in May by month", ["storm"])
    groups = [row[0] for row in fact["fact"]["rows"]["tuples"]]
    assert fact["fact_type"] == "trend"
    assert groups
    assert all(group.endswith("-05") for group in groups)
