"""Words for values that are missing, or there."""

from __future__ import annotations

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.missing_values import missing_values
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

AGE = Column(1, 1, "age", "age", "integer", "N", None, has_missing=True)
NICKNAME = Column(2, 1, "nickname", "nickname", "text", "S", None, has_missing=True)
SAILORS = Table(1, "sailor", "harbour.sailor", None, (AGE, NICKNAME))


def found(sentence: str) -> set[str]:
    """Return the conditions that a sentence makes, of which the age is what the claim is about."""
    named = {"age": {1: 1.0}, "ages": {1: 1.0}, "nickname": {2: 1.0}}
    cue = PredicateCue(ClaimWords((passage(sentence, True),)), [SAILORS], {1: 1.0}, columns_named_by=named)
    return {predicate.sql(predicate.column.sql_name) for predicate, _ in missing_values(cue)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("for 12 sailors no age is on record", {"age IS NULL"}),
        ("12 sailors have no recorded age", {"age IS NULL"}),
        ("for 12 sailors nothing was noted", {"age IS NULL"}),
        ("for 12 sailors they forgot to note the age", {"age IS NULL"}),
        ("12 sailors carry a nickname", {"NOT nickname IS NULL"}),
        ("12 sailors have a nickname", {"NOT nickname IS NULL"}),
        ("12 sailors are of that age", set()),
    ],
)
def test_words_for_what_is_missing_or_there(sentence, expected):
    assert {each.replace("nickname IS NOT NULL", "NOT nickname IS NULL") for each in found(sentence)} == expected
