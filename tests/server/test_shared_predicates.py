"""Claims whose clauses share a subject, a measure or a group by grammar, and names with a dot or of months."""

from __future__ import annotations

import pytest
from support.function_rows import analyst_of_table, rows

TRAILS = """
CREATE TABLE public.trail (summit text, surface text, tongue text, month integer, year integer, hikers integer,
                           climb numeric, duration numeric, income numeric, age integer);
INSERT INTO public.trail
SELECT (ARRAY['Mt. Abel', 'Mt. Bern', 'Corr Peak'])[1 + g % 3], CASE WHEN g % 4 = 0 THEN 'gravel' ELSE 'stone' END,
       CASE WHEN g % 5 = 0 THEN 'gaelic' ELSE 'english' END, 1 + g % 12, 2000 + g % 10, 100 + g % 12, 50 + g % 30,
       2 + g % 30, 1000 + g % 7, 20 + g % 7
FROM generate_series(1, 240) AS g;
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, TRAILS, "trail") as connection:
        yield connection


def question_parts(connection, question):
    return rows(connection, "decompose(%s, '{trail}')", question)


def told(connection, question):
    return [
        (part["fact_type"], part["measure"], part["breakdown"], *part["focus"])
        for part in question_parts(connection, question)
    ]


@pytest.mark.parametrize(
    ("claim", "parts"),
    [
        (
            "Most trails are stone and speak English.",
            [("proportion", None, "surface", "stone"), ("proportion", None, "tongue", "english")],
        ),
        (
            "Mt. Abel has the longest duration, but Corr Peak has a higher climb.",
            [
                ("extreme", "duration", "summit", "Mt. Abel"),
                ("difference", "climb", "summit", "Corr Peak", "Mt. Abel"),
            ],
        ),
        (
            "Hikers peaked in June and were lowest in January.",
            [("extreme", "hikers", "month", "6"), ("extreme", "hikers", "month", "1")],
        ),
    ],
)
def test_clauses_share_what_they_leave_out(analyst, claim, parts):
    assert told(analyst, claim) == parts


def test_a_pronoun_is_the_measure_that_was_named_last(analyst):
    claim = "Climb goes with duration, yet income has nothing to do with it."
    parts = question_parts(analyst, claim)
    assert [(each["measure"], each["second_measure"]) for each in parts] == [
        ("climb", "duration"),
        ("income", "duration"),
    ]


def test_a_name_is_found_whose_first_word_ends_with_a_dot(analyst):
    [part] = question_parts(analyst, "What is the average climb of Mt. Bern?")
    assert part["subspace"] == ["summit is Mt. Bern"]


def test_what_has_gone_down_is_a_trend(analyst):
    [part] = question_parts(analyst, "Has income gone down?")
    assert (part["fact_type"], part["measure"], part["breakdown"]) == ("trend", "income", "year")
