"""Questions that call a value by a part of its name, a code in capitals, or amounts of those who ask."""

from __future__ import annotations

import pytest
from support.function_rows import analyst_of_table, question_parts, rows

CREW = """
CREATE TABLE public.crew (team text, port text, dept text, wins integer, spend_eur numeric);
INSERT INTO public.crew
SELECT (ARRAY['Boston Kestrels', 'New Haven Rowers', 'Salem Owls'])[1 + g % 3],
       (ARRAY['Port of Kiel', 'Kiel North', 'Oban'])[1 + g % 3], (ARRAY['IT', 'HR', 'Sales'])[1 + g % 3], g % 9, 100 + g
FROM generate_series(1, 60) AS g;
"""


@pytest.fixture(scope="module")
def crew(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, CREW, "crew") as connection:
        yield connection


@pytest.mark.parametrize(
    ("question", "restrictions"),
    [
        ("How many wins do the Kestrels have on average?", ["team is Boston Kestrels"]),
        ("How many wins did New Haven have?", ["team is New Haven Rowers"]),
        ("How many wins did Kiel have?", []),  # two ports have the word
        ("How many wins did rowers have?", []),  # no name
    ],
)
def test_one_word_stands_for_the_only_name_that_has_it(crew, question, restrictions):
    [(_, measure, _, found, _)] = question_parts(crew, question, "crew")
    assert (measure, found) == ("wins", restrictions)


def test_names_in_part_are_compared(crew):
    *_, difference = question_parts(crew, "Do the Rowers have more wins than the Owls?", "crew")
    assert difference == ("difference", "wins", "team", [], ["New Haven Rowers", "Salem Owls"])


@pytest.mark.parametrize(("question", "focus"), [("What is the share of IT?", ["IT"]), ("What share is it?", [])])
def test_a_code_is_written_in_capitals(crew, question, focus):
    assert question_parts(crew, question, "crew")[0][4] == focus


@pytest.mark.parametrize(
    ("question", "aggregation"), [("How much did we spend?", "sum"), ("What is the spend?", "avg")]
)
def test_those_who_ask_mean_all_that_is_theirs(crew, question, aggregation):
    [part] = rows(crew, "decompose(%s, %s::regclass[])", question, ["crew"])
    assert (part["measure"], part["aggregation"]) == ("spend_eur", aggregation)
