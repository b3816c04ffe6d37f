"""Refreshing tracked tables: one that did not change is not read."""

from __future__ import annotations

import psycopg
import pytest
from support.trip_table import TEXTS, literals, refresh, trip_table


@pytest.fixture
def trips(admin, analyst_name):
    with trip_table(admin, analyst_name) as table:
        yield table


@pytest.fixture
def tracked(admin, trips):
    """The same table, tracked and indexed since."""
    admin.execute("SELECT factcheck.track('public.trip'), factcheck.refresh('public.trip')")
    return trips


def scans_of_refresh(admin):
    """How many scans of the table a refresh takes."""
    with admin.transaction():
        admin.execute("SELECT factcheck.refresh('public.trip')")
        return admin.execute(
            "SELECT coalesce(sum(seq_scan), 0)::integer FROM pg_stat_xact_user_tables WHERE relname = 'trip'"
        ).fetchone()[0]


def test_a_tracked_table_that_did_not_change_is_not_read(admin, tracked):
    before = [admin.execute(f"SELECT i.ctid, i.* FROM factcheck.{name} i").fetchall() for name in TEXTS]
    assert scans_of_refresh(admin) == 0
    assert [admin.execute(f"SELECT i.ctid, i.* FROM factcheck.{name} i").fetchall() for name in TEXTS] == before
    [(rows,)] = admin.execute("SELECT indexed_rows FROM factcheck.data_table WHERE relation = 'public.trip'::regclass")
    assert rows == 60
    admin.execute("SELECT factcheck.untrack('public.trip')")
    assert scans_of_refresh(admin) > 0


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO public.trip VALUES (61, 'Bonn', 'spring', 1)",
        "UPDATE public.trip SET city = 'Bonn' WHERE trip_id = 1",
        "DELETE FROM public.trip WHERE city = 'Oslo'",
        "TRUNCATE public.trip",
        "ALTER TABLE public.trip ALTER season TYPE varchar",
        "UPDATE factcheck.setting SET value = 10 WHERE name = 'literals_per_column'",
        "SELECT factcheck.forget('public.trip')",
    ],
)
def test_a_tracked_table_is_read_after_any_change(admin, tracked, change):
    assert scans_of_refresh(admin) == 0
    admin.execute(change)
    assert scans_of_refresh(admin) > 0
    counted = "SELECT city, count(*) FROM public.trip GROUP BY city"
    assert literals(admin, "city") == dict(admin.execute(counted).fetchall())
    admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'literals_per_column'")


def test_what_was_not_committed_when_a_table_was_indexed_is_read_later(database, admin, tracked):
    with psycopg.connect(database) as other:
        other.execute("INSERT INTO public.trip VALUES (61, 'Bonn', 'spring', 1)")
        admin.execute("DELETE FROM public.trip WHERE trip_id = 60")
        assert scans_of_refresh(admin) > 0
        other.commit()
    assert scans_of_refresh(admin) > 0
    assert literals(admin, "city")["Bonn"] == 1
    assert scans_of_refresh(admin) == 0


def test_what_the_transaction_of_a_refresh_changes_itself_is_read(admin, tracked):
    with admin.transaction():
        admin.execute("UPDATE public.trip SET city = 'Bonn' WHERE trip_id = 1")
        refresh(admin)
        admin.execute("UPDATE public.trip SET city = 'Kiel' WHERE trip_id = 2")
        refresh(admin)
    assert {"Bonn", "Kiel"} <= literals(admin, "city").keys()
    assert scans_of_refresh(admin) > 0
    assert scans_of_refresh(admin) == 0
