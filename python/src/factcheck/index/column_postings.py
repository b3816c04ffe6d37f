"""Stores which literals of a column have which terms: a row for each term, or all in one piece where they are few."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.index.literals import initials_sql, words_sql
from factcheck.index.postings import (
    ARRAY_HEADER_BYTES,
    ELEMENT_BYTES,
    Integers,
    LiteralTerms,
    elements,
    integers,
    pack_postings,
)
from factcheck.index.spelling import write_spelling
from factcheck.index.terms import term_list_sql
from factcheck.port import Database, Row
from factcheck.settings import Settings

MOST_IN_ONE_PIECE = 1_000
"""Literals of a column whose postings are kept in one piece at most.

A check reads such a piece whole, and reads rows of the terms it looks up only, but a row takes as long as hundreds of
postings do: with more literals than this, it is the rows that take less.
"""

_MOST_INITIALS = 20_000
"""Literals of a column whose initials are found at most: of more, too many have the same."""

_INSERT = "INSERT INTO factcheck.posting (term, column_id, fragments)"


@dataclass(frozen=True, slots=True)
class StoredPostings:
    """What the postings of a column came to; ``packed`` holds them all where they are to be kept in one piece."""

    terms: LiteralTerms
    has_spelling: bool
    packed: bytes | None = None


def store_postings(database: Database, column: Column, literals: int, settings: Settings) -> StoredPostings:
    """Work out the postings of a column's stored literals, so many, and write them and their terms' spelling.

    Those that are returned in one piece are left to the caller to write.
    """
    write = _in_one_piece if literals <= MOST_IN_ONE_PIECE else _in_rows
    return write(database, column, literals, settings)


def _in_one_piece(database: Database, column: Column, literals: int, settings: Settings) -> StoredPostings:
    said = _Read.of(database.query(_postings_sql(column)))
    initials = _Read.of(database.query(_initials_sql(column)) if column.is_text else ())
    names = [*said.terms, *initials.terms]
    packed = pack_postings(
        names,
        np.concatenate([said.sizes, initials.sizes]),
        np.concatenate([said.fragments, initials.fragments]),
    )
    has_spelling = write_spelling(database, column, settings, names)
    return StoredPostings(_literal_terms(literals, said.sizes, said.fragments), has_spelling, packed)


@dataclass(frozen=True, slots=True)
class _Read:
    """Postings as they were read: how many fragments each term has, and these, term after term."""

    terms: list[str]
    sizes: Integers
    fragments: Integers

    @classmethod
    def of(cls, rows: Iterable[Row]) -> _Read:
        read = [(row["term"], row["fragments"]) for row in rows]
        sizes = np.array([(len(sent) - ARRAY_HEADER_BYTES) // ELEMENT_BYTES for _, sent in read], dtype=np.int64)
        return cls([term for term, _ in read], sizes, elements(b"".join(sent for _, sent in read), sizes))


def _in_rows(database: Database, column: Column, literals: int, settings: Settings) -> StoredPostings:
    database.query(_postings_sql(column, _INSERT))
    [token] = database.query(
        "SELECT string_agg(fragments, ''::bytea) AS fragments,"
        f" string_agg(int4send((octet_length(fragments) - {ARRAY_HEADER_BYTES}) / {ELEMENT_BYTES}), ''::bytea) AS sizes"
        f" FROM factcheck.posting WHERE column_id = {column.column_id}"
    )
    sizes = integers(token["sizes"])
    terms = _literal_terms(literals, sizes, elements(token["fragments"], sizes))
    if column.is_text and literals <= _MOST_INITIALS:
        database.query(f"{_INSERT} {_initials_sql(column)}")
    return StoredPostings(terms, write_spelling(database, column, settings))


def _literal_terms(literals: int, sizes: Integers, fragments: Integers) -> LiteralTerms:
    return LiteralTerms.of(literals, fragments, np.repeat(sizes, sizes))


def _postings_sql(column: Column, insert: str = "") -> str:
    """SQL for the postings of a column's predicates: ``term``, ``column_id`` and ``fragments``.

    Literals are cut at blanks, and only the different pieces are stemmed, since stemming takes most of the time.  A
    term that several pieces stem to, as "Sale" and "sales", has the predicates of all of them, each once.
    """
    said = "literal" if column.is_text else words_sql(column, "literal")
    pieces = words_sql(column, "piece") if column.is_text else "piece"
    return (
        f"WITH token AS (SELECT fragment_no, unnest(string_to_array({said}, ' ')) COLLATE \"C\" AS piece"
        f" FROM factcheck.fragment WHERE column_id = {column.column_id}),"
        " piece AS (SELECT piece, array_agg(DISTINCT fragment_no) AS fragments FROM token"
        " WHERE piece <> '' GROUP BY piece),"
        ' stemmed AS MATERIALIZED (SELECT t.term COLLATE "C" AS term, p.fragments, count(*) OVER (PARTITION BY t.term)'
        f" AS pieces FROM piece p, unnest({term_list_sql(pieces)}) AS t (term))"
        f" {insert} SELECT term, {column.column_id} AS column_id, array_send(fragments) AS fragments FROM"
        " (SELECT term, fragments FROM stemmed WHERE pieces = 1 UNION ALL"
        " SELECT s.term, array_agg(DISTINCT f.fragment_no) FROM stemmed s, unnest(s.fragments) AS f (fragment_no)"
        " WHERE s.pieces > 1 GROUP BY s.term) AS own ORDER BY term"
    )


def _initials_sql(column: Column) -> str:
    """SQL for postings of initials; they are no words of the literals, and do not count among their terms."""
    return (
        f"SELECT initials AS term, {column.column_id} AS column_id, array_send(array_agg(fragment_no)) AS fragments"
        f' FROM (SELECT fragment_no, {initials_sql("literal")} COLLATE "C" AS initials FROM factcheck.fragment'
        f" WHERE column_id = {column.column_id}) AS name WHERE initials IS NOT NULL GROUP BY initials ORDER BY initials"
    )
