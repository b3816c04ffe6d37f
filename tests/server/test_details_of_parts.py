"""Details of parts that decide whether a claim holds: the end, the aggregation, what is counted, who is compared."""

from __future__ import annotations

import pytest
from support.databases_in_turn import session_of
from support.function_rows import rows

BOATS = """
CREATE TABLE public.boats (
    size text, harbour text, colour text, speed numeric, fare numeric, weight numeric, crew integer, number integer,
    beam_width numeric, year integer, insured text);
INSERT INTO public.boats
SELECT CASE WHEN g % 10 < 6 THEN 'small' WHEN g % 10 < 9 THEN 'large' ELSE 'poor' END,
       CASE WHEN g % 5 = 0 THEN 'Oban' ELSE 'Kiel' END, (ARRAY['red', 'light_gray'])[1 + g % 2],
       CASE WHEN g % 10 < 6 THEN 30 WHEN g % 10 < 9 THEN 20 ELSE 10 END + (g % 7) * 0.1,
       CASE WHEN g % 10 < 6 THEN 10 WHEN g % 10 < 9 THEN 40 ELSE 20 END + (g % 7) * 0.1,
       CASE WHEN g % 10 < 6 THEN 1 WHEN g % 10 < 9 THEN 2 ELSE 3 END + (g % 7) * 0.1,
       1 + g % 4, g % 3, CASE WHEN g % 10 < 6 THEN 1 WHEN g % 10 < 9 THEN 4 ELSE 2 END + (g % 7) * 0.1, 2001 + g % 8,
       CASE WHEN g % 3 = 0 THEN 'no' ELSE 'yes' END
FROM generate_series(0, 799) AS g;
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    admin.execute(BOATS)
    admin.execute(f"GRANT SELECT ON public.boats TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.boats')")
    with session_of(database, analyst_name) as connection:
        yield connection


def verdicts(connection, claim):
    return [row["verdict"] for row in rows(connection, "check_compound(%s, '{boats}')", claim)[:-1]]


def texts(connection, question):
    return [row["part_text"] for row in rows(connection, "decompose(%s, '{boats}')", question)]


@pytest.mark.parametrize(
    ("claim", "wanted"),
    [
        ("Small boats have the best speed, but their fare is the lowest.", ["supported", "supported"]),
        ("Small boats have the highest speed and the highest fare.", ["supported", "refuted"]),
        ("Small boats come first in speed and poor boats last.", ["supported", "supported"]),
        ("Fare is positively correlated with beam width but hardly with crew.", ["supported", "supported"]),
        ("Fare and beam width are unrelated, and small boats have the highest speed.", ["refuted", "supported"]),
        ("Most boats are small and come without Oban as harbour.", ["supported", "supported"]),
    ],
)
def test_the_end_is_what_the_clause_says_not_what_a_name_sounds_like(analyst, claim, wanted):
    assert verdicts(analyst, claim) == wanted


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Which size has the weakest speed?", "Which size has the lowest average speed?"),
        ("Which size has the rarest boats?", "Which size has the lowest number of boats?"),
    ],
)
def test_a_superlative_of_little_means_the_lowest(analyst, question, wanted):
    assert texts(analyst, question) == [wanted]


def test_what_each_row_has_is_averaged_where_no_word_says_the_aggregation(analyst):
    # There are six times as many small boats, so that their weights and widths add up to more.
    claim = "Poor boats are heavier than small ones, and large boats have a greater beam width than small ones."
    assert verdicts(analyst, claim) == ["supported", "supported"]


def test_how_many_of_something_are_added_up_for_one_place_and_averaged_for_several_things(analyst):
    [said] = texts(analyst, "Is it true that Kiel has more crews than Oban?")
    assert said.startswith("The total crew where harbour is Kiel")
    [said] = texts(analyst, "Is it true that small boats have more crews than large boats?")
    assert said.startswith("The average crew where size is small")


def test_rows_of_several_measures_are_counted_themselves_beside_a_column_of_numbers(analyst):
    assert texts(analyst, "How many vessels lie in Oban?") == ["What is the number of vessels where harbour is Oban?"]


def test_more_often_at_one_place_than_at_another_compares_counts_of_rows(analyst):
    claim = "Red boats are seen more often in Kiel than in Oban, and so are small ones."
    assert verdicts(analyst, claim) == ["supported", "supported"]


def test_more_often_so_is_not_taken_for_a_count(analyst):
    # There are more insured boats in Kiel, but no larger share of them.
    claim = "Boats in Kiel are faster than those in Oban and are more often insured."
    assert "supported" not in verdicts(analyst, claim)[1:]


def test_what_stands_behind_than_without_a_name_is_not_taken_for_all_others(analyst):
    claim = "Small boats are the most frequent, followed by large boats; poor boats are rarer than both."
    assert verdicts(analyst, claim)[-1] != "refuted"


def test_words_are_found_by_their_american_spelling(analyst):
    assert texts(analyst, "What is the average fare of light grey boats?") == [
        "What is the average fare where colour is light_gray?"
    ]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What share of the boats is insured?", "What is the proportion of boats where insured is yes?"),
        ("What is the share of boats by insured?", "What is the proportion of boats over insured?"),
    ],
)
def test_the_share_of_a_flag_is_that_of_yes_unless_groups_are_asked_for(analyst, question, wanted):
    assert texts(analyst, question) == [wanted]


def test_a_pronoun_stands_for_the_group_that_is_said_to_be_most(analyst):
    claim = "More than half of all boats are small; their fare is lower than that of large boats."
    assert verdicts(analyst, claim) == ["supported", "supported"]
    assert verdicts(analyst, claim.replace("lower", "higher")) == ["supported", "refuted"]
