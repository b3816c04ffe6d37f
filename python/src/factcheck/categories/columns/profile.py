"""What a column looks like: its heading, and the pieces of its values' writing, as numbers."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from factcheck.categories.text.phrases import normal_phrase, singular_phrase
from factcheck.words.identifiers import split_identifier

BUCKETS = 1 << 20
_LENGTHS = (2, 3, 4)
_DIGIT = re.compile(r"\d")
_VALUES_PER_PROFILE = 30
_LONGEST_VALUE = 60

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """A column: its heading as a phrase, its relation, and for each piece of writing the share of values that have it.

    Pieces are runs of two to four letters, words, and whole values, each as a number below `BUCKETS`; digits are alike.
    """

    key: int
    relation: str
    heading: str
    pieces: Integers
    shares: Floats

    @classmethod
    def of(cls, key: int, relation: str, name: str, values: Sequence[str]) -> ColumnProfile:
        """Return the profile of a column of a name with some values, the most frequent ones first."""
        pieces, shares = pieces_of(values)
        return cls(key, relation, heading_of(name), pieces, shares)


def heading_of(name: str) -> str:
    """Return a column's name as a phrase in the singular: "homeTeams" is "home team"."""
    return singular_phrase(normal_phrase(" ".join(split_identifier(name))))


def pieces_of(values: Sequence[str]) -> tuple[Integers, Floats]:
    """Return the pieces of writing of values, ascending, with the share of the values that have each."""
    counts: Counter[int] = Counter()
    used = values[:_VALUES_PER_PROFILE]
    for value in used:
        counts.update({zlib.crc32(piece.encode()) % BUCKETS for piece in _pieces(value[:_LONGEST_VALUE].lower())})
    pieces = np.array(sorted(counts), dtype=np.int64)
    return pieces, np.array([counts[piece] for piece in pieces.tolist()], dtype=np.float64) / max(1, len(used))


def _pieces(value: str) -> Iterable[str]:
    written = f" {_DIGIT.sub('0', value)} "
    for length in _LENGTHS:
        for begin in range(len(written) - length + 1):
            yield written[begin : begin + length]
    words = written.split()
    for word in words:
        yield f"word {word}"
    if words:
        yield f"first {words[0]}"
        yield f"last {words[-1]}"
    yield f"words {min(len(words), 9)}"
    for first, second in pairwise(words):
        yield f"words {first} {second}"
    yield f"value {value}"
