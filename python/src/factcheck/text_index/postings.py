"""Postings: which texts have which terms, as they are stored and as they are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from factcheck.text_index.arrays import Integers, ranges


@dataclass(frozen=True, slots=True)
class Postings:
    """Which texts have which terms: one row for each term and each source of texts that has it.

    A source, such as a column, numbers its texts.  ``term`` gives for each row the index of its term among ``terms``,
    ``sources`` the number of its source, ``sizes`` the number of the source's texts that have the term, and
    ``fragments`` the numbers of these texts, one row after the other.
    """

    terms: Sequence[str]
    term: Integers
    sources: Integers
    sizes: Integers
    fragments: Integers


_KEY_BYTES = 8
_NUMBER_BYTES = 2
_LOWEST = (1 << 16) - 1


def pack_postings(terms: Sequence[str], sizes: Integers, fragments: Integers) -> bytes:
    """Pack the postings of one source into one piece; ``fragments`` are given term after term.

    The piece holds the number of terms, then the key of each term, in order, then the number of texts of each, then
    their fragments, term after term: integers of 8, 8, 2 and 2 bytes, the lowest byte first.
    """
    keys = _keys(terms)
    order = np.argsort(keys, kind="stable")
    in_order = fragments[ranges(np.cumsum(sizes)[order] - sizes[order], sizes[order])]
    count = np.array([len(terms)])
    parts = ((count, "<i8"), (keys[order], "<i8"), (sizes[order], "<u2"), (in_order, "<u2"))
    return b"".join(part.astype(form).tobytes() for part, form in parts)


def _keys(terms: Iterable[str]) -> Integers:
    """Hash each term to a number, the same on every machine; that two terms have the same is next to impossible."""
    digests = (blake2b(term.encode(), digest_size=_KEY_BYTES).digest() for term in terms)
    return np.frombuffer(b"".join(digests), dtype="<i8").astype(np.int64)


class PackedPostings:
    """The postings of sources that are stored in one piece each, to look terms up in all of them at once."""

    def __init__(self, packed: Sequence[tuple[int, bytes]]) -> None:
        """Take pairs of a source's number and its postings, as ``pack_postings`` returns them."""
        counts = [int.from_bytes(stored[:_KEY_BYTES], "little") for _, stored in packed]
        keys, sizes, fragments = [], [], []
        for (_, stored), count in zip(packed, counts, strict=True):
            after_keys = _KEY_BYTES * (1 + count)
            after_sizes = after_keys + _NUMBER_BYTES * count
            keys.append(stored[_KEY_BYTES:after_keys])
            sizes.append(stored[after_keys:after_sizes])
            fragments.append(stored[after_sizes:])
        self._sources: Integers = np.array([number for number, _ in packed], dtype=np.int64)
        self._ends: Integers = np.cumsum(np.array(counts, dtype=np.int64))
        self._keys = np.frombuffer(b"".join(keys), "<i8")
        self._lowest: Integers = self._keys & _LOWEST
        self._sizes = np.frombuffer(b"".join(sizes), "<u2").astype(np.int64)
        self._starts: Integers = np.cumsum(self._sizes) - self._sizes
        self._fragments = np.frombuffer(b"".join(fragments), "<u2")

    def of_terms(self, terms: Sequence[str]) -> Postings:
        """Return the postings of some terms, all different."""
        keys = _keys(terms)
        rows, term = self._rows_of(keys)
        # rows are in order, and so are the sources that they are of
        sources = np.repeat(self._sources, np.diff(np.searchsorted(rows, self._ends), prepend=0))
        sizes = self._sizes[rows]
        fragments = self._fragments[ranges(self._starts[rows], sizes)].astype(np.int64)
        return Postings(terms, term, sources, sizes, fragments)

    def _rows_of(self, keys: Integers) -> tuple[Integers, Integers]:
        """Return the rows that have one of some keys, in order, and the index of each row's key among these."""
        # The lowest bits of most keys already tell that they were not asked for, and of most others which one it is.
        asked = np.full(_LOWEST + 1, -1)
        asked[keys & _LOWEST] = np.arange(len(keys))
        guessed = asked.take(self._lowest)
        rows = np.flatnonzero(guessed >= 0)
        row_keys, indexes = self._keys[rows], guessed[rows]
        wrong = np.flatnonzero(keys[indexes] != row_keys)
        order = np.argsort(keys)
        indexes[wrong] = order[np.searchsorted(keys[order[:-1]], row_keys[wrong])]
        is_equal = keys[indexes] == row_keys
        return rows[is_equal], indexes[is_equal]
