"""Bring the index of a source up to date: passages that came, changed or went since it was last indexed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.errors.catalogue.evidence import source_key_not_unique
from factcheck.evidence.passages import passages_of
from factcheck.evidence.sources import Source, key_text, read_sources, text_hash
from factcheck.evidence.terms import Stemmer
from factcheck.port import Database, Row
from factcheck.runtime.checkpoints import checkpoint
from factcheck.sqltext import binary, integer_array, literal, literals, text_array
from factcheck.text_index.passage_postings import Segment, SegmentBuilder
from factcheck.words.passage_words import words_of

_ROWS_AT_ONCE = 20_000
_PASSAGES_IN_SEGMENT = 250_000
_POSTINGS_AT_ONCE = 500_000
_MOST_SEGMENTS = 16
_MOST_GONE = 0.25
"""Share of all indexed passages that may be gone before the index is made anew."""


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a refresh came to: rows whose texts were added, changed or removed, and all passages that are indexed."""

    added: int
    changed: int
    removed: int
    passages: int


def refresh_source(database: Database, name: str, is_anew: bool = False) -> Refreshed:
    """Bring the index of a source up to date, or make it anew; two sessions do so one after the other."""
    database.query(f"SELECT FROM factcheck.passage_source WHERE name = {literal(name)} FOR NO KEY UPDATE")
    [source] = read_sources(database, [name])
    if not source.is_indexed:
        return _without_index(database, source)
    _require_unique_key(database, source)
    gone, changed = _remove_old(database, source)
    if is_anew or source.visibility_id is None or _is_worn(database, source.visibility_id):
        kept = 0 if source.visibility_id is None else _row_count(database, source.visibility_id)
        visibility = _begin_anew(database, source)
    else:
        kept, visibility = 0, source.visibility_id
    indexed = _Indexing(database, source, visibility).run()
    # what was there before and is made anew is neither added nor changed
    return Refreshed(indexed - kept - changed, changed, gone, _passage_count(database, visibility))


def _without_index(database: Database, source: Source) -> Refreshed:
    if source.visibility_id is not None:
        database.query(f"DELETE FROM factcheck.visibility WHERE visibility_id = {source.visibility_id}")
    database.notice(
        f'source "{source.name}" is not indexed',
        detail="Searches read views, foreign tables and tables under row security anew, with their caller's rights.",
    )
    return Refreshed(0, 0, 0, 0)


def _require_unique_key(database: Database, source: Source) -> None:
    """Raise ``FactcheckError`` where two rows have one key; a unique index spares looking at the rows."""
    [indexed] = database.query(
        "SELECT EXISTS (SELECT FROM factcheck.passage_source s JOIN pg_catalog.pg_index i ON i.indrelid = s.relation"
        " WHERE i.indisunique AND i.indisvalid AND i.indnkeyatts = 1 AND i.indkey[0] = s.key_number"
        f" AND i.indpred IS NULL AND s.source_id = {source.source_id}) AS is_unique"
    )
    if indexed["is_unique"]:
        return
    twice = database.query(
        f"SELECT {key_text(source)} AS key FROM {source.relation} AS t"
        f" WHERE {source.key} IS NOT NULL GROUP BY {source.key} HAVING count(*) > 1 LIMIT 1"
    )
    if twice:
        raise source_key_not_unique(source.name, twice[0]["key"])


def _remove_old(database: Database, source: Source) -> tuple[int, int]:
    """Remove the passages of rows that have gone or changed; return the number of rows of each."""
    if source.visibility_id is None:
        return 0, 0
    [row] = database.query(
        "WITH old AS (DELETE FROM factcheck.passage p"
        f" WHERE p.visibility_id = {source.visibility_id} AND NOT EXISTS (SELECT FROM {source.relation} AS t"
        f" WHERE {key_text(source)} = p.source_key AND {text_hash(source)} = p.text_hash)"
        " RETURNING p.source_key), key AS (SELECT DISTINCT source_key FROM old)"
        " SELECT count(*) AS rows, count(*) FILTER (WHERE EXISTS (SELECT FROM"
        f" {source.relation} AS t WHERE {key_text(source)} = key.source_key AND {source.text} IS NOT NULL)) AS changed"
        " FROM key"
    )
    return row["rows"] - row["changed"], row["changed"]


