"""Tells the most memory that a check of a large table takes: of the server process, and of each of its workers.

The table has ten columns that claims restrict, and measures.  The report speaks of all of them, so that as much as
possible is grouped at once.  Memory is read from the kernel while the check runs: its own part, without shared buffers,
many times a second; the highest resident size at the end.  Temporary files tell what did not fit.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import click
import psycopg
from benchmark_database import Connection, benchmark_database, dsn_option, keep_option, machine

_INTERVAL = 0.02
_VALUES = (4, 6, 8, 12, 20, 30, 50, 100, 200, 1000)
"""How many different values the columns have; those of lower numbers are more frequent."""
_WORDS = ("city", "grade", "branch", "channel", "season", "brand", "depot", "route", "agent", "customer")
_CLAIMED = 20


def make_table(connection: Connection, rows: int) -> None:
    """Make the table; values are skewed, as real ones are."""
    columns = ", ".join(
        f"'{word} ' || (floor({values} * power(random(), 2)))::integer AS {word}"
        for word, values in zip(_WORDS, _VALUES, strict=True)
    )
    connection.execute("SELECT setseed(0.5)")
    connection.execute(
        f"CREATE TABLE public.delivery AS SELECT {columns}, (random() * 100)::integer AS parcels,"
        " round((random() * 900)::numeric, 2) AS price, random() * 40 AS weight"
        f" FROM generate_series(1, {rows}) AS n".encode()
    )
    connection.execute("VACUUM ANALYZE public.delivery")


def report() -> str:
    """Write twenty claims that restrict all ten columns, some of them two at a time."""
    claims = []
    for number in range(_CLAIMED):
        word, other = _WORDS[number % 10], _WORDS[(number * 3 + 1) % 10]
        measure = ("average price", "average weight", "total number of parcels", "number of deliveries")[number % 4]
        where = f"{word} {number % 3}" if number % 2 else f"{word} {number % 3} and {other} {number % 4}"
        claims.append(f"The {measure} of deliveries of {where} was {1000 + 37 * number}.")
    return " ".join(claims)


def _kilobytes(pid: int) -> dict[str, int]:
    try:
        lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return {}
    return {name: int(value.split()[0]) for name, value in (line.split(":", 1) for line in lines) if "kB" in value}


def _children(postmaster: int) -> Iterator[int]:
    text = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text("ascii")
    yield from map(int, text.split())


class Watch(threading.Thread):
    """Notes the most that processes take while something runs: the server process, and workers that come and go."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid, self._is_over = pid, threading.Event()
        status = Path(f"/proc/{pid}/status").read_text("ascii")
        [parent] = [line.split()[1] for line in status.splitlines() if line.startswith("PPid:")]
        self._postmaster = int(parent)
        self._before = set(_children(self._postmaster))
        self.own = self.workers = self.together = 0

    def run(self) -> None:
        """Look until it is over."""
        while not self._is_over.wait(_INTERVAL):
            workers = [pid for pid in _children(self._postmaster) if pid not in self._before]
            sizes = [_kilobytes(pid).get("RssAnon", 0) for pid in (self._pid, *workers)]
            self.own = max(self.own, sizes[0])
            self.workers = max(self.workers, *sizes[1:], 0)
            self.together = max(self.together, sum(sizes))

    def end(self) -> None:
        """Stop looking."""
        self._is_over.set()
        self.join()


@click.command()
@dsn_option
@click.option("--rows", type=click.IntRange(1000), default=10_000_000, show_default=True)
@click.option("--limit", type=int, default=1000, show_default=True, help="Megabytes that a server process may take.")
@keep_option
def peak_memory(dsn: str, rows: int, limit: int, keep: bool) -> None:
    """Tell the peak memory of a check of a large table; exit with 1 where a process takes more than the limit."""
    click.echo(machine())
    with benchmark_database(dsn, keep) as connection:
        make_table(connection, rows)
        worst = 0
        steps = {
            "add_table": ("SELECT factcheck.add_table('public.delivery')", []),
            "check": ("SELECT count(*), bool_and(is_certified) FROM fact_check(%s)", [report()]),
        }
        for name, (statement, parameters) in steps.items():
            with psycopg.connect(dsn, dbname=connection.info.dbname, autocommit=True) as session:
                watch = Watch(session.info.backend_pid)
                watch.start()
                started = time.perf_counter()
                try:
                    row = session.execute(statement.encode(), parameters).fetchone()
                except psycopg.errors.OutOfMemory as error:  # what the setting check_bytes allows was used up
                    row = (f"{error.diag.message_primary}: {error.diag.message_detail}",)
                took = time.perf_counter() - started
                watch.end()
                highest = _kilobytes(session.info.backend_pid)["VmHWM"]
            worst = max(worst, watch.own, watch.workers)
            click.echo(
                f"{name:<10} {took:7.1f} s; server process: own {watch.own / 1024:6.0f} MB, with shared buffers"
                f" {highest / 1024:6.0f} MB; its largest worker {watch.workers / 1024:6.0f} MB; all together"
                f" {watch.together / 1024:6.0f} MB; {row}"
            )
        rows_of = connection.execute(
            "SELECT temp_files, pg_size_pretty(temp_bytes) FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()
        click.echo(f"temporary files: {rows_of}")
    click.echo(machine())
    if worst > 1024 * limit:
        sys.exit(1)


if __name__ == "__main__":
    peak_memory()
