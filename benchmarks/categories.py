"""Times ``match_column`` over many columns, as an ordinary role asks: for values, headings and categories of values.

Tables are made of the lexicon's words: each column is named by one, and its values are words that texts define to be of
a few kinds.  Some phrases are values, some are names of columns, and some are kinds.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click
from benchmark_database import (
    Connection,
    Words,
    benchmark_database,
    dsn_option,
    keep_option,
    ordinary_role,
    processor_seconds,
    seed_option,
)
from evidence import p95

from factcheck.sqltext import identifier, literal

_VOCABULARY = 20_000
_COLUMNS_PER_TABLE = 100
_ROWS, _KINDS = 30, 200
_WARM_UP = 3
_MATCH = "SELECT count(*) FROM factcheck.match_column(%s, k => 5)"


@contextmanager
def prepared(connection: Connection, words: Words, columns: int) -> Iterator[tuple[Connection, list[list[str]]]]:
    """Make tables and texts; yield the session of a role that may read them, and phrases of each kind."""
    connection.execute("CREATE SCHEMA warehouse")
    nouns = words.values(_VOCABULARY // 4)
    kinds = nouns[:_KINDS]
    connection.execute("CREATE TABLE warehouse.definition (word text, meaning text)")
    with connection.cursor() as cursor, cursor.copy("COPY warehouse.definition FROM STDIN") as copy:
        for noun in nouns[_KINDS:]:
            copy.write_row((noun, f"a {words.draw.choice(kinds)} of some kind"))
    connection.execute("GRANT USAGE ON SCHEMA warehouse TO PUBLIC")
    connection.execute("GRANT SELECT ON warehouse.definition TO PUBLIC")
    connection.execute(
        "SELECT factcheck.load_corpus('warehouse.definition', 'table', 'meaning', 'word', smooth => false)"
    )
    headings = [words.draw.choice(nouns) for _ in range(columns)]
    began = time.perf_counter()
    for first in range(0, columns, _COLUMNS_PER_TABLE):
        _make_table(connection, words, f"sheet_{first // _COLUMNS_PER_TABLE}", headings[first : first + 100], nouns)
    click.echo(f"made and indexed {columns:,} columns in {time.perf_counter() - began:.0f} s", err=True)
    with ordinary_role(connection, "warehouse") as role:
        connection.execute(f"SET ROLE {identifier(role)}".encode())
        yield connection, [nouns[_KINDS:], headings, kinds]


def _make_table(connection: Connection, words: Words, name: str, headings: Sequence[str], nouns: Sequence[str]) -> None:
    listed = [identifier(f"{heading}_{number}") for number, heading in enumerate(headings)]
    drawn = [[words.draw.choice(nouns) for _ in headings] for _ in range(_ROWS)]
    rows = ", ".join("(" + ", ".join(map(literal, row)) + ")" for row in drawn)
    connection.execute(f"CREATE TABLE warehouse.{name} ({', '.join(f'{each} text' for each in listed)})".encode())
    connection.execute(f"INSERT INTO warehouse.{name} VALUES {rows}".encode())
    connection.execute("SELECT factcheck.add_table(%s::regclass)", [f"warehouse.{name}"])


@click.command()
@dsn_option
@seed_option
@keep_option
@click.option("--columns", default=10_000, show_default=True, help="Columns of all tables together.")
@click.option("--phrases", default=100, show_default=True, help="Phrases of each kind that are looked for.")
def main(dsn: str, seed: int, keep: bool, columns: int, phrases: int) -> None:
    """Time match_column."""
    with benchmark_database(dsn, keep) as connection:
        words = Words(connection, _VOCABULARY, seed)
        with prepared(connection, words, columns) as (session, asked):
            click.echo(f"{'phrase':<24}{'median':>9}{'p95':>9}{'processor':>12}{'p95':>9}{'target':>9}   load")
            for name, drawn in zip(("a value", "a column's name", "a kind of value"), asked, strict=True):
                times, worked = [], []
                for phrase in (words.draw.choice(drawn) for _ in range(phrases + _WARM_UP)):
                    began, busy = time.perf_counter(), processor_seconds(session)
                    session.execute(_MATCH, [phrase])
                    times.append(1000 * (time.perf_counter() - began))
                    worked.append(1000 * (processor_seconds(session) - busy))
                times, worked = times[_WARM_UP:], worked[_WARM_UP:]
                click.echo(
                    f"{name:<24}{statistics.median(times):>6.1f} ms{p95(times):>6.1f} ms"
                    f"{statistics.median(worked):>9.1f} ms{p95(worked):>6.1f} ms{100:>9.0f}"
                    f"   {os.getloadavg()[0]:.1f}"
                )


if __name__ == "__main__":
    main()
