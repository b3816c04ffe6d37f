"""Times the transactions of a writer of reports on a watched table beside the same ones on a plain one.

A transaction writes 1, 100 or 10,000 rows by one statement.  Both tables take turns, so that a busy machine slows both
alike; what is compared are medians.  Reports are texts of some pages, as they are; short ones are shown as well, and
rows that are written one statement each, where a trigger costs most.

A server that keeps what it commits waits for its disk at each commit, the private one does not: there the few ten
microseconds of the trigger are as much as all else that a short transaction does.  Pass ``--dsn`` of a server with
``fsync`` and ``synchronous_commit`` on to learn what a writer will notice.
"""

from __future__ import annotations

import random
import statistics
import time

import click
from benchmark_database import Connection, benchmark_database, dsn_option, keep_option, machine

_TABLES = ("plain", "watched")
_WORDS = "sales rose in the north by units of tea and cocoa while orders from leeds fell short of plan in may".split()


def report_text(words: int, generator: random.Random) -> str:
    """Return a text of words and numbers, no two alike."""
    return " ".join(
        str(generator.randrange(10_000)) if place % 12 == 5 else generator.choice(_WORDS) for place in range(words)
    )


def insert(connection: Connection, table: str, texts: list[str], first: int) -> float:
    """Insert reports by one statement, and return how long its transaction took."""
    start = time.perf_counter()
    connection.execute(
        f"INSERT INTO public.{table} (id, body) SELECT %s + place, body"
        " FROM unnest(%s::text[]) WITH ORDINALITY AS t (body, place)".encode(),
        [first, texts],
        prepare=True,
    )
    return time.perf_counter() - start


def insert_singly(connection: Connection, table: str, texts: list[str], first: int) -> float:
    """Insert reports by a statement for each, sent in one go, in one transaction."""
    start = time.perf_counter()
    with connection.transaction(), connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO public.{table} (id, body) VALUES (%s, %s)".encode(),
            [(first + place, text) for place, text in enumerate(texts, 1)],
        )
    return time.perf_counter() - start


def update(connection: Connection, table: str, texts: list[str], first: int) -> float:
    """Update as many reports as there are texts by one statement."""
    start = time.perf_counter()
    connection.execute(
        f"UPDATE public.{table} t SET body = n.body FROM unnest(%s::text[]) WITH ORDINALITY AS n (body, place)"
        " WHERE t.id = n.place + %s".encode(),
        [texts, first],
        prepare=True,
    )
    return time.perf_counter() - start


_WAYS = {"insert": insert, "update": update, "insert, a statement for each row": insert_singly}


def compare(connection: Connection, way: str, words: int, rows: int, times: int) -> None:
    """Let both tables be written in turns, and print the medians and their ratio."""
    generator = random.Random(0)
    texts = [report_text(words, generator) for _ in range(rows)]
    seconds: dict[str, list[float]] = {table: [] for table in _TABLES}
    for table in _TABLES:
        connection.execute(f"TRUNCATE public.{table}".encode())
        insert(connection, table, texts, 0)  # plans are made; the rows are there to be updated
    for number in range(1, times + 1):
        for table in _TABLES if number % 2 else reversed(_TABLES):
            first = 0 if way == "update" else number * rows
            seconds[table].append(_WAYS[way](connection, table, texts, first))
        if rows >= 10_000 or number % 200 == 0:
            connection.execute("TRUNCATE factcheck.report_change")
    plain, watched = (statistics.median(seconds[table]) for table in _TABLES)
    click.echo(
        f"{way:<33} {words:>5} words {rows:>6} rows: plain {plain * 1000:9.3f} ms, watched {watched * 1000:9.3f} ms,"
        f" ratio {watched / plain:.2f}"
    )


@click.command()
@dsn_option
@click.option("--times", type=click.IntRange(1), default=15, show_default=True, help="Transactions of 10,000 rows.")
@keep_option
def main(dsn: str, times: int, keep: bool) -> None:
    """Print what a watch costs the writer of reports."""
    click.echo(machine())
    with benchmark_database(dsn, keep) as connection:
        row = connection.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit')").fetchone()
        click.echo("fsync {}, synchronous_commit {}".format(*(row or ("?", "?"))))
        connection.execute("SET work_mem TO DEFAULT")
        for table in _TABLES:
            connection.execute(f"CREATE TABLE public.{table} (id bigint PRIMARY KEY, body text)".encode())
        connection.execute("SELECT factcheck.watch('public.watched', text_column => 'body')")
        for way in _WAYS:
            for words in (1000, 200):
                for rows, repeated in ((1, 60), (100, 10), (10_000, 1)):
                    compare(connection, way, words, rows, repeated * times)
    click.echo(machine())


if __name__ == "__main__":
    main()
