"""What was paid beside what was asked, where one is called otherwise by the text than by the table."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.prices_asked import prices_asked
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

LIST = Column(1, 1, "list_price", "list_price", "integer", "N", None)
HAMMER = Column(2, 1, "hammer_price", "hammer_price", "integer", "N", None)
ESTIMATE = Column(3, 1, "estimate", "estimate", "integer", "N", None)
TABLE = Table(1, "lot", "auction.lot", None, (LIST, HAMMER, ESTIMATE))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("38 lots went for more than was asked.", ["hammer_price > list_price"]),
        ("38 lots sold above their asking price.", ["hammer_price > list_price"]),
        ("38 clocks fetched more than they were listed for.", ["hammer_price > list_price"]),
        ("38 lots sold for less than the asking price.", ["list_price > hammer_price"]),
        ("38 lots went below their estimate.", ["estimate > hammer_price"]),
        ("38 went for exactly what was asked.", ["hammer_price = list_price"]),
        ("38 lots went for more than 500.", []),
        ("38 guests asked for more than was listed.", []),
        ("38 lots sold below the reserve.", []),
    ],
)
def test_prices_are_compared_as_the_text_calls_them(parser, sentence, expected):
    passage, _ = parsed_passage(parser, sentence)
    found = prices_asked(PredicateCue(ClaimWords((passage,)), [TABLE], {}))
    assert [predicate.sql(predicate.column.sql_name) for predicate, _ in found] == expected
