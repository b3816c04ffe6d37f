"""Times what tracking costs those who write to a table, and what it takes to find, read and keep results.

Plain and tracked inserts take turns, so that a busy machine slows both alike.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import click
from benchmark_database import Connection, benchmark_database, dsn_option, keep_option, machine, told

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.evaluation.cube_cache import NewEntry, find_entries, keep_entries, observe, read_entry

_TABLES, _ENTRIES = 10, 20
_LARGE_ROWS = 100_000
_CUBE_BYTES = 10_000_000
_BUDGET = 1_000_000_000


def seconds(action: Callable[[], object]) -> float:
    """Run something and return how long it took."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def compare(name: str, actions: dict[str, Callable[[], object]], times: int) -> None:
    """Run two actions in turn and tell their times, and the second's as a multiple of the first's."""
    taken: dict[str, list[float]] = {which: [] for which in actions}
    for _ in range(times):
        for which, action in actions.items():
            taken[which].append(seconds(action))
    medians = [statistics.median(each) for each in taken.values()]
    for which, each in taken.items():
        click.echo(told(f"{name}, {which}", each))
    click.echo(f"{'':<44} ratio {medians[1] / medians[0]:.2f}")


def write(connection: Connection, times: int) -> None:
    """Time inserts into a plain table beside a tracked one."""

    def insert(table: str, rows: int) -> Callable[[], object]:
        statement = f"INSERT INTO public.{table} SELECT g, 'May' FROM generate_series(1, {rows}) AS g"
        return lambda: connection.execute(statement.encode())

    names = {"plain": "plain", "tracked": "sale_1"}
    compare("one row in a transaction", {kind: insert(table, 1) for kind, table in names.items()}, times)
    compare(f"{_LARGE_ROWS} rows", {kind: insert(table, _LARGE_ROWS) for kind, table in names.items()}, 7)
    row = connection.execute("SELECT count(*) FROM factcheck.change_log").fetchone()
    click.echo(f"rows in the change log: {row[0] if row else 0}")


def find(connection: Connection, times: int) -> None:
    """Time the check of which entries are still true, for one table and for all, and a large entry."""
    database = PsycopgDatabase(connection)
    tables = [row[0] for row in connection.execute("SELECT table_id FROM factcheck.data_table ORDER BY 1").fetchall()]
    with connection.transaction():
        observation = observe(database, tables)
        entries = [NewEntry(table, (table,), (), f"{n}", b"x" * 100) for table in tables for n in range(_ENTRIES)]
        keep_entries(database, observation, entries, [], _BUDGET)
    for some in (tables[:1], tables):
        found = [seconds(lambda some=some: find_entries(database, some)) for _ in range(times)]  # type: ignore[misc]
        click.echo(told(f"find {_ENTRIES * len(some)} entries of {len(some)} tables", found))
        seen = [seconds(lambda some=some: observe(database, some)) for _ in range(times)]  # type: ignore[misc]
        click.echo(told(f"observe {len(some)} tables", seen))
    click.echo(
        told("the way to the server and back", [seconds(lambda: database.query("SELECT 1")) for _ in range(times)])
    )
    large = NewEntry(tables[0], (tables[0],), (), "large", bytes(_CUBE_BYTES))
    with connection.transaction():
        kept = [
            seconds(lambda: keep_entries(database, observe(database, tables), [large], [], _BUDGET)) for _ in range(5)
        ]
    entry = find_entries(database, tables)[-1]
    read = [seconds(lambda: read_entry(database, entry.entry_id)) for _ in range(5)]
    click.echo(told(f"keep {_CUBE_BYTES} bytes", kept))
    click.echo(told(f"read {_CUBE_BYTES} bytes", read))


@click.command()
@dsn_option
@click.option("--times", type=click.IntRange(1), default=500, show_default=True, help="Repetitions of what is short.")
@keep_option
def tracking(dsn: str, times: int, keep: bool) -> None:
    """Time writing to tracked tables, and the finding and keeping of results."""
    click.echo(machine())
    with benchmark_database(dsn, keep) as connection:
        connection.execute("CREATE TABLE public.plain (sale_id integer, month text)")
        for number in range(1, _TABLES + 1):
            connection.execute(f"CREATE TABLE public.sale_{number} AS TABLE public.plain".encode())
            connection.execute(f"SELECT factcheck.add_table('public.sale_{number}', track => true)".encode())
        write(connection, times)
        find(connection, times)
    click.echo(machine())


if __name__ == "__main__":
    tracking()
