"""Statements about a table of a few rows: extremes of all, and what is said of those that are named."""

from __future__ import annotations

import pytest

_TRIPS = """
CREATE TABLE public.excursion (day text, bay text, marks text, coat text, visitors integer);
INSERT INTO public.excursion VALUES
    ('june 1', 'heron bay', '3 - 1', 'deep blue', 448),
    ('june 4', 'seal cove', '2 - 4', 'deep red and grey', 530),
    ('june 9', 'otter sound', '0 - 2', 'deep blue', 561), ('june 12', 'heron bay', '5 - 1', 'deep blue', 482),
    ('june 15', 'gull point', '1 - 6', 'plain', 495), ('june 21', 'tern rock', '2 - 2', 'deep red and grey', 704)
"""


@pytest.fixture(scope="module", autouse=True)
def excursion(admin, analyst_name):
    """Six trips to five bays, each with its visitors."""
    admin.execute(_TRIPS)
    admin.execute(f"GRANT SELECT ON public.excursion TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.excursion', data_set => 'excursions')")


_BOATS = """
CREATE TABLE public.{0} (boat text, wind text, sea text, crew integer);
INSERT INTO public.{0} VALUES
    ('dunlin', 'north', 'flat', 41), ('plover', 'north', 'flat', 63), ('curlew', 'south', 'choppy', 35),
    ('avocet', 'north', 'flat', 52), ('whimbrel', 'north', 'choppy', 78), ('godwit', 'west', 'rough', 27)
"""


@pytest.fixture(scope="module", autouse=True)
def boats(admin, analyst_name):
    """Six boats, in a table whose name does not tell that, and in one that is called so."""
    for name, data_set in (("sheet_1", "sheets"), ("boat_log", "logs")):
        admin.execute(_BOATS.format(name))
        admin.execute(f"GRANT SELECT ON public.{name} TO {analyst_name}")
        admin.execute("SELECT factcheck.add_table(%s::regclass, data_set => %s::text)", [name, data_set])


def checked(analyst, document, data_set="excursions"):
    """Return verdict and description of the last number of a document."""
    rows = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, data_set => %s) WHERE claimed_value IS NOT NULL",
        [document, data_set],
    ).fetchall()
    return rows[-1]


@pytest.mark.parametrize(
    ("sentence", "end", "wrong", "right"),
    [
        ("The smallest number of visitors was {}.", "smallest", 530, 448),
        ("The lowest visitors be {}.", "smallest", 561, 448),
        ("The highest visitors be {}.", "largest", 495, 704),
    ],
)
def test_the_extreme_of_all_is_not_that_of_a_value_that_nothing_names(analyst, sentence, end, wrong, right):
    assert checked(analyst, sentence.format(right))[0] == "supported"
    verdict, description = checked(analyst, f"{sentence.format(right)} {sentence.format(wrong)}")
    assert verdict != "supported"
    assert description == f"the {end} value of visitors in excursion"


def test_a_value_that_is_named_beside_an_extreme_restricts_it(analyst):
    verdict, description = checked(analyst, "At heron bay the highest number of visitors was 482.")
    assert verdict == "supported"
    assert "heron bay" in description


def test_a_value_of_the_sentence_before_is_not_meant_where_a_longer_one_is_named(analyst):
    verdict, description = checked(analyst, "3 trips had a coat of deep blue. 3 trips had a coat of deep red and grey.")
    assert verdict != "supported"
    assert "deep red and grey" in description


@pytest.mark.parametrize(
    ("sentence", "wrong", "right"),
    [
        ("The trip to {} had the highest number of visitors, 704.", "seal cove", "tern rock"),
        ("The trip to {} had the lowest number of visitors, at 448.", "gull point", "heron bay"),
    ],
)
def test_who_is_said_to_have_an_extreme_has_to_have_its_number(analyst, sentence, wrong, right):
    assert checked(analyst, sentence.format(right))[0] == "supported"
    verdict, description = checked(analyst, sentence.format(wrong))
    assert verdict == "refuted"
    assert wrong in description


@pytest.mark.parametrize(
    ("sentence", "wrong", "right"),
    [("There were {} outings on the coast with a wind from the north.", 5, 4), ("{} outings had a flat sea.", 2, 3)],
)
def test_rows_of_a_table_whose_name_does_not_tell_what_they_are_are_what_is_counted(analyst, sentence, wrong, right):
    for number, verdict in ((wrong, "refuted"), (right, "supported")):
        row = checked(analyst, sentence.format(number), "sheets")
        assert row[0] == verdict, row


def test_rows_of_a_table_that_names_them_are_not_what_another_word_counts(analyst):
    assert checked(analyst, "There were 2 pelicans with a wind from the north.", "logs")[0] == "not_enough_info"


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("Only 1 sailor steered the dunlin.", "not_enough_info"),
        ("1 person took the photo of the dunlin.", "not_enough_info"),
        ("1 outing had a rough sea.", "supported"),
    ],
)
def test_that_a_row_is_one_row_supports_nothing(analyst, sentence, verdict):
    assert checked(analyst, sentence, "sheets")[0] == verdict


def test_two_rows_that_are_named_are_two_rows_whatever_is_said_of_them(analyst):
    assert checked(analyst, "Dunlin and plover have 2 sails.", "sheets")[0] == "not_enough_info"


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("The largest crew was 78, on the whimbrel.", "supported"),
        ("The largest crew was 52, on the avocet.", "refuted"),
        ("The smallest crew was 63, on the plover.", "refuted"),
        ("The largest crew of the avocet was 52.", "supported"),
    ],
)
def test_the_extreme_of_all_is_not_that_of_the_only_row_of_its_owner(analyst, sentence, verdict):
    assert checked(analyst, sentence, "logs")[0] == verdict


def test_a_count_of_all_says_nothing_of_those_with_a_value_that_is_named(analyst):
    assert checked(analyst, "There were 6 trips.")[0] == "supported"
    assert checked(analyst, "6 trips had a coat of deep red and grey.")[0] != "supported"
