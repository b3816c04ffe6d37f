"""BM25: how rare terms are, how much a term counts, and what scores need to know of each text."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from factcheck.text_index.arrays import Floats, Integers


@dataclass(frozen=True, slots=True)
class Bm25:
    """The parameters of BM25 for one collection of texts.

    ``k1`` says how soon a term that occurs more often counts no more, ``b`` how much the length of a text counts: 0 for
    nothing, 1 for all.  The default is for fragments: they are short, so that their length says little.
    """

    k1: float = 1.2
    b: float = 0.3

    def term_weight(self, frequency: float) -> float:
        """Weigh a term by its frequency in a text of average length: 1 for a term that occurs once."""
        return frequency * (1 + self.k1) / (frequency + self.k1)

    def length_factors(self, counts: Floats, averages: Floats) -> Floats:
        """Compute the factors for texts by their number of terms: 1 for the average number, less for more terms."""
        length = counts / np.maximum(averages, 1e-9)
        factors: Floats = (1 + self.k1) / (1 + self.k1 * (1 - self.b + self.b * length))
        return factors


def rarity(size: int, frequency: int) -> float:
    """Compute the inverse document frequency of a term that ``frequency`` of ``size`` texts have: 1 for only one text.

    The division makes collections of different size compete on equal terms.
    """
    return _inverse_frequency(size, frequency) / _inverse_frequency(size, 1)


def _inverse_frequency(size: int, frequency: int) -> float:
    return math.log(1 + (size - frequency + 0.5) / (frequency + 0.5))


def rarities_of(sizes: Integers, frequencies: Integers) -> Floats:
    """Compute ``rarity`` of many terms at once."""
    rarities: Floats = np.log1p((sizes - frequencies + 0.5) / (frequencies + 0.5)) / np.log1p((sizes - 0.5) / 1.5)
    return rarities


@dataclass(frozen=True, slots=True)
class TextStatistics:
    """What scores need to know of the texts of a collection, in the order of their numbers.

    ``counts`` holds the number of different terms of each text, ``rarities`` the sum of their rarities.
    """

    counts: Floats
    rarities: Floats

    @classmethod
    def of(cls, size: int, fragments: Integers, frequencies: Integers) -> TextStatistics:
        """Compute the statistics of ``size`` texts, numbered from 0, from all pairs of text and term.

        ``fragments`` gives the number of each pair's text, ``frequencies`` the number of texts that have its term.
        """
        if not len(fragments):
            return cls(np.zeros(size), np.zeros(size))
        rarities = rarities_of(np.full(1, size), frequencies)
        return cls(
            np.bincount(fragments, minlength=size).astype(np.float64),
            np.bincount(fragments, weights=rarities, minlength=size).astype(np.float64),
        )

    def pack(self) -> tuple[bytes, bytes]:
        """Return counts and rarities as they are stored: 2-byte integers and 4-byte floats, the lowest byte first."""
        return self.counts.astype("<i2").tobytes(), self.rarities.astype("<f4").tobytes()

    @classmethod
    def unpack(cls, counts: bytes, rarities: bytes) -> TextStatistics:
        """Invert ``pack``, rarities to about seven digits."""
        return cls(np.frombuffer(counts, "<i2").astype(np.float64), np.frombuffer(rarities, "<f4").astype(np.float64))
