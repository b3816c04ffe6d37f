"""The paper's Example 1: two claims in one sentence, both queries proposed."""

from __future__ import annotations

import psycopg
import pytest
from psycopg.rows import dict_row

TABLE = """
CREATE TABLE public.nflsuspensions (
    name text, team text, games text, category text, year integer);
INSERT INTO public.nflsuspensions
SELECT 'Player ' || g, (ARRAY['ATL', 'BUF', 'CAR', 'CHI', 'CIN', 'DAL', 'DEN', 'GB', 'MIA', 'MIN', 'OAK', 'PIT', 'SEA',
       'WAS'])[1 + g % 14], (ARRAY['1', '2', '4', '8', '16'])[1 + g * 3 % 5],
       (ARRAY['personal conduct', 'PEDs', 'substance abuse'])[1 + g % 3], 2000 + g % 14
FROM generate_series(1, 90) AS g;
INSERT INTO public.nflsuspensions VALUES
    ('Player 91', 'DAL', 'indef', 'substance abuse, repeated offense', 1995),
    ('Player 92', 'MIA', 'indef', 'substance abuse, repeated offense', 2002),
    ('Player 93', 'SEA', 'indef', 'substance abuse, repeated offense', 2009),
    ('Player 94', 'CHI', 'indef', 'gambling', 1983),
    ('Player 95', 'OAK', '16', 'substance abuse, repeated offense', 2006),
    ('Player 96', 'PIT', '16', 'substance abuse, repeated offense', 2011);
"""
DOCUMENT = """
<h1>The league's uneven history of punishment</h1>
<p>The league bans players for many reasons. There were only four previous lifetime bans in my database - three were
for repeated substance abuse.</p>
"""


@pytest.fixture(scope="module")
def rows(admin, database, analyst_name):
    admin.execute(TABLE)
    admin.execute(f"GRANT SELECT ON public.nflsuspensions TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.nflsuspensions')")
    with psycopg.connect(database, user=analyst_name, row_factory=dict_row) as analyst:
        return analyst.execute("SELECT * FROM fact_check(%s)", [DOCUMENT]).fetchall()


def test_both_claims_are_found(rows):
    assert [row["claim_text"] for row in rows] == ["four", "three"]


def test_the_first_query_is_proposed(rows):
    query = "SELECT count(*) FROM public.nflsuspensions WHERE games = 'indef'"
    proposed = [each["query"] for each in rows[0]["alternatives"] if each["matches"]]
    assert proposed[0] == query
    assert rows[0]["verdict"] != "refuted"  # nothing says that "indef" is a lifetime


def test_the_second_query_is_proposed(rows):
    query = "SELECT count(*) FROM public.nflsuspensions WHERE {} AND {}"
    parts = "games = 'indef'", "category = 'substance abuse, repeated offense'"
    proposed = [each["query"] for each in rows[1]["alternatives"] if each["matches"]]
    assert proposed[0] in {query.format(*parts), query.format(*reversed(parts))}
    assert rows[1]["verdict"] != "refuted"
