"""Postings of a segment of passages: which passages have which term, and what it counts there by BM25."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.runtime.checkpoints import checkpoint
from factcheck.text_index.arrays import Floats, Integers
from factcheck.text_index.bm25 import Bm25
from factcheck.words.passage_words import FORM_MARK

_MOST_COUNTED = 255


@dataclass(frozen=True, slots=True)
class Segment:
    """Passages indexed together: numbers from ``first`` on, as many as ``lengths`` has elements.

    ``sizes`` says how many passages have each of the ``terms``; ``passages``, ``impacts`` and ``frequencies`` hold
    those of one term after the other.  An impact is what BM25 makes of a term's frequency and the passage's length,
    without the rarity of the term.  The ``terms`` hold the forms of words, too; ``lengths`` and ``norms`` are those of
    terms alone.
    """

    first: int
    terms: Sequence[str]
    sizes: Integers
    passages: Integers
    impacts: Floats
    frequencies: npt.NDArray[np.uint8]
    lengths: Integers
    norms: Floats

    @property
    def ends(self) -> Integers:
        """Where the postings of each term end."""
        ends: Integers = np.cumsum(self.sizes)
        return ends


class SegmentBuilder:
    """Gathers the terms of passages and the forms of their words, and makes a segment of them."""

    def __init__(self, first: int) -> None:
        self._first = first
        self._numbers: dict[str, int] = {}
        self._terms: list[npt.NDArray[np.int32]] = []
        self._passages: list[npt.NDArray[np.int64]] = []
        self._lengths: list[int] = []

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, passages: Sequence[Sequence[str]], forms: Sequence[Sequence[str]]) -> None:
        """Add passages, each given by its terms and by the forms of its words, repeated as often as it has them."""
        before = len(self._lengths)
        self._lengths += [len(terms) for terms in passages]
        for part in (passages, forms):
            numbers = self._numbers
            flat = [numbers.setdefault(term, len(numbers)) for terms in part for term in terms]
            self._terms.append(np.array(flat, dtype=np.int32))
            self._passages.append(np.repeat(np.arange(before, before + len(part)), [len(terms) for terms in part]))

    def build(self, bm25: Bm25, before: tuple[int, int] = (0, 0)) -> Segment:
        """Make the segment; ``before`` are the numbers of passages and of terms in the segments before it."""
        lengths = np.array(self._lengths, dtype=np.int64)
        size = max(len(lengths), 1)
        terms = np.concatenate([np.zeros(0, np.int32), *self._terms]).astype(np.int64)
        checkpoint()
        pairs = np.sort(terms * size + np.concatenate([np.zeros(0, np.int64), *self._passages]))
        starts = np.flatnonzero(np.diff(pairs, prepend=-1))
        counts = np.diff(starts, append=len(pairs))
        checkpoint()
        term, passage = np.divmod(pairs[starts], size)
        sizes = np.bincount(term, minlength=len(self._numbers)).astype(np.int64)
        average = (int(lengths.sum()) + before[1]) / max(len(lengths) + before[0], 1)
        rarities = inverse_frequencies(size, sizes)
        rarities[[name.startswith(FORM_MARK) for name in self._numbers]] = 0.0
        squares = (counts * rarities[term]) ** 2
        norms: Floats = np.sqrt(np.bincount(passage, squares, minlength=len(lengths)))
        impacts = impacts_of(bm25, counts, lengths[passage], average)
        frequencies = np.minimum(counts, _MOST_COUNTED).astype(np.uint8)
        return Segment(
            self._first, list(self._numbers), sizes, passage + self._first, impacts, frequencies, lengths, norms
        )


def impacts_of(bm25: Bm25, frequencies: Floats | Integers, lengths: Integers, average: float) -> Floats:
    """Compute what terms count in passages of these lengths, without their rarity."""
    length = bm25.k1 * (1 - bm25.b + bm25.b * lengths / max(average, 1e-9))
    impacts: Floats = frequencies * (bm25.k1 + 1) / (frequencies + length)
    return impacts


def inverse_frequency(size: int, frequency: int) -> float:
    """Compute the rarity of one term as ``inverse_frequencies`` does."""
    return math.log1p((max(size - frequency, 0) + 0.5) / (frequency + 0.5))


def inverse_frequencies(size: int, frequencies: Integers) -> Floats:
    """Compute the rarity of terms that so many of ``size`` passages have."""
    rarities: Floats = np.log1p((np.maximum(size - frequencies, 0) + 0.5) / (frequencies + 0.5))
    return rarities