def _is_worn(database: Database, visibility: int) -> bool:
    """Tell whether so many passages have gone, or so many segments have come, that searches would take longer."""
    [row] = database.query(
        "SELECT count(*) AS segments, coalesce(sum(passages), 0)::bigint AS indexed,"
        f" (SELECT count(*) FROM factcheck.passage p WHERE p.visibility_id = {visibility}) AS there"
        f" FROM factcheck.passage_segment WHERE visibility_id = {visibility}"
    )
    return bool(row["segments"] >= _MOST_SEGMENTS or row["there"] < (1 - _MOST_GONE) * row["indexed"])


def _begin_anew(database: Database, source: Source) -> int:
    """Return a new number for the source's passages; what is indexed under an old one goes with it."""
    database.query(f"DELETE FROM factcheck.visibility WHERE source_id = {source.source_id}")
    [row] = database.query(
        f"INSERT INTO factcheck.visibility (source_id) VALUES ({source.source_id}) RETURNING visibility_id"
    )
    return int(row["visibility_id"])


def _row_count(database: Database, visibility: int) -> int:
    [row] = database.query(
        f"SELECT count(DISTINCT source_key) AS rows FROM factcheck.passage WHERE visibility_id = {visibility}"
    )
    return int(row["rows"])


def _passage_count(database: Database, visibility: int) -> int:
    [row] = database.query(
        f"SELECT count(*) AS passages FROM factcheck.passage WHERE visibility_id = {visibility} AND passage_length > 0"
    )
    return int(row["passages"])


