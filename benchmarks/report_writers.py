"""Times the transactions of a writer of reports on a watched table beside the same ones on a plain one.

What counts is a server that keeps what it commits, as reports have one: there a transaction waits for its disk.  A
private server for tests does not, so where the one that is named has ``fsync`` or ``synchronous_commit`` off, a durable
one is made for the benchmark and ended with it; ``--as-it-is`` takes the named one all the same.

A transaction writes 1, 100 or 10,000 rows: by one statement, by a statement for each row, as a program does that waits
for each answer, or by such statements sent in one go, where the trigger costs most.  Both tables take
turns, and each turn gives a ratio, so that a busy machine slows both alike.  What is told is the median of the ratios
with its 95 % interval, by their ranks; beside it, where the system tells it, the same of the processor time of the
writer's server process, which other programs hardly change, and which leaves out what a transaction waits for.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
import psycopg
from benchmark_database import (
    Connection,
    benchmark_database,
    dsn_option,
    keep_option,
    machine,
)
from own_server import Server, programs

_TABLES = ("plain", "watched")
_WORDS = "sales rose in the north by units of tea and cocoa while orders from leeds fell short of plan in may".split()
_ROWS = (1, 100, 10_000)
_AT_MOST = 1.2  # times the transaction of the plain table


def report_text(words: int, generator: random.Random) -> str:
    """Return a text of words and numbers, no two alike."""
    return " ".join(
        str(generator.randrange(10_000)) if place % 12 == 5 else generator.choice(_WORDS) for place in range(words)
    )


def insert(connection: Connection, table: str, texts: list[str], first: int) -> None:
    """Insert reports by one statement."""
    connection.execute(
        f"INSERT INTO public.{table} (id, body) SELECT %s + place, body"
        " FROM unnest(%s::text[]) WITH ORDINALITY AS t (body, place)".encode(),
        [first, texts],
        prepare=True,
    )


def update(connection: Connection, table: str, texts: list[str], first: int) -> None:
    """Update as many reports as there are texts by one statement."""
    connection.execute(
        f"UPDATE public.{table} t SET body = n.body FROM unnest(%s::text[]) WITH ORDINALITY AS n (body, place)"
        " WHERE t.id = n.place + %s".encode(),
        [texts, first],
        prepare=True,
    )


def insert_singly(connection: Connection, table: str, texts: list[str], first: int) -> None:
    """Insert reports by a statement for each, each of which is waited for, in one transaction."""
    query = f"INSERT INTO public.{table} (id, body) VALUES (%s, %s)".encode()
    with connection.transaction():
        for place, text in enumerate(texts, 1):
            connection.execute(query, [first + place, text], prepare=True)


def insert_in_one_go(connection: Connection, table: str, texts: list[str], first: int) -> None:
    """Insert reports by a statement for each, sent without waiting, in one transaction."""
    with connection.transaction(), connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO public.{table} (id, body) VALUES (%s, %s)".encode(),
            [(first + place, text) for place, text in enumerate(texts, 1)],
        )


_WAYS: dict[str, Callable[[Connection, str, list[str], int], None]] = {
    "insert, one statement": insert,
    "update, one statement": update,
    "insert, a statement a row": insert_singly,
    "insert, a statement a row, in one go": insert_in_one_go,
}


def interval(ratios: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of a median by ranks, of as many ratios as there are."""
    ordered, count = sorted(ratios), len(ratios)
    chance, below = 0.0, 0
    while (chance := chance + math.comb(count, below) / 2**count) <= 0.025:
        below += 1
    lowest = max(below - 1, 0)
    return ordered[lowest], ordered[count - 1 - lowest]


def processor_seconds(connection: Connection) -> float:
    """Return the processor time of a session's server process so far; 0 where the system does not tell it."""
    schedule = Path(f"/proc/{connection.info.backend_pid}/schedstat")
    return int(schedule.read_text(encoding="ascii").split()[0]) / 1e9 if schedule.exists() else 0.0


def told(seconds: dict[str, list[float]]) -> tuple[float, str]:
    """Return the median ratio of watched to plain, and it with its interval in words."""
    pairs = zip(seconds["plain"], seconds["watched"], strict=True)
    ratios = [watched / plain if plain else math.nan for plain, watched in pairs]
    low, high = interval(ratios)
    return statistics.median(ratios), f"{statistics.median(ratios):.2f} times [{low:.2f}, {high:.2f}]"


