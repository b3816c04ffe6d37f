"""Charts of verdicts and facts by SQL, for a role that may check and read the tables, and nothing else."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import sql
from support.trips import add_trips, verified

REPORT = "There were 60 trips. There were 66 trips. Leeds had more trips than York."


@pytest.fixture(scope="module", autouse=True)
def trips(admin, analyst_name):
    add_trips(admin, analyst_name)


def drawn(analyst, document):
    """The verdict and the chart of each claim of a document."""
    return analyst.execute(
        "SELECT c.verdict::text, factcheck.chart_for_verdict(c) FROM fact_check(%s) AS c ORDER BY c.claim_no",
        [document],
    ).fetchall()


def texts(chart):
    """All words that a chart writes into its drawing."""
    written = [layer for layer in chart["layer"] if layer["mark"]["type"] == "text"]
    return [row["text"] for layer in written for row in layer["data"]["values"]]


def test_a_refuted_number_is_drawn_beside_what_was_found(analyst):
    [_, (verdict, chart), _] = drawn(analyst, REPORT)
    assert verdict == "refuted"
    assert texts(chart) == ["stated 66", "found 60"]
    assert "66" in chart["title"]["text"]
    rules = [layer for layer in chart["layer"] if layer["mark"]["type"] == "rule"]
    assert [rule["data"]["values"][0]["at"] for rule in rules] == [66]
    assert all(rule["mark"]["strokeDash"] for rule in rules)
    assert "66" in chart["description"]
    assert "60" in chart["description"]


def test_a_statement_is_drawn_as_the_groups_that_it_compares(analyst):
    [*_, (_, chart)] = drawn(analyst, REPORT)
    bars = next(layer for layer in chart["layer"] if layer["mark"]["type"] == "bar")
    roles = {row["label"]: row["role"] for row in bars["data"]["values"]}
    assert roles == {"Leeds": "focus", "York": "other"}


def test_the_charts_of_a_stored_document_are_those_of_its_check(analyst):
    document = verified(analyst, REPORT, "stored for charts", is_kept=False)
    stored = [
        analyst.execute("SELECT factcheck.chart_for_verdict(%s, %s)", [document, number]).fetchone()[0]
        for number in (1, 2, 3)
    ]
    assert stored == [chart for _, chart in drawn(analyst, REPORT)]


def test_a_claim_about_something_else_has_no_chart(analyst):
    [(_, chart)] = analyst.execute(
        "SELECT 1, factcheck.chart_for_verdict(c) FROM (SELECT (NULL::factcheck.checked_claim).*) AS c"
    ).fetchall()
    assert chart is None


def test_a_withheld_verdict_has_no_chart(admin, analyst, analyst_name, database):
    document = verified(analyst, REPORT, "withheld", is_kept=False)
    admin.execute(sql.SQL("REVOKE SELECT ON public.trip FROM {}").format(sql.Identifier(analyst_name)))
    try:
        row = analyst.execute("SELECT factcheck.chart_for_verdict(%s, 2)", [document]).fetchone()
    finally:
        admin.execute(sql.SQL("GRANT SELECT ON public.trip TO {}").format(sql.Identifier(analyst_name)))
    assert row == (None,)


def test_a_claim_that_does_not_exist_is_named(analyst):
    with pytest.raises(psycopg.errors.UndefinedObject, match="there is no claim 9 of document 999999"):
        analyst.execute("SELECT factcheck.chart_for_verdict(999999, 9)")
