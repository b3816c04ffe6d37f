"""Words that corrections taught, in the other claims of their document; without a database."""

from __future__ import annotations

from decimal import Decimal

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.inference.verdicts import Verdict
from factcheck.joins.relation_sets import RelationSet
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.sums import AVG
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.selection import Selection
from factcheck.stored.claims import StoredClaim, StoredReading
from factcheck.stored.learned_words import Fragment, LearnedWord, undisputed
from factcheck.stored.said_fragments import NOTHING_SAID, Said
from factcheck.stored.weighing import Decided, weigh_anew

CITY = Column(1, 1, "city", "city", "text", "S", None)
HOURS = Column(2, 1, "hours", "hours", "integer", "N", None)
DELAY = Column(3, 1, "delay", "delay", "integer", "N", None)
TABLE = Table(1, "trips", "public.trips", None, (CITY, HOURS, DELAY))
DELAYED = frozenset({(DELAY, None)})


def average(column: Column, city: str) -> Query:
    return Aggregate(Measure(AVG, column), Selection(RelationSet(TABLE, (), (TABLE,)), (Equals(CITY, city),)))


def claim(claim_no: int, city: str, *, matches: bool = False) -> StoredClaim:
    """An average of a city, read as that of hours, and less likely as that of delays."""
    readings = (
        StoredReading(1, average(HOURS, city), Decimal(7), 0.4, matches=matches),
        StoredReading(2, average(DELAY, city), Decimal(9), 0.2, matches=False),
    )
    number = Number(0, 1, "7", Decimal(7))
    return StoredClaim(claim_no, number, Verdict.REFUTED, 0.1, True, readings, Verdict.REFUTED, Decimal(7), "", "")


def rank_of(other: StoredClaim, said: Said = NOTHING_SAID) -> int:
    """The rank of the likeliest reading of a claim, once another one is corrected to be about delays."""
    corrected = Decided(claim(1, "Leeds"), pinned_rank=2, present_rank=2, is_asked=True)
    return weigh_anew([corrected, Decided(other, present_rank=1, said=said)], [TABLE], 10)[1][0].reading.rank


def test_a_word_that_was_taught_says_what_another_sentence_with_it_means() -> None:
    assert rank_of(claim(2, "York")) == 1  # one vote does not outweigh the claim's own words
    assert rank_of(claim(2, "York"), Said(taught=DELAYED)) == 2


def test_a_taught_word_leaves_a_claim_alone_whose_number_agrees() -> None:
    assert rank_of(claim(2, "York", matches=True), Said(taught=DELAYED)) == 1


def test_a_word_taught_for_a_value_speaks_for_readings_with_it() -> None:
    said = Said(taught=frozenset({(CITY, "Leeds"), (DELAY, None)}))
    assert said.taught_of(average(DELAY, "Leeds")) == 2
    assert said.taught_of(average(DELAY, "York")) == 1
    assert said.taught_of(average(HOURS, "York")) == 0


def taught(word: str, column: Column | None, *, is_named: bool = False) -> LearnedWord:
    fragment = None if column is None else Fragment(column, None, column.name)
    return LearnedWord(word, word, fragment, is_named)


@pytest.mark.parametrize(
    ("other", "is_taught"),
    [
        ([taught("slow", DELAY)], True),
        ([taught("slow", DELAY, is_named=True)], True),  # its own words agree
        ([taught("long", HOURS)], True),
        ([taught("slow", HOURS)], False),
        ([taught("slow", None)], False),
    ],
)
def test_a_word_that_decided_claims_disagree_on_teaches_nothing(other: list[LearnedWord], is_taught: bool) -> None:
    words = undisputed([[taught("slow", DELAY)], other])
    assert (taught("slow", DELAY) in words) is is_taught


def test_a_word_beside_a_fragment_that_is_named_teaches_nothing() -> None:
    assert undisputed([[taught("slow", DELAY, is_named=True), taught("slow", None)]]) == []
