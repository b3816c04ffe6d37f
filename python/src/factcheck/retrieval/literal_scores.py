"""Relevance scores of all literals that share a term with a claim, over all columns at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.index.postings import Floats, Integers, LiteralTerms, Postings, rarities_of

UNCOVERED = 0.2
"""What is left of a predicate's score where the claim has none of its literal's terms."""

_EXAMINED = 1000


@dataclass(frozen=True, slots=True)
class ScoredLiteral:
    """A literal by its column's place in the collection and its number there, with its relevance score."""

    place: int
    fragment_no: int
    score: float


class LiteralCollection:
    """The literals of several columns, numbered through; built once for all claims of a document.

    ``columns`` are given by number; a term occurs in one batch of postings for each column.
    """

    def __init__(self, columns: Mapping[int, LiteralTerms], postings: Sequence[Postings]) -> None:
        order = np.array(sorted(columns), dtype=np.int64)
        terms = [columns[number] for number in order.tolist()]
        self.columns: list[int] = order.tolist()
        sizes = np.array([len(own.counts) for own in terms], dtype=np.int64)
        self._starts: Integers = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        self._factors = np.concatenate([np.empty(0), *(own.length_factors() for own in terms)])
        self._rarities = np.concatenate([np.empty(0), *(own.rarities for own in terms)])
        self._postings: dict[str, tuple[Integers, Floats]] = {}
        for batch in postings:
            places = np.searchsorted(order, batch.columns)
            numbers = batch.fragments + np.repeat(self._starts[places], batch.sizes)
            rarities = np.repeat(rarities_of(sizes[places], batch.sizes), batch.sizes)
            self._add(batch.terms, np.repeat(batch.term, batch.sizes), numbers, rarities)

    def _add(self, terms: Sequence[str], term: Integers, numbers: Integers, rarities: Floats) -> None:
        """Sort pairs of term and literal by term; those of a term that is there already are added to it."""
        by_term = np.argsort(term, kind="stable")
        ends = np.cumsum(np.bincount(term, minlength=len(terms)))
        own_numbers, own_rarities = np.split(numbers[by_term], ends), np.split(rarities[by_term], ends)
        for name, some, rare in zip(terms, own_numbers, own_rarities, strict=False):
            if len(some):
                known, known_rare = self._postings.get(name, (some[:0], rare[:0]))
                self._postings[name] = np.concatenate([known, some]), np.concatenate([known_rare, rare])

    def best(
        self, weights: Mapping[str, float], column_scores: Floats, per_column: int, in_all: int
    ) -> list[ScoredLiteral]:
        """The literals that score best for a claim's weighted terms: so many of a column, so many in all at most.

        The score is BM25 plus what the column itself scores (by its place), times the share of the literal's terms, by
        rarity, that the claim has: a long value that shares a word with the claim does not crowd out a short one that
        the claim names in full.  Equal scores go by column and number.
        """
        found = [(*self._postings[term], weight) for term, weight in weights.items() if term in self._postings]
        if not found:
            return []
        rarities = np.concatenate([own for _, own, _ in found])
        weight = np.repeat([weight for *_, weight in found], [len(own) for own, *_ in found])
        numbers, owner = np.unique(np.concatenate([own for own, *_ in found]), return_inverse=True)
        relevance = np.bincount(owner, weights=rarities * weight) * self._factors[numbers]
        covered = np.minimum(np.bincount(owner, weights=rarities) / np.maximum(self._rarities[numbers], 1e-9), 1.0)
        places = np.searchsorted(self._starts, numbers, side="right") - 1
        scores = (relevance + column_scores[places]) * (UNCOVERED + (1 - UNCOVERED) * covered)
        return self._chosen(numbers, places, scores, per_column, in_all)

    def _chosen(
        self, numbers: Integers, places: Integers, scores: Floats, per_column: int, in_all: int
    ) -> list[ScoredLiteral]:
        order = np.lexsort((numbers, -scores)) if len(scores) <= _EXAMINED else self._top(numbers, scores, _EXAMINED)
        chosen = self._filtered(order, numbers, places, scores, per_column, in_all)
        if len(chosen) < in_all and len(order) < len(scores):
            chosen = self._filtered(np.lexsort((numbers, -scores)), numbers, places, scores, per_column, in_all)
        return chosen

    @staticmethod
    def _top(numbers: Integers, scores: Floats, size: int) -> Integers:
        """Places of the best scores in order; all that are as good as the last one are among them."""
        least = np.partition(scores, -size)[-size]
        candidates = np.flatnonzero(scores >= least)
        top: Integers = candidates[np.lexsort((numbers[candidates], -scores[candidates]))]
        return top

    def _filtered(
        self, order: Integers, numbers: Integers, places: Integers, scores: Floats, per_column: int, in_all: int
    ) -> list[ScoredLiteral]:
        chosen: list[ScoredLiteral] = []
        taken: dict[int, int] = {}
        for at in order.tolist():
            place = int(places[at])
            if taken.get(place, 0) == per_column:
                continue
            taken[place] = taken.get(place, 0) + 1
            chosen.append(ScoredLiteral(place, int(numbers[at] - self._starts[place]), float(scores[at])))
            if len(chosen) == in_all:
                break
        return chosen
