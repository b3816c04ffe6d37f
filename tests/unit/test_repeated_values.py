"""Values that several columns have, and which of them stay possible."""

from __future__ import annotations

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.retrieval.relevance import Seen
from factcheck.retrieval.repeated_values import (
    without_days_named_twice,
    without_parts_of_bands,
    without_repeated_values,
)

NAME = Column(1, 1, "animal_name", "animal_name", "text", "S", None)
SPECIES = Column(2, 1, "species", "species", "text", "S", None)


def said(column: Column, literal: str, score: float, share: float = 1.0) -> tuple[Equals, Seen]:
    return Equals(column, literal), Seen(score, {"said": share})


def left(*predicates: tuple[Equals, Seen]) -> list[tuple[str, str]]:
    return [(each.column.name, each.literal) for each, _ in without_repeated_values(predicates)]


def test_a_value_goes_where_its_column_has_a_likelier_one_and_another_column_has_it_with_a_greater_score() -> None:
    kept = left(said(NAME, "Zip", 0.9), said(NAME, "Dog", 0.5), said(SPECIES, "dog", 0.8))
    assert kept == [("animal_name", "Zip"), ("species", "dog")]


def test_the_likeliest_value_of_a_column_stays() -> None:
    assert len(left(said(NAME, "Dog", 0.5), said(SPECIES, "dog", 0.8))) == 2


def test_of_equal_scores_both_stay() -> None:
    assert len(left(said(NAME, "Zip", 0.9), said(NAME, "Dog", 0.8), said(SPECIES, "dog", 0.8))) == 3


def test_a_value_that_is_said_in_part_stays() -> None:
    assert len(left(said(NAME, "Zip", 0.9), said(NAME, "Hot Dog", 0.5, 0.5), said(SPECIES, "dog", 0.8))) == 3


def test_columns_of_one_name_in_two_tables_keep_their_values() -> None:
    """The same parties stood in two elections, each of which has a table of its own."""
    before, after = (Column(number, number, "party", "party", "text", "S", None) for number in (1, 2))
    scores = ((before, "Reds", 1.07), (after, "Reds", 1.06), (before, "Blues", 0.17), (after, "Blues", 0.16))
    assert len(left(*(said(column, value, score) for column, value, score in scores))) == 4


def test_a_day_that_is_said_as_a_time_is_no_value_beside_it() -> None:
    day = Column(3, 1, "observed_on", "observed_on", "date", "D", None)
    for end, kept in (("2018-05-01", []), ("2018-05-02", ["2018-04-30"])):
        stretch = (Period(day, "2018-04-30", end), Seen(0.7, {"time": 0.7}))
        values = [said(day, "2018-04-30", 0.4, 0.5), said(day, "2018-04-29", 0.3, 0.5)]
        left_over = without_days_named_twice([*values, stretch])
        assert [each.literal for each, _ in left_over if isinstance(each, Equals)] == [*kept, "2018-04-29"]
        assert left_over[-1] == stretch


AGES = Column(5, 1, "ages", "ages", "text", "S", None)
CLICKS = Column(6, 1, "clicks", "clicks", "integer", "N", None)
SPENT = Column(7, 1, "spent", "spent", "numeric", "N", None)


def test_the_ends_of_a_band_are_no_numbers_of_other_columns() -> None:
    band = said(AGES, "30-34", 1.0)
    end = (Equals(CLICKS, "30"), Seen(0.8, {"said": 1.0, "beside": 0.0}))
    beside = (Equals(SPENT, "34"), Seen(0.8, {"said": 1.0, "beside": 1.0}))
    other = said(CLICKS, "12", 0.5)
    assert without_parts_of_bands([band, end, beside, other]) == (band, beside, other)
    assert without_parts_of_bands([end, beside]) == (end, beside)
    assert without_parts_of_bands([said(AGES, "30-34", 1.0, 0.5), end])[1:] == (end,)


def test_amounts_between_the_ends_of_a_band_are_those_of_the_column_that_is_named_best() -> None:
    band = said(AGES, "30-34", 1.0)
    named = (Between(CLICKS, "30", "34"), Seen(0.5, {"column": 0.5}))
    other = (Between(SPENT, "30", "34"), Seen(0.3, {"column": 0.3}))
    wider = (Between(SPENT, "30", "40"), Seen(0.3, {"column": 0.3}))
    assert without_parts_of_bands([band, named, other, wider]) == (band, named, wider)
    assert without_parts_of_bands([named, other]) == (named, other)
