"""Tables and columns whose names have no word, as spreadsheets make them: "%", "#", "$"; and raised figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from support.databases_in_turn import session_of

Session = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture(scope="module")
def session(admin: Session, database: str, analyst_name: str) -> Iterator[Session]:
    admin.execute(f"""
        CREATE TABLE public."§" ("#" integer PRIMARY KEY, "%" integer, "-" text, "$" numeric, "…" date, "!" boolean);
        INSERT INTO public."§" SELECT g, 30 + g % 12, (ARRAY['Oslo', 'Rome', 'New York'])[1 + g % 3], g * 1.5,
            date '2020-01-01' + g, g % 2 = 0
        FROM generate_series(1, 60) AS g;
        CREATE TABLE public."*" ("#" integer REFERENCES public."§", "+" integer, "_" text);
        INSERT INTO public."*" SELECT g % 60 + 1, g, 'May' FROM generate_series(1, 100) AS g;
        CREATE TABLE public.lab ("dish_²" integer, dish_1 integer, dish_2 integer, level text);
        INSERT INTO public.lab SELECT g, g + 1, g + 2, (ARRAY['²', '³', '1'])[1 + g % 3]
        FROM generate_series(1, 60) AS g;
        GRANT SELECT ON public."§", public."*", public.lab TO {analyst_name};
        SELECT factcheck.add_table('public."§"'), factcheck.add_table('public."*"'), factcheck.add_table('public.lab');
    """)
    with session_of(database, analyst_name) as connection:
        yield connection


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("There are 20 rows for Oslo.", "20"),
        ("The average of Rome was 35.5.", "35.5"),
        ("A third of rows, 33.3%, are from Oslo.", "33.3%"),
        ("In February 2020 there were 29 rows, more than in March.", "29"),
        ("The total was 2,745 in 2020, and the largest $ was 90.", "2,745"),
    ],
)
def test_claims_about_columns_without_a_word_are_answered(session: Session, sentence: str, number: str) -> None:
    rows = session.execute("SELECT claim_text, verdict FROM fact_check(%s, '{public.§,public.*}')", [sentence])
    assert number in [row[0] for row in rows]


def test_rows_of_a_value_are_counted(session: Session) -> None:
    [row] = session.execute("SELECT verdict, query FROM fact_check('There are 20 rows for Oslo.')").fetchall()
    assert row == ("supported", """SELECT count(*) FROM public."§" WHERE "-" = 'Oslo'""")


@pytest.mark.parametrize(
    "question", ["What is the average %?", "Which - has the highest total $?", "How are things?", "The trend of $?"]
)
def test_questions_about_columns_without_a_word_are_answered(session: Session, question: str) -> None:
    assert session.execute("SELECT count(*) FROM factcheck.facts(%s, '{public.§}')", [question]).fetchone() != (0,)


@pytest.mark.parametrize(
    "sentence",
    [
        "The average of dish ² was 31. Dish 2 had more than dish ².",
        "Level ² has 20 rows, as many as level ³. Most rows are of level ².",
        "The ² highest dish 2 was 61, and for ² years in a row levels rose.",
        "²/³ of rows are of level ². The top ² levels have 40 rows.",
    ],
)
def test_raised_figures_are_no_numbers_that_stop_a_check(session: Session, sentence: str) -> None:
    session.execute("SELECT * FROM fact_check(%s, '{public.lab}')", [sentence])
