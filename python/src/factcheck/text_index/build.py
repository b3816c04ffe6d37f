"""Build the index of one table: keywords of its columns, predicates and their postings."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from time import monotonic

from factcheck.catalogue.keyword_store import write_keywords
from factcheck.catalogue.schema import Column, Table, read_tables
from factcheck.catalogue.staleness import note_no_change, note_state
from factcheck.errors.catalogue.tables import table_has_no_usable_column
from factcheck.port import Database, Row
from factcheck.runtime.checkpoints import checkpoint
from factcheck.settings import Settings
from factcheck.sqltext import binary, integer_array, literal
from factcheck.text_index.appended_rows import appended_rows, read_appended
from factcheck.text_index.column_facts import write_column_facts
from factcheck.text_index.index_state import IndexState, index_state
from factcheck.text_index.literals import initials_sql, may_be_restricted, words_sql
from factcheck.text_index.planner_statistics import analyze
from factcheck.text_index.posting_store import store_postings
from factcheck.text_index.table_reading import TableReading, read_table
from factcheck.words.stems import term_list_sql

_SECONDS_BETWEEN_NEWS = 3.0
_TABLES = ("fragment", "posting", "spelling", "text_index")
"""What the index is made of; each row has the number of its visibility."""

_LITERALS_DIGEST = (
    "bit_xor(hashtextextended(literal, 0))::text || ' ' || bit_xor(hashtextextended(literal, 1))::text"
    " || ' ' || count(*)"
)
_FREQUENCIES_DIGEST = "bit_xor(hashtextextended(literal || ' ' || frequency, 2))::text"


@dataclass(frozen=True, slots=True)
class IndexedTable:
    """What bringing a table's index up to date came to; ``rows`` is None where rows are not counted.

    ``literals`` is the number of predicates, ``bytes`` the size of their rows in the index, ``rewritten`` the number of
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
    of them.  Columns whose literals did not change keep them; of a tracked table that did not change nothing is read,
    and of one that only grew the rows that are new.
    """
    table = readable_table(database, relation)
    state = index_state(database, table, settings)
    if state is not None and state.is_indexed(database):
        kept = _kept_index(database, table, relation)
        if kept is not None:
            return kept
    news = _News(database, relation)
    restricted = _restricted_columns(table)
    appended = None if state is None else appended_rows(database, table, state)
    if appended is None:
        reading = read_table(database, table, restricted, settings)
    else:
        reading = read_appended(database, table, appended, _kept_columns(database, table), settings)
    news.tell("its rows are read")
    unchanged = _unchanged_columns(database, table, reading, settings, news)
    _renumber(database, _written_columns(database, table) - unchanged.keys())
    table = readable_table(database, relation)
    stale = [column for column in _restricted_columns(table) if column.column_id not in unchanged]
    write_keywords(database, table)
    literals = sum(unchanged.values())
    for written, column in enumerate(stale, 1):
        checkpoint()
        literals += _write_column(database, table, column, reading, settings)
        news.tell(f"{written} of {len(stale)} columns indexed")
    write_column_facts(database, table, reading)
    if stale:
        analyze(database, *_TABLES)
    analyze(database, "data_column", "column_fact", "visibility", "column_keyword")
    note_state(database, relation, reading.rows)
    _keep_state(database, table, settings, state, reading.rows)
    return IndexedTable(reading.rows, literals, _kept_bytes(database, table), len(stale))


class _News:
    """Tells how far the indexing of a table has come, every few seconds."""

    def __init__(self, database: Database, relation: str) -> None:
        self._database, self._relation, self._told = database, relation, monotonic()

    def tell(self, news: str) -> None:
        """Raise a notice, unless one was raised just now."""
        now = monotonic()
        if now - self._told > _SECONDS_BETWEEN_NEWS:
            self._database.notice(f"table {self._relation}: {news}")
            self._told = now


def _units(table: Table) -> list[str | None]:
    return [column.unit for column in table.columns]


def _keep_state(
    database: Database, table: Table, settings: Settings, state: IndexState | None, rows: int | None
) -> None:
    """Keep the state from before a table was read, if its definition is still the same.

    Which parts a table has follows no snapshot: one that came while it was read may go again.
    """
    now = index_state(database, table, settings) if state is not None else None
    if state is not None and now is not None and now.signature == state.signature:
        state.keep(database, rows)


def _kept_index(database: Database, table: Table, relation: str) -> IndexedTable | None:
    """Bring up to date what needs no rows of a table; None where these have to be read after all.

    Whether a column holds fractions of one depends on its rows, unless it has a unit.
    """
    kept = _kept_columns(database, table)
    if {column.column_id for column in _restricted_columns(table)} | _written_columns(database, table) != kept.keys():
        return None
    write_keywords(database, table)
    if _units(readable_table(database, relation)) != _units(table):
        return None
    analyze(database, "column_keyword")
    return IndexedTable(note_no_change(database, relation), sum(kept.values()), _kept_bytes(database, table), 0)


def _kept_columns(database: Database, table: Table) -> dict[int, int]:
    """Return the columns that are indexed in the way in which they would be now, with the number of their literals."""
    wanted = {column.column_id: column for column in _restricted_columns(table)}
    return {
        row["column_id"]: row["literals"]
        for row in _indexed_columns(database, wanted)
        if row["content_hash"].startswith(f"{_way(wanted[row['column_id']])} ")
    }


def _indexed_columns(database: Database, wanted: Collection[int]) -> Sequence[Row]:
    return database.query(
        "SELECT v.column_id, v.visibility_id, i.content_hash, i.frequency_hash, i.literals FROM factcheck.visibility v"
        " JOIN factcheck.text_index i ON i.visibility_id = v.visibility_id"
        f" WHERE v.column_id = ANY ({integer_array(sorted(wanted))}) ORDER BY v.column_id"
    )


def _kept_bytes(database: Database, table: Table) -> int:
    numbers = integer_array(column.column_id for column in table.columns)
    [kept] = database.query(
        "SELECT sum(size)::bigint AS bytes FROM ("
        + " UNION ALL ".join(
            f"SELECT coalesce(sum(pg_column_size(r.*)), 0) AS size FROM factcheck.{name} r"
            " WHERE r.visibility_id = ANY (ARRAY("
            f"SELECT v.visibility_id FROM factcheck.visibility v WHERE v.column_id = ANY ({numbers})))"
            for name in _TABLES
        )
        + ") AS part"
    )
    return int(kept["bytes"])


def readable_table(database: Database, relation: str) -> Table:
    """Read an added table as the current role sees it; raise ``FactcheckError`` where it has no usable column."""
    tables = read_tables(database, [relation], only_trusted=False)
    if not tables:
        raise table_has_no_usable_column(relation)
    return tables[0]


def _restricted_columns(table: Table) -> list[Column]:
    """Return the columns whose values become predicates of the shared index."""
    return [column for column in table.columns if table.is_indexed and may_be_restricted(column)]


def _unchanged_columns(
    database: Database, table: Table, reading: TableReading, settings: Settings, news: _News
) -> dict[int, int]:
    """Return the columns whose literals are those indexed, with the number of these; write changed frequencies."""
    wanted = {column.column_id: column for column in _restricted_columns(table)}
    rows = _indexed_columns(database, wanted)
    unchanged = {}
    for compared, row in enumerate(rows, 1):
        checkpoint()
        column = wanted[row["column_id"]]
        values = reading.values_sql(column, table, settings)
        [now] = database.query(
            f"{values} SELECT {_LITERALS_DIGEST} AS literals_digest, {_FREQUENCIES_DIGEST} AS frequencies_digest,"
            f" count(*) AS literals FROM chosen"
        )
        news.tell(f"{compared} of {len(rows)} columns compared with the index")
        if row["content_hash"] != _content_hash(column, now["literals_digest"]):
            continue
        unchanged[column.column_id] = now["literals"]
        if row["frequency_hash"] != now["frequencies_digest"]:
            _write_frequencies(database, row["visibility_id"], values, now["frequencies_digest"])
    return unchanged


def _content_hash(column: Column, literals_digest: str | None) -> str:
    """Return a digest of a column's literals after one of the way in which they are read."""
    return f"{_way(column)} {literals_digest}"


