"""Stores which literals of a column have which terms: a row for each term, or all in one piece where they are few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.port import Database
from factcheck.settings import Settings
from factcheck.sqltext import binary, integer_array, literal
from factcheck.text_index.arrays import Integers, integers, ranges
from factcheck.text_index.bm25 import TextStatistics
from factcheck.text_index.literals import initials_sql, words_sql
from factcheck.text_index.postings import pack_postings
from factcheck.text_index.spelling import write_spelling
from factcheck.words.stems import term_list_sql

MOST_IN_ONE_PIECE = 1_000
"""Literals of a column whose postings are kept in one piece at most.

A check reads such a piece whole, and reads rows of the terms it looks up only, but a row takes as long as hundreds of
postings do: with more literals than this, it is the rows that take less.
"""

_MOST_INITIALS = 20_000
"""Literals of a column whose initials are found at most: of more, too many have the same."""

_NUMBERS = "string_agg(int4send(fragment_no), ''::bytea)"
"""SQL for numbers of fragments as they are read and stored: 4-byte integers, the highest byte first."""

_NUMBERS_AT_ONCE = 500_000
_ROWS_AT_ONCE = 20_000
"""What one statement writes: so many numbers of fragments, in so many rows, at most."""


@dataclass(frozen=True, slots=True)
class StoredPostings:
    """What the postings of a column came to; ``packed`` holds them all where they are to be kept in one piece."""

    statistics: TextStatistics
    has_spelling: bool
    packed: bytes | None = None


def store_postings(database: Database, column: Column, literals: int, settings: Settings) -> StoredPostings:
    """Work out the postings of a column's stored literals, so many, and write them and their terms' spelling.

    Those that are returned in one piece are left to the caller to write.  Initials are no words of the literals, and do
    not count among their terms.
    """
    said = _Read.of(database, _pieces_sql(column), literals)
    has_initials = column.is_text and literals <= _MOST_INITIALS
    initials = _Read.of(database, _initials_sql(column) if has_initials else "", literals)
    statistics = TextStatistics.of(literals, said.fragments, np.repeat(said.sizes, said.sizes))
    names = [*said.terms, *initials.terms]
    sizes = np.concatenate([said.sizes, initials.sizes])
    fragments = np.concatenate([said.fragments, initials.fragments])
    if literals <= MOST_IN_ONE_PIECE:
        has_spelling = write_spelling(database, column, settings, names)
        return StoredPostings(statistics, has_spelling, pack_postings(names, sizes, fragments))
    _write_rows(database, column, names, sizes, fragments)
    return StoredPostings(statistics, write_spelling(database, column, settings))


@dataclass(frozen=True, slots=True)
class _Read:
    """Postings as read: terms in order, how many fragments each has, and these, ascending, term after term."""

    terms: list[str]
    sizes: Integers
    fragments: Integers

    @classmethod
    def of(cls, database: Database, pieces_sql: str, literals: int) -> _Read:
        """From what ``pieces_sql`` reads, nothing if it is empty.

        A term that several pieces stem to, as "Sale" and "sales", has the literals of all of them, each once.
        """
        [row] = database.query(pieces_sql) if pieces_sql else [{"terms": None, "sizes": None, "fragments": None}]
        stems = [line.split(" ") if line else [] for line in (row["terms"] or "").split("\n")]
        terms = sorted({term for own in stems for term in own})
        place_of = {term: place for place, term in enumerate(terms)}
        term = np.array([place_of[each] for own in stems for each in own], dtype=np.int64)
        sizes = integers(row["sizes"])
        piece = np.repeat(np.arange(len(sizes)), [len(own) for own in stems] if len(sizes) else [])
        database.checkpoint()
        own = integers(row["fragments"])[ranges((np.cumsum(sizes) - sizes)[piece], sizes[piece])]
        database.checkpoint()
        pairs = np.sort(np.repeat(term, sizes[piece]) * literals + own)
        pairs = pairs[np.diff(pairs, prepend=-1) > 0]  # unique() hashes, which takes ten times as long
        return cls(terms, np.bincount(pairs // max(literals, 1), minlength=len(terms)), pairs % max(literals, 1))


def _write_rows(database: Database, column: Column, terms: Sequence[str], sizes: Integers, fragments: Integers) -> None:
    """Write a row for each term, many rows a statement: all their fragments in one string of bytes that it cuts up."""
    ends = np.cumsum(sizes)
    start = 0
    while start < len(terms):
        database.checkpoint()
        before = int(ends[start] - sizes[start])
        end = min(int(np.searchsorted(ends, before + _NUMBERS_AT_ONCE)), start + _ROWS_AT_ONCE, len(terms))
        end = max(end, start + 1)
        packed = fragments[before : int(ends[end - 1])].astype(">i4").tobytes()
        own = sizes[start:end]
        database.query(
            "INSERT INTO factcheck.posting (term, column_id, fragments)"
            f" SELECT term, {column.column_id}, substring({binary(packed)} FROM start FOR size)"
            f" FROM unnest(string_to_array({literal(' '.join(terms[start:end]))}, ' '),"
            f" {integer_array((1 + 4 * (np.cumsum(own) - own)).tolist())}, {integer_array((4 * own).tolist())})"
            " AS own (term, start, size)"
        )
        start = end


def _pieces_sql(column: Column) -> str:
    """SQL for the literals' pieces: their stems, a line a piece, how many literals each is in, and their numbers.

    Literals are cut at blanks, and only the different pieces are stemmed, since stemming takes most of the time.
    """
    said = "literal" if column.is_text else words_sql(column, "literal")
    piece = words_sql(column, "piece") if column.is_text else "piece"
    return (
        f"WITH token AS (SELECT fragment_no, string_to_table({said}, ' ') COLLATE \"C\" AS piece"
        f" FROM factcheck.fragment WHERE column_id = {column.column_id}),"
        f" piece AS (SELECT piece, {_NUMBERS} AS fragments FROM token WHERE piece <> '' GROUP BY piece) "
        + _in_one_row(f"SELECT {term_list_sql(piece)} AS terms, fragments FROM piece")
    )


def _initials_sql(column: Column) -> str:
    """SQL for the initials of literals, as ``_pieces_sql`` has pieces."""
    return _in_one_row(
        f"SELECT ARRAY[initials] AS terms, {_NUMBERS} AS fragments"
        f' FROM (SELECT fragment_no, {initials_sql("literal")} COLLATE "C" AS initials FROM factcheck.fragment'
        f" WHERE column_id = {column.column_id}) AS name WHERE initials IS NOT NULL GROUP BY initials"
    )


def _in_one_row(entries: str) -> str:
    """SQL that hands entries over at once; the aggregates take them in one and the same order."""
    return (
        f"SELECT string_agg(array_to_string(terms, ' '), {literal(chr(10))}) AS terms,"
        " string_agg(int4send(octet_length(fragments) / 4), ''::bytea) AS sizes,"
        f" string_agg(fragments, ''::bytea) AS fragments FROM ({entries}) AS entry"
    )
