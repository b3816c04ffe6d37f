"""Facts about columns whose values may be spelled in several ways: citext, and collations without regard to case."""

from __future__ import annotations

import pytest
from support.databases_in_turn import session_of
from support.function_rows import rows

FERRIES = """
CREATE EXTENSION citext SCHEMA public;
CREATE COLLATION public.any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE public.ferry (
    port public.citext, pier text COLLATE public.any_case, berth text, load integer, size numeric);
INSERT INTO public.ferry
SELECT spelled, spelled, spelled, 10 + g % 3, 1 + g % 7
FROM generate_series(1, 100) AS g, LATERAL (
    SELECT (ARRAY['Oban', 'Kiel', 'KIEL', 'kiel', 'kiel'])[1 + g % 5] AS spelled) AS s;
"""


@pytest.fixture(scope="module")
def analyst(database, admin, analyst_name):
    admin.execute(FERRIES)
    admin.execute(f"GRANT SELECT ON public.ferry TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.ferry')")
    with session_of(database, analyst_name) as connection:
        yield connection


def groups_of(analyst, question, fact_type):
    facts = rows(analyst, "facts(%s, '{ferry}', 20, 0)", question)
    return {
        fact["fact"]["breakdown"]["column"]: {name: value for name, value, *_ in fact["fact"]["rows"]["tuples"]}
        for fact in facts
        if fact["fact_type"] == fact_type
    }


@pytest.mark.parametrize("column", ["port", "pier"])
def test_equal_values_are_one_group_however_they_are_spelled(analyst, column):
    found = groups_of(analyst, f"How many ferries are there by {column}?", "categorization")
    assert found[column] == {"KIEL": 80, "Oban": 20}


def test_values_of_plain_text_that_differ_in_case_are_groups_of_their_own(analyst):
    found = groups_of(analyst, "How many ferries are there by berth?", "categorization")
    assert found["berth"] == {"kiel": 40, "KIEL": 20, "Kiel": 20, "Oban": 20}


@pytest.mark.parametrize("column", ["port", "pier"])
@pytest.mark.parametrize(
    "question",
    [
        "Which {} has the highest average load of ferries?",
        "How does the median size of ferries differ over {}?",
        "How do Kiel and Oban compare in load by {}?",
        "What is the share of ferries in Kiel by {}?",
    ],
)
def test_the_query_of_a_fact_gives_the_groups_that_it_shows(analyst, column, question):
    facts = rows(analyst, "facts(%s, '{ferry}', 20, 0)", question.format(column))
    of_column = [fact for fact in facts if (fact["fact"]["breakdown"] or {}).get("column") == column]
    assert of_column
    for fact in of_column:
        names = sorted(row[0] for row in analyst.execute(fact["query"]).fetchall())
        assert names == sorted(row[0] for row in fact["fact"]["rows"]["tuples"])
        assert sorted(name.lower() for name in names) == ["kiel", "oban"], fact["caption"]


def test_a_check_and_a_fact_agree_on_how_many_there_are(analyst):
    [verdict] = rows(analyst, "verdicts(%s, '{ferry}'::regclass[])", "There are 80 ferries with port Kiel.")
    assert verdict["verdict"] == "supported"
