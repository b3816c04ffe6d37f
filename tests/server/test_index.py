"""What is indexed is found: words in other forms, names shortened or written together, comments, synonyms."""

from __future__ import annotations

import pytest

TABLES = """
CREATE TABLE public.journeys (
    dest text, travelmonth integer, month integer, avg_temp numeric, is_late boolean, fare numeric, day date);
COMMENT ON COLUMN public.journeys.fare IS 'Ticket price in guilders';
INSERT INTO public.journeys
SELECT (ARRAY['Orléans', 'Graz', 'St_Gallen'])[1 + g % 3], 1 + g % 12, 1 + g % 12, 10 + g % 7, g % 4 = 0,
       20 + g % 9, date '2021-01-01' + g
FROM generate_series(1, 120) AS g;
"""


@pytest.fixture(scope="module", autouse=True)
def journeys(admin, analyst_name):
    admin.execute(TABLES)
    admin.execute(f"GRANT SELECT ON public.journeys TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.journeys')")


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("There were 40 journeys to Orleans.", "dest = 'Orléans'"),
        ("There were 40 journeys to St Gallen.", "dest = 'St_Gallen'"),
        ("In August we had 10 journeys.", "month = 8"),
        ("Exactly 30 journeys were late.", "is_late = true"),
    ],
)
def test_a_predicate_is_found(analyst, sentence, condition):
    [query] = analyst.execute("SELECT query FROM fact_check(%s)", [sentence]).fetchone()
    assert condition in query


@pytest.mark.parametrize(
    ("sentence", "column"),
    [
        ("The average temperature was 12.93.", "avg_temp"),
        ("On average a ticket was 23.91.", "fare"),
        ("There were 3 different destinations.", "dest"),
    ],
)
def test_a_column_is_found(analyst, sentence, column):
    [query] = analyst.execute("SELECT query FROM fact_check(%s)", [sentence]).fetchone()
    assert column in query


def test_refresh_finds_new_values(admin, analyst):
    admin.execute("INSERT INTO public.journeys (dest, fare) SELECT 'Zwolle', 1 FROM generate_series(1, 57)")
    assert admin.execute("SELECT factcheck.refresh('public.journeys')").fetchone() == (1,)
    [query, verdict] = analyst.execute(
        "SELECT query, verdict FROM fact_check('57 journeys went to Zwolle.')"
    ).fetchone()
    assert "dest = 'Zwolle'" in query
    assert verdict == "supported"


def test_a_removed_table_is_gone(admin, analyst, analyst_name, has_term):
    admin.execute(
        f"CREATE TABLE public.fleeting AS SELECT 'Xanadu'::text AS place; GRANT SELECT ON fleeting TO {analyst_name}"
    )
    admin.execute("SELECT factcheck.add_table('public.fleeting')")
    assert analyst.execute("SELECT count(*) FROM factcheck.fragment WHERE literal = 'Xanadu'").fetchone() == (1,)
    assert has_term(admin, "xanadu")
    admin.execute("SELECT factcheck.remove_table('public.fleeting')")
    assert admin.execute("SELECT count(*) FROM factcheck.fragment WHERE literal = 'Xanadu'").fetchone() == (0,)
    assert not has_term(admin, "xanadu")


def test_the_planner_knows_the_index_at_once(admin):
    [estimated] = admin.execute("SELECT reltuples FROM pg_class WHERE oid = 'factcheck.fragment'::regclass").fetchone()
    [counted] = admin.execute("SELECT count(*) FROM factcheck.fragment").fetchone()
    assert estimated > counted / 2
