"""The terms of a column's literals in memory, and the relevance scores they give (BM25)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_SATURATION = 1.2
_LENGTH_SHARE = 0.3
"""BM25's b: fragments are short, so that their length says little."""

_UNCOVERED = 0.2
"""What is left of a predicate's score where the claim has none of its literal's terms."""


def rarity(size: int, frequency: int) -> float:
    """Inverse document frequency of a term that ``frequency`` of ``size`` fragments have, 1 for one met once.

    The division makes columns and tables of different size compete on equal terms.
    """
    return _inverse_frequency(size, frequency) / _inverse_frequency(size, 1)


def _inverse_frequency(size: int, frequency: int) -> float:
    return math.log(1 + (size - frequency + 0.5) / (frequency + 0.5))


def term_weight(frequency: float) -> float:
    """How much a term counts that occurs so often in a fragment of average length: 1 for once."""
    return frequency * (1 + _SATURATION) / (frequency + _SATURATION)


@dataclass(frozen=True, slots=True)
class LiteralTerms:
    """What scores need to know of a column's literals, in the order of their numbers.

    ``counts`` holds the number of different terms of each literal, ``rarities`` the sum of their rarities.
    """

    counts: Floats
    rarities: Floats

    @classmethod
    def of(cls, size: int, fragments: Integers, frequencies: Integers) -> LiteralTerms:
        """From all pairs of literal and term of a column with ``size`` literals, numbered from 0.

        ``frequencies`` gives for each pair how many literals have its term.
        """
        if not len(fragments):
            return cls(np.zeros(size), np.zeros(size))
        distinct, places = np.unique(frequencies, return_inverse=True)
        rarities = np.array([rarity(size, int(frequency)) for frequency in distinct])[places]
        return cls(
            np.bincount(fragments, minlength=size).astype(np.float64),
            np.bincount(fragments, weights=rarities, minlength=size).astype(np.float64),
        )

    def pack(self) -> tuple[bytes, bytes]:
        """Counts and rarities as they are stored: 2-byte integers and 4-byte floats, the lowest byte first."""
        return self.counts.astype("<i2").tobytes(), self.rarities.astype("<f4").tobytes()

    @classmethod
    def unpack(cls, counts: bytes, rarities: bytes) -> LiteralTerms:
        """The inverse of ``pack``, rarities to about seven digits."""
        return cls(
            np.frombuffer(counts, dtype="<i2").astype(np.float64),
            np.frombuffer(rarities, dtype="<f4").astype(np.float64),
        )


@dataclass(frozen=True, slots=True)
class ColumnPostings:
    """The literals of one column by term: ``postings`` maps some terms to the numbers of their literals, from 0."""

    terms: LiteralTerms
    postings: Mapping[str, Integers]

    def score(self, weights: Mapping[str, float], column_score: float) -> tuple[Integers, Floats]:
        """Numbers and relevance scores of the literals that have one of the weighted terms.

        The score is BM25 plus what the column itself scores, times the share of the literal's terms, by rarity, that
        the claim has: a long value that shares a word with the claim does not crowd out a short one that the claim
        names in full.
        """
        found = [(self.postings[term], weight) for term, weight in weights.items() if term in self.postings]
        if not found:
            return np.empty(0, np.int64), np.empty(0)
        size = len(self.terms.counts)
        fragments, owner = np.unique(np.concatenate([posting for posting, _ in found]), return_inverse=True)
        lengths = [len(posting) for posting, _ in found]
        rarities = [rarity(size, length) for length in lengths]
        impacts = np.repeat([rare * weight for rare, (_, weight) in zip(rarities, found, strict=True)], lengths)
        shared = np.bincount(owner, weights=np.repeat(rarities, lengths), minlength=len(fragments))
        covered = np.minimum(shared / np.maximum(self.terms.rarities[fragments], 1e-9), 1.0)
        length = self.terms.counts[fragments] / max(float(self.terms.counts.mean()), 1e-9)
        norm = (1 + _SATURATION) / (1 + _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * length))
        relevance = np.bincount(owner, weights=impacts, minlength=len(fragments)) * norm
        return fragments, (relevance + column_score) * (_UNCOVERED + (1 - _UNCOVERED) * covered)


def uncovered_score(column_score: float) -> float:
    """Relevance score of a literal that shares no term with the claim, in a column that may."""
    return _UNCOVERED * column_score
