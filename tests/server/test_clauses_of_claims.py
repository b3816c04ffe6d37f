"""Clauses of claims and of questions: what each states, and that none is left out of the verdict of the whole."""

from __future__ import annotations

import pytest
from support.function_rows import analyst_of_table

CABINS = """
CREATE TABLE public.cabin (valley text, trade text, nights_kg numeric, price integer, beds integer, year integer);
INSERT INTO public.cabin
SELECT (ARRAY['Alm', 'Bach', 'Cirn'])[1 + g % 3], (ARRAY['management', 'mining', 'farming'])[1 + g % 3],
       100 - g % 20, 50 + 10 * (g % 20) + 300 * (g % 3), 1 + g % 20, 2000 + g % 12
FROM generate_series(1, 240) AS g;
COMMENT ON COLUMN public.cabin.nights_kg IS 'weight of the provisions';
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, CABINS, "cabin") as connection:
        yield connection


def checked(connection, claim):
    """The verdict of each part, then of the whole."""
    found = connection.execute("SELECT verdict FROM factcheck.check_compound(%s, '{cabin}')", [claim]).fetchall()
    return [row["verdict"] for row in found]


def types(connection, question):
    asked = "SELECT fact_type FROM factcheck.decompose(%s, '{cabin}')"
    return [row["fact_type"] for row in connection.execute(asked, [question])]


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        ("Prices go up with the number of beds, and Cirn has the highest price.", ["supported"] * 3),
        ("Prices fall with the number of beds, and Cirn has the highest price.", ["refuted", "supported", "refuted"]),
        ("More beds mean higher prices, and Alm has the highest price.", ["supported", "refuted", "refuted"]),
    ],
)
def test_one_measure_that_goes_up_with_another_is_an_association(analyst, claim, verdicts):
    assert checked(analyst, claim) == verdicts


def test_a_clause_that_cannot_be_read_keeps_the_whole_from_being_supported(analyst):
    claim = "Cirn has the highest price, and the wardens are paid worst."
    assert checked(analyst, claim) == ["supported", "not_enough_info", "not_enough_info"]


def test_what_introduces_a_claim_is_no_part_of_it(analyst):
    claim = "Hikers and wardens agree: Cirn has the highest price and Alm the lowest."
    assert checked(analyst, claim) == ["supported", "supported", "supported"]


def test_a_clause_with_a_subject_of_its_own_is_not_about_the_one_before(analyst):
    rows = analyst.execute(
        "SELECT part_text FROM factcheck.check_compound(%s, '{cabin}') WHERE part = 2",
        ["Cirn has the highest price, and full wardens earn the most."],
    ).fetchall()
    assert "Cirn" not in str(rows)


def test_those_who_do_something_name_the_value_for_what_they_do(analyst):
    [row] = analyst.execute(
        "SELECT part_text FROM factcheck.check_compound(%s, '{cabin}') WHERE part = 1",
        ["Managers have the highest price and miners the lowest."],
    ).fetchall()
    assert "management" in row["part_text"]


@pytest.mark.parametrize(
    ("question", "fact_types"),
    [
        ("How many cabins are there in each valley?", ["categorization"]),
        ("List the valleys from most to least expensive", ["rank"]),
        ("How did the valley with the lowest average price develop?", ["extreme", "trend"]),
        ("Which valleys are cheap but have heavy provisions?", ["extreme", "extreme"]),
    ],
)
def test_questions_have_the_type_that_their_words_ask_for(analyst, question, fact_types):
    assert types(analyst, question) == fact_types
