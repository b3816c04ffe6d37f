"""How far the data of added tables have moved on since they were indexed, by the server's own statistics."""

from __future__ import annotations

from factcheck.port import Database
from factcheck.sqltext import literal

# What this session has not told the statistics yet counts, too: a table is often indexed right after it was filled.
_COUNTERS = """
SELECT sum(pg_stat_get_tuples_inserted(m.oid) + pg_stat_get_xact_tuples_inserted(m.oid))::bigint AS inserted,
       sum(pg_stat_get_tuples_updated(m.oid) + pg_stat_get_xact_tuples_updated(m.oid))::bigint AS updated,
       sum(pg_stat_get_tuples_deleted(m.oid) + pg_stat_get_xact_tuples_deleted(m.oid))::bigint AS deleted,
       sum(pg_stat_get_live_tuples(m.oid))::bigint AS live
FROM (SELECT dt.relation::oid UNION SELECT t.relid::oid FROM pg_catalog.pg_partition_tree(dt.relation) AS t) AS m (oid)
"""

CHANGED_ROWS = f"""
SELECT CASE WHEN s.live > 0 AND dt.indexed_rows IS NOT NULL
            THEN abs(s.live - dt.indexed_rows) + greatest(s.updated - dt.indexed_counters[2], 0)
                 + greatest(least(s.inserted - dt.indexed_counters[1], s.deleted - dt.indexed_counters[3]), 0)
            ELSE 0 END AS changed_rows
FROM ({_COUNTERS}) AS s
"""
"""SQL, for a LATERAL item beside ``factcheck.data_table dt``: about how many rows changed since indexing.

Rows that another session has inserted but not yet told the statistics at indexing time are no change: therefore
insertions count by what is there now, and only where they replaced deleted rows by their own number.
"""


def note_state(database: Database, relation: str, row_source: str | None) -> int | None:
    """Note with an added table when and in which state it was indexed; returns its rows.

    ``row_source`` is the table as SQL spells it; None for relations whose rows are not counted, such as views.
    """
    rows = None
    if row_source is not None:
        [counted] = database.query(f"SELECT count(*) AS rows FROM {row_source}")
        rows = int(counted["rows"])
    database.query(
        f"UPDATE factcheck.data_table dt SET indexed_at = now(), indexed_rows = {literal(rows)}, indexed_counters ="
        f" (SELECT ARRAY[s.inserted, s.updated, s.deleted] FROM ({_COUNTERS}) AS s)"
        f" WHERE dt.relation = {literal(relation)}::regclass"
    )
    return rows
