"""How far the data of added tables have moved on since they were indexed, by the server's own statistics."""

from __future__ import annotations

from factcheck.port import Database
from factcheck.sqltext import literal

# What this session has not told the statistics yet counts, too: a table is often indexed right after it was filled.
_COUNTERS = """
SELECT inserted, updated, deleted, live + inserted - told_inserted - deleted + told_deleted AS live
FROM (SELECT sum(pg_stat_get_tuples_inserted(m.oid))::bigint AS told_inserted,
             sum(pg_stat_get_tuples_deleted(m.oid))::bigint AS told_deleted,
             sum(pg_stat_get_tuples_inserted(m.oid) + pg_stat_get_xact_tuples_inserted(m.oid))::bigint AS inserted,
             sum(pg_stat_get_tuples_updated(m.oid) + pg_stat_get_xact_tuples_updated(m.oid))::bigint AS updated,
             sum(pg_stat_get_tuples_deleted(m.oid) + pg_stat_get_xact_tuples_deleted(m.oid))::bigint AS deleted,
             sum(pg_stat_get_live_tuples(m.oid))::bigint AS live
      FROM (SELECT dt.relation::oid
            UNION SELECT t.relid::oid FROM pg_catalog.pg_partition_tree(dt.relation) AS t) AS m (oid)) AS told
"""

_KNOWN_WITHIN = 0.05
"""Share by which the statistics, a sample's in large tables, may miss the number of rows they know."""

CHANGED_ROWS = f"""
SELECT CASE WHEN dt.indexed_rows IS NULL OR s.inserted < dt.indexed_counters[1] OR s.deleted < dt.indexed_counters[3]
            THEN 0
            WHEN (s.inserted, s.deleted) = (dt.indexed_counters[1], dt.indexed_counters[3])
            THEN greatest(s.updated - dt.indexed_counters[2], 0)
            ELSE abs(s.live - dt.indexed_rows) + greatest(s.updated - dt.indexed_counters[2], 0)
                 + greatest(least(s.inserted - dt.indexed_counters[1], s.deleted - dt.indexed_counters[3]), 0)
            END AS changed_rows
FROM ({_COUNTERS}) AS s
"""
"""SQL, for a LATERAL item beside ``factcheck.data_table dt``: about how many rows changed since indexing.

Rows that another session has inserted but not yet told the statistics at indexing time are no change: therefore
insertions count by what is there now, and only where they replaced deleted rows by their own number.  Counters that
went back were reset, and say nothing.
"""


def note_no_change(database: Database, relation: str) -> int | None:
    """Note that an added table's index was found up to date; returns the rows that were counted before."""
    database.query(
        f"UPDATE factcheck.data_table dt SET indexed_at = now() WHERE dt.relation = {literal(relation)}::regclass"
    )
    [row] = database.query(
        f"SELECT dt.indexed_rows FROM factcheck.data_table dt WHERE dt.relation = {literal(relation)}::regclass"
    )
    return None if row["indexed_rows"] is None else int(row["indexed_rows"])


def note_state(database: Database, relation: str, rows: int | None) -> None:
    """Note with an added table when and in which state it was indexed; ``rows`` is None where they are not counted.

    Where the statistics do not know all rows yet, updates are still to come that are older than the index: then none
    are counted later.
    """
    # Other sessions hear of what this one changed when its transaction ends, not seconds later.
    database.query("SELECT pg_stat_force_next_flush()::text AS done")
    database.query(
        f"UPDATE factcheck.data_table dt SET indexed_at = now(), indexed_rows = {literal(rows)}, indexed_counters ="
        f" (SELECT ARRAY[s.inserted, CASE WHEN abs(s.live - {literal(rows)}) <= {_KNOWN_WITHIN} * {literal(rows)}"
        f" THEN s.updated END, s.deleted] FROM ({_COUNTERS}) AS s)"
        f" WHERE dt.relation = {literal(relation)}::regclass"
    )
