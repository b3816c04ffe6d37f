"""Columns that tell the same thing at two stages: "were given another berth than they had booked"."""

from __future__ import annotations

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.two_columns import two_columns
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

BOOKED = Column(1, 1, "booked_berth", "booked_berth", "text", "S", None)
GIVEN = Column(2, 1, "given_berth", "given_berth", "text", "S", None)
FLAG = Column(3, 1, "flag", "flag", "text", "S", None)
CALLS = Table(1, "call", "harbour.call", None, (BOOKED, GIVEN, FLAG))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("12 ships were given another berth than they had booked", ["NOT booked_berth = given_berth"]),
        ("12 ships were given a different berth from the booked one", ["NOT booked_berth = given_berth"]),
        ("12 ships were given the same berth as they had booked", ["booked_berth = given_berth"]),
        ("12 ships had a different flag from the others", []),
        ("12 ships were given a berth", []),
    ],
)
def test_columns_of_two_stages_are_compared(sentence, expected):
    cue = PredicateCue(ClaimWords((passage(sentence, True),)), [CALLS], {})
    made = [predicate.sql(predicate.column.sql_name) for predicate, _ in two_columns(cue)]
    assert [text.replace("(", "").replace(")", "") for text in made] == expected
