"""Estimate from a sample of rows what indexing a table will come to."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database, Row
from factcheck.runtime.checkpoints import checkpoint
from factcheck.settings import Settings
from factcheck.text_index.build import readable_table
from factcheck.text_index.literals import entries_sql, may_be_restricted, words_sql
from factcheck.text_index.posting_store import MOST_IN_ONE_PIECE
from factcheck.text_index.spelling import IS_SPELLED
from factcheck.words.stems import term_list_sql

_SAMPLED_ROWS = 20_000
_BYTES_PER_COLUMN = 180
_BYTES_PER_FRAGMENT = 51
_BYTES_PER_TRIGRAM = 15
_BYTES_IN_ONE_PIECE = (10, 2)
"""Of a term and of its occurrence in a literal, where a column's postings are kept in one piece ..."""
_BYTES_IN_ROWS = (45, 4)
"""... and where they are kept in rows."""
_WRITING = 1.5
"""How many times longer storing and indexing a literal takes than reading and stemming it."""


@dataclass(frozen=True, slots=True)
class IndexEstimate:
    """What indexing a table will come to; ``bytes`` are those of the index's rows, without the btrees on them."""

    rows: int | None
    literals: int
    bytes: int
    seconds: float


def estimate_table(database: Database, relation: str, settings: Settings) -> IndexEstimate:
    """Estimate rows, literals, bytes and seconds of indexing an added table, from up to 20,000 of its rows.

    ``rows`` is None where rows are not counted: of views, foreign tables and tables under row security.
    """
    table = readable_table(database, relation)
    rows = _rows(database, table) if table.is_indexed else None
    literals = size = 0
    seconds = 0.0
    for column in table.columns:
        if rows is None or not may_be_restricted(column):
            continue
        checkpoint()
        began = monotonic()
        sample = _sample(database, table, column)
        took = monotonic() - began
        share = rows / max(min(rows, _SAMPLED_ROWS), 1)
        predicates = _extrapolated(sample, share, column, settings)
        growth = predicates / max(sample["values"], 1)
        literals += predicates
        size += _BYTES_PER_COLUMN + int(_bytes(sample, predicates, growth, settings))
        seconds += took * share * 0.5 + took * growth * _WRITING
    return IndexEstimate(rows, literals, size, seconds)


def _rows(database: Database, table: Table) -> int:
    """Return the number of rows of a table as the planner knows it, and count them where it does not.

    Of a table that Citus manages it knows nothing.
    """
    [known] = database.query(
        "SELECT coalesce(sum(CASE WHEN c.relkind <> 'p' THEN c.reltuples END), -1)::bigint AS rows,"
        " coalesce(bool_or(c.reltuples < 0 AND c.relkind <> 'p'), true) AS is_unknown"
        " FROM factcheck.data_table dt, pg_catalog.pg_class c"
        f" WHERE dt.table_id = {table.table_id} AND (c.oid = dt.relation OR c.oid IN"
        " (SELECT p.relid FROM pg_catalog.pg_partition_tree(dt.relation) AS p))"
    )
    if not known["is_unknown"] and table.placement is None:
        return int(known["rows"])
    [counted] = database.query(f"SELECT count(*) AS rows FROM {table.sql_name}")
    return int(counted["rows"])


def _sample(database: Database, table: Table, column: Column) -> Row:
    source = f"(SELECT {column.sql_name} FROM {table.sql_name} LIMIT {_SAMPLED_ROWS}) AS sample"
    [row] = database.query(
        f"WITH entry AS MATERIALIZED ({entries_sql(column, source)}), said AS MATERIALIZED"
        f" (SELECT literal, frequency, {term_list_sql(words_sql(column, 'literal'))} AS terms FROM entry"
        " WHERE literal IS NOT NULL), token AS (SELECT unnest(terms) AS term FROM said),"
        " different AS MATERIALIZED (SELECT DISTINCT term FROM token)"
        ' SELECT count(*) AS "values", count(*) FILTER (WHERE frequency = 1) AS singles,'
        " coalesce(sum(octet_length(literal)), 0)::bigint AS characters,"
        " (SELECT count(*) FROM token) AS occurrences, (SELECT count(*) FROM different) AS terms,"
        f" (SELECT count(*) FROM different WHERE {IS_SPELLED}) AS spelled,"
        f" (SELECT coalesce(sum(length(term) + 1), 0) FROM different WHERE {IS_SPELLED})::bigint AS trigrams FROM said"
    )
    return row


def _extrapolated(sample: Row, share: float, column: Column, settings: Settings) -> int:
    """Estimate the different values of all rows: those met once in the sample stand for more, by the share of rows."""
    values = round(sample["values"] + sample["singles"] * (share - 1))
    if column.is_integer and values > settings.integer_column_values:
        return 0
    return int(min(values, settings.literals_per_column))


def _bytes(sample: Row, literals: int, growth: float, settings: Settings) -> float:
    """Estimate the bytes of a number of literals of a column, ``growth`` times as many as were sampled."""
    per_term, per_occurrence = _BYTES_IN_ONE_PIECE if literals <= MOST_IN_ONE_PIECE else _BYTES_IN_ROWS
    is_spelled = growth * sample["spelled"] <= settings.misspelling_terms
    return float(
        literals * _BYTES_PER_FRAGMENT
        + growth * (sample["characters"] + sample["occurrences"] * per_occurrence + sample["terms"] * per_term)
        + (growth * sample["trigrams"] * _BYTES_PER_TRIGRAM if is_spelled else 0)
    )