class _Indexing:
    """Indexes the rows of a source that have no passages yet, page by page in the order of their keys."""

    def __init__(self, database: Database, source: Source, visibility: int) -> None:
        self._database = database
        self._source = source
        self._visibility = visibility
        self._stemmer = Stemmer(database, source.language)
        [row] = database.query(
            "SELECT coalesce(max(segment_no), 0) AS segment, coalesce(max(first_passage + passages), 1) AS next,"
            " coalesce(sum(passages), 0)::bigint AS passages, coalesce(sum(terms), 0)::bigint AS terms"
            f" FROM factcheck.passage_segment WHERE visibility_id = {visibility}"
        )
        self._segment = int(row["segment"])
        self._next = int(row["next"])
        self._before = (int(row["passages"]), int(row["terms"]))
        # All rows of a source that has no passages yet are new.
        self._is_new = (
            ""
            if self._next == 1
            else (
                " AND NOT EXISTS (SELECT FROM factcheck.passage p"
                f" WHERE p.visibility_id = {visibility} AND p.source_key = {key_text(source)})"
            )
        )

    def run(self) -> int:
        """Index all rows that are new, and return their number."""
        rows_read = 0
        builder = SegmentBuilder(self._next)
        last: str | None = None
        while rows := self._page(last):
            checkpoint()
            rows_read += len(rows)
            last = rows[-1]["source_key"]
            self._add(builder, rows)
            if len(builder) >= _PASSAGES_IN_SEGMENT:
                self._write(builder)
                builder = SegmentBuilder(self._next)
            if len(rows) < _ROWS_AT_ONCE:
                break
        if len(builder):
            self._write(builder)
        return rows_read

    def _page(self, last: str | None) -> Sequence[Row]:
        source = self._source
        after = "" if last is None else f" AND {source.key} > {literal(last)}::{source.key_type}"
        return self._database.query(
            f"SELECT {key_text(source)} AS source_key, {source.text} AS body, {text_hash(source)} AS text_hash"
            f" FROM {source.relation} AS t"
            f" WHERE {source.key} IS NOT NULL AND {source.text} IS NOT NULL{after}{self._is_new}"
            f" ORDER BY {source.key} LIMIT {_ROWS_AT_ONCE}"
        )

    def _add(self, builder: SegmentBuilder, rows: Sequence[Row]) -> None:
        keys: list[str] = []
        hashes: list[int] = []
        starts: list[int] = []
        lengths: list[int] = []
        words: list[list[str]] = []
        for row in rows:
            body = row["body"]
            places = [(place.start, place.end) for place in passages_of(body)] or [(0, 0)]
            for start, end in places:
                keys.append(row["source_key"])
                hashes.append(row["text_hash"])
                starts.append(start + 1)
                lengths.append(end - start)
                words.append(words_of(body[start:end]))
        checkpoint()
        builder.add(self._stemmer.terms(words), self._stemmer.forms(words))
        self._database.query(
            "INSERT INTO factcheck.passage"
            " (visibility_id, passage_no, source_key, text_hash, passage_start, passage_length)"
            f" SELECT {self._visibility}, {self._next - 1} + n, key, hash, start, size FROM unnest({text_array(keys)},"
            f" ARRAY[{literals(hashes)}]::bigint[], {integer_array(starts)}, {integer_array(lengths)})"
            " WITH ORDINALITY AS part (key, hash, start, size, n)"
        )
        self._next += len(keys)

    def _write(self, builder: SegmentBuilder) -> None:
        segment = builder.build(self._source.bm25, self._before)
        self._segment += 1
        terms = int(segment.lengths.sum())
        self._before = (self._before[0] + len(segment.lengths), self._before[1] + terms)
        write_postings(self._database, self._visibility, self._segment, segment)
        packed = np.minimum(segment.lengths, np.iinfo(np.int16).max).astype("<i2").tobytes()
        self._database.query(
            "INSERT INTO factcheck.passage_segment"
            " (visibility_id, segment_no, first_passage, passages, terms, lengths, norms)"
            f" VALUES ({self._visibility}, {self._segment}, {segment.first}, {len(segment.lengths)}, {terms},"
            f" {binary(packed)}, {binary(segment.norms.astype('<f4').tobytes())})"
        )


def write_postings(database: Database, visibility: int, segment_no: int, segment: Segment) -> None:
    """Write a row for each term, many rows a statement, which cuts strings of bytes up into their postings."""
    ends = segment.ends
    passages = segment.passages.astype("<i4")
    impacts = segment.impacts.astype("<f2")
    start = 0
    while start < len(segment.terms):
        checkpoint()
        before = int(ends[start] - segment.sizes[start])
        end = min(int(np.searchsorted(ends, before + _POSTINGS_AT_ONCE)), start + _ROWS_AT_ONCE, len(segment.terms))
        end = max(end, start + 1)
        last = int(ends[end - 1])
        sizes = segment.sizes[start:end]
        database.query(
            f"WITH packed AS MATERIALIZED (SELECT {binary(passages[before:last].tobytes())} AS passages,"
            f" {binary(impacts[before:last].tobytes())} AS impacts,"
            f" {binary(segment.frequencies[before:last].tobytes())} AS frequencies)"
            " INSERT INTO factcheck.passage_posting"
            " (term, visibility_id, segment_no, passages, impacts, frequencies)"
            f" SELECT part.term, {visibility}, {segment_no},"
            " substring(packed.passages FROM 4 * begins + 1 FOR 4 * size),"
            " substring(packed.impacts FROM 2 * begins + 1 FOR 2 * size),"
            " substring(packed.frequencies FROM begins + 1 FOR size)"
            f" FROM packed, unnest({text_array(segment.terms[start:end])},"
            f" {integer_array((np.cumsum(sizes) - sizes).tolist())}, {integer_array(sizes.tolist())})"
            " AS part (term, begins, size)"
        )
        start = end
