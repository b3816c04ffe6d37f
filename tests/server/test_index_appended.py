"""Refreshing the index of a tracked table that grew: new rows alone are read, and the index is that of all rows."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.settings import read_settings
from factcheck.text_index import build

Admin = psycopg.Connection[Any]

COLUMNS = """
    city text, visits integer, year integer, opened date, is_open boolean, remark text, share numeric, fare real,
    nothing text, code char(4)
"""
ROW = """
    SELECT CASE WHEN random() < 0.9
                THEN (ARRAY['Rome', 'Oslo', 'Bern', 'Riga', 'O''Hara'])[1 + floor({cities} * random())] END,
           floor(random() * 30)::integer, 1990 + floor(random() * 30)::integer,
           date '2020-01-01' + floor(random() * 9)::integer, random() < 0.5,
           CASE WHEN random() < {long} THEN repeat('long ', 40) ELSE 'short' END, round(random()::numeric, 2),
           CASE WHEN random() < {missing} THEN NULL ELSE random() * 3 END, NULL, 'ab'
    FROM generate_series(1, {rows})
"""
INDEXED = """
SELECT dc.column_name, cf.has_missing, cf.has_fractions, dc.unit,
       i.literals, i.distinct_values, i.indexed_rows, i.filled_rows,
       ARRAY(SELECT (f.literal, f.frequency)::text FROM factcheck.fragment f
             WHERE f.visibility_id = v.visibility_id ORDER BY f.literal COLLATE "C")
FROM factcheck.data_table dt JOIN factcheck.data_column dc USING (table_id)
LEFT JOIN factcheck.column_fact cf USING (column_id)
LEFT JOIN factcheck.visibility v USING (column_id) LEFT JOIN factcheck.text_index i USING (visibility_id)
WHERE dt.relation = %s::regclass ORDER BY dc.column_name
"""


@pytest.fixture
def visit(admin: Admin) -> Iterator[str]:
    """A tracked table with a space that a vacuum has freed in its first page."""
    admin.execute("SELECT setseed(0.25)")
    admin.execute(f"CREATE TABLE public.visit ({COLUMNS})".encode())
    add(admin, 300)
    admin.execute("DELETE FROM public.visit WHERE ctid < '(0,20)'")
    admin.execute("VACUUM public.visit")
    let_others_end(admin)
    admin.execute("SELECT factcheck.add_table('public.visit', track => true)")
    admin.execute("SELECT factcheck.refresh('public.visit')")  # the first one of a tracked table notes its state
    yield "public.visit"
    admin.execute("DROP TABLE IF EXISTS public.visit, public.visit_now")
    admin.execute("SELECT factcheck.refresh()")


@pytest.fixture
def read_in_full(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that were read in full."""
    tables: list[str] = []
    read_table = build.read_table

    def noted(database: Any, table: Any, columns: Any, settings: Any) -> Any:
        tables.append(table.name)
        return read_table(database, table, columns, settings)

    monkeypatch.setattr(build, "read_table", noted)
    return tables


def add(admin: Admin, rows: int, *, cities: int = 3, long: float = 0.0, missing: float = 0.0) -> None:
    """Add random rows."""
    values = ROW.format(rows=rows, cities=cities, long=long, missing=missing)
    admin.execute(f"INSERT INTO public.visit {values}".encode())


def let_others_end(admin: Admin) -> None:
    """Wait for transactions that began before the last row was added: its row counts as new as long as one is open."""
    [last] = admin.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").fetchone() or ("",)
    ended = "SELECT pg_snapshot_xmin(pg_current_snapshot()) >= %s::xid8"
    deadline = time.monotonic() + 60
    while admin.execute(ended, [last]).fetchone() != (True,):
        assert time.monotonic() < deadline, "a transaction of another test stays open"
        time.sleep(0.05)


def refresh(admin: Admin, table: str = "public.visit") -> None:
    """Refresh a table's index by the library, as the function of the extension does."""
    let_others_end(admin)
    database = PsycopgDatabase(admin)
    with admin.transaction():
        admin.execute("SET LOCAL search_path = pg_catalog, pg_temp")
        build.index_table(database, table, read_settings(database))


def index_of(admin: Admin, table: str) -> list[tuple[Any, ...]]:
    """Return what is indexed of a table."""
    return admin.execute(INDEXED, [table]).fetchall()