def compare(connection: Connection, way: str, words: int, rows: int, turns: int) -> bool:
    """Let both tables be written in turns, print what came out, and tell whether the median ratio is small enough."""
    generator = random.Random(0)
    texts = [report_text(words, generator) for _ in range(rows)]
    seconds: dict[str, list[float]] = {table: [] for table in _TABLES}
    processor: dict[str, list[float]] = {table: [] for table in _TABLES}
    for table in _TABLES:
        connection.execute(f"TRUNCATE public.{table}".encode())
        insert(connection, table, texts, 0)  # plans are made; the rows are there to be updated
        _WAYS[way](connection, table, texts, 0 if way.startswith("update") else rows)
    for turn in range(2, turns + 2):
        for table in _TABLES if turn % 2 else reversed(_TABLES):
            start, worked = time.perf_counter(), processor_seconds(connection)
            _WAYS[way](connection, table, texts, 0 if way.startswith("update") else turn * rows)
            seconds[table].append(time.perf_counter() - start)
            processor[table].append(processor_seconds(connection) - worked)
        if rows >= 10_000 or turn % 200 == 0:
            connection.execute("TRUNCATE factcheck.report_change")
    plain, watched = (1000 * statistics.median(seconds[table]) for table in _TABLES)
    ratio, words_of_it = told(seconds)
    click.echo(
        f"{way:<37}{words:>5} words {rows:>6} rows: {plain:9.3f} ms, watched {watched:9.3f} ms,"
        f" {words_of_it}; processor {told(processor)[1]}"
    )
    return ratio <= _AT_MOST


def _is_durable(dsn: str) -> bool:
    with psycopg.connect(dsn) as connection:
        row = connection.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit')").fetchone()
    return row is not None and row[0] == "on" and row[1] != "off"


@contextmanager
def durable_server(dsn: str, as_it_is: bool) -> Iterator[str]:
    """Give the connection string of a server that keeps what it commits: the one that is named, or one of its own."""
    if as_it_is or _is_durable(dsn):
        yield dsn
        return
    with tempfile.TemporaryDirectory(prefix="factcheck_writers_") as folder:
        server = Server(
            Path(folder),
            programs(None),
            options="-c shared_buffers=256MB -c max_wal_size=2GB",
        )
        server.make()
        try:
            yield server.dsn
        finally:
            server.stop("immediate")


@click.command()
@dsn_option
@click.option(
    "--turns",
    type=click.IntRange(6),
    default=15,
    show_default=True,
    help="Transactions of 10,000 rows.",
)
@click.option(
    "--as-it-is",
    is_flag=True,
    help="Measure on the server that is named, though it is not durable.",
)
@click.option("--way", "ways", type=click.Choice(list(_WAYS)), multiple=True, help="These alone; default: all.")
@click.option("--words", "lengths", type=click.IntRange(1), multiple=True, default=(1000, 200), show_default=True)
@keep_option
def main(dsn: str, turns: int, as_it_is: bool, ways: tuple[str, ...], lengths: tuple[int, ...], keep: bool) -> None:
    """Print what a watch costs the writer of reports; exit with status 1 where a transaction takes 1.2 times as long.

    Statements that are sent in one go are shown, and do not count.
    """
    click.echo(machine())
    is_good = True
    with (
        durable_server(dsn, as_it_is) as chosen,
        benchmark_database(chosen, keep and chosen == dsn) as connection,
    ):
        click.echo(f"fsync, synchronous_commit: {'on' if _is_durable(chosen) else 'off'}")
        connection.execute("SET work_mem TO DEFAULT")
        for table in _TABLES:
            connection.execute(f"CREATE TABLE public.{table} (id bigint PRIMARY KEY, body text)".encode())
        connection.execute("SELECT factcheck.watch('public.watched', text_column => 'body')")
        for way in ways or _WAYS:
            for words in lengths:
                for rows, times in zip(_ROWS, (20, 6, 1), strict=True):
                    is_small = compare(connection, way, words, rows, times * turns)
                    is_good = is_good and (is_small or _WAYS[way] is insert_in_one_go)
    click.echo(machine())
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
