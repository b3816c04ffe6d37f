"""BM25 scores of all literals that share a term with a claim, over all columns at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.text_index.arrays import Booleans, Floats, Integers, ranges
from factcheck.text_index.bm25 import Bm25, TextStatistics, rarities_of
from factcheck.text_index.postings import Postings

_EXAMINED = 250
_ALL = 0.999
"""Share of a literal's terms from which it is said in full: shares are sums of rounded parts."""

_FEW = 1 << 16


@dataclass(frozen=True, slots=True)
class ScoredLiteral:
    """A literal, by the index of its column in the collection and by its number there, with its relevance score.

    The score is made of ``terms``, the BM25 score of the terms that the claim has, and ``covered``, their share of the
    rarity of all terms of the literal, from 0 to 1.  ``said`` is the share of those that the claim's sentence has,
    ``said_terms`` their numbers in the collection.
    """

    column: int
    fragment_no: int
    score: float
    terms: float
    covered: float
    said: float
    said_terms: frozenset[int]

    @property
    def words(self) -> int:
        """The number of its terms that the claim's sentence has."""
        return len(self.said_terms)


class LiteralCollection:
    """The literals of several columns, numbered through; built once for all claims of a document.

    ``columns`` are given by number, in the order in which equal scores go; postings name them by that number, as their
    sources.  A term occurs in one batch of postings for each column.  Only literals that have a term of the document
    are kept.
    """

    def __init__(
        self, columns: Mapping[int, TextStatistics], postings: Sequence[Postings], bm25: Bm25 | None = None
    ) -> None:
        self.columns = list(columns)
        statistics = list(columns.values())
        sizes = np.array([len(column.counts) for column in statistics], dtype=np.int64)
        self._starts: Integers = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        rows = _Rows.of(postings)
        index_of = np.zeros(max(self.columns, default=0) + 1, dtype=np.int64)
        index_of[self.columns] = np.arange(len(self.columns))
        row_columns = index_of[rows.sources]
        numbers = rows.fragments + np.repeat(self._starts[row_columns], rows.sizes)
        is_met = np.zeros(int(self._starts[-1]), dtype=bool)
        is_met[numbers] = True
        self._numbers: Integers = np.flatnonzero(is_met)
        met = np.diff(np.searchsorted(self._numbers, self._starts))
        self._columns: Integers = np.repeat(np.arange(len(statistics)), met)
        averages = np.array([column.counts.mean() if len(column.counts) else 0.0 for column in statistics])
        counts = _joined(column.counts for column in statistics)[self._numbers]
        factors = (bm25 or Bm25()).length_factors(counts, averages[self._columns])
        whole = np.maximum(_joined(column.rarities for column in statistics)[self._numbers], 1e-9)
        # for each pair of term and literal, in the order of the terms, the literal, and what the term is of its score
        literal_of = np.empty(len(is_met), dtype=np.int64)
        literal_of[self._numbers] = np.arange(len(self._numbers))
        self._literal: Integers = literal_of[numbers]
        rarity = np.repeat(rarities_of(sizes[row_columns], rows.sizes), rows.sizes)
        self._relevance: Floats = rarity * factors[self._literal]
        self._share: Floats = rarity / whole[self._literal]
        of_term = np.bincount(rows.term, weights=rows.sizes, minlength=len(rows.terms)).astype(np.int64)
        self._first: Integers = np.cumsum(of_term) - of_term
        self._sizes: Integers = of_term
        self._terms = {term: index for index, term in enumerate(rows.terms)}

    def best(
        self,
        weights: Mapping[str, float],
        column_scores: Floats,
        per_column: int,
        in_all: int,
        uncovered: float,
        said: Collection[str] = frozenset(),
        gains_in_full: Floats | None = None,
    ) -> list[ScoredLiteral]:
        """Choose the literals that score best for a claim's weighted terms.

        At most ``per_column`` literals of a column are chosen, and ``in_all`` of all columns.  The score is BM25 plus
        what the column itself scores (by its index), times the share of the literal's terms, by rarity, that the claim
        has: a long value that shares a word with the claim does not crowd out a short one that the claim names in full.
        ``uncovered`` is what is left of a score without any.  ``said`` are the terms of the claim's sentence; they
        change no score.  Literals that have all their terms there are chosen as if they scored as many times more as
        ``gains_in_full`` say for their column, where that is more than 1 as well as any other of it.  Equal scores go
        by column and number, which the most frequent literal has the lowest of.
        """
        # in one order, so that sums that decide ties are the same to the last bit
        known = [
            (self._terms[term], weight, term in said) for term, weight in sorted(weights.items()) if term in self._terms
        ]
        if not known:
            return []
        terms, term_weights, are_said = zip(*known, strict=True)
        sizes = self._sizes[list(terms)]
        pairs = ranges(self._first[list(terms)], sizes)
        literal = self._literal.take(pairs)
        relevance = self._relevance.take(pairs) * np.repeat(np.array(term_weights), sizes)
        share = np.bincount(literal, self._share.take(pairs))
        met = np.flatnonzero(share > 0)
        columns = self._columns[met]
        bm25 = np.bincount(literal, relevance)[met]
        covered = np.minimum(share[met], 1.0)
        is_said = np.repeat(np.array(are_said), sizes)
        covered_here = np.minimum(np.bincount(literal, self._share.take(pairs) * is_said)[met], 1.0)
        scores = (bm25 + column_scores[columns]) * (uncovered + (1 - uncovered) * covered)
        chances = scores
        if gains_in_full is not None:
            chances = _chances(scores, columns, covered_here >= _ALL, gains_in_full)
        chosen = _chosen(self._numbers[met], columns, chances, per_column, in_all)
        numbers = self._numbers[met[chosen]] - self._starts[columns[chosen]]
        is_chosen = np.zeros(len(share), dtype=bool)
        is_chosen[met[chosen]] = True
        here = np.flatnonzero(is_said & is_chosen[literal])
        said_terms = _terms_of(met[chosen], literal[here], np.repeat(np.array(terms), sizes)[here])
        parts = (
            columns[chosen],
            numbers,
            scores[chosen],
            bm25[chosen],
            covered[chosen],
            covered_here[chosen],
        )
        rows = zip(*(part.tolist() for part in parts), said_terms, strict=True)
        return [ScoredLiteral(*literal) for literal in rows]


