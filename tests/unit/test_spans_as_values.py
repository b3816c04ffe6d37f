"""Spans of time that a sentence says as values of a column of few whole numbers."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.spans_as_values import opening_spans, spans_as_values
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

TERM = Column(1, 1, "term", "term", "integer", "N", None)
CABINS = Column(2, 1, "cabins", "cabins", "integer", "N", None)
LEASES = Table(1, "lease", "harbour.lease", None, (TERM, CABINS))
MONTHS = ("12", "24", "36", "48", "60")


def found(parser, sentence: str, claim: int, values: tuple[str, ...] = MONTHS) -> set[str]:
    """Return the conditions that a sentence makes for one of its numbers."""
    own, numbers = parsed_passage(parser, sentence, claim)
    words = ClaimWords((own,), (), tuple(numbers))
    cue = PredicateCue(words, [LEASES], {}, values={1: values, 2: ("3", "5", "12")})
    return {predicate.sql(predicate.column.sql_name) for predicate, _ in spans_as_values(cue)}


@pytest.mark.parametrize(
    ("sentence", "claim", "expected"),
    [
        ("217 berths were let for 12 months.", 0, {"term = 12"}),
        ("217 contracts ran for 12 months.", 0, {"term = 12"}),
        ("217 contracts lasted 24 months.", 0, {"term = 24"}),
        ("217 contracts with a term of three years were renewed.", 0, {"term = 36"}),
        ("The average rent of a two-year contract was 998.", 1, {"term = 24"}),
        ("Next comes three years (924), then four (860).", 1, {"term = 36"}),
        ("Next comes three years (924), then four (860).", 3, {"term = 48"}),
        # no value, the claim's own number, a time of the calendar, a summary
        ("217 berths were let for 13 months.", 0, set()),
        ("217 contracts ran for 12 months.", 1, set()),
        ("217 contracts were signed 12 months ago.", 0, set()),
        ("217 contracts were signed in 12 months.", 0, set()),
        ("217 contracts have an average term of 36 months.", 0, set()),
        ("The three-year average was 998.", 1, set()),
        ("217 berths were let for more than 12 months.", 0, set()),
        ("217 berths have 12 cabins.", 0, set()),
        ("In 12 months, 217 berths were let.", 1, set()),
        ("The harbour sold out within 12 months (217 berths).", 1, set()),
        ("For two years the harbour let 217 berths.", 1, set()),
        ("217 berths were let over the course of 12 months.", 0, set()),
        ("217 contracts were signed with 12 months of notice.", 0, set()),
        ("The 12 months brought 217 contracts.", 1, set()),
    ],
)
def test_a_span_is_a_value_of_a_column_that_says_how_long(parser, sentence, claim, expected):
    assert found(parser, sentence, claim) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("217 contracts were ended in the first 24 months.", {"term <= 24"}),
        ("217 contracts were ended within their first two years.", {"term <= 24"}),
        ("217 contracts were ended in the first 24 months of 2019.", set()),
        ("217 contracts were ended in 24 months.", set()),
    ],
)
def test_what_ends_early_has_a_short_span(parser, sentence, expected):
    own, numbers = parsed_passage(parser, sentence, 0)
    cue = PredicateCue(ClaimWords((own,), (), tuple(numbers)), [LEASES], {}, values={1: MONTHS, 2: ("3", "5", "12")})
    assert {predicate.sql(predicate.column.sql_name) for predicate, _ in opening_spans(cue)} == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (("1", "2", "3"), {"term = 2"}),
        (("2", "24"), {"term = 24"}),
        (("104", "208"), set()),
    ],
)
def test_the_values_tell_the_unit(parser, values, expected):
    assert found(parser, "217 contracts ran for 24 months.", 0, values) == expected


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"36": {1}}, {"term = 36"}),
        ({"3": {1}}, {"term = 3"}),
        ({"3": {1}, "36": {1}}, set()),  # years or months
        ({"36": {2}}, set()),
    ],
)
def test_of_many_values_a_span_is_the_only_one_that_there_is(parser, known, expected):
    own, numbers = parsed_passage(parser, "217 contracts ran for three years.", 0)
    cue = PredicateCue(ClaimWords((own,), (), tuple(numbers)), [LEASES], {}, columns_with=known)
    assert {predicate.sql(predicate.column.sql_name) for predicate, _ in spans_as_values(cue)} == expected
