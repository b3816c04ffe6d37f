"""Store which literals of a column have which terms: a row for each term, or one piece for all where they are few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.settings import Settings
from factcheck.sqltext import binary, integer_array, literal
from factcheck.text_index.arrays import Integers, integers, ranges
from factcheck.text_index.bm25 import TextStatistics
from factcheck.text_index.literals import initials_sql, words_sql
from factcheck.text_index.postings import pack_postings
from factcheck.text_index.spelling import write_spelling
from factcheck.words.stems import term_list_sql

MOST_IN_ONE_PIECE = 1_000
"""The largest number of literals of a column whose postings are kept in one piece.

A check reads such a piece whole, and reads rows of the terms it looks up only, but a row takes as long as hundreds of
postings do: only with more literals than this do rows take less time.
"""

_MOST_INITIALS = 20_000
"""The largest number of literals of a column whose initials are indexed: of more, too many have the same."""

_NUMBERS = "string_agg(int4send(fragment_no), ''::bytea)"
"""SQL for numbers of fragments as they are read and stored: 4-byte integers, the highest byte first."""

_NUMBERS_AT_ONCE = 500_000
_ROWS_AT_ONCE = 20_000
"""The largest numbers of fragments and of rows that one statement writes."""


@dataclass(frozen=True, slots=True)
class StoredPostings:
    """What the postings of a column came to; ``packed`` holds them all where they are to be kept in one piece."""

    statistics: TextStatistics
    has_spelling: bool
    packed: bytes | None = None


def store_postings(
    database: Database, column: Column, visibility: int, literals: int, settings: Settings
) -> StoredPostings:
    """Compute the postings of a column's stored literals, and write them and the spelling of their terms.

    ``literals`` is the number of literals, stored under the number ``visibility``.  Postings that are returned in one
    piece are left to the caller to write.  Initials are no words of the literals, and do not count among their terms.
    """
    said = _ReadPostings.of(database, _pieces_sql(column, visibility), literals)
    has_initials = column.is_text and literals <= _MOST_INITIALS
    initials = _ReadPostings.of(database, _initials_sql(visibility) if has_initials else "", literals)
    statistics = TextStatistics.of(literals, said.fragments, np.repeat(said.sizes, said.sizes))
    names = [*said.terms, *initials.terms]
    sizes = np.concatenate([said.sizes, initials.sizes])
    fragments = np.concatenate([said.fragments, initials.fragments])
    if literals <= MOST_IN_ONE_PIECE:
        has_spelling = write_spelling(database, visibility, settings, names)
        return StoredPostings(statistics, has_spelling, pack_postings(names, sizes, fragments))
    _write_rows(database, visibility, names, sizes, fragments)
    return StoredPostings(statistics, write_spelling(database, visibility, settings))


@dataclass(frozen=True, slots=True)
class _ReadPostings:
    """Postings as read: terms in order, the number of fragments of each, and these, ascending, term after term."""

    terms: list[str]
    sizes: Integers
    fragments: Integers

    @classmethod
    def of(cls, database: Database, pieces_sql: str, literals: int) -> _ReadPostings:
        """Read what the SQL ``pieces_sql`` selects; nothing if it is empty.

        A term that several pieces stem to, as "Sale" and "sales", has the literals of all of them, each once.
        """
        [row] = database.query(pieces_sql) if pieces_sql else [{"terms": None, "sizes": None, "fragments": None}]
        stems = [line.split(" ") if line else [] for line in (row["terms"] or "").split("\n")]
        terms = sorted({stem for line in stems for stem in line})
        index_of = {term: index for index, term in enumerate(terms)}
        term = np.array([index_of[stem] for line in stems for stem in line], dtype=np.int64)
        sizes = integers(row["sizes"])
        piece = np.repeat(np.arange(len(sizes)), [len(line) for line in stems] if len(sizes) else [])
        checkpoint()
        fragments = integers(row["fragments"])[ranges((np.cumsum(sizes) - sizes)[piece], sizes[piece])]
        checkpoint()
        pairs = np.sort(np.repeat(term, sizes[piece]) * literals + fragments)
        pairs = pairs[np.diff(pairs, prepend=-1) > 0]  # unique() hashes, which takes ten times as long
        return cls(terms, np.bincount(pairs // max(literals, 1), minlength=len(terms)), pairs % max(literals, 1))


def _write_rows(
    database: Database, visibility: int, terms: Sequence[str], sizes: Integers, fragments: Integers
) -> None:
    """Write a row for each term, many rows a statement, which cuts one string of bytes up into their fragments."""
    ends = np.cumsum(sizes)
    start = 0
    while start < len(terms):
        checkpoint()
        before = int(ends[start] - sizes[start])
        end = min(int(np.searchsorted(ends, before + _NUMBERS_AT_ONCE)), start + _ROWS_AT_ONCE, len(terms))
        end = max(end, start + 1)
        packed = fragments[before : int(ends[end - 1])].astype(">i4").tobytes()
        lengths = 4 * sizes[start:end]
        database.query(
            "INSERT INTO factcheck.posting (term, visibility_id, fragments)"
            f" SELECT term, {visibility}, substring({binary(packed)} FROM start FOR size)"
            f" FROM unnest(string_to_array({literal(' '.join(terms[start:end]))}, ' '),"
            f" {integer_array((1 + np.cumsum(lengths) - lengths).tolist())}, {integer_array(lengths.tolist())})"
            " AS part (term, start, size)"
        )
        start = end


def _pieces_sql(column: Column, visibility: int) -> str:
    """Write SQL for the literals' pieces: their stems, a line a piece, and for each the number of literals, and theirs.

    Literals are cut at blanks, and only the different pieces are stemmed, since stemming takes most of the time.
    """
    said = "literal" if column.is_text else words_sql(column, "literal")
    piece = words_sql(column, "piece") if column.is_text else "piece"
    return (
        f"WITH token AS (SELECT fragment_no, string_to_table({said}, ' ') COLLATE \"C\" AS piece"
        f" FROM factcheck.fragment WHERE visibility_id = {visibility}),"
        f" piece AS (SELECT piece, {_NUMBERS} AS fragments FROM token WHERE piece <> '' GROUP BY piece) "
        + _in_one_row(f"SELECT {term_list_sql(piece)} AS terms, fragments FROM piece")
    )


def _initials_sql(visibility: int) -> str:
    """Write SQL for the initials of literals, in the form of ``_pieces_sql``."""
    return _in_one_row(
        f"SELECT ARRAY[initials] AS terms, {_NUMBERS} AS fragments"
        f' FROM (SELECT fragment_no, {initials_sql("literal")} COLLATE "C" AS initials FROM factcheck.fragment'
        f" WHERE visibility_id = {visibility}) AS name WHERE initials IS NOT NULL GROUP BY initials"
    )


def _in_one_row(entries: str) -> str:
    """Write SQL that returns entries in one row; the aggregates take them in one and the same order."""
    return (
        f"SELECT string_agg(array_to_string(terms, ' '), {literal(chr(10))}) AS terms,"
        " string_agg(int4send(octet_length(fragments) / 4), ''::bytea) AS sizes,"
        f" string_agg(fragments, ''::bytea) AS fragments FROM ({entries}) AS entry"
    )
