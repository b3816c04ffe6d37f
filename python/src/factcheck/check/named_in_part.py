"""Claims read as about a value by words that belong to another one, or to the number's unit.

"Europe" is not "Southern Europe" where Europe is a value itself, and "less than a day" is not about "Same Day".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from factcheck.inference.explained_words import ReadClaim
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import split_identifier

_ALL = 0.999


def claims_named_in_part(read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims whose likeliest reading restricts rows to such a value."""
    return frozenset(index for index, claim in enumerate(read) if claim.posterior.best and _takes_a_part(claim))


def _takes_a_part(claim: ReadClaim) -> bool:
    chosen = set(claim.posterior.best[0].query.predicates)
    in_part = [each for each, seen in _values(claim) if each in chosen and not _is_whole(seen)]
    if not in_part:
        return False
    said = {form for key in claim.words.keywords for form in (key.word, key.lemma)}
    unit = frozenset() if claim.number.measured is None else claim.number.measured.words
    others = [_words(each) for each, seen in _values(claim) if each not in chosen and _is_whole(seen)]
    return any(_are_of_another(_words(value) & said, unit, others) for value in in_part)


def _are_of_another(said: Set[str], unit: Set[str], others: Sequence[Set[str]]) -> bool:
    return bool(said) and (said <= unit or any(said <= other for other in others))


def _values(claim: ReadClaim) -> Iterator[tuple[Equals, Seen]]:
    """Yield the values of text that words of the claim name."""
    for predicate, seen in claim.relevance.predicates:
        if isinstance(predicate, Equals) and predicate.column.is_text and "covered" in seen.parts:
            yield predicate, seen


def _is_whole(seen: Seen) -> bool:
    return seen.parts["covered"] >= _ALL


def _words(value: Equals) -> frozenset[str]:
    return frozenset(split_identifier(value.literal))
