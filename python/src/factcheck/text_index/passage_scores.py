"""Scores of passages for the terms of a claim, from postings of any number of segments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from factcheck.text_index.arrays import Floats, Integers
from factcheck.text_index.passage_postings import inverse_frequency


@dataclass(frozen=True, slots=True)
class TermPostings:
    """The passages that have a term, over all segments, and a number for each: its impact there, or its frequency.

    ``weight`` is what the term counts in the claim.
    """

    passages: npt.NDArray[np.signedinteger[Any]]
    values: npt.NDArray[Any]
    weight: float = 1.0

    def weighing(self, weight: float) -> TermPostings:
        """Return the postings with another weight."""
        return TermPostings(self.passages, self.values, weight)

    @classmethod
    def joined(cls, parts: Sequence[TermPostings]) -> TermPostings:
        """Join the postings of one term in several segments."""
        if len(parts) == 1:
            return parts[0]
        return cls(np.concatenate([p.passages for p in parts]), np.concatenate([p.values for p in parts]))


def bm25_scores(postings: Mapping[str, TermPostings], size: int, last: int) -> Floats:
    """Score all passages up to number ``last``: each term of the claim counts by its worth among ``size``."""
    scores = np.zeros(last + 1)
    for each in postings.values():
        scores[each.passages] += worth_of(each, size) * each.values.astype(np.float64)
    return scores


def tfidf_scores(postings: Mapping[str, TermPostings], counts: Mapping[str, int], size: int, norms: Floats) -> Floats:
    """Return the cosines of the claim's and the passages' TF-IDF vectors.

    ``counts`` says how often the claim has each term; ``postings`` hold frequencies, ``norms`` the lengths of all
    passages' vectors.
    """
    scores = np.zeros(len(norms))
    squares = 0.0
    for term, count in counts.items():
        if (each := postings.get(term)) is None:
            continue
        rarity = rarity_of(each, size)
        squares += (count * rarity) ** 2
        scores[each.passages] += count * rarity * rarity * each.values.astype(np.float64)
    cosines: Floats = scores / np.maximum(norms * max(squares, 1e-12) ** 0.5, 1e-12)
    return cosines


def bm25_among(postings: Mapping[str, TermPostings], passages: Integers, size: int) -> Floats:
    """Score some passages as ``bm25_scores`` scores all of them."""
    scores = np.zeros(len(passages))
    for each in postings.values():
        places, is_there = _places(each, passages)
        scores[is_there] += worth_of(each, size) * each.values[places[is_there]].astype(np.float64)
    return scores


def rarity_of(postings: TermPostings, size: int) -> float:
    """Return how rare a term is among ``size`` passages."""
    return inverse_frequency(size, len(postings.passages))


def worth_of(postings: TermPostings, size: int) -> float:
    """Return what a term counts: how rare it is among ``size`` passages, times its weight in the claim."""
    return postings.weight * rarity_of(postings, size)


def best_passages(scores: Floats, k: int) -> Integers:
    """Return the numbers of at most ``k`` passages with a score, best first; equal scores go by number."""
    met = np.flatnonzero(scores > 0)
    if len(met) > k:
        least = np.partition(scores[met], len(met) - k)[len(met) - k]
        met = met[scores[met] >= least]
    best: Integers = met[np.lexsort((met, -scores[met]))][:k]
    return best


def terms_in(postings: Mapping[str, TermPostings], passages: Integers, size: int) -> list[tuple[str, ...]]:
    """Return the terms that each of some passages has, rarest first."""
    rarest_first = sorted(postings, key=lambda term: (-rarity_of(postings[term], size), term))
    has_term = {term: _places(postings[term], passages)[1] for term in rarest_first}
    return [tuple(term for term in rarest_first if has_term[term][index]) for index in range(len(passages))]


def _places(postings: TermPostings, passages: Integers) -> tuple[Integers, npt.NDArray[np.bool_]]:
    """Return where each of some passages stands in the postings of a term, and whether it does."""
    places = np.minimum(np.searchsorted(postings.passages, passages), len(postings.passages) - 1)
    return places, postings.passages[places] == passages


_FREQUENT = 20_000
"""Postings of a term from which on it is worth asking whether it can bring any passage among the best."""


def best_by_bm25(
    postings: Mapping[str, TermPostings], size: int, last: int, highest_impact: float, count: int
) -> tuple[Integers, Floats]:
    """Return the numbers of at most ``count`` passages that score best, best first, and their scores.

    The terms are added up from the one that counts most on.  As soon as all terms that are left could not bring a
    passage that has none of the others among the best, only passages that still can be among these are looked up.  No
    impact is higher than ``highest_impact``.  The result is that of ``bm25_scores``.
    """
    highest_first = sorted(postings.values(), key=lambda each: -worth_of(each, size))
    worths = np.array([worth_of(each, size) for each in highest_first])
    left = np.append(np.cumsum((worths * highest_impact)[::-1])[::-1], 0.0)
    scores = np.zeros(last + 1)
    candidates: Integers | None = None
    for index, each in enumerate(highest_first):
        if candidates is None and len(each.passages) >= _FREQUENT and index:
            candidates = _candidates(scores, float(left[index]), count)
        if candidates is None:
            scores[each.passages] += worths[index] * each.values.astype(np.float64)
        else:
            places, is_there = _places(each, candidates)
            scores[candidates[is_there]] += worths[index] * each.values[places[is_there]].astype(np.float64)
    if candidates is not None:
        among = scores[candidates]
        order = np.lexsort((candidates, -among))[:count]
        return candidates[order], among[order]
    best = best_passages(scores, count)
    return best, scores[best]


def _candidates(scores: Floats, left: float, count: int) -> Integers | None:
    """Return the passages that can be among the best, where ``left`` is all that can be added; None if all can."""
    met = np.flatnonzero(scores > 0)
    if len(met) < count:
        return None
    least = np.partition(scores[met], len(met) - count)[len(met) - count]
    if left >= least:
        return None
    candidates: Integers = met[scores[met] + left >= least]
    return candidates
