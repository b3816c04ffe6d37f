"""Values of the sentences before that a sentence takes together."""

from __future__ import annotations

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.generators.values_before import values_before
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen

CITY = Column(1, 1, "city", "city", "text", "S", None)
KIND = Column(2, 1, "kind", "kind", "text", "S", None)
TABLE = Table(1, "shop", "public.shop", None, (CITY, KIND))
NAMED = [
    (Equals(column, value), Seen(0.5, {}))
    for column, value in ((CITY, "Oslo"), (CITY, "Rome"), (CITY, "Graz"), (KIND, "kiosk"))
]


def joined(own, *before):
    passages = (passage(own, True), *(passage(text, False) for text in before))
    cue = PredicateCue(ClaimWords(passages), [TABLE], {}, named=NAMED)
    return {(predicate.column.name, *predicate.literals) for predicate, _ in values_before(cue)}


@pytest.mark.parametrize(
    "own",
    [
        "Together , these three account for 78 % of sales .",
        "The three of them made 78 % of sales .",
        "These three together sold 78 boats .",
    ],
)
def test_as_many_values_as_are_said_are_taken_together(own):
    assert joined(own, "Oslo came second and Rome third .", "Graz was first .") == {("city", "Graz", "Oslo", "Rome")}
    assert joined(own, "Oslo came second and Rome third .") == set()


def test_the_sentence_itself_may_name_what_it_takes_together():
    own = "Oslo sold 12 boats and Rome 9 ; together these two towns made 78 % of sales ."
    assert joined(own, "Graz came third .") == {("city", "Oslo", "Rome")}


def test_all_values_of_the_sentence_before_are_taken_together_where_no_number_is_said():
    before = ("Oslo and Rome each have a kiosk .", "Graz has none .")
    assert joined("Together they sold 78 boats .", *before) == {("city", "Oslo", "Rome")}
    assert joined("Both of them sold boats , 78 in all .", *before) == {("city", "Oslo", "Rome")}


@pytest.mark.parametrize(
    "own", ["The three largest have 78 .", "They sold 78 boats .", "Three of them sold 78 boats ."]
)
def test_nothing_is_joined_where_nothing_says_so(own):
    assert joined(own, "Oslo came second , Rome third and Graz last .") == set()
