"""Builds the index of query fragments of one table: keywords of its columns, predicates and their postings."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from time import monotonic

from factcheck.catalogue.keyword_store import write_keywords
from factcheck.catalogue.schema import Column, Table, read_tables
from factcheck.catalogue.staleness import note_state
from factcheck.errors import FactcheckError
from factcheck.port import Database
from factcheck.settings import Settings
from factcheck.sqltext import binary, integer_array, literal
from factcheck.text_index.column_postings import store_postings
from factcheck.text_index.literals import chosen_sql, entries_sql, initials_sql, may_be_restricted, words_sql
from factcheck.text_index.planner_statistics import analyze
from factcheck.words.stems import term_list_sql

_SECONDS_BETWEEN_NEWS = 3.0
_LITERALS_DIGEST = (
    "bit_xor(hashtextextended(literal, 0))::text || ' ' || bit_xor(hashtextextended(literal, 1))::text"
    " || ' ' || count(*)"
)
_FREQUENCIES_DIGEST = "bit_xor(hashtextextended(literal || ' ' || frequency, 2))::text"


@dataclass(frozen=True, slots=True)
class IndexedTable:
    """What bringing a table's index up to date came to; ``rows`` is None where rows are not counted.

    ``literals`` is the number of predicates, ``bytes`` the size of what is kept of them, ``rewritten`` the number of
    columns whose predicates were written anew.
    """

    rows: int | None
    literals: int
    bytes: int
    rewritten: int


def index_table(database: Database, relation: str, settings: Settings) -> IndexedTable:
    """Bring the index of an added table up to date: keywords of table and columns, predicates and their postings.

    ``relation`` is its name as ``regclass`` prints it.  The current role must be able to read the columns.
    Values of views, foreign tables and tables under row security are not indexed, since not everybody may see each
    of them.  Columns whose literals did not change keep them.
    """
    table = readable_table(database, relation)
    unchanged = _unchanged_columns(database, table, settings)
    _renumber(database, _written_columns(database, table) - unchanged.keys())
    table = readable_table(database, relation)
    stale = [column for column in _restricted_columns(table) if column.column_id not in unchanged]
    write_keywords(database, table)
    literals, told = sum(unchanged.values()), monotonic()
    for place, column in enumerate(stale, 1):
        database.checkpoint()
        literals += _write_column(database, table, column, settings)
        if monotonic() - told > _SECONDS_BETWEEN_NEWS:
            database.notice(f"table {relation}: {place} of {len(stale)} columns indexed")
            told = monotonic()
    if stale:
        analyze(database, "fragment", "posting", "spelling", "column_index")
    analyze(database, "data_column", "column_keyword")
    # Counting rows under row security would run its owner's code, and count what this role sees only.
    rows = note_state(database, relation, table.sql_name if table.is_indexed else None)
    return IndexedTable(rows, literals, _kept_bytes(database, table), len(stale))


def _kept_bytes(database: Database, table: Table) -> int:
    numbers = integer_array(column.column_id for column in table.columns)
    [kept] = database.query(
        "SELECT sum(size)::bigint AS bytes FROM ("
        + " UNION ALL ".join(
            f"SELECT coalesce(sum(pg_column_size(r.*)), 0) AS size FROM factcheck.{name} r"
            f" WHERE r.column_id = ANY ({numbers})"
            for name in ("fragment", "posting", "spelling", "column_index")
        )
        + ") AS part"
    )
    return int(kept["bytes"])


def readable_table(database: Database, relation: str) -> Table:
    """An added table as the current role reads it; raises ``FactcheckError`` for one without any usable column."""
    tables = read_tables(database, [relation], only_trusted=False)
    if not tables:
        raise FactcheckError(
            f"table {relation} has no column to check claims about",
            sqlstate="42P16",
            hint="Add tables that have columns of types with an order, such as numbers, words and days.",
        )
    return tables[0]


def _restricted_columns(table: Table) -> list[Column]:
    """The columns whose values become predicates of the shared index."""
    return [column for column in table.columns if table.is_indexed and may_be_restricted(column)]


def _unchanged_columns(database: Database, table: Table, settings: Settings) -> dict[int, int]:
    """The columns whose literals are those indexed, with their number; changed frequencies are written."""
    wanted = {column.column_id: column for column in _restricted_columns(table)}
    rows = database.query(
        "SELECT column_id, content_hash, frequency_hash FROM factcheck.column_index"
        f" WHERE column_id = ANY ({integer_array(sorted(wanted))}) ORDER BY column_id"
    )
    unchanged = {}
    for row in rows:
        database.checkpoint()
        column = wanted[row["column_id"]]
        entries = _entries(column, table, settings)
        [now] = database.query(
            f"{entries} SELECT {_LITERALS_DIGEST} AS literals_digest, {_FREQUENCIES_DIGEST} AS frequencies_digest,"
            f" count(*) AS literals FROM chosen"
        )
        if row["content_hash"] != _content_hash(column, now["literals_digest"]):
            continue
        unchanged[column.column_id] = now["literals"]
        if row["frequency_hash"] != now["frequencies_digest"]:
            _write_frequencies(database, column, entries, now["frequencies_digest"])
    return unchanged


def _content_hash(column: Column, literals_digest: str | None) -> str:
    """Digest of a column's literals and of the way in which they are read."""
    way = f"{column.type_name} {words_sql(column, 'literal')} {term_list_sql('literal')} {initials_sql('literal')}"
    return f"{hashlib.sha256(way.encode()).hexdigest()} {literals_digest}"


