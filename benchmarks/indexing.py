"""Times ``factcheck.add_table`` on a column of many different values, beside what PostgreSQL itself takes for them.

The yardstick is, in the same run, SELECT DISTINCT of the values plus the build of a btree on them.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import click
from benchmark_database import Connection, Words, benchmark_database, dsn_option, keep_option, machine, seed_option

_TARGET = 5.0
_VOCABULARY = 50_000


def make_table(connection: Connection, words: Words, count: int) -> None:
    """Make a table with one column of different values, in no order."""
    values = words.values(count)
    words.draw.shuffle(values)
    connection.execute("CREATE TABLE public.value_list (label text)")
    with connection.cursor() as cursor, cursor.copy("COPY public.value_list FROM STDIN") as copy:
        for value in values:
            copy.write_row([value])
    connection.execute("VACUUM ANALYZE public.value_list")


def timed(name: str, action: Callable[[], object]) -> float:
    """Run something and tell how long it took."""
    start = time.perf_counter()
    action()
    seconds = time.perf_counter() - start
    click.echo(f"{name:<44} {seconds:8.2f} s")
    return seconds


@click.command()
@dsn_option
@click.option("--values", "count", type=click.IntRange(100, 1_000_000), default=1_000_000, show_default=True)
@seed_option
@keep_option
def indexing(dsn: str, count: int, seed: int, keep: bool) -> None:
    """Time add_table on so many different values, beside SELECT DISTINCT plus a btree on them."""
    click.echo(f"{count} different values; {machine()}")
    with benchmark_database(dsn, keep) as connection:
        make_table(connection, Words(connection, _VOCABULARY, seed), count)
        connection.execute("UPDATE factcheck.setting SET value = highest WHERE name = 'literals_per_column'")

        def run(statement: str) -> Callable[[], object]:
            return lambda: connection.execute(statement.encode()).fetchall()

        distinct = timed(
            "SELECT DISTINCT", run("SELECT count(*) FROM (SELECT DISTINCT label FROM public.value_list) AS entry")
        )
        build = timed(
            "CREATE INDEX (btree)", lambda: connection.execute("CREATE INDEX label ON public.value_list (label)")
        )
        connection.execute("DROP INDEX public.label")
        timed("loading the extension's library", run("SELECT factcheck.doctor()"))  # once a session
        added = timed("factcheck.add_table", run("SELECT factcheck.add_table('public.value_list')"))
        row = connection.execute("SELECT count(*) FROM factcheck.fragment").fetchone()
    ratio = added / (distinct + build)
    click.echo(f"{row[0] if row else 0} predicates indexed in {ratio:.1f} times the two together; {machine()}")
    click.echo(f"target: at most {_TARGET:g} times: {'met' if ratio <= _TARGET else 'missed'}")


if __name__ == "__main__":
    indexing()
