"""The terms of literals in memory, and how rare they are (BM25)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_SATURATION = 1.2
_LENGTH_SHARE = 0.3
"""BM25's b: fragments are short, so that their length says little."""


def rarity(size: int, frequency: int) -> float:
    """Inverse document frequency of a term that ``frequency`` of ``size`` fragments have, 1 for one met once.

    The division makes columns and tables of different size compete on equal terms.
    """
    return _inverse_frequency(size, frequency) / _inverse_frequency(size, 1)


def _inverse_frequency(size: int, frequency: int) -> float:
    return math.log(1 + (size - frequency + 0.5) / (frequency + 0.5))


def rarities_of(sizes: Integers, frequencies: Integers) -> Floats:
    """``rarity`` of many terms at once."""
    rarities: Floats = np.log1p((sizes - frequencies + 0.5) / (frequencies + 0.5)) / np.log1p((sizes - 0.5) / 1.5)
    return rarities


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
        rarities = rarities_of(np.full(1, size), frequencies)
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
        return cls(np.frombuffer(counts, "<i2").astype(np.float64), np.frombuffer(rarities, "<f4").astype(np.float64))

    def length_factors(self) -> Floats:
        """BM25's factor for the length of each literal: 1 at average length, less for longer ones."""
        length = self.counts / max(float(self.counts.mean()), 1e-9) if len(self.counts) else self.counts
        factors: Floats = (1 + _SATURATION) / (1 + _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * length))
        return factors


@dataclass(frozen=True, slots=True)
class Postings:
    """Which literals have which terms: one row for each term and column that has it.

    ``terms`` are in order; ``term`` gives the place of each row's term there, ``columns`` its column's number,
    ``sizes`` how many literals of the column have the term, and ``fragments`` their numbers, one row after the other.
    """

    terms: Sequence[str]
    term: Integers
    columns: Integers
    sizes: Integers
    fragments: Integers


_ARRAY_HEADER = 5  # integers before the elements of an array in binary form
ARRAY_HEADER_BYTES = 4 * _ARRAY_HEADER
ELEMENT_BYTES = 8


def elements(sent: bytes | None, sizes: Integers) -> Integers:
    """The elements of integer arrays in the server's binary form (``array_send``), one array after the other.

    Each array has a header, then for each element its length and its value; ``sizes`` are their numbers of elements.
    """
    starts = np.cumsum(_ARRAY_HEADER + 2 * sizes) - _ARRAY_HEADER - 2 * sizes
    before = np.cumsum(sizes) - sizes
    places = np.repeat(starts + _ARRAY_HEADER + 1 - 2 * before, sizes) + 2 * np.arange(int(sizes.sum()))
    return integers(sent)[places]


def integers(sent: bytes | None) -> Integers:
    """Integers in the server's binary form (``int4send``), one after the other."""
    return np.frombuffer(sent or b"", dtype=">i4").astype(np.int64)
