"""Numbers that a sentence gives as a value of the rows that another number counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.nlp.parser import Parser
from factcheck.retrieval.generators.full_marks import full_marks
from factcheck.retrieval.generators.given_values import given_values
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

STARS = Column(1, 1, "stars", "stars", "numeric", "N", None)
GUESTS = Column(2, 1, "guests", "guests", "integer", "N", None)
CORES = Column(3, 1, "cores", "cores", "integer", "N", None)
STAY = Column(4, 1, "stay", "stay", "double precision", "N", None)
WEEK = Column(5, 1, "week", "week", "integer", "N", None)
DISCOUNT = Column(6, 1, "discount", "discount", "numeric", "N", None)
ROOMS = Table(1, "room", "harbour.room", None, (STARS, GUESTS, CORES, STAY, WEEK, DISCOUNT))
LEVELS = {1: tuple(str(half / 2).removesuffix(".0") for half in range(1, 11)), 6: ("0", "0.25", "0.5")}
VALUES = {2: ["1", "2", "3", "4"], 3: ["2", "4", "8"], 5: [str(week) for week in range(1, 53)]}
NAMED = {
    word: {column.column_id: 1.0}
    for column, words in (
        (STARS, "star stars mark"),
        (GUESTS, "guest guests"),
        (CORES, "core cores"),
        (STAY, "stay"),
        (WEEK, "week weeks"),
        (DISCOUNT, "discount"),
    )
    for word in words.split()
}


def _cue(parser: Parser, sentence: str, claim: int) -> PredicateCue:
    passage, numbers = parsed_passage(parser, sentence, claim)
    words = ClaimWords((passage,), (), tuple(numbers))
    return PredicateCue(words, [ROOMS], {}, values=VALUES, levels=LEVELS, columns_named_by=NAMED)


def given(parser: Parser, sentence: str, claim: int = 0) -> set[str]:
    """Return the values that a sentence gives beside the number that is the claim."""
    return {predicate.words(predicate.column.name) for predicate, _ in given_values(_cue(parser, sentence, claim))}


@pytest.mark.parametrize(
    ("sentence", "claim", "expected"),
    [
        ("The most popular mark is a plain four (312 times).", 1, {"stars is 4"}),
        ("312 of them gave four stars.", 0, {"stars is 4"}),
        ("There are 312 four-star rooms.", 0, {"stars is 4"}),
        ("151 of them left only half a star.", 0, {"stars is 0.5"}),
        ("The lowest possible half star was given 151 times.", 1, {"stars is 0.5"}),
        ("With three guests the share dropped to 61%.", 1, {"guests is 3"}),
        ("We sold 700 for two guests, and 310 for one.", 2, {"guests is 2", "guests is 1"}),
        ("The quad-cores come next with 234.", 0, {"cores is 4"}),
        ("The longest stay, 17 days, is that of 4 crews.", 1, {"stay is 17"}),
        ("A stay of 14 days is that of 40 crews.", 1, {"stay is 14"}),
        ("The fours are rarer: 12.", 0, {"stars is 4"}),
        ("61 of them gave the full 5.", 0, {"stars is 5"}),
        ("The most frequent stay was 14, with 40 crews.", 1, {"stay is 14"}),
        ("The number of guests is given as 3 in 61 rooms.", 1, {"guests is 3"}),
        ("At 50% off we let 186 rooms.", 1, {"discount is 0.5"}),
        ("A discount of 25% was granted in 186 rooms.", 1, {"discount is 0.25"}),
    ],
)
def test_a_number_beside_a_noun_for_a_column_is_its_value(parser, sentence, claim, expected):
    assert given(parser, sentence, claim) == expected


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("The 312 rooms were let within three weeks.", 0),
        ("An average stay of 14 days is that of 40 crews.", 1),
        ("With 9 guests the share dropped to 61%.", 1),
        ("We let 312 rooms in four towns.", 0),
        ("312 of them gave more than four stars.", 0),
        ("The average stay was 14 in 40 harbours.", 1),
        ("The stay in 14 was 9 days.", 1),
        ("At 10% off we let 186 rooms.", 1),
        ("312 of them gave 50% in stars.", 0),
    ],
)
def test_spans_averages_and_what_no_row_has_are_no_values(parser, sentence, claim):
    assert given(parser, sentence, claim) == set()


def test_what_a_pronoun_is_said_to_be_is_a_value_of_what_the_text_is_about(parser):
    sentence = _cue(parser, "It has been 3 in 52 harbours.", 1)
    about_guests = replace(sentence, column_scores={2: 0.5, 3: 0.1}, columns_with={"3": {2, 5}})
    assert {predicate.words(predicate.column.name) for predicate, _ in given_values(about_guests)} == {"guests is 3"}
    assert list(given_values(sentence)) == []


def test_full_marks_are_the_greatest_level_of_a_column_of_decimals(parser):
    cue = _cue(parser, "Full marks were given 151 times.", 0)
    assert {predicate.words(predicate.column.name) for predicate, _ in full_marks(cue)} == {"stars is 5"}
