"""Words that names shorten: each of a claim names a column once, by the whole word or by its beginning."""

from __future__ import annotations

import pytest

from factcheck.retrieval.name_relevance import _add_abbreviations


@pytest.mark.parametrize(
    ("terms", "shortening"),
    [
        ({"dest": 1.0, "port": 0.5}, {"dest…": 1.0, "port…": 0.5}),
        ({"pop": 1.0, "popul": 0.5, "chang": 1.0}, {"popul…": 0.5, "chang…": 1.0}),
        ({"id": 1.0}, {}),
    ],
)
def test_a_name_that_has_a_longer_word_is_not_found_by_its_beginning(terms, shortening):
    known = dict(terms)
    _add_abbreviations(known)
    assert known == terms | shortening
