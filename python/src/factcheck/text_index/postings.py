"""The terms of literals in memory, and how rare they are (BM25)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

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


def length_factors(counts: Floats, averages: Floats) -> Floats:
    """BM25's factor for the length of literals: 1 at their column's average number of terms, less for longer ones."""
    length = counts / np.maximum(averages, 1e-9)
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


_KEY_BYTES = 8
_NUMBER_BYTES = 2
_LOWEST = (1 << 16) - 1


def pack_postings(terms: Sequence[str], sizes: Integers, fragments: Integers) -> bytes:
    """The postings of one column as they are stored in one piece; the numbers of fragments come term after term.

    These are the number of terms, then the key of each term and how many literals have it, in the order of the keys,
    then their fragments, term after term: integers of 8, 8, 2 and 2 bytes, the lowest byte first.
    """
    keys = _keys(terms)
    order = np.argsort(keys, kind="stable")
    own = fragments[ranges(np.cumsum(sizes)[order] - sizes[order], sizes[order])]
    count = np.array([len(terms)])
    parts = ((count, "<i8"), (keys[order], "<i8"), (sizes[order], "<u2"), (own, "<u2"))
    return b"".join(part.astype(form).tobytes() for part, form in parts)


def _keys(terms: Iterable[str]) -> Integers:
    """A number for each term, the same on every machine; that two terms have the same is next to impossible."""
    digests = (blake2b(term.encode(), digest_size=_KEY_BYTES).digest() for term in terms)
    return np.frombuffer(b"".join(digests), dtype="<i8").astype(np.int64)


class PackedPostings:
    """The postings of columns that are stored in one piece each, to look terms up in all of them at once."""

    def __init__(self, packed: Sequence[tuple[int, bytes]]) -> None:
        """From pairs of a column's number and its postings as ``pack_postings`` gives them."""
        counts = [int.from_bytes(stored[:_KEY_BYTES], "little") for _, stored in packed]
        keys, sizes, fragments = [], [], []
        for (_, stored), count in zip(packed, counts, strict=True):
            after_keys = _KEY_BYTES * (1 + count)
            after_sizes = after_keys + _NUMBER_BYTES * count
            keys.append(stored[_KEY_BYTES:after_keys])
            sizes.append(stored[after_keys:after_sizes])
            fragments.append(stored[after_sizes:])
        self._columns: Integers = np.array([number for number, _ in packed], dtype=np.int64)
        self._ends: Integers = np.cumsum(np.array(counts, dtype=np.int64))
        self._keys = np.frombuffer(b"".join(keys), "<i8")
        self._lowest: Integers = self._keys & _LOWEST
        self._sizes = np.frombuffer(b"".join(sizes), "<u2").astype(np.int64)
        self._starts: Integers = np.cumsum(self._sizes) - self._sizes
        self._fragments = np.frombuffer(b"".join(fragments), "<u2")

    def of_terms(self, terms: Sequence[str]) -> Postings:
        """The postings of some different terms."""
        keys = _keys(terms)
        rows, term = self._rows_of(keys)
        # rows are in order, and so are the columns that they are of
        columns = np.repeat(self._columns, np.diff(np.searchsorted(rows, self._ends), prepend=0))
        sizes = self._sizes[rows]
        fragments = self._fragments[ranges(self._starts[rows], sizes)].astype(np.int64)
        return Postings(terms, term, columns, sizes, fragments)

    def _rows_of(self, keys: Integers) -> tuple[Integers, Integers]:
        """The rows that have one of some keys, in order, and the place of each row's key among these."""
        # The lowest bits of most keys tell already that nobody asked for them, and of most others which one it is.
        asked = np.full(_LOWEST + 1, -1)
        asked[keys & _LOWEST] = np.arange(len(keys))
        guessed = asked.take(self._lowest)
        rows = np.flatnonzero(guessed >= 0)
        own, places = self._keys[rows], guessed[rows]
        wrong = np.flatnonzero(keys[places] != own)
        order = np.argsort(keys)
        places[wrong] = order[np.searchsorted(keys[order[:-1]], own[wrong])]
        found = keys[places] == own
        return rows[found], places[found]


def ranges(starts: Integers, sizes: Integers) -> Integers:
    """The whole numbers from each start on, as many as its size says, one range after the other."""
    before = np.cumsum(sizes) - sizes
    numbers: Integers = np.repeat(starts - before, sizes) + np.arange(int(sizes.sum()))
    return numbers


def integers(sent: bytes | None) -> Integers:
    """Integers in the server's binary form (``int4send``), one after the other."""
    return np.frombuffer(sent or b"", dtype=">i4").astype(np.int64)


def floats(sent: bytes | None) -> Floats:
    """Numbers in the server's binary form (``float4send``), one after the other."""
    return np.frombuffer(sent or b"", dtype=">f4").astype(np.float64)
