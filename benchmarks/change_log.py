"""Times single-row writes to a tracked table beside a plain one while another session holds a snapshot.

What the change log forgets cannot be removed until the snapshot is gone; a writer must not pay for that.  Blocks of
writes to both tables take turns, so that a busy machine slows both alike.
"""

from __future__ import annotations

import time

import click
import psycopg
from benchmark_database import Connection, benchmark_database, dsn_option, keep_option, machine

_TABLES = ("plain", "tracked")


def write(connection: Connection, table: str, times: int) -> float:
    """Write so many rows, each in a transaction, and return how long that took."""
    statement = f"INSERT INTO public.{table} VALUES (1)".encode()
    start = time.perf_counter()
    for _ in range(times):
        connection.execute(statement, prepare=True)
    return time.perf_counter() - start


def log(connection: Connection) -> str:
    """Return rows of the change log, and its size."""
    row = connection.execute(
        "SELECT count(*), pg_total_relation_size('factcheck.change_log') / 1024 FROM factcheck.change_log"
    ).fetchone()
    return "{} rows, {} kB".format(*(row or ("no", 0)))


def compare(connection: Connection, writes: int, block: int) -> None:
    """Write to both tables in turns, and tell what a block costs first, last and beside the plain table."""
    taken: dict[str, list[float]] = {table: [] for table in _TABLES}
    for _ in range(max(writes // block, 2)):
        for table, seconds in taken.items():
            seconds.append(write(connection, table, block))
    for table, seconds in taken.items():
        click.echo(
            f"{table:<10} first {block}: {seconds[0]:.3f} s, last {block}: {seconds[-1]:.3f} s,"
            f" ratio {seconds[-1] / seconds[0]:.2f}"
        )
    ratios = [tracked / plain for plain, tracked in zip(*taken.values(), strict=True)]
    click.echo(f"tracked to plain: first {ratios[0]:.2f}, last {ratios[-1]:.2f}, all {sum(ratios) / len(ratios):.2f}")
    click.echo(f"change log: {log(connection)}")


@click.command()
@dsn_option
@click.option("--writes", type=click.IntRange(2), default=33_000, show_default=True, help="Rows written to each table.")
@click.option("--block", type=click.IntRange(1), default=500, show_default=True, help="Writes that are timed together.")
@keep_option
def main(dsn: str, writes: int, block: int, keep: bool) -> None:
    """Print what tracking costs a writer, first alone, then beside an old snapshot, then after it."""
    click.echo(machine())
    with benchmark_database(dsn, keep) as connection:
        for table in _TABLES:
            connection.execute(f"CREATE TABLE public.{table} (n integer)".encode())
        connection.execute("SELECT factcheck.add_table('public.tracked', track => true)")
        for table in _TABLES:
            write(connection, table, block)  # plans are made, the catalogs are read
        click.echo("\nalone")
        compare(connection, 4 * block, block)
        with psycopg.connect(dsn, dbname=connection.info.dbname) as holder:
            holder.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            holder.execute("SELECT 1")
            click.echo("\nbeside an old snapshot")
            compare(connection, writes, block)
        connection.execute("VACUUM factcheck.change_log")
        click.echo("\nafter it")
        compare(connection, 4 * block, block)
    click.echo(f"\n{machine()}")


if __name__ == "__main__":
    main()
