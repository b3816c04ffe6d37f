"""Clauses of a claim that leave out what another one says: each is read as the full sentence that it stands for."""

from __future__ import annotations

import pytest
from support.databases_in_turn import session_of
from support.function_rows import rows

FERRIES = """
CREATE TABLE public.ferries (line text, season text, ice text, year integer, fare numeric, delay numeric, age numeric);
INSERT INTO public.ferries
SELECT (ARRAY['Fjord', 'Island', 'Harbour'])[1 + g % 3], (ARRAY['summer', 'winter'])[1 + g % 2],
       CASE WHEN g % 5 = 0 THEN 'yes' ELSE 'no' END, 2001 + g / 30,
       40 - 10 * (g % 3) + CASE WHEN g % 3 = 2 THEN -1 ELSE 1 END * g / 30.0,
       CASE g % 3 WHEN 0 THEN 2 WHEN 1 THEN 9 ELSE 5 END + (g % 7) * 0.1, 12 + (g % 3) * 4
FROM generate_series(0, 299) AS g;
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    admin.execute(FERRIES)
    admin.execute(f"GRANT SELECT ON public.ferries TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.ferries')")
    with session_of(database, analyst_name) as connection:
        yield connection


def facts(connection, claim):
    """Return the facts of a claim's parts, in short: type, measure, whom they are about."""
    return [
        (row["fact_type"], row["measure"], *row["focus"], *row["subspace"])
        for row in rows(connection, "decompose(%s, '{ferries}')", claim)
    ]


def verdicts(connection, claim):
    return [row["verdict"] for row in rows(connection, "check_compound(%s, '{ferries}')", claim)[:-1]]


@pytest.mark.parametrize(
    ("claim", "wanted"),
    [
        (
            "The fare rose on the Fjord line but not on the Harbour line.",
            [("trend", "fare", "line is Fjord"), ("trend", "fare", "line is Harbour")],
        ),
        (
            "The fare rose on the Fjord line; the same is true of the Island line.",
            [("trend", "fare", "line is Fjord"), ("trend", "fare", "line is Island")],
        ),
        (
            "The fare is higher on Fjord than on Island, and on Island than on Harbour.",
            [("difference", "fare", "Fjord", "Island"), ("difference", "fare", "Island", "Harbour")],
        ),
        (
            "Fjord has higher fares than Island and than Harbour.",
            [("difference", "fare", "Fjord", "Island"), ("difference", "fare", "Fjord", "Harbour")],
        ),
        (
            "Fjord has a higher fare than Island, as is the case for Harbour.",
            [("difference", "fare", "Fjord", "Island"), ("difference", "fare", "Harbour", "Island")],
        ),
        (
            "The fare is higher on Fjord than on Island, as is the delay.",
            [("difference", "fare", "Fjord", "Island"), ("difference", "delay", "Fjord", "Island")],
        ),
        (
            "Fjord, which has the second highest delay, is dearer than Island.",
            [("difference", "fare", "Fjord", "Island"), ("rank", "delay", "Fjord")],
        ),
        (
            "Not only did the fare rise on Fjord, but so did the delay.",
            [("trend", "fare", "line is Fjord"), ("trend", "delay", "line is Fjord")],
        ),
    ],
)
def test_a_clause_says_all_that_the_one_before_says_but_for_what_it_names(analyst, claim, wanted):
    assert facts(analyst, claim) == wanted


@pytest.mark.parametrize(
    ("claim", "wanted"),
    [
        ("The fare rose on the Fjord line but not on the Harbour line.", ["supported", "supported"]),
        ("The fare rose on the Harbour line but not on the Fjord line.", ["refuted", "refuted"]),
        ("Fjord has higher fares than Island and than Harbour.", ["supported", "supported"]),
        ("Harbour has lower fares than Island, but higher delays.", ["supported", "refuted"]),
    ],
)
def test_a_clause_in_full_is_checked_as_a_sentence_of_its_own(analyst, claim, wanted):
    assert verdicts(analyst, claim) == wanted


def test_who_most_of_them_are_is_told_by_the_clause_before(analyst):
    claim = "Fjord has the highest fare, and most of them have no ice."
    assert facts(analyst, claim) == [("extreme", "fare", "Fjord"), ("proportion", None, "no", "line is Fjord")]
