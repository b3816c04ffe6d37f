"""Documents about one of several data sets in a database: the others cost them nothing."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

Connection = psycopg.Connection[Any]

ABOUT_FERRIES = (
    "There are 40 trips in the log. Of these trips, 16 went to Skagen and 8 to Hirtshals. "
    "The average fare was 29.5 euros. Trips to Skagen took 90 minutes on average."
)


@pytest.fixture(scope="module", autouse=True)
def tables(admin: Connection, analyst_name: str) -> None:
    admin.execute(f"""
        CREATE SCHEMA ferries;
        CREATE TABLE ferries.trip (trip_no integer PRIMARY KEY, port text, fare numeric, minutes integer);
        INSERT INTO ferries.trip SELECT n,
            CASE WHEN n <= 16 THEN 'Skagen' WHEN n <= 24 THEN 'Hirtshals' ELSE 'Larvik' END,
            9 + n, CASE WHEN n <= 16 THEN 90 ELSE 120 + n END FROM generate_series(1, 40) n;
        CREATE SCHEMA kitchen;
        CREATE TABLE kitchen.dish (dish_no integer PRIMARY KEY, origin text, fare text, minutes integer, price numeric);
        INSERT INTO kitchen.dish SELECT n, (ARRAY['Skagen', 'Bergen'])[n % 2 + 1], (ARRAY['hot', 'cold'])[n % 2 + 1],
            10 + n % 7, 4 + n % 9 FROM generate_series(1, 90) n;
        CREATE TABLE kitchen.cook (cook_no integer PRIMARY KEY, town text, dishes integer);
        INSERT INTO kitchen.cook SELECT n, (ARRAY['Hirtshals', 'Larvik'])[n % 2 + 1], n FROM generate_series(1, 12) n;
        GRANT USAGE ON SCHEMA ferries, kitchen TO {analyst_name};
        GRANT SELECT ON ALL TABLES IN SCHEMA ferries, kitchen TO {analyst_name};
        SELECT factcheck.add_schema('ferries');
        SELECT factcheck.add_schema('kitchen');
    """)


def rows(connection: Connection, document: str, tables: list[str] | None = None) -> list[tuple[Any, ...]]:
    """The rows of a document, with what is read of them."""
    return connection.execute(
        "SELECT claim_text, verdict::text, round(p_correct::numeric, 6), found_value, description, alternatives"
        " FROM fact_check(%s, %s::regclass[])",
        [document, tables],
    ).fetchall()


def test_a_document_about_one_data_set_reads_as_if_there_were_no_other(analyst: Connection) -> None:
    alone = rows(analyst, ABOUT_FERRIES, ["ferries.trip"])
    assert {verdict for _, verdict, *_ in alone} == {"supported"}
    assert rows(analyst, ABOUT_FERRIES) == alone


def test_a_wrong_number_gets_no_support_from_another_data_set(analyst: Connection) -> None:
    wrong = ABOUT_FERRIES.replace("8 to Hirtshals", "6 to Hirtshals")  # six cooks live there
    by_text = {text: (verdict, found) for text, verdict, _, found, *_ in rows(analyst, wrong)}
    assert by_text["6"] == ("refuted", 8)


def test_a_document_about_both_is_read_of_both(analyst: Connection) -> None:
    both = rows(analyst, f"{ABOUT_FERRIES} There are 12 cooks, and 90 dishes are on the card.")
    assert [(text, verdict) for text, verdict, *_ in both[-2:]] == [("12", "supported"), ("90", "supported")]
    assert {verdict for _, verdict, *_ in both} == {"supported"}


def test_tables_that_are_named_are_all_asked(analyst: Connection) -> None:
    named = ["ferries.trip", "kitchen.dish", "kitchen.cook"]
    asked = {each["description"] for *_, readings in rows(analyst, ABOUT_FERRIES, named) for each in readings}
    assert any("kitchen" in each or "dish" in each or "cook" in each for each in asked)


def test_a_reading_that_was_chosen_keeps_its_data_set(analyst: Connection) -> None:
    """The number stands for cooks, as somebody said, though the rest of the document is about ferries."""
    document = f"{ABOUT_FERRIES} The crew has 12 hands."
    with analyst.transaction(force_rollback=True):
        found = analyst.execute(
            "SELECT document_id, claim_no FROM factcheck.verify(%s) WHERE claim_text = '12'", [document]
        ).fetchone()
        assert found is not None
        analyst.execute("SELECT factcheck.correct(%s, %s, query => 'SELECT count(*) FROM kitchen.cook')", found)
        last = rows(analyst, document)[-1]
    assert last[1] == "supported"
    assert last[4] == "the number of rows in cook"
