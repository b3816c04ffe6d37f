"""Which groups the words of a statement name, and which they name only a part of."""

from __future__ import annotations

import pytest

from factcheck.candidates.statements.owners import owners_of
from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance, Seen

GRADE = Column(1, 1, "grade", "grade", "text", "S", None)
CREW = Table(1, "crew", "harbour.crew", None, (GRADE,))


@pytest.mark.parametrize(
    ("phrase", "value", "is_named"),
    [
        ("professors", "Prof", True),
        ("assistant professors", "Prof", False),
        ("the pilots", "Pilot", True),
        ("all pilots", "Pilot", True),
        ("young pilots", "Pilot", False),
        ("the grade pilot", "Pilot", True),
        ("the singer Ann Lee", "Ann Lee", True),
    ],
)
def test_a_word_before_the_value_makes_it_a_part(phrase, value, is_named):
    seen = Seen(1.0, {"terms": 1.0, "covered": 1.0})
    relevance = Relevance({}, {}, {}, ((Equals(GRADE, value), seen),), values={GRADE.column_id: 4})
    owners = owners_of(phrase, relevance, [CREW])
    assert [owner.predicate for owner in owners if owner.score > 0.5] == ([Equals(GRADE, value)] if is_named else [])


def named(phrase, *values, seen=None, **known):
    """Return the value that a phrase names best among some, with its score."""
    parts = seen or {"terms": 1.0, "covered": 1.0}
    predicates = tuple((Equals(GRADE, value), Seen(1.0, parts)) for value in values)
    owners = owners_of(phrase, Relevance({}, {}, {}, predicates, **known), [CREW])
    return (owners[0].predicate.literal, owners[0].score) if owners else (None, 0.0)


def test_of_several_values_with_a_word_the_one_that_nearly_all_rows_have_is_meant():
    values = ("Liberal Party", "Liberal Union", "Free Liberal")
    frequencies = dict(zip((Equals(GRADE, value) for value in values), (479, 5, 1), strict=True))
    seen = {"terms": 1.0, "covered": 0.5}
    assert named("Liberals", *values, seen=seen, frequencies=frequencies)[0] == "Liberal Party"
    assert named("Liberals", *values, seen=seen)[1] < named("Liberals", *values, seen=seen, frequencies=frequencies)[1]


def test_no_synonym_completes_a_value_of_which_a_phrase_has_a_word():
    assert named("Liberals", "Liberal Progressive")[1] < 0.5 < named("Liberals", "Liberal")[1]


def test_a_name_without_what_all_of_its_kind_are_called_is_named_in_full():
    seen = {"terms": 1.0, "covered": 1.0, "said": 1.0, "words": 1.0}
    assert named("Delta", "Delta Air Lines Inc.", seen=seen)[1] > 0.5


def test_a_score_is_none_of_its_numbers():
    assert named("2–1", "1") == (None, 0.0)
    assert named("2–1", "2-1")[1] > 0.5


def test_a_range_is_none_of_its_ends():
    assert named("The 35-44 age group", "35") == (None, 0.0)
    assert named("The 35-44 age group", "35-44")[1] > 0.3


def test_a_limit_in_brackets_names_nothing():
    assert named("low-interest loans (<10%)", "10") == (None, 0.0)
    assert named("new customers (0-6 months)", "6") == (None, 0.0)
    assert named("the 10", "10")[1] > 0.5


def test_what_a_value_has_beside_it_is_not_what_it_is():
    assert named("Parents", "Living with parents") == (None, 0.0)
    assert named("Parents", "Single parents")[1] > 0


def test_a_number_is_no_common_word():
    day = Column(2, 1, "day", "day", "integer", "N", None)
    days = Table(1, "visits", "harbour.visits", None, (day,))
    seen = Seen(1.0, {"terms": 1.0, "covered": 1.0})
    relevance = Relevance({}, {}, {}, ((Equals(day, "79"), seen),), values={day.column_id: 300})
    assert [owner.predicate for owner in owners_of("day 79", relevance, [days])] == [Equals(day, "79")]


def test_a_slip_in_a_long_word_leaves_a_value_named_in_full():
    assert named("Oak Bar Extraordinairy", "Oak Bar Extraordinary")[1] > 0.5


def test_what_stands_for_none_is_nobody():
    assert named("NA", "N/A") == (None, 0.0)


def test_the_name_of_a_column_is_none_of_its_values_nor_of_others():
    assert named("this grade", "Gradel")[1] == 0.0
    assert named("the grade", "Grade")[1] > 0.5


def test_a_month_is_no_day_of_it():
    assert named("January", "January 5, 2015", seen={"terms": 1.0, "covered": 0.5}) == (None, 0.0)
    assert named("January", "Late January", seen={"terms": 1.0, "covered": 0.5})[0] == "Late January"
