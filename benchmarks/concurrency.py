"""Times many checks at once beside the same checks one at a time, and tells the memory of the sessions.

Each session is a role's that may check and read the table, no more.  It is warmed up, and then checks documents that no
session has seen before.  All sessions begin together; the throughput of one session alone is the yardstick.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count

import click
import psycopg
from benchmark_database import (
    Connection,
    Words,
    benchmark_database,
    dsn_option,
    keep_option,
    machine,
    ordinary_role,
    processor_seconds,
    seed_option,
)
from memory import SALES, Memory, document, memory
from psycopg import sql

_RUNS = (2, 10, 50)
_LONGEST_WAIT = 600


@dataclass(frozen=True, slots=True)
class Run:
    """A run of sessions at once: checks a second, seconds of each check, those that failed, memory at the end.

    ``processor`` is the processor time of a check in seconds: it does not grow when the processors are busy otherwise.
    """

    sessions: int
    throughput: float
    processor: float
    seconds: Sequence[float]
    failures: Sequence[str]
    memories: Sequence[Memory]


def run_sessions(dsn: str, role: str, sessions: int, documents: Sequence[Sequence[str]]) -> Run:
    """Check the documents of each session, all sessions at once."""
    with ExitStack() as stack:
        connections = [stack.enter_context(_session(dsn, role)) for _ in range(sessions)]
        for connection in connections:
            connection.execute("SELECT factcheck.warm_up()")
        started = threading.Barrier(sessions + 1)
        seconds: list[float] = []
        failures: list[str] = []
        threads = [
            threading.Thread(target=_check_all, args=(connection, texts, started, seconds, failures))
            for connection, texts in zip(connections, documents, strict=True)
        ]
        for thread in threads:
            thread.start()
        started.wait()
        start, before = time.perf_counter(), sum(map(processor_seconds, connections))
        for thread in threads:
            thread.join()
        elapsed = time.perf_counter() - start
        processor = sum(map(processor_seconds, connections)) - before
        memories = []
        for connection in connections:
            connection.execute("RESET ROLE")
            memories.append(memory(connection))
    checks = max(len(seconds), 1)
    return Run(sessions, len(seconds) / elapsed, processor / checks, seconds, failures, memories)


def _session(dsn: str, role: str) -> Connection:
    session = psycopg.connect(dsn, autocommit=True)
    session.execute("SET client_min_messages = warning")
    session.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(role)))
    return session


def _check_all(
    connection: Connection,
    documents: Sequence[str],
    started: threading.Barrier,
    seconds: list[float],
    failures: list[str],
) -> None:
    """Check the documents of one session; lists of several threads take items one by one."""
    started.wait(_LONGEST_WAIT)
    for text in documents:
        start = time.perf_counter()
        try:
            rows = connection.execute("SELECT verdict FROM fact_check(%s)", [text]).fetchall()
        except psycopg.Error as error:
            failures.append(str(error))
        else:
            seconds.append(time.perf_counter() - start)
            if not rows:
                failures.append("a check without a row")


def tell(run: Run, alone: Run) -> None:
    """Print one line of the table."""
    ordered = sorted(run.seconds)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    anonymous = [each.anonymous / 1024 for each in run.memories]
    click.echo(
        f"{run.sessions:>8} {len(run.seconds):>8} {len(run.failures):>8} {run.throughput:>10.2f}"
        f" {run.throughput / alone.throughput:>8.2f} {run.processor:>12.3f}"
        f" {statistics.median(ordered):>10.2f} {p95:>8.2f} {ordered[-1]:>8.2f}"
        f" {statistics.mean(anonymous):>10.0f} {max(anonymous):>8.0f}"
    )


@click.command()
@dsn_option
@seed_option
@click.option(
    "--sessions",
    type=click.IntRange(1),
    multiple=True,
    default=_RUNS,
    show_default=True,
    help="Sessions at once; may be given again. One alone is measured first and last.",
)
@click.option("--checks", type=click.IntRange(1), default=4, show_default=True, help="Checks of each session.")
@click.option("--alone", type=click.IntRange(1), default=40, show_default=True, help="Checks of the session alone.")
@keep_option
@click.pass_context
def main(
    context: click.Context, dsn: str, seed: int, sessions: tuple[int, ...], checks: int, alone: int, keep: bool
) -> None:
    """Print throughput, times and memory by the number of sessions at once; the status is 1 if a check fails."""
    click.echo(machine())
    with benchmark_database(dsn, keep) as owner, ordinary_role(owner, "public") as role:
        owner.execute(SALES)
        owner.execute(sql.SQL("GRANT SELECT ON public.sales TO {}").format(sql.Identifier(role)))
        target = psycopg.conninfo.make_conninfo(dsn, dbname=owner.info.dbname)
        words, draw, numbers = Words(owner, 20_000, seed), random.Random(seed), count()  # noqa: S311

        def documents(number: int, size: int) -> list[list[str]]:
            return [[f"{document(words, draw)} {next(numbers)}" for _ in range(size)] for _ in range(number)]

        click.echo(
            f"{'sessions':>8} {'checks':>8} {'failed':>8} {'checks/s':>10} {'ratio':>8} {'processor s':>12}"
            f" {'median s':>10} {'95 % s':>8} {'max s':>8} {'MB each':>10} {'max MB':>8}"
        )
        failures: list[str] = []
        first = run_sessions(target, role, 1, documents(1, alone))
        tell(first, first)
        for number in sorted(set(sessions) - {1}):
            run = run_sessions(target, role, number, documents(number, checks))
            tell(run, first)
            failures += run.failures
        again = run_sessions(target, role, 1, documents(1, alone))
        tell(again, first)
        failures += [*first.failures, *again.failures]
    for failure in dict.fromkeys(failures):
        click.echo(failure, err=True)
    click.echo(machine())
    if failures:
        context.exit(1)


if __name__ == "__main__":
    main()
