""" "Each" and "apiece" at the end of a clause divide by the number of what the sentence is about."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    """Loans of a library, of 90 members; and barges with a freight in tons and what was paid for it."""
    admin.execute(f"""
        CREATE TABLE public.loan AS
        SELECT g AS loan_id, 1 + g * g % 89 AS member_id, (ARRAY['novel', 'atlas', 'score'])[1 + g % 3] AS kind
        FROM generate_series(1, 613) AS g;
        CREATE TABLE public.barge AS
        SELECT (ARRAY['north', 'south'])[1 + g % 2] AS canal, 40 + g * 37 % 301 AS tons, 500 + g * 71 % 9001 AS freight
        FROM generate_series(1, 240) AS g;
        GRANT SELECT ON public.loan, public.barge TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{loan, barge}}'::regclass[]) AS t;
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def readings(session, table, text, stated):
    rows = session.execute("SELECT * FROM fact_check(%s, ARRAY[%s]::regclass[])", [text, table]).fetchall()
    row = next(row for row in rows if row["claim_text"] == stated)
    return row["verdict"], [row["description"], *(each["description"] for each in row["alternatives"])]


def test_rows_are_divided_by_the_things_that_have_them_each(session):
    [[value]] = [
        row.values()
        for row in session.execute(
            "SELECT round(1.0 * count(*) / count(DISTINCT member_id), 1) AS a FROM loan"
        ).fetchall()
    ]
    text = "The members took out 613 loans, that is {} loans each."
    _, found = readings(session, "loan", text.format(value), str(value))
    assert any(
        "number of rows in loan divided by the number of different values of member id" in each for each in found
    )
    verdict, _ = readings(session, "loan", text.format(value + 2), str(value + 2))
    assert verdict != "supported"


def test_a_sum_is_divided_by_the_sum_of_what_the_sentence_is_about(session):
    [[value]] = [
        row.values()
        for row in session.execute("SELECT round(1.0 * sum(freight) / sum(tons), 2) AS a FROM barge").fetchall()
    ]
    _, found = readings(session, "barge", f"All in all, the tons brought a freight of {value} apiece.", str(value))
    assert any("total of freight in barge divided by the total of tons in barge" in each for each in found)


def test_cents_are_a_hundredth_of_what_a_column_may_count(session):
    [[value]] = [
        row.values()
        for row in session.execute("SELECT round(100.0 * sum(freight) / sum(tons)) AS a FROM barge").fetchall()
    ]
    text = "All in all, the tons brought a freight of {} cents apiece."
    verdict, found = readings(session, "barge", text.format(value), str(value))
    assert verdict != "refuted"
    assert any("100 times the total of freight in barge divided by the total of tons" in each for each in found)


def test_each_before_a_noun_names_what_it_divides_by(session):
    _, found = readings(session, "loan", "Atlases are rare, and each kind has 204.3 loans.", "204.3")
    assert not any("different values of member id" in each for each in found)
