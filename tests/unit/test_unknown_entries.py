"""Entries of lists for those of whom nothing is known."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.generators.unknown_entries import unknown_entries
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen

SEX = Column(1, 1, "sex", "sex", "text", "S", None, has_missing=True)
CREW = Table(1, "crew", "harbour.crew", None, (SEX,))
NAMED = [(Equals(SEX, value), Seen(1.0, {"said": 1.0})) for value in ("Male", "Female")]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Male 61 | Female 55 | Unknown 4", ["sex IS NULL"]),
        ("Male (61), Female (55), not specified (4)", ["sex IS NULL"]),
        ("Male 61 and Female 55 of 120 unknown", []),  # the number is not that of the unknown
        ("Unknown 4", []),
    ],
)
def test_the_entry_of_the_unknown_lacks_what_the_others_have(parser, sentence, expected):
    passage, _ = parsed_passage(parser, sentence, -1)
    named = [pair for pair in NAMED if pair[0].literal in sentence]
    cue = PredicateCue(ClaimWords((passage,)), [CREW], {}, named=named)
    assert [each.sql(each.column.sql_name) for each, _ in unknown_entries(cue)] == expected


def test_a_column_that_lacks_nothing_has_no_unknown(parser):
    complete = Column(1, 1, "sex", "sex", "text", "S", None)
    named = [(Equals(complete, value), seen) for value, (_, seen) in zip(("Male", "Female"), NAMED, strict=True)]
    passage, _ = parsed_passage(parser, "Male 61 | Female 55 | Unknown 4", -1)
    table = Table(1, "crew", "harbour.crew", None, (complete,))
    assert list(unknown_entries(PredicateCue(ClaimWords((passage,)), [table], {}, named=named))) == []
