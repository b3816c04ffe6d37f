"""Sentences that restrict rows by more columns than products of fragments do."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def calls(admin, analyst_name):
    """Calls of operators by state, year and month, and how each ended."""
    admin.execute(f"""
        CREATE TABLE public.phone_call AS
        SELECT (ARRAY['Airtel', 'Jio', 'Idea'])[1 + n % 3] AS operator,
               (ARRAY['Kerala', 'Delhi', 'Goa', 'Assam'])[1 + n / 3 % 4] AS state_name,
               2021 + n / 12 % 2 AS year, 1 + n / 24 % 12 AS month,
               (ARRAY['Satisfactory', 'Poor Voice', 'Call Dropped'])[1 + (n * 7 + n / 11 + n / 60) % 3] AS outcome,
               1 + n * 13 % 5 AS rating
        FROM generate_series(1, 20000) AS n;
        GRANT SELECT ON public.phone_call TO {analyst_name};
        SELECT factcheck.add_table('public.phone_call');
    """)


def check(analyst, text, number):
    return analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, tables => ARRAY['phone_call'::regclass])"
        " WHERE claim_text = %s",
        [text, number],
    ).fetchone()


ROWS = "FROM phone_call WHERE operator = 'Jio' AND state_name = 'Kerala' AND year = 2021 AND month = 8"


def test_a_share_of_rows_that_four_columns_restrict(admin, analyst):
    [(share,)] = admin.execute(f"SELECT round(100.0 * avg((outcome = 'Call Dropped')::int), 2) {ROWS}")
    text = "In August 2021, {}% of the Jio calls in Kerala ended as Call Dropped."
    verdict, description = check(analyst, text.format(share), f"{share}%")
    assert verdict == "supported"
    assert all(word in description for word in ("'Jio'", "'Kerala'", "2021", "8", "'Call Dropped'"))
    assert check(analyst, text.format(share + 9), f"{share + 9}%")[0] != "supported"


def test_a_count_of_rows_that_four_columns_restrict(admin, analyst):
    [(count,)] = admin.execute(f"SELECT count(*) {ROWS}")
    verdict, description = check(analyst, f"There were {count} Jio calls in Kerala in August 2021.", str(count))
    assert (verdict, description.count(" and ")) == ("supported", 3)


def test_what_a_word_names_restricts_one_column(admin, analyst, analyst_name):
    """The operator stands in two tables that are joined, and is named once."""
    admin.execute(f"""
        CREATE TABLE public.network AS
        SELECT * FROM (VALUES ('Airtel', 7), ('Jio', 9), ('Idea', 4)) AS n (operator, masts);
        ALTER TABLE public.network ADD PRIMARY KEY (operator);
        ALTER TABLE public.phone_call ADD FOREIGN KEY (operator) REFERENCES public.network;
        GRANT SELECT ON public.network TO {analyst_name};
        SELECT factcheck.add_table('public.network');
        SELECT factcheck.refresh('public.phone_call');
    """)
    [(count,)] = admin.execute(f"SELECT count(*) {ROWS}")
    rows = analyst.execute(
        "SELECT a->>'description' FROM fact_check(%s, tables => '{phone_call,network}', top_k => 100),"
        " jsonb_array_elements(alternatives) AS a",
        [f"There were {count} Jio calls in Kerala in August 2021."],
    ).fetchall()
    assert rows
    assert [description for (description,) in rows if description.count("'Jio'") > 1] == []
