"""Statements that do not say what they measure: the data are asked for all that may be, and a number shows which."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.workshop_orders (
            order_id integer, ordered_on date, desk text, workshop text, joiner_sex text,
            first_name text, last_name text,
            pieces integer, paid numeric
        );
        INSERT INTO public.workshop_orders
        SELECT i, date '2023-01-01' + (i % 12) * 30, desk, workshop, sex, first, last, pieces, paid
        FROM generate_series(1, 240) AS i,
             LATERAL (SELECT (ARRAY['Oak Desk 8 - 2021', 'Oak Desk 9 - 2021', 'Elm Bench 8 - 2022']
                             )[1 + CASE WHEN i % 5 = 0 THEN 2 ELSE i % 3 END] AS desk,
                             CASE WHEN i % 40 = 1 THEN 'NULL' WHEN i % 8 = 0 THEN 'Harbour' WHEN i % 2 = 0 THEN 'Mill'
                                  ELSE 'Abbey' END AS workshop,
                             CASE WHEN i % 9 < 4 THEN 'F' ELSE 'M' END AS sex,
                             CASE WHEN i % 4 = 0 THEN 'Ada' ELSE 'Ben' END AS first,
                             CASE WHEN i % 4 = 0 THEN 'Ash' WHEN i % 4 = 1 THEN 'Birk' ELSE 'Cole' END AS last,
                             CASE WHEN i % 12 = 6 THEN 5 ELSE 2 END AS pieces,
                             CASE WHEN i % 3 = 1 THEN 431.25 ELSE 120 END AS paid) AS row;
        GRANT SELECT ON public.workshop_orders TO {analyst_name};
        SELECT factcheck.add_table('public.workshop_orders');
    """)


def verdicts(analyst, document):
    query = "SELECT claimed_value IS NULL, verdict::text FROM fact_check(%s)"
    return [verdict for is_statement, verdict in analyst.execute(query, [document]).fetchall() if is_statement]


def message(analyst, document):
    query = "SELECT message FROM fact_check(%s) WHERE claimed_value IS NULL"
    return analyst.execute(query, [document]).fetchone()[0]


def test_a_number_shows_what_nobody_says(analyst, tables):
    assert verdicts(analyst, "The Oak Desk 9 tops the list at $431.25.") == ["supported"]
    assert verdicts(analyst, "The Oak Desk 8 tops the list at $431.25.") == ["refuted"]


def test_who_is_first_by_no_measure_is_not_first(analyst, tables):
    assert verdicts(analyst, "Harbour tops the list.") == ["refuted"]


def test_what_no_column_holds_is_not_guessed_without_a_number(analyst, tables):
    text = "Harbour has the sturdiest desks."
    assert "refuted" not in verdicts(analyst, text)


def test_a_change_is_no_number_of_rows(analyst, tables):
    assert verdicts(analyst, "The biggest drop is Abbey.") == ["not_enough_info"]


def test_a_group_without_a_name_takes_no_place(analyst, tables):
    assert "refuted" not in verdicts(analyst, "Harbour has the fewest workshop orders.")


def test_who_shares_a_first_name_is_not_one_person(analyst, tables):
    assert "refuted" not in verdicts(analyst, "Ada has the most workshop orders.")


def test_words_of_degree_are_no_part_of_a_name(analyst, tables):
    assert verdicts(analyst, "Slightly more women than men were hired.") == ["refuted"]


def test_a_value_is_named_by_its_name_without_numbers(analyst, tables):
    assert "Elm Bench 8 - 2022" in message(analyst, "The Elm Bench has the most workshop orders.")


def test_an_adjective_that_may_mean_either_end_refutes_nothing(analyst, tables):
    """A number shows what is measured, not whether the sturdiest has most or least of it."""
    count = analyst.execute("SELECT count(*) FROM workshop_orders WHERE workshop = 'Harbour'").fetchone()[0]
    assert verdicts(analyst, f"Harbour is the laziest workshop with {count} orders.") != ["refuted"]
    [verdict, *_] = verdicts(analyst, f"Harbour is the sturdiest workshop with {count} orders.") or [""]
    assert verdict != "refuted"