def _way(column: Column) -> str:
    """Compute a digest of the way in which a column's literals are read."""
    way = f"{column.type_name} {words_sql(column, 'literal')} {term_list_sql('literal')} {initials_sql('literal')}"
    return hashlib.sha256(way.encode()).hexdigest()


def _write_frequencies(database: Database, visibility: int, values: str, digest: str) -> None:
    database.query(
        f"{values} UPDATE factcheck.fragment f SET frequency = c.frequency FROM chosen c"
        f" WHERE f.visibility_id = {visibility} AND f.literal = c.literal AND f.frequency <> c.frequency"
    )
    database.query(
        f"{values} UPDATE factcheck.text_index i SET frequency_hash = {literal(digest)},"
        " distinct_values = c.distinct_values, filled_rows = c.filled_rows,"
        " indexed_rows = (SELECT coalesce(sum(frequency), 0) FROM chosen)::bigint"
        f" FROM counted c WHERE i.visibility_id = {visibility}"
    )


def _written_columns(database: Database, table: Table) -> set[int]:
    """Return the numbers of a table's columns of which something is in the index, those no longer usable included."""
    rows = database.query(
        "SELECT dc.column_id FROM factcheck.data_column dc JOIN factcheck.visibility v ON v.column_id = dc.column_id"
        f" WHERE dc.table_id = {table.table_id}"
    )
    return {row["column_id"] for row in rows}


