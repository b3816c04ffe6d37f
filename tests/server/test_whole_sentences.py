"""Sentences with several claims, told together: on the page of a check, and in stored runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of

Connection = psycopg.Connection[dict[str, Any]]

TRAMS = """
CREATE TABLE public.wagon (depot text, seats integer);
INSERT INTO public.wagon
SELECT (ARRAY['Northgate', 'Eastfield', 'Westholm'])[1 + g % 3], 60 + g % 7 FROM generate_series(1, 150) AS g;
"""
HOLDS = "We have 150 wagons, and 50 of them are from Northgate."
FAILS = "Of the 150 wagons 50 are from Eastfield and 70 from Westholm."
TEXT = f"{HOLDS} {FAILS} There were 150 wagons."


@pytest.fixture(scope="module")
def analyst(admin: psycopg.Connection[Any], database: str, analyst_name: str) -> Iterator[Connection]:
    admin.execute(TRAMS)
    admin.execute(f"GRANT SELECT ON public.wagon TO {analyst_name}".encode())
    admin.execute("SELECT factcheck.add_table('public.wagon')")
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


@pytest.fixture(scope="module")
def document(analyst: Connection) -> int:
    """A document that was checked and stored."""
    row = analyst.execute("SELECT document_id FROM factcheck.verify(%s, title => 'Wagons') LIMIT 1", [TEXT]).fetchone()
    assert row is not None
    return int(row["document_id"])


def sentences(connection: Connection, document: int) -> list[dict[str, Any]]:
    asked = "SELECT * FROM factcheck.sentences WHERE document_id = %s ORDER BY sentence_no"
    return connection.execute(asked, [document]).fetchall()


def test_a_page_shows_behind_each_sentence_whether_all_of_it_holds(analyst: Connection) -> None:
    row = analyst.execute("SELECT factcheck.check_html(%s, '{wagon}') AS page", [TEXT]).fetchone()
    assert row is not None
    page = row["page"]
    document = page[page.index('<div class="factcheck-document') : page.index("</main>")]
    assert re.findall(r'data-shown="([^"]*)"', document) == ["✓ 2 of 2", "✗ 2 of 3"]
    assert "2 sentences make several claims: 1 holds as a whole, 1 does not." in page
    assert 'The sentence does not hold as a whole: <a href="#claim-5"' in page


def test_a_stored_run_has_a_row_for_each_sentence(analyst: Connection, document: int) -> None:
    rows = sentences(analyst, document)
    assert [(row["sentence"], row["verdict"], row["n_claims"], row["failing_claims"]) for row in rows] == [
        (HOLDS, "supported", 2, None),
        (FAILS, "refuted", 3, "70"),
        ("There were 150 wagons.", "supported", 1, None),
    ]
    [claim] = analyst.execute(
        "SELECT claim_text FROM factcheck.claims WHERE document_id = %s AND claim_no = %s",
        [document, rows[1]["failing_claim_no"]],
    ).fetchall()
    assert claim["claim_text"] == "70"


def test_a_claim_that_a_person_dismisses_fails_its_sentence_no_more(analyst: Connection, document: int) -> None:
    failing = sentences(analyst, document)[1]["failing_claim_no"]
    with analyst.transaction(force_rollback=True):
        analyst.execute("SELECT factcheck.dismiss(%s, %s)", [document, failing])
        row = sentences(analyst, document)[1]
    assert (row["verdict"], row["n_claims"], row["failing_claims"]) == ("supported", 2, None)


def test_a_page_of_sentences_reads_no_claims_of_other_documents(analyst: Connection, document: int) -> None:
    with analyst.transaction(force_rollback=True):
        for number in range(20):
            analyst.execute("SELECT FROM factcheck.verify('There were 150 wagons.', title => %s)", [f"Page {number}"])
        asked = "EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) SELECT * FROM factcheck.sentences LIMIT 1"
        lines = [row["QUERY PLAN"] for row in analyst.execute(asked)]
    [grouped] = [line for line in lines if "GroupAggregate" in line or "HashAggregate" in line]
    assert "loops=1)" in grouped
    read = [int(rows) for line in lines for rows in re.findall(r"on claim c .*rows=(\d+) loops=1\)", line)]
    assert read
    assert max(read) <= len(sentences(analyst, document)) * 3


def test_who_may_not_read_the_data_reads_no_verdict_of_a_sentence(
    analyst: Connection, document: int, admin: psycopg.Connection[Any], analyst_name: str
) -> None:
    admin.execute(f"REVOKE SELECT ON public.wagon FROM {analyst_name}".encode())
    try:
        rows = sentences(analyst, document)
    finally:
        admin.execute(f"GRANT SELECT ON public.wagon TO {analyst_name}".encode())
    assert [(row["verdict"], row["n_withheld"], row["is_withheld"]) for row in rows] == [
        (None, 2, True),
        (None, 3, True),
        (None, 1, True),
    ]
    assert {row["failing_claims"] for row in rows} == {None}
