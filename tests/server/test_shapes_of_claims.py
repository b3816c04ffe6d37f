"""Claims of several statements in the shapes of sentences: joined subjects, relative clauses, ellipsis, places."""

from __future__ import annotations

import pytest
from support.function_rows import analyst_of_table

LODGES = """
CREATE TABLE public.lodge (valley text, trade text, trq integer, price integer, beds integer, rooms integer,
                           country text, year integer);
INSERT INTO public.lodge
SELECT (ARRAY['Alm', 'Bach', 'Cirn'])[1 + g % 3], (ARRAY['mining', 'farming'])[1 + g % 2], 500 - g % 20 - g / 20,
       50 + 10 * (g % 20) + 300 * (g % 3) + g / 10, 1 + g % 20, 30 - g % 20, (ARRAY['AT', 'CH'])[1 + g % 2],
       2000 + g / 20
FROM generate_series(0, 239) AS g
UNION ALL SELECT 'Alm', 'mining', NULL, 500, 10, 20, 'AT', 2003 FROM generate_series(1, 30);
COMMENT ON COLUMN public.lodge.trq IS 'torque of the lift';
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, LODGES, "lodge") as connection:
        yield connection


def parts(connection, claim):
    """The statements that a claim makes, as facts are asked for."""
    asked = "SELECT part_text FROM factcheck.decompose(%s, '{lodge}')"
    return [row["part_text"] for row in connection.execute(asked, [claim])]


def verdicts(connection, claim):
    found = connection.execute("SELECT verdict FROM factcheck.check_compound(%s, '{lodge}')", [claim]).fetchall()
    return [row["verdict"] for row in found]


def test_joined_measures_make_a_statement_each(analyst):
    assert parts(analyst, "Both beds and rooms go up with the price.") == [
        "beds and price are positively correlated.",
        "rooms and price are positively correlated.",
    ]
    assert verdicts(analyst, "Both beds and rooms go up with the price.") == [
        "supported",
        "refuted",
        "refuted",
    ]


def test_neither_denies_of_each(analyst):
    assert verdicts(analyst, "Neither Alm nor Bach has the highest price.") == ["supported"] * 3
    assert verdicts(analyst, "Neither Alm nor Cirn has the highest price.") == [
        "supported",
        "refuted",
        "refuted",
    ]


def test_one_group_is_compared_with_each_that_is_joined(analyst):
    assert parts(analyst, "Cirn has higher prices than both Alm and Bach.") == [
        "The average price where valley is Cirn is above that of Alm.",
        "The average price where valley is Cirn is above that of Bach.",
    ]


def test_a_relative_clause_is_a_statement(analyst):
    assert verdicts(analyst, "Alm, which has the most lodges, also has the highest price.") == [
        "refuted",
        "supported",
        "refuted",
    ]


def test_an_apposition_with_a_superlative_is_a_statement(analyst):
    assert len(verdicts(analyst, "Alm, the valley with the most lodges, has the lowest price.")) == 3


def test_an_auxiliary_repeats_what_was_said(analyst):
    assert parts(analyst, "The price increased over the years, and the torque did not.") == [
        "Average price increased over year.",
        "Average trq did not increase over year.",
    ]
    assert parts(analyst, "The price increased over the years; the torque has, too.")[1] == (
        "Average trq increased over year."
    )


def test_the_other_end_of_another_measure_turns_the_sign(analyst):
    assert parts(analyst, "Lodges with more beds have higher prices and fewer rooms.") == [
        "beds and price are positively correlated.",
        "beds and rooms are negatively correlated.",
    ]


@pytest.mark.parametrize(("place", "verdict"), [("second", "supported"), ("third", "refuted")])
def test_a_place_is_a_rank(analyst, place, verdict):
    claim = f"Cirn has the highest price, and Bach came {place}."
    assert verdicts(analyst, claim) == ["supported", verdict, verdict]


def test_what_stayed_the_same_has_no_trend(analyst):
    claim = "The price increased over the years, but the torque stayed the same."
    assert parts(analyst, claim)[1] == "Average trq did not change over year."
    assert verdicts(analyst, claim) == ["supported", "refuted", "refuted"]


def test_a_noun_before_than_is_a_comparative(analyst):
    assert parts(analyst, "Cirn is dearer than Bach but cheaper than Alm.") == [
        "The average price where valley is Cirn is above that of Bach.",
        "The average price where valley is Cirn is below that of Alm.",
    ]


def test_joined_causes_push_a_measure(analyst):
    assert parts(analyst, "Both beds and rooms push up the price.") == [
        "beds and price are positively correlated.",
        "rooms and price are positively correlated.",
    ]


def test_a_clause_without_a_subject_is_about_the_one_before(analyst):
    assert parts(analyst, "Lodges with more beds use better wood and have fewer rooms.")[1] == (
        "beds and rooms are negatively correlated."
    )


def test_one_of_two_is_compared_with_the_other(analyst):
    assert parts(analyst, "Cirn has higher prices than Bach, yet Bach has more beds.")[1] == (
        "The total beds where valley is Bach is above that of Cirn."
    )


def test_a_place_where_a_measure_is_highest_is_a_statement(analyst):
    assert len(verdicts(analyst, "Cirn, where the price is highest, has the most lodges.")) == 3


QUESTIONS = [
    ("What is the torque of Alm?", "What is the average trq where valley is Alm?"),
    ("Which two valleys have the highest price?", "What is the rank of valley by average price?"),
    ("Which valley has the most torque?", "Which valley has the highest average trq?"),
]


@pytest.mark.parametrize(("question", "part"), QUESTIONS)
def test_questions_name_columns_in_short_and_ask_for_some(analyst, question, part):
    assert parts(analyst, question) == [part]


TALLIES = """
CREATE TABLE public.tally (disease text, canton text, year integer, count integer, cases_2019 integer,
                           cases_2020 integer, years integer, selfemp text, outbreak_force_diameter integer, kind text);
INSERT INTO public.tally
SELECT (ARRAY['Measles', 'Mumps'])[1 + g % 2], (ARRAY['Uri', 'Zug', 'Jura'])[1 + g % 3], 2000 + g % 12, g % 50, g % 7,
       g % 9, g % 40, (ARRAY['yes', 'no'])[1 + g % 2], g % 23, (ARRAY['outbreak', 'wave'])[1 + g % 2]
FROM generate_series(1, 240) AS g;
"""


@pytest.fixture(scope="module")
def doctor(analyst, admin, analyst_name):
    admin.execute(TALLIES)
    admin.execute(f"GRANT SELECT ON public.tally TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.tally')")
    return analyst


ABOUT_TALLIES = [
    ("Which canton reported the most measles?", "Which canton has the highest total count where disease is Measles?"),
    ("Which canton had the most cases in 2020?", "Which canton has the highest total cases 2020?"),
    ("What is the average count of the self-employed?", "What is the average count where selfemp is yes?"),
    ("Average years of Measles", "What is the average years where disease is Measles?"),
    ("What is the average count of an outbreak?", "What is the average count where kind is outbreak?"),
]


@pytest.mark.parametrize(("question", "part"), ABOUT_TALLIES)
def test_counts_years_and_flags_are_what_questions_call_them(doctor, question, part):
    asked = "SELECT part_text FROM factcheck.decompose(%s, '{tally}')"
    assert [row["part_text"] for row in doctor.execute(asked, [question])] == [part]