def _terms_of(chosen: Integers, literals: Integers, terms: Integers) -> list[frozenset[int]]:
    """Return the terms of each chosen literal, of pairs of chosen literals and terms."""
    found: dict[int, set[int]] = {literal: set() for literal in chosen.tolist()}
    for literal, term in zip(literals.tolist(), terms.tolist(), strict=True):
        found[literal].add(term)
    return [frozenset(each) for each in found.values()]


def _chances(scores: Floats, columns: Integers, in_full: Booleans, gains: Floats) -> Floats:
    """Return the scores by which literals are chosen, of which some are said in full."""
    best = np.zeros(len(gains))
    np.maximum.at(best, columns, scores)
    gained = gains[columns] * scores
    return np.where(in_full & (gains[columns] > 1), np.maximum(gained, best[columns]), scores)


def _chosen(numbers: Integers, columns: Integers, scores: Floats, per_column: int, in_all: int) -> list[int]:
    """Return the indexes of the best scores, best first."""
    order = np.lexsort((numbers, -scores)) if len(scores) <= _EXAMINED else _top(numbers, scores, _EXAMINED)
    chosen = _filtered(order, columns, per_column, in_all)
    if len(chosen) < in_all and len(order) < len(scores):
        chosen = _filtered(np.lexsort((numbers, -scores)), columns, per_column, in_all)
    return chosen


def _top(numbers: Integers, scores: Floats, size: int) -> Integers:
    """Return the indexes of the best scores in order; all that are as good as the last one are among them."""
    least = np.partition(scores, -size)[-size]
    candidates = np.flatnonzero(scores >= least)
    top: Integers = candidates[np.lexsort((numbers[candidates], -scores[candidates]))]
    return top


def _filtered(order: Integers, columns: Integers, per_column: int, in_all: int) -> list[int]:
    """Return the first indexes of an order, at most ``per_column`` of a column, and ``in_all`` of all columns."""
    chosen: list[int] = []
    taken: dict[int, int] = {}
    for index, column in zip(order.tolist(), columns[order].tolist(), strict=True):
        if taken.get(column, 0) == per_column:
            continue
        taken[column] = taken.get(column, 0) + 1
        chosen.append(index)
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
    sources: Integers
    sizes: Integers
    fragments: Integers

    @classmethod
    def of(cls, batches: Sequence[Postings]) -> _Rows:
        numbered: dict[str, int] = {}
        nothing = np.zeros(0, dtype=np.int64)
        ids = [np.array([numbered.setdefault(t, len(numbered)) for t in batch.terms], np.int64) for batch in batches]
        term = np.concatenate([nothing, *(numbers[batch.term] for numbers, batch in zip(ids, batches, strict=True))])
        sources = np.concatenate([nothing, *(batch.sources for batch in batches)])
        sizes = np.concatenate([nothing, *(batch.sizes for batch in batches)])
        fragments = np.concatenate([nothing, *(batch.fragments for batch in batches)])
        small = term.astype(np.uint16) if len(numbered) < _FEW else term  # which sorts in a fraction of the time
        order = np.argsort(small, kind="stable")
        starts = np.cumsum(sizes) - sizes
        in_order = fragments[ranges(starts[order], sizes[order])]
        return cls(list(numbered), term[order], sources[order], sizes[order], in_order)
