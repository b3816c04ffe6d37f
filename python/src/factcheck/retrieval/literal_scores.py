"""Relevance scores of all literals that share a term with a claim, over all columns at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.text_index.postings import Floats, Integers, LiteralTerms, Postings, length_factors, ranges, rarities_of

UNCOVERED = 0.2
"""What is left of a predicate's score where the claim has none of its literal's terms."""

_EXAMINED = 250
_FEW = 1 << 16


@dataclass(frozen=True, slots=True)
class ScoredLiteral:
    """A literal by its column's place in the collection and its number there, with its relevance score."""

    place: int
    fragment_no: int
    score: float


class LiteralCollection:
    """The literals of several columns, numbered through; built once for all claims of a document.

    ``columns`` are given by number, in the order in which equal scores go; a term occurs in one batch of postings for
    each column.  Only literals that have a term of the document are kept.
    """

    def __init__(self, columns: Mapping[int, LiteralTerms], postings: Sequence[Postings]) -> None:
        self.columns = list(columns)
        terms = list(columns.values())
        sizes = np.array([len(own.counts) for own in terms], dtype=np.int64)
        self._starts: Integers = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        rows = _Rows.of(postings)
        place_of = np.zeros(max(self.columns, default=0) + 1, dtype=np.int64)
        place_of[self.columns] = np.arange(len(self.columns))
        places = place_of[rows.columns]
        numbers = rows.fragments + np.repeat(self._starts[places], rows.sizes)
        is_met = np.zeros(int(self._starts[-1]), dtype=bool)
        is_met[numbers] = True
        self._numbers: Integers = np.flatnonzero(is_met)
        met = np.diff(np.searchsorted(self._numbers, self._starts))
        self._places: Integers = np.repeat(np.arange(len(terms)), met)
        averages = np.array([own.counts.mean() if len(own.counts) else 0.0 for own in terms])
        factors = length_factors(_joined(own.counts for own in terms)[self._numbers], averages[self._places])
        whole = np.maximum(_joined(own.rarities for own in terms)[self._numbers], 1e-9)
        # for each pair of term and literal, in the order of the terms, the literal, and what the term is of its score
        literal_of = np.empty(len(is_met), dtype=np.int64)
        literal_of[self._numbers] = np.arange(len(self._numbers))
        self._literal: Integers = literal_of[numbers]
        rarity = np.repeat(rarities_of(sizes[places], rows.sizes), rows.sizes)
        self._relevance: Floats = rarity * factors[self._literal]
        self._share: Floats = rarity / whole[self._literal]
        of_term = np.bincount(rows.term, weights=rows.sizes, minlength=len(rows.terms)).astype(np.int64)
        self._first: Integers = np.cumsum(of_term) - of_term
        self._sizes: Integers = of_term
        self._terms = {term: place for place, term in enumerate(rows.terms)}

    def best(
        self, weights: Mapping[str, float], column_scores: Floats, per_column: int, in_all: int
    ) -> list[ScoredLiteral]:
        """The literals that score best for a claim's weighted terms: so many of a column, so many in all at most.

        The score is BM25 plus what the column itself scores (by its place), times the share of the literal's terms, by
        rarity, that the claim has: a long value that shares a word with the claim does not crowd out a short one that
        the claim names in full.  Equal scores go by column and number.
        """
        found = [(self._terms[term], weight) for term, weight in weights.items() if term in self._terms]
        if not found:
            return []
        terms, own_weights = zip(*found, strict=True)
        sizes = self._sizes[list(terms)]
        pairs = ranges(self._first[list(terms)], sizes)
        literal = self._literal.take(pairs)
        relevance = self._relevance.take(pairs) * np.repeat(np.array(own_weights), sizes)
        covered = np.bincount(literal, self._share.take(pairs))
        met = np.flatnonzero(covered > 0)
        places = self._places[met]
        scores = np.bincount(literal, relevance)[met] + column_scores[places]
        scores *= UNCOVERED + (1 - UNCOVERED) * np.minimum(covered[met], 1.0)
        return self._chosen(self._numbers[met], places, scores, per_column, in_all)

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
        ordered = (places[order].tolist(), numbers[order].tolist(), scores[order].tolist())
        for place, number, score in zip(*ordered, strict=True):
            if taken.get(place, 0) == per_column:
                continue
            taken[place] = taken.get(place, 0) + 1
            chosen.append(ScoredLiteral(place, number - int(self._starts[place]), score))
            if len(chosen) == in_all:
                break
        return chosen


def _joined(parts: Iterable[Floats]) -> Floats:
    return np.concatenate([np.zeros(0), *parts])


@dataclass(frozen=True, slots=True)
class _Rows:
    """All rows of some batches of postings in the order of their terms, each of which is numbered once."""

    terms: Sequence[str]
    term: Integers
    columns: Integers
    sizes: Integers
    fragments: Integers

    @classmethod
    def of(cls, batches: Sequence[Postings]) -> _Rows:
        numbered: dict[str, int] = {}
        nothing = np.zeros(0, dtype=np.int64)
        own = [np.array([numbered.setdefault(t, len(numbered)) for t in batch.terms], np.int64) for batch in batches]
        term = np.concatenate([nothing, *(ids[batch.term] for ids, batch in zip(own, batches, strict=True))])
        columns = np.concatenate([nothing, *(batch.columns for batch in batches)])
        sizes = np.concatenate([nothing, *(batch.sizes for batch in batches)])
        fragments = np.concatenate([nothing, *(batch.fragments for batch in batches)])
        small = term.astype(np.uint16) if len(numbered) < _FEW else term  # which sorts in a fraction of the time
        order = np.argsort(small, kind="stable")
        starts = np.cumsum(sizes) - sizes
        in_order = fragments[ranges(starts[order], sizes[order])]
        return cls(list(numbered), term[order], columns[order], sizes[order], in_order)
