"""Sessions that give levels at once change the same rows of the catalogue, one after the other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import sleep

import psycopg


def test_two_sessions_give_levels_at_once(database, admin, role):
    first, second = role(), role()
    with (
        psycopg.connect(database) as early,
        psycopg.connect(database, autocommit=True) as late,
        ThreadPoolExecutor(1) as thread,
    ):
        early.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [first])
        granted = thread.submit(late.execute, "SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [second])
        while not granted.done() and not is_waiting(admin, late):
            sleep(0.01)
        early.commit()
        granted.result(timeout=60)
    assert all(
        admin.execute("SELECT has_schema_privilege(%s, 'factcheck', 'USAGE')", [name]).fetchone()[0]
        for name in (first, second)
    )


def is_waiting(admin, connection):
    return admin.execute("SELECT pg_blocking_pids(%s) <> '{}'", [connection.info.backend_pid]).fetchone()[0]
