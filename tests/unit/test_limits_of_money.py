"""Limits of money whose column no word names: "47 homes went for more than half a million"."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.thresholds import threshold_predicates
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

PRICE = Column(1, 1, "price", "price", "integer", "N", None)
ROOMS = Column(2, 1, "rooms", "rooms", "integer", "N", None)
CABINS = Table(1, "cabin", "harbour.cabin", None, (PRICE, ROOMS))


def limits(parser, sentence: str) -> list[str]:
    """Return the predicates that a sentence's limits make, its first number being the claim."""
    passage, (_, *conditions) = parsed_passage(parser, sentence)
    words = ClaimWords((passage,), tuple(conditions), tuple(conditions))
    cue = PredicateCue(words, [CABINS], {}, columns_named_by={"rooms": {2: 1.0}, "room": {2: 1.0}})
    return [predicate.sql(predicate.column.sql_name) for predicate, _ in threshold_predicates(cue)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("47 cabins went for more than half a million.", ["price > 500000"]),
        ("69 cabins were taken at under $100,000.", ["price < 100000"]),
        ("12 cabins sold for between 200 and 300.", ["price BETWEEN 200 AND 300"]),
        ("12 cabins have more than four rooms.", ["rooms > 4"]),
        ("12 cabins stand more than four apart.", []),
    ],
)
def test_a_limit_of_money_is_about_the_column_of_money(parser, sentence, expected):
    assert limits(parser, sentence) == expected
