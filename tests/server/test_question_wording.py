"""Questions and claims in the words of people: other forms of values, what clauses leave out, what is asked for."""

from __future__ import annotations

import pytest
from support.databases_in_turn import session_of
from support.function_rows import question_parts, rows

STAYS = """
CREATE TABLE public.stays (
    guest text, cabin_class text, pets text, day text, diet text, cabin_rent numeric, age integer, year integer,
    seahouse text, door_width numeric, door_height numeric, bed_width numeric);
INSERT INTO public.stays
SELECT 'Guest ' || g, (ARRAY['1st', '2nd', '3rd'])[1 + g % 3], CASE WHEN g % 4 = 0 THEN 'yes' ELSE 'no' END,
       (ARRAY['Mon', 'Sat', 'Sun', 'Sun'])[1 + g % 4], (ARRAY['herbi', 'omni', 'omni', 'omni', 'omni'])[1 + g % 5],
       300 - 50 * (g % 3) - CASE WHEN g % 4 = 0 THEN 30 ELSE 0 END + g % 5,
       30 + CASE WHEN g % 4 = 0 THEN 20 ELSE 0 END + g % 2, 2001 + g % 4,
       CASE WHEN g % 7 < 2 THEN 'yes' ELSE 'no' END, 1 + (g % 3) * 0.2, 2 - (g % 3) * 0.1, 2 + (g % 5) * 0.1
FROM generate_series(1, 420) AS g;
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    admin.execute(STAYS)
    admin.execute(f"GRANT SELECT ON public.stays TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.stays')")
    with session_of(database, analyst_name) as connection:
        yield connection


def parts(connection, question):
    return question_parts(connection, question, "stays")


@pytest.mark.parametrize(
    ("question", "measure", "restriction"),
    [
        ("How many herbivores are there?", None, "diet is herbi"),
        ("What is the average rent on Sundays?", "cabin_rent", "day is Sun"),
        ("What is the average rent in third class?", "cabin_rent", "cabin class is 3rd"),
        ("What is the average rent in second class?", "cabin_rent", "cabin class is 2nd"),
        ("What is the average rent with a sea house?", "cabin_rent", "seahouse is yes"),
        ("What is the average rent without a sea house?", "cabin_rent", "seahouse is no"),
    ],
)
def test_a_value_is_named_by_another_form_of_its_words(analyst, question, measure, restriction):
    assert parts(analyst, question) == [("value", measure, None, [restriction], [])]


def test_a_modified_noun_is_not_the_value_that_begins_it(analyst):
    assert all(found[3] == [] for found in parts(analyst, "What is the average rent of pseudo herbivores?"))


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Are guests with pets older than those without?", ["yes", "no"]),
        ("Are guests without pets older than guests with pets?", ["no", "yes"]),
    ],
)
def test_with_and_without_compare_those_that_have_and_those_that_have_not(analyst, question, answers):
    *values, difference = parts(analyst, question)
    assert [found[3] for found in values] == [[f"pets is {answer}"] for answer in answers]
    assert difference == ("difference", "age", "pets", [], answers)


def test_an_adjective_of_size_says_no_measure_beside_another_one(analyst):
    assert parts(analyst, "Which class has the largest rent?") == [("extreme", "cabin_rent", "cabin_class", [], [])]


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("Which class has the widest doors?", "door_width"),
        ("Which class has the widest beds?", "bed_width"),
        ("Which class has the highest doors?", "door_height"),
    ],
)
def test_an_adjective_and_its_noun_name_a_column_together(analyst, question, measure):
    [(fact_type, named, breakdown, *_)] = parts(analyst, question)
    assert (fact_type, named, breakdown) == ("extreme", measure, "cabin_class")


def test_what_is_asked_for_breaks_down(analyst):
    [found] = parts(analyst, "In which year did the guests of second class pay the least rent?")
    assert found[:3] == ("extreme", "cabin_rent", "year")


def test_the_word_for_the_rows_is_a_measure_only_where_it_is_measured(analyst):
    assert parts(analyst, "How many stays were there on each day?") == [("categorization", None, "day", [], [])]


def test_a_change_between_two_years_is_a_trend(analyst):
    [found] = parts(analyst, "How did the rent change between 2001 and 2003?")
    assert found[:3] == ("trend", "cabin_rent", "year")


def test_a_question_with_there_is_claims_nothing(analyst):
    [kind] = rows(
        analyst, "question_kind(%s, '{stays}')", "Is there a class whose rent is high but whose doors are narrow?"
    )
    assert kind["kind"] != "compound_claim"


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        ("Most guests do not have pets, and first class has the highest rent.", ["supported", "supported"]),
        ("Most guests have pets, and first class has the lowest rent.", ["refuted", "refuted"]),
        ("Guests with pets pay less rent than those without, but they are older.", ["supported", "supported"]),
        ("Guests with pets pay less rent than those without, but are younger.", ["supported", "refuted"]),
        ("Third class does not have the highest rent, nor does first class have the lowest.", ["supported"] * 2),
        ("Third class does not have the lowest rent, nor does first class have the highest.", ["refuted"] * 2),
        ("Although Sunday has the most stays, first class has the lowest rent.", ["supported", "refuted"]),
        ("Monday has the most stays, and third class the lowest rent.", ["refuted", "supported"]),
        ("Most herbivores do not have pets, while rent has nothing to do with door width.", ["supported", "refuted"]),
    ],
)
def test_what_a_clause_leaves_out_is_carried_over(analyst, claim, verdicts):
    checked = rows(analyst, "check_compound(%s, '{stays}')", claim)
    told = [row["verdict"] for row in checked[:-1]]
    assert len(told) == len(verdicts), checked
    for row, verdict in zip(checked, verdicts, strict=False):
        assert verdict in (None, row["verdict"]), row


def test_another_subject_is_not_compared_as_the_one_before(analyst):
    claim = "Guests with pets pay less rent than those without, and ages rose faster."
    checked = rows(analyst, "check_compound(%s, '{stays}')", claim)
    assert [row["claim_text"] for row in checked[:-1]] == [claim[:49], "ages rose faster"]
    assert "increased over year" in checked[1]["part_text"]
