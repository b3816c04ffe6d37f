"""Features that order readings which are shares: of which rows the words make the whole, and what is true of a part."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from factcheck.inference.feature_registry import ReadingView, ranking_feature
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Query
from factcheck.queries.ratio import Ratio
from factcheck.words.identifiers import base_forms, split_identifier

_RATES = frozenset({"rate", "ratio", "probability", "likelihood", "chance", "risk", "odds"})
_HALF = 0.5
_WORD = re.compile(r"[^\W_]+")


@ranking_feature("whole_as_told", +1, "restrictions of the whole which the words make the whole, less those of a part")
def _whole_as_told(view: ReadingView) -> float:
    """Tell how far the reading has as its whole what the share is said to be of: "78 % of the women survived"."""
    split = _split(view.reading.query)
    words = view.claim.words
    at = None if split is None else words.whole()
    if split is None or at is None:
        return 0.0
    told = _with_what_depends_on_it(words.tokens, at)
    agreeing = [_names(view, each, told) is is_of_whole for is_of_whole, part in split for each in part]
    return sum(agreeing) / len(agreeing) - _HALF if agreeing else 0.0


@ranking_feature("rate_as_told", +1, "what a rate is named after holds for a part of the reading, not for its whole")
def _rate_as_told(view: ReadingView) -> float:
    """Tell whether a rate is one of what it is called by: "Emily had an error rate of 37.7 %" is of errors."""
    split = _split(view.reading.query)
    tokens = view.claim.words.tokens
    named = {at - 1 for at, token in enumerate(tokens) if at > 0 and token.lemma.lower() in _RATES} if split else set()
    named = {at for at in named if tokens[at].tag.startswith(("NN", "VB", "JJ"))}
    if split is None or not named:
        return 0.0
    (_, whole), (_, part) = split
    of_whole, of_part = (any(_names(view, each, named) for each in side) for side in (whole, part))
    return float(of_part) - float(of_whole)


def _split(query: Query) -> tuple[tuple[bool, list[Predicate]], tuple[bool, list[Predicate]]] | None:
    """Return the predicates of a share's whole (True) and of its part; None for what is no share with a condition."""
    if not isinstance(query, Ratio) or not query.is_share:
        return None
    whole = list(query.denominator.predicates)
    part = [each for each in query.numerator.predicates if each not in whole]
    return (True, whole), (False, part)


def _with_what_depends_on_it(tokens: tuple[Token, ...], at: int) -> set[int]:
    """Return a noun with the words that depend on it."""
    found = {at}
    while more := {index for index, token in enumerate(tokens) if token.head in found} - found:
        found |= more
    return found


def _names(view: ReadingView, predicate: Predicate, places: Collection[int]) -> bool:
    """Tell whether one of some words of the sentence names a predicate: its value, or its column."""
    seen = dict(view.claim.relevance.predicates).get(predicate)
    if seen is not None and not set(places).isdisjoint(seen.place):
        return True
    tokens = view.claim.words.tokens
    said = {form for at in places for form in base_forms(tokens[at].text.lower())}
    return not said.isdisjoint(_forms(predicate))


def _forms(predicate: Predicate) -> set[str]:
    return {form for word in _words(predicate) for form in base_forms(word)}


def _words(predicate: Predicate) -> Iterator[str]:
    for column in predicate.columns:
        yield from split_identifier(column.name)
        yield from (word.lower() for word in _WORD.findall(predicate.words(column.name)))
