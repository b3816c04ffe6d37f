"""Values that stand with their unit, and numbers that tell which rows another number is about."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.measured_values import measured_values
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

SPEED = Column(1, 1, "speed", "speed", "integer", "N", None)
MEMORY = Column(2, 1, "ram", "ram", "integer", "N", None)
PRICE = Column(3, 1, "price", "price", "integer", "N", None)
TERM = Column(4, 1, "term_months", "term_months", "integer", "N", None, unit="months")
SETS = Table(1, "radio_set", "harbour.radio_set", None, (SPEED, MEMORY, PRICE, TERM))
VALUES = {1: ["25", "33", "66"], 2: ["4", "8", "16"], 3: [str(value) for value in range(25)], 4: ["24", "60"]}


def named(parser, sentence: str) -> set[str]:
    """Return the values that a sentence names, whose first number is the claim."""
    passage, numbers = parsed_passage(parser, sentence)
    words = ClaimWords((passage,), (), tuple(numbers))
    cue = PredicateCue(words, [SETS], {}, values=VALUES)
    return {predicate.sql(predicate.column.sql_name) for predicate, _ in measured_values(cue)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Only 122 ran at 66 MHz.", {"speed = 66"}),
        ("The 1,203 sets of 25 and 33 MHz are old.", {"speed = 25", "speed = 33"}),
        ("Just 17 sets had 8 MB of memory.", {"ram = 8"}),
        ("Just 17 sets had 12 MB of memory.", set()),
        ("The 1,203 sets were sold in 25 days.", set()),
        ("The 1,203 sets were sold to 16 crews.", set()),
        ("The 1,203 sets cost $16 each.", set()),
        ("All 66 MHz sets are old.", set()),
        ("The 1,203 sets have a term of five years.", {"term_months = 60"}),
        ("The 1,203 sets have a term of 24 months.", {"term_months = 24"}),
        ("The 1,203 sets have a term of three years.", set()),
    ],
)
def test_a_number_with_a_unit_is_a_value_of_the_column_that_has_it(parser, sentence, expected):
    assert named(parser, sentence) == expected
