"""Attack: an analyst makes result views slow for everybody, by entering columns and states of data that no check met.

Each query of a view asks about all used columns and all states.  Protection: row security lets in only what is so,
about added tables; so there are no more columns than these have.  Control: without the policy any number of rows gets
in.
"""

from __future__ import annotations

import psycopg
import pytest

COLUMNS = """
INSERT INTO factcheck.used_column (relation, column_number, column_name, column_type)
SELECT 'public.orders'::regclass, 1, {name}, 'integer'::regtype FROM generate_series(1, 10000) AS g
ON CONFLICT DO NOTHING
"""
STATES = """
INSERT INTO factcheck.table_state (relation, storage, counters, tracking, snapshot)
SELECT c.oid, 'x', 'x', 'x', pg_current_snapshot() FROM pg_class c
"""


def test_only_what_is_so_can_be_entered(attacker, orders, root):
    for statement in (COLUMNS.format(name="'c' || g"), STATES):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            attacker.execute(statement)
    attacker.execute(COLUMNS.format(name="'order_id'"))
    assert root.value("SELECT count(*) FROM factcheck.used_column") == 1


def test_without_the_policies_any_number_of_rows_gets_in(attacker, orders, root):
    for table in ("used_column", "table_state"):
        root.execute(f"ALTER TABLE factcheck.{table} DISABLE ROW LEVEL SECURITY")
    try:
        attacker.execute(COLUMNS.format(name="'c' || g"))
        attacker.execute(STATES)
    finally:
        for table in ("used_column", "table_state"):
            root.execute(f"ALTER TABLE factcheck.{table} ENABLE ROW LEVEL SECURITY")
    assert root.value("SELECT count(*) FROM factcheck.used_column") > 10_000
    root.execute("DELETE FROM factcheck.used_column; DELETE FROM factcheck.table_state")
