"""Statements with a value of their own beside them, and those of which nobody is known to whom they compare."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.loan (purpose text, amount numeric, fee numeric);
        INSERT INTO public.loan
        SELECT (ARRAY['small_business', 'house', 'car', 'holiday'])[1 + i % 4],
               (ARRAY[19820, 17809, 9034, 6805])[1 + i % 4] + i % 8 - 4 + i % 4, 10 + i % 3
        FROM generate_series(1, 400) AS i;
        UPDATE public.loan SET amount = 19820 WHERE purpose = 'small_business';
        CREATE TABLE public.race_winner (year integer, division text, name text, country text);
        INSERT INTO public.race_winner
        SELECT 1970 + i, 'Women', CASE WHEN i < 9 THEN 'Grete Lund' ELSE 'Winner ' || i END, 'NOR'
        FROM generate_series(0, 30) AS i;
        INSERT INTO public.race_winner
        SELECT 1970 + i, 'Men', CASE WHEN i < 4 THEN 'Bill Hart' ELSE 'Champion ' || i END, 'USA'
        FROM generate_series(0, 30) AS i;
        CREATE TABLE public.reply (wildlife integer, parks integer, jobs integer, income integer, age integer);
        INSERT INTO public.reply
        SELECT 4 + (i % 4 < 3)::integer, 3 + i % 2, 2 + i % 2, 20000 + 10 * i, 20 + i % 50
        FROM generate_series(1, 200) AS i;
        GRANT SELECT ON public.loan, public.race_winner, public.reply TO {analyst_name};
        SELECT factcheck.add_table(t)
        FROM unnest(ARRAY['public.loan', 'public.race_winner', 'public.reply']) AS t;
    """)


def verdict(analyst, document, table):
    query = "SELECT verdict::text FROM fact_check(%s, tables => %s::text[]::regclass[]) WHERE claimed_value IS NULL"
    [(found,)] = analyst.execute(query, [document, [f"public.{table}"]]).fetchall()
    return found


@pytest.mark.parametrize(
    ("owner", "expected"), [("Small businesses need the most", "supported"), ("Cars need the most", "refuted")]
)
def test_a_value_in_brackets_tells_what_most_is_of(analyst, tables, owner, expected):
    assert verdict(analyst, f"{owner} ($19,820).", "loan") == expected


@pytest.mark.parametrize("name", ["Bill Hart", "Champion 12"])
def test_a_record_among_men_is_none_among_all(analyst, tables, name):
    assert verdict(analyst, f"No man has won more often than {name}.", "race_winner") == "not_enough_info"


@pytest.mark.parametrize("column", ["wildlife", "parks"])
def test_a_column_behind_one_that_is_none_of_its_kind_is_not_refuted(analyst, tables, column):
    average = {"wildlife": "4.75", "parks": "3.50"}[column]
    text = f"Nothing scored higher than {column}, which averaged {average}."
    assert verdict(analyst, text, "reply") == "not_enough_info"
