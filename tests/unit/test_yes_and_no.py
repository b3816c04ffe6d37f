"""Answers that a sentence names, of the column that the claim is about."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.retrieval.generators.yes_and_no import yes_and_no
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

BALLOT = Column(1, 1, "ballot", "ballot", "text", "S", None)
PAID = Column(2, 1, "paid", "paid", "text", "S", None)
MEMBERS = Table(1, "member", "harbour.member", None, (BALLOT, PAID))
VALUES = {1: ["N", "Y", "U"], 2: ["Yes", "No"]}


def named(parser, sentence: str, scores: dict[int, float]) -> set[str]:
    """Return the answers that a sentence names, where its words have these scores for columns."""
    [parse] = parser.parse([sentence])[0]
    words = ClaimWords((Passage(parse.tokens, (0.5,) * len(parse.tokens), True),))
    cue = PredicateCue(words, [MEMBERS], scores, values=VALUES)
    return {predicate.sql(predicate.column.sql_name) for predicate, _ in yes_and_no(cue)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("In the ballot 51% of them backed the Yes.", {"ballot = 'Y'"}),
        ("Of the captains 44% were for No.", {"ballot = 'N'"}),
        ("The average No voter was 36.", {"ballot = 'N'"}),
        ("At the ballot 12 members voted no.", {"ballot = 'N'"}),
        ("In the ballot 12 had no opinion.", set()),
        ("Ballot box No. 7 had 12 votes.", set()),
        ("No ballot was lost.", set()),
    ],
)
def test_an_answer_is_that_of_the_column_named(parser, sentence, expected):
    assert named(parser, sentence, {1: 0.5}) == expected


def test_an_answer_to_what_nobody_asked_is_none(parser):
    assert named(parser, "12 members said yes.", {}) == set()