def _renumber(database: Database, columns: Collection[int]) -> None:
    """Give columns new numbers; with the old ones goes what is indexed of their values, and what was kept of results.

    Stored readings name columns by the first number that they had.
    Only a deletion that cascades deletes rows of the index: row security hides from a role what it must not see, so
    that the role could not delete all of them itself.
    """
    if columns:
        database.query(
            "WITH gone AS (DELETE FROM factcheck.data_column"
            f" WHERE column_id = ANY ({integer_array(sorted(columns))}) RETURNING *)"
            " INSERT INTO factcheck.data_column (table_id, column_name, column_number, column_type, first_id)"
            " SELECT table_id, column_name, column_number, column_type, coalesce(first_id, column_id)"
            " FROM gone ORDER BY column_id"
        )


def _write_column(database: Database, table: Table, column: Column, reading: TableReading, settings: Settings) -> int:
    """Store the predicates of a column, which has none, with their postings; return the number of predicates."""
    [visible] = database.query(
        f"INSERT INTO factcheck.visibility (column_id) VALUES ({column.column_id}) RETURNING visibility_id"
    )
    visibility = int(visible["visibility_id"])
    # The rows of the table are read by a statement that writes nothing: only then do workers share them.
    [counted] = database.query(
        f"{reading.values_sql(column, table, settings)} SELECT distinct_values, filled_rows,"
        " (SELECT json_agg(c)::text FROM chosen AS c) AS chosen FROM counted"
    )
    # What is inserted is read again for its digests: rows that RETURNING hands over take longer.
    database.query(
        "INSERT INTO factcheck.fragment (visibility_id, fragment_no, literal, frequency)"
        f" SELECT {visibility}, row_number() OVER (ORDER BY frequency DESC, literal) - 1, literal, frequency"
        f" FROM json_to_recordset({literal(counted['chosen'] or '[]')}::json)"
        ' AS chosen (literal text COLLATE "C", frequency bigint)'
    )
    [written] = database.query(
        "SELECT count(*) AS literals, coalesce(sum(frequency), 0)::bigint AS indexed_rows,"
        f" {_LITERALS_DIGEST} AS literals_digest, {_FREQUENCIES_DIGEST} AS frequencies_digest"
        f" FROM factcheck.fragment WHERE visibility_id = {visibility}"
    )
    stored = store_postings(database, column, visibility, int(written["literals"]), settings)
    counts, rarities = stored.statistics.pack()
    database.query(
        "INSERT INTO factcheck.text_index (visibility_id, literals, distinct_values, indexed_rows, filled_rows,"
        " has_spelling, content_hash, frequency_hash, term_counts, rarities, postings) VALUES"
        f" ({visibility}, {written['literals']}, {literal(counted['distinct_values'])}, {written['indexed_rows']},"
        f" {counted['filled_rows']}, {literal(stored.has_spelling)},"
        f" {literal(_content_hash(column, written['literals_digest']))}, {literal(written['frequencies_digest'])},"
        f" {binary(counts)}, {binary(rarities)}, {'NULL' if stored.packed is None else binary(stored.packed)})"
    )
    return int(written["literals"])
