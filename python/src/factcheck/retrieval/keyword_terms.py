"""The terms that stand for keywords in names and values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from factcheck.claims.keywords import Keyword
from factcheck.numbers.words import ordinal_in_figures
from factcheck.words.identifiers import irregular_forms

_WRITTEN_SHORT = frozenset("vs vs. etc etc. e.g. i.e. approx approx. cf. resp.".split())
"""What stands for words of grammar, of which data have none."""


def keyword_forms(keyword: Keyword) -> tuple[str, ...]:
    """Return the forms of a word that data may have, which no stemmer finds from each other: "win" and "won".

    A place in words that is a name, as in "third class", may be one in figures: 3, 3rd.  "Vs." is no name's initials.
    """
    if keyword.word in _WRITTEN_SHORT:
        return ()
    place = ordinal_in_figures(keyword.word) if keyword.lemma.isdecimal() else None
    return (keyword.word, keyword.lemma, *irregular_forms(keyword.lemma), *(() if place is None else (place,)))


def weighted_terms(keywords: Iterable[Keyword], stems: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """Return the terms of keywords, given the stems of their forms, each with its largest weight."""
    terms: dict[str, float] = {}
    for keyword in keywords:
        for form in keyword_forms(keyword):
            for term in stems.get(form, ()):
                terms[term] = max(terms.get(term, 0.0), keyword.weight)
    return terms