def _entries(column: Column, table: Table, settings: Settings) -> str:
    return (
        f"WITH entry AS MATERIALIZED ({entries_sql(column, table.sql_name)}),"
        " counted AS MATERIALIZED (SELECT count(literal) AS distinct_values,"
        " coalesce(sum(frequency), 0)::bigint AS filled_rows FROM entry),"
        f" chosen AS ({chosen_sql(column, settings.literals_per_column, settings, entry='entry', size=_SIZE)})"
    )


_SIZE = "(SELECT distinct_values FROM counted)"


def _write_frequencies(database: Database, column: Column, entries: str, digest: str) -> None:
    database.query(
        f"{entries} UPDATE factcheck.fragment f SET frequency = c.frequency FROM chosen c"
        f" WHERE f.column_id = {column.column_id} AND f.literal = c.literal AND f.frequency <> c.frequency"
    )
    database.query(
        f"{entries} UPDATE factcheck.column_index i SET frequency_hash = {literal(digest)},"
        " distinct_values = c.distinct_values, filled_rows = c.filled_rows,"
        " indexed_rows = (SELECT coalesce(sum(frequency), 0) FROM chosen)::bigint"
        f" FROM counted c WHERE i.column_id = {column.column_id}"
    )


def _written_columns(database: Database, table: Table) -> set[int]:
    """Numbers of a table's columns of which something may be in the index, those of no use any more among them.

    Row security hides what is indexed of a table that is under it now.
    """
    is_hidden = table.is_stored and not table.is_indexed
    rows = database.query(
        f"SELECT dc.column_id FROM factcheck.data_column dc WHERE dc.table_id = {table.table_id}"
        f" AND ({literal(is_hidden)} OR EXISTS (SELECT FROM factcheck.column_index i WHERE i.column_id = dc.column_id))"
    )
    return {row["column_id"] for row in rows}


def _renumber(database: Database, columns: Collection[int]) -> None:
    """Give columns new numbers; the old numbers take their predicates and postings with them.

    A deletion that cascades is the only one: row security hides from a role what it must not see, so that by itself
    it could not delete all.
    """
    if columns:
        database.query(
            "WITH gone AS (DELETE FROM factcheck.data_column"
            f" WHERE column_id = ANY ({integer_array(sorted(columns))}) RETURNING *)"
            " INSERT INTO factcheck.data_column (table_id, column_name, column_number, column_type)"
            " SELECT table_id, column_name, column_number, column_type FROM gone ORDER BY column_id"
        )


def _write_column(database: Database, table: Table, column: Column, settings: Settings) -> int:
    """Store the predicates of a column with their postings; returns how many."""
    # What is inserted is read again for its digests: rows that RETURNING hands over take longer.
    [counted] = database.query(
        f"{_entries(column, table, settings)}, written AS ("
        "INSERT INTO factcheck.fragment (column_id, fragment_no, literal, frequency)"
        f" SELECT {column.column_id}, row_number() OVER (ORDER BY literal) - 1, literal, frequency FROM chosen)"
        " SELECT distinct_values, filled_rows FROM counted"
    )
    [written] = database.query(
        "SELECT count(*) AS literals, coalesce(sum(frequency), 0)::bigint AS indexed_rows,"
        f" {_LITERALS_DIGEST} AS literals_digest, {_FREQUENCIES_DIGEST} AS frequencies_digest"
        f" FROM factcheck.fragment WHERE column_id = {column.column_id}"
    )
    stored = store_postings(database, column, int(written["literals"]), settings)
    counts, rarities = stored.statistics.pack()
    database.query(
        "INSERT INTO factcheck.column_index (column_id, literals, distinct_values, indexed_rows, filled_rows,"
        " has_spelling, content_hash, frequency_hash, term_counts, rarities, postings) VALUES"
        f" ({column.column_id}, {written['literals']}, {counted['distinct_values']}, {written['indexed_rows']},"
        f" {counted['filled_rows']}, {literal(stored.has_spelling)},"
        f" {literal(_content_hash(column, written['literals_digest']))}, {literal(written['frequencies_digest'])},"
        f" {binary(counts)}, {binary(rarities)}, {'NULL' if stored.packed is None else binary(stored.packed)})"
    )
    return int(written["literals"])
