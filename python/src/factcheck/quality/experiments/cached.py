"""Evaluation with results kept from an earlier check (Table 2): the server does so for tracked tables."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.adapters.client_session import Connection, fact_check_name
from factcheck.quality.cases.sandbox import as_role, connected
from factcheck.quality.stage_times import stage_seconds

EVALUATION = "evaluation"
"""The stage of a check that evaluates candidates."""


@dataclass(frozen=True, slots=True)
class CachedTime:
    """Seconds of the second check of a document over tracked tables, and those of its evaluation."""

    seconds: float
    evaluation: float


def time_cached(dsn: str, role: str, tables: Sequence[str], document: str) -> CachedTime | None:
    """Check a document twice in the server as a role, over tables that are tracked meanwhile.

    None where the server keeps no results.  The session's role has to be a superuser.
    """
    with connected(dsn) as connection:
        if not _can_track(connection):
            return None
        for table in tables:
            connection.execute("SELECT factcheck.track(%s::text::regclass)", [table])
        with as_role(connection, role):
            connection.execute("SELECT factcheck.warm_up()")
            _check(connection, document, tables)
            with stage_seconds(connection) as stages:
                start = time.perf_counter()
                _check(connection, document, tables)
                seconds = time.perf_counter() - start
        is_kept = _is_anything_kept(connection)
        for table in tables:
            connection.execute("SELECT factcheck.untrack(%s::text::regclass)", [table])
    return CachedTime(seconds, stages.get(EVALUATION, 0.0)) if is_kept else None


def _check(connection: Connection, document: str, tables: Sequence[str]) -> None:
    """Check a document; all arguments are named and typed, so that no other function fits the call better."""
    call = f"{fact_check_name(connection)}(%s::text, %s::text[]::regclass[], NULL::float8, 10::int4, NULL::interval)"
    connection.execute(f"SELECT count(*) FROM {call}".encode(), [document, list(tables)])


def _can_track(connection: Connection) -> bool:
    row = connection.execute("SELECT to_regprocedure('factcheck.track(regclass)') IS NOT NULL").fetchone()
    return bool(row and row[0])


def _is_anything_kept(connection: Connection) -> bool:
    row = connection.execute("SELECT EXISTS (SELECT FROM factcheck.cube_cache_entries)").fetchone()
    return bool(row and row[0])
