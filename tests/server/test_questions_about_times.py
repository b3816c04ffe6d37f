"""Questions that ask by a length of time: quarters and weeks of dates, as months and years."""

from __future__ import annotations

import pytest
from support.function_rows import analyst_of_table, rows

INVOICE = """
CREATE TABLE public.invoice AS
SELECT g AS invoice_id, date '2022-01-03' + g AS paid_on, (ARRAY['Rent', 'Travel', 'Tools'])[1 + g % 3] AS category,
       (100 + (g * 37) % 211)::numeric AS amount
FROM generate_series(1, 640) AS g;
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, INVOICE, "invoice") as connection:
        yield connection


@pytest.mark.parametrize(
    ("unit", "start"), [("year", "2022"), ("quarter", "2022-Q1"), ("month", "2022-01"), ("week", "2022-01-03")]
)
def test_the_total_by_a_length_of_time_has_a_group_for_each(analyst, unit, start):
    [fact, *_] = rows(analyst, "facts(%s, %s::regclass[])", f"What is the total amount by {unit}?", ["invoice"])
    groups = analyst.execute(
        f"SELECT count(DISTINCT date_trunc('{unit}', paid_on)) AS groups, sum(amount) AS amount FROM public.invoice"
    ).fetchone()
    found = analyst.execute(fact["query"]).fetchall()
    assert str(found[0]["group"]) == start
    assert len(found) == groups["groups"]
    assert sum(row["value"] for row in found) == groups["amount"]


def test_the_quarter_is_asked_for_and_no_category(analyst):
    [fact, *_] = rows(analyst, "facts(%s, %s::regclass[])", "Which quarter had the highest total amount?", ["invoice"])
    top = analyst.execute(
        "SELECT to_char(paid_on, 'YYYY-\"Q\"Q') AS quarter FROM public.invoice"
        " GROUP BY 1 ORDER BY sum(amount) DESC LIMIT 1"
    ).fetchone()
    assert fact["fact_type"] == "extreme"
    assert top["quarter"] in fact["caption"]


CAPTIONS = [
    ("Which quarter had the highest total amount?", "by quarter of paid on"),
    ("Which month had the lowest total amount?", "by month of paid on"),
    ("Which category had the highest total amount?", "by category:"),
]


@pytest.mark.parametrize(("question", "words"), CAPTIONS)
def test_a_caption_and_a_chart_say_by_what_length_of_time(analyst, question, words):
    [fact, *_] = rows(analyst, "facts(%s, %s::regclass[])", question, ["invoice"])
    assert words in fact["caption"]
    [[shown]] = [list(row.values()) for row in rows(analyst, "dashboard(%s, %s::regclass[])", question, ["invoice"])]
    assert words.rstrip(":") in shown["sections"][0]["charts"][0]["title"]


def test_a_development_is_asked_for_by_its_length_of_time(analyst):
    [part] = rows(analyst, "decompose(%s, %s::regclass[])", "total amount by month in 2022", ["invoice"])
    assert "over month of paid on" in part["part_text"]
