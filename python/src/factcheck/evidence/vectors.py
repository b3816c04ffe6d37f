"""The stored embeddings of a source: which passages are like a claim, without reading the vectors of all of them.

Of each number of a vector the session keeps the sign, 48 bytes a passage.  Passages whose signs differ least from those
of the claim are looked at closely: their vectors are read, and no others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.sqltext import integer_array
from factcheck.text_index.arrays import Integers
from factcheck.text_index.embeddings import DIMENSIONS, Vectors

MOST_SKETCHED = 2_000_000
"""Passages whose signs a session keeps, of all sources together: 96 MB.

Of a source that has more, embeddings are compared of those passages alone that BM25 finds first.
"""

_BYTES = 2 * DIMENSIONS
_WORDS = DIMENSIONS // 64
_COMPARED_AT_ONCE = 65_536
"""Passages whose signs are compared together: few enough for the processor's cache."""

_ROWS_AT_ONCE = 500

Signs = npt.NDArray[np.uint64]


def signs_of(vectors: Vectors) -> Signs:
    """Return the signs of vectors, a row of 64-bit words for each."""
    signs: Signs = np.packbits(vectors > 0, axis=1).view("<u8")
    return signs


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a session keeps of a source.

    ``firsts`` and ``counts`` say which passages each row of the table holds; ``signs`` has a row for each word of all
    passages' signs, and is None where there are too many.
    """

    state: int
    firsts: Integers
    counts: Integers
    signs: Signs | None


_kept: dict[int, _Kept] = {}


class StoredVectors:
    """The embeddings of one source.

    The rows are found anew for every search, by the rights of its caller; what the session keeps is read again
    whenever they are others.
    """

    def __init__(self, database: Database, visibility: int, kept: _Kept) -> None:
        self._database = database
        self._visibility = visibility
        self._kept = kept

    def nearest(self, vector: Vectors, count: int) -> Integers:
        """Return the numbers of ``count`` passages whose signs differ least from a vector's, and those level with them.

        Nothing is returned of a source that has too many passages.
        """
        signs = self._kept.signs
        if signs is None:
            return np.zeros(0, np.int64)
        wanted = signs_of(vector[None])[0]
        distances = np.zeros(signs.shape[1], np.uint16)
        for start in range(0, len(distances), _COMPARED_AT_ONCE):
            part = distances[start : start + _COMPARED_AT_ONCE]
            for row, word in zip(signs[:, start : start + _COMPARED_AT_ONCE], wanted, strict=True):
                part += np.bitwise_count(row ^ word)
        if count < len(distances):
            farthest = np.partition(distances, count - 1)[count - 1]
            places = np.flatnonzero(distances <= farthest)
        else:
            places = np.arange(len(distances))
        return places + int(self._kept.firsts[0])

    def vectors(self, numbers: Integers) -> Vectors:
        """Return the embeddings of some passages, zeros for those that have none."""
        kept = self._kept
        rows = np.maximum(np.searchsorted(kept.firsts, numbers, side="right") - 1, 0)
        offsets = numbers - kept.firsts[rows]
        is_there = (offsets >= 0) & (offsets < kept.counts[rows])
        vectors: Vectors = np.zeros((len(numbers), DIMENSIONS), np.float32)
        if not is_there.any():
            return vectors
        [row] = self._database.query(
            f"SELECT string_agg(substring(e.vectors FROM place.begins FOR {_BYTES}), '' ORDER BY place.n) AS packed"
            f" FROM unnest({integer_array(kept.firsts[rows[is_there]].tolist())},"
            f" {integer_array((_BYTES * offsets[is_there] + 1).tolist())}) WITH ORDINALITY AS place (first, begins, n)"
            " JOIN factcheck.passage_embedding e ON e.first_passage = place.first"
            f" WHERE e.visibility_id = {self._visibility}"
        )
        vectors[is_there] = np.frombuffer(row["packed"], "<f2").reshape(-1, DIMENSIONS)
        return vectors


def stored_vectors(database: Database, visibility: int) -> StoredVectors | None:
    """Return the embeddings of a source as far as the caller may read them; None where there are none."""
    [now] = database.query(
        "SELECT count(*) AS blocks,"
        # a row that was written by another transaction is another row
        " coalesce(hashtextextended(string_agg(xmin::text, ' ' ORDER BY first_passage), 0), 0) AS state"
        f" FROM factcheck.passage_embedding WHERE visibility_id = {visibility}"
    )
    if not now["blocks"]:
        return None
    kept = _kept.get(visibility)
    if kept is None or kept.state != now["state"]:
        _kept.pop(visibility, None)
        kept = _read(database, visibility, int(now["state"]))
        _make_room(kept)
        _kept[visibility] = kept
    return StoredVectors(database, visibility, kept)


def _make_room(kept: _Kept) -> None:
    """Forget sources that were looked at first until another one has room."""
    size = int(kept.counts.sum())
    while _kept and size + sum(int(each.counts.sum()) for each in _kept.values()) > MOST_SKETCHED:
        del _kept[next(iter(_kept))]


def _read(database: Database, visibility: int, state: int) -> _Kept:
    rows = database.query(
        "SELECT first_passage, passages FROM factcheck.passage_embedding"
        f" WHERE visibility_id = {visibility} ORDER BY first_passage"
    )
    firsts = np.array([row["first_passage"] for row in rows], np.int64)
    counts = np.array([row["passages"] for row in rows], np.int64)
    size = int(counts.sum())
    if size > MOST_SKETCHED:
        return _Kept(state, firsts, counts, None)
    signs = np.zeros((_WORDS, size), "<u8")
    start = 0
    for begins in range(0, len(firsts), _ROWS_AT_ONCE):
        checkpoint()
        part = integer_array(firsts[begins : begins + _ROWS_AT_ONCE].tolist())
        for row in database.query(
            f"SELECT signs FROM factcheck.passage_embedding WHERE visibility_id = {visibility}"
            f" AND first_passage = ANY ({part}) ORDER BY first_passage"
        ):
            each = np.frombuffer(row["signs"], "<u8").reshape(-1, _WORDS)
            signs[:, start : start + len(each)] = each.T
            start += len(each)
    return _Kept(state, firsts, counts, signs)
