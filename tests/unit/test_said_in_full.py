"""Which of a column's values a sentence says: the longest of those that share words, and others beside it."""

from __future__ import annotations

import numpy as np
import pytest

from factcheck.catalogue.schema import Column
from factcheck.retrieval.literal_sources import ColumnLiterals
from factcheck.retrieval.predicate_scores import score_predicates
from factcheck.settings import Settings
from factcheck.text_index.bm25 import TextStatistics
from factcheck.text_index.literal_collection import LiteralCollection
from factcheck.text_index.postings import Postings

NAMES = ("Port Ann", "Ann", "Rey", "Lower Rey Bay")


def said(sentence: str) -> set[str]:
    """Return the names that a sentence says, of a column of names, by their terms."""
    literals = [set(name.lower().split()) for name in NAMES]
    terms = sorted(set.union(*literals))
    having = [[number for number, own in enumerate(literals) if term in own] for term in terms]
    sizes = [len(each) for each in having]
    numbers = np.array([number for each in having for number in each], dtype=np.int64)
    statistics = TextStatistics.of(len(NAMES), numbers, np.repeat(sizes, sizes))
    ones = np.ones(len(terms), dtype=np.int64)
    postings = Postings(terms, np.arange(len(terms), dtype=np.int64), ones, np.array(sizes, dtype=np.int64), numbers)
    column = Column(1, 1, "harbour", "harbour", "text", "S", None)
    few = {1: ColumnLiterals(column, statistics, None, list(range(len(NAMES))), dict(enumerate(NAMES)))}
    words = {word: 1.0 for word in sentence.lower().split() if word in terms}
    found = score_predicates(words, {}, {}, LiteralCollection({1: statistics}, [postings]), few, Settings(), set(words))
    return {NAMES[one.fragment_no] for one in found if one.seen.parts.get("said", 0.0) > 0.9}


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Port Ann had 12 boats", {"Port Ann"}),
        ("Ann had 12 boats", {"Ann"}),
        ("Port Ann had 12 boats and Rey had 5", {"Port Ann", "Rey"}),
        ("Lower Rey Bay had 12 boats and Ann had 5", {"Lower Rey Bay", "Ann"}),
    ],
)
def test_a_value_is_said_beside_a_longer_one_that_shares_no_word(sentence, names):
    assert said(sentence) == names
