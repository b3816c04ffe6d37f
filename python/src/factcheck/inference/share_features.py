"""Features that order readings which are shares: of which rows the words make the whole, and what is true of a part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.feature_registry import ReadingView, ranking_feature
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Query
from factcheck.queries.ratio import Ratio
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import base_forms, split_identifier

_RATES = frozenset({"rate", "ratio", "probability", "likelihood", "chance", "risk", "odds"})
_EVERYTHING = frozenset({"all", "total", "overall", "entire"})
"""Words before a noun by which a share is one of all there are."""

_HALF = 0.5
_WORD = re.compile(r"[^\W_]+")


@ranking_feature("whole_as_told", +1, "restrictions of the whole which the words make the whole, less those of a part")
def _whole_as_told(view: ReadingView) -> float:
    """Tell how far the reading has as its whole what the share is said to be of: "78 % of the women survived"."""
    whole, part = _whole_and_part(view.reading.query)
    at = view.claim.words.whole() if whole or part else None
    if at is None:
        return 0.0
    told = _Named.of(view.claim, _whole_told(view.claim.words.tokens, at))
    agreeing = [*map(told.has, whole), *(not told.has(each) for each in part)]
    return sum(agreeing) / len(agreeing) - _HALF


@ranking_feature("rate_as_told", +1, "what a rate is named after holds for a part of the reading, not for its whole")
def _rate_as_told(view: ReadingView) -> float:
    """Tell whether a rate is one of what it is called by: "Oban has a leak rate of 40 %" is of leaks."""
    whole, part = _whole_and_part(view.reading.query)
    named = _names_of_rates(view.claim.words.tokens) if whole or part else set()
    if not named:
        return 0.0
    told = _Named.of(view.claim, named)
    return float(any(map(told.has, part))) - float(any(map(told.has, whole)))


def takes_the_whole_for_a_part(claim: ReadClaim) -> bool:
    """Tell whether the likeliest reading is a share of more than the words say: "28 % of the leaks were in Oban".

    Leaks in Oban among all boats are another share than Oban among the leaks.
    """
    whole, part = _whole_and_part(claim.posterior.best[0].query) if claim.posterior.best else ([], [])
    at = claim.words.whole() if len(part) > 1 and not whole else None
    if at is None:
        return False
    told = _Named.of(claim, _whole_told(claim.words.tokens, at))
    are_told = [told.has(predicate) for predicate in part]
    return any(are_told) and not all(are_told)


def _whole_and_part(query: Query) -> tuple[list[Predicate], list[Predicate]]:
    """Return the predicates of a share's whole, and those that are true of its part alone; none for other queries."""
    if not isinstance(query, Ratio) or not query.is_share:
        return [], []
    whole = list(query.denominator.predicates)
    return whole, [each for each in query.numerator.predicates if each not in whole]


def _names_of_rates(tokens: Sequence[Token]) -> set[int]:
    """Return the words right before those for a rate: "leak" of "the leak rate"."""
    before = (at - 1 for at, token in enumerate(tokens) if at > 0 and token.lemma.lower() in _RATES)
    return {at for at in before if tokens[at].tag.startswith(("NN", "VB", "JJ"))}


def _whole_told(tokens: Sequence[Token], at: int) -> set[int]:
    """Return a noun with what restricts it: of "all accidents in daylight", nothing behind it."""
    words = _with_what_depends_on_it(tokens, at)
    is_everything = any(tokens[index].text.lower() in _EVERYTHING and tokens[index].head == at for index in words)
    return {index for index in words if index <= at} if is_everything else words


def _with_what_depends_on_it(tokens: Sequence[Token], at: int) -> set[int]:
    """Return a noun with the words that depend on it."""
    found = {at}
    while more := {index for index, token in enumerate(tokens) if token.head in found} - found:
        found |= more
    return found


@dataclass(frozen=True, slots=True)
class _Named:
    """Some words of a claim's sentence: their places, the forms that they may have, and what was seen of predicates."""

    places: Set[int]
    forms: Set[str]
    seen: Mapping[Predicate, Seen]

    @classmethod
    def of(cls, claim: ReadClaim, places: Set[int]) -> _Named:
        """Return the words at some places."""
        tokens = claim.words.tokens
        forms = {form for at in places for form in base_forms(tokens[at].text.lower())}
        return cls(places, forms, claim.seen)

    def has(self, predicate: Predicate) -> bool:
        """Tell whether one of the words names a predicate: its value, or its column."""
        if predicate in self.seen and not self.places.isdisjoint(self.seen[predicate].place):
            return True
        return any(not self.forms.isdisjoint(base_forms(word)) for word in _words(predicate))


def _words(predicate: Predicate) -> Iterator[str]:
    for column in predicate.columns:
        yield from split_identifier(column.name)
        yield from (word.lower() for word in _WORD.findall(predicate.words(column.name)))