def index_of_all_rows(admin: Admin) -> list[tuple[Any, ...]]:
    """Return what is indexed of a new table with the same rows."""
    admin.execute("DROP TABLE IF EXISTS public.visit_now")
    admin.execute("CREATE TABLE public.visit_now AS TABLE public.visit")
    admin.execute("SELECT factcheck.add_table('public.visit_now')")
    indexed = index_of(admin, "public.visit_now")
    admin.execute("SELECT factcheck.remove_table('public.visit_now')")
    return indexed


def test_of_a_table_that_grew_the_new_rows_alone_are_read(admin: Admin, visit: str, read_in_full: list[str]) -> None:
    """Also those that fill a space in its first page, new values, and the first value that is missing."""
    for changes in ({}, {"cities": 5}, {"missing": 0.3}):
        add(admin, 40, **changes)
        refresh(admin)
        assert index_of(admin, visit) == index_of_all_rows(admin)
    assert read_in_full == []


CHANGES: dict[str, Callable[[Admin], object]] = {
    "updated": lambda admin: admin.execute("UPDATE public.visit SET city = 'Graz' WHERE visits = 7"),
    "deleted": lambda admin: admin.execute("DELETE FROM public.visit WHERE visits = 7"),
    "replaced": lambda admin: (
        admin.execute("DELETE FROM public.visit WHERE ctid = (SELECT max(ctid) FROM public.visit)"),
        add(admin, 1),
    ),
    "emptied and filled": lambda admin: (admin.execute("TRUNCATE public.visit"), add(admin, 281)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_table_whose_rows_changed_is_read_in_full(
    admin: Admin, visit: str, read_in_full: list[str], change: str
) -> None:
    CHANGES[change](admin)
    refresh(admin)
    assert read_in_full == ["visit"]
    assert index_of(admin, visit) == index_of_all_rows(admin)


def test_rows_that_came_while_the_table_was_read_are_not_read_twice(
    admin: Admin, visit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may have been counted as indexed: the next refresh reads all rows."""
    read_table = build.read_table
    columns_written = build.write_column_facts

    def with_more(database: Any, table: Any, reading: Any) -> None:
        with psycopg.connect(admin.info.dsn, autocommit=True) as other:
            add(other, 25)
        columns_written(database, table, reading)

    admin.execute("UPDATE public.visit SET visits = visits")
    with monkeypatch.context() as patched:
        patched.setattr(build, "write_column_facts", with_more)
        refresh(admin)
    tables: list[str] = []
    monkeypatch.setattr(build, "read_table", lambda *given: (tables.append("visit"), read_table(*given))[1])
    refresh(admin)
    assert tables == ["visit"]
    assert index_of(admin, visit) == index_of_all_rows(admin)


def test_rows_of_a_transaction_that_began_before_are_new(admin: Admin, visit: str, read_in_full: list[str]) -> None:
    """It had written when the table was indexed, and commits afterwards."""
    with psycopg.connect(admin.info.dsn) as other:
        add(other, 30, cities=5)
        admin.execute("SELECT factcheck.refresh('public.visit')")
        other.commit()
    add(admin, 10)
    refresh(admin)
    assert index_of(admin, visit) == index_of_all_rows(admin)


@pytest.mark.parametrize("seed", range(6))
def test_after_any_changes_the_index_is_that_of_all_rows(admin: Admin, visit: str, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(6):
        for _ in range(chance.choice([0, 1, 1, 2])):
            kind = chance.choice(["add", "add", "add", "update", "delete", "roll back", "vacuum"])
            if kind == "add":
                add(admin, chance.randint(1, 60), cities=chance.choice([3, 5]), long=chance.choice([0, 0, 0.2]))
            elif kind == "vacuum":
                admin.execute(
                    chance.choice(["VACUUM public.visit", "VACUUM FULL public.visit", "ANALYZE public.visit"])
                )
            elif kind == "roll back":
                with admin.transaction(force_rollback=True):
                    add(admin, 20, cities=5)
            else:
                change = "UPDATE public.visit SET city = 'Pisa'" if kind == "update" else "DELETE FROM public.visit"
                admin.execute(f"{change} WHERE visits = {chance.randint(0, 29)}".encode())
        refresh(admin)
        assert index_of(admin, visit) == index_of_all_rows(admin)
