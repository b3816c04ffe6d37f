"""A value that a text names by the words of another one, or of a unit, is not meant."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from factcheck.catalogue.schema import Column
from factcheck.check.named_in_part import claims_named_in_part
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Seen

REGION, MARKET, MODE = (
    Column(number, 1, name, name, "text", "S", None) for number, name in ((1, "region"), (2, "market"), (3, "mode"))
)


def is_in_doubt(chosen, known, words, stated="12"):
    """Tell whether a reading of one value is; ``known`` are values with how much of each is named."""
    predicates = tuple((value, Seen(1.0, {"covered": covered})) for value, covered in known)
    query = SimpleNamespace(predicates=(chosen,))
    reading = SimpleNamespace(
        posterior=SimpleNamespace(best=(SimpleNamespace(query=query),)),
        relevance=SimpleNamespace(predicates=predicates),
        words=SimpleNamespace(keywords=[SimpleNamespace(word=word, lemma=word) for word in words.split()]),
        number=find_numbers(stated)[0],
    )
    return 0 in claims_named_in_part([reading])


SOUTH, EUROPE, SLASH = Equals(REGION, "Southern Europe"), Equals(MARKET, "Europe"), Equals(MODE, "Europe Slash 8")
SAME_DAY, FIRST = Equals(MODE, "Same Day"), Equals(MODE, "First Class")


@pytest.mark.parametrize(
    ("chosen", "known", "words", "stated", "doubt"),
    [
        (SOUTH, [(SOUTH, 0.5), (EUROPE, 1.0)], "europe time", "76%", True),
        (EUROPE, [(SOUTH, 0.5), (EUROPE, 1.0)], "europe time", "76%", False),
        (SLASH, [(SLASH, 0.7), (EUROPE, 1.0)], "europe slash", "76", False),
        (SOUTH, [(SOUTH, 0.5), (FIRST, 1.0)], "europe first class", "76%", False),
        (SAME_DAY, [(SAME_DAY, 0.5), (FIRST, 1.0)], "first class day", "1 day", True),
        (SAME_DAY, [(SAME_DAY, 1.0), (FIRST, 1.0)], "same day first class", "1 day", False),
        (SAME_DAY, [(SAME_DAY, 0.5), (FIRST, 1.0)], "first class same", "1 day", False),
    ],
)
def test_values_named_in_part(chosen, known, words, stated, doubt):
    assert is_in_doubt(chosen, known, words, stated) is doubt
