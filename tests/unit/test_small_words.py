"""Values that are small words are found where a sentence has them as names, though no index has them."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.small_words import small_words
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

SOURCE = Column(1, 1, "source", "source", "text", "S", None)
HOME = Column(2, 1, "home_ownership", "home_ownership", "text", "S", None)
GRADE = Column(3, 1, "loan_grade", "loan_grade", "text", "S", None)
VALUES = {3: ("A", "B"), 1: ("ads", "other", "event"), 2: ("RENT", "OWN", "OTHER")}
MEMBERS = Table(1, "member", "harbour.member", None, (SOURCE, HOME, GRADE))


@pytest.mark.parametrize(
    ("sentence", "claim", "values"),
    [
        ("Ads brought most (98), other (103) and events (69).", 1, {("source", "other"), ("home_ownership", "OTHER")}),
        ("Other: 103", 0, {("source", "other"), ("home_ownership", "OTHER")}),
        (
            "The largest credit was for the Other category, with 12.",
            0,
            {("source", "other"), ("home_ownership", "OTHER")},
        ),
        ("The other source brought 12.", 0, {("source", "other")}),
        ("Members who own their home paid 12.", 0, {("home_ownership", "OWN")}),
        ("Home owners paid 12 each.", 0, {("home_ownership", "OWN")}),
        ("Loans of grade A cost 12 percent.", 0, {("loan_grade", "A")}),
        ("A: 12", 0, {("loan_grade", "A")}),
        ("A grade of 12 was given.", 0, set()),
        ("Vitamin A was given to 12.", 0, set()),
        ("Members paid 12 for their own boats.", 0, set()),
        ("The other members paid 12.", 0, set()),
        ("Other members paid 12.", 0, set()),
    ],
)
def test_a_small_word_is_a_value_where_it_is_a_name(parser, sentence, claim, values):
    passage, _ = parsed_passage(parser, sentence, claim)
    cue = PredicateCue(ClaimWords((passage,)), [MEMBERS], {}, values=VALUES)
    assert {(found.column.name, found.literal) for found, _ in small_words(cue)} == values
