"""Statements that the data do not decide, since what they measure or restrict has no name in any table."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.runner (runner text, county text, start integer, marks integer, age integer);
        INSERT INTO public.runner
        SELECT 'Runner ' || i, CASE WHEN i % 10 < 5 THEN 'Kent' WHEN i % 10 < 8 THEN 'Essex' ELSE 'Devon' END,
               20 + i % 40, 400 + i, 20 + i % 7
        FROM generate_series(1, 60) AS i;
        CREATE TABLE public.exam (pupil text, county text, share integer, verbal integer, math integer);
        INSERT INTO public.exam
        SELECT 'Pupil ' || i, (ARRAY['Kent', 'Essex', 'Devon'])[1 + i % 3], 4 + i % 20, 400 + i, 500 + i * 3 % 70
        FROM generate_series(1, 50) AS i;
        CREATE TABLE public.shopfloor (
            shop_id integer, special_tea integer, special_rum integer, price numeric, shop integer
        );
        INSERT INTO public.shopfloor
        SELECT 1 + i % 7, CASE WHEN i % 6 = 0 THEN 1 ELSE 0 END, CASE WHEN i % 5 = 0 THEN 1 ELSE 0 END,
               1.5 + i % 9 * 0.1, i % 5
        FROM generate_series(1, 200) AS i;
        GRANT SELECT ON public.runner, public.exam, public.shopfloor TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest(ARRAY['public.runner', 'public.exam', 'public.shopfloor']) AS t;
    """)


def verdicts(analyst, document, tables):
    query = "SELECT claimed_value IS NULL, verdict::text FROM fact_check(%s, tables => %s::text[]::regclass[])"
    return [verdict for is_statement, verdict in analyst.execute(query, [document, tables]).fetchall() if is_statement]


SALES, RUNS = ["public.exam", "public.shopfloor"], ["public.runner"]


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Most of the tea specials ran in one place, by the way.", SALES),
        ("Few of the tea specials ran in one place.", SALES),
        ("Most of the purchases were made in one shop.", SALES),
        ("Most of the repairs were made on quay 4.", SALES),
        ("Most runners make 30 percent or more.", RUNS),
        ("Kent had the largest stadiums.", RUNS),
        ("Essex has the most foreign runners.", RUNS),
        ("Most runners were aged 19-26.", RUNS),
        ("Essex is the most common dangerous county.", RUNS),
        ("The biggest climb between the two winters: Kent, from 400 marks to 459.", RUNS),
    ],
)
def test_what_no_column_is_called_by_is_left_open(analyst, tables, text, about):
    assert set(verdicts(analyst, text, about)) <= {"not_enough_info"}


@pytest.mark.parametrize(
    ("right", "wrong", "about"),
    [
        ("Kent had the largest number of runners.", "Devon had the largest number of runners.", RUNS),
        ("Kent is the largest county.", "Essex is the largest county.", RUNS),
        ("Most runners have 420 marks or more.", "Few runners have 420 marks or more.", RUNS),
        ("Most runners are over 21.", "Few runners are over 21.", RUNS),
        ("Few purchases were made in shop 3.", "Most purchases were made in shop 3.", SALES),
    ],
)
def test_what_columns_and_tables_are_called_by_is_decided(analyst, tables, right, wrong, about):
    assert (verdicts(analyst, right, about), verdicts(analyst, wrong, about)) == (["supported"], ["refuted"])
