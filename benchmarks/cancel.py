"""Tells how soon cancels, timeouts and terminations end a check, by stage, and how well time budgets are kept.

Checks are ended at random moments; the stages that have ended by then tell in which one it was.  The tables and
documents are large: every stage takes a second or so.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

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
    seed_option,
)
from long_check import make_table, write_document

from factcheck.quality.stage_times import listen_to_stages

_NEXT = {
    None: "parsing",
    "parsing": "retrieval",
    "retrieval": "scope",
    "scope": "enumeration, queries",
    "queries": "roll-up",
    "lookup": "enumeration, queries",
    "evaluation": "inference",
    "inference": "rows",
}
"""The stage in which a check is that has told that another one has ended."""

_TARGET = 0.25
_BUDGETS = (0.5, 1.0, 2.0, 5.0)
_BUDGET_TARGET = 1.1
_SMALL = "SELECT count(*) FROM fact_check('There were 300,000 orders.')"
_LEFT_BEHIND = (
    "SELECT (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()),"
    " (SELECT count(*) FROM pg_class WHERE relpersistence = 't'), current_setting('transaction_read_only') = 'on'"
)


@dataclass(slots=True)
class Session:
    """A session that checks one document, and the stages its check has told of."""

    connection: Connection
    document: str
    ended: list[str] = field(default_factory=list)

    def check(self) -> int:
        """Check the document; returns the number of rows."""
        self.ended.clear()
        return len(self.connection.execute("SELECT * FROM fact_check(%s)", [self.document]).fetchall())

    def hear(self, stage: str, _seconds: float) -> None:
        """Note the stage that ended."""
        self.ended.append(stage)

    @property
    def stage(self) -> str:
        """The stage the check is in."""
        return _NEXT[self.ended[-1] if self.ended else None]


def open_session(dsn: str, database: str, role: str, document: str) -> Session:
    """Connect as the role, with the parser loaded."""
    connection = psycopg.connect(dsn, dbname=database, autocommit=True)
    connection.execute(f'SET ROLE "{role}"'.encode())
    connection.execute("SET client_min_messages = warning")
    connection.execute("SELECT factcheck.warm_up()")
    session = Session(connection, document)
    listen_to_stages(connection, session.hear)
    return session


def end_check(session: Session, moment: float, end: Callable[[int], object]) -> tuple[str, float] | None:
    """End a check after so many seconds; returns its stage then and the seconds it went on; None if it was over."""
    pid = session.connection.info.backend_pid
    ended: list[tuple[str, float]] = []

    def fire() -> None:
        ended.append((session.stage, time.perf_counter()))
        end(pid)

    timer = threading.Timer(moment, fire)
    error_came: float | None = None
    timer.start()
    try:
        session.check()
    except (psycopg.errors.QueryCanceled, psycopg.OperationalError):
        error_came = time.perf_counter()
    timer.cancel()
    timer.join()
    if error_came is None or not ended:
        return None
    stage, fired = ended[0]
    return stage, error_came - fired


def full_seconds(session: Session) -> float:
    """Seconds that the check takes when nobody ends it; nothing of it is kept."""
    started = time.perf_counter()
    with session.connection.transaction(force_rollback=True):
        session.check()
    return time.perf_counter() - started


def tell(name: str, latencies: dict[str, list[float]]) -> None:
    """Print medians and maxima by stage, and whether the target is met."""
    click.echo(f"\n{name:<44}{'shots':>8}{'median ms':>12}{'max ms':>12}")
    for stage, seconds in latencies.items():
        click.echo(
            f"{stage:<44}{len(seconds):>8}{1000 * statistics.median(seconds):>12.0f}{1000 * max(seconds):>12.0f}"
        )
    worst = max((max(seconds) for seconds in latencies.values()), default=0.0)
    click.echo(f"target: at most {1000 * _TARGET:.0f} ms: {'met' if worst <= _TARGET else 'missed'}")


def shoot(sessions: Sequence[Session], admin: Connection, shots: int, draw: random.Random) -> None:
    """Cancel checks at random moments and by timeouts, and print how long they went on."""
    cancels: dict[str, list[float]] = defaultdict(list)
    timeouts: dict[str, list[float]] = defaultdict(list)
    for session in sessions:
        seconds = full_seconds(session)
        click.echo(f"document of {len(session.document):,} characters: {seconds:.1f} s when not ended", err=True)
        for shot in range(shots // len(sessions)):
            # Half of the shots fall on the first two seconds, in which the short stages are.
            moment = draw.uniform(0.02, seconds if shot % 2 else min(seconds, 2.0))
            if shot % 5 == 4:
                session.connection.execute(f"SET statement_timeout = {round(1000 * moment)}".encode())
                found = end_check(session, moment, lambda _: None)
                session.connection.execute("RESET statement_timeout")
            else:
                found = end_check(session, moment, lambda pid: admin.execute("SELECT pg_cancel_backend(%s)", [pid]))
            if found is not None:
                (timeouts if shot % 5 == 4 else cancels)[found[0]].append(found[1])
            left = session.connection.execute(_LEFT_BEHIND).fetchone()
            usable = session.connection.execute(_SMALL).fetchone()
            if left != (0, 0, False) or usable != (1,):
                raise click.ClickException(f"the session is not as before: {left}, {usable}")
    tell("pg_cancel_backend", cancels)
    tell("statement_timeout", timeouts)


def terminate(
    open_another: Callable[[], Session], admin: Connection, shots: int, seconds: float, draw: random.Random
) -> None:
    """Terminate sessions at random moments of their checks."""
    found: dict[str, list[float]] = defaultdict(list)
    for _ in range(shots):
        session = open_another()
        ended = end_check(
            session, draw.uniform(0.02, seconds), lambda pid: admin.execute("SELECT pg_terminate_backend(%s)", [pid])
        )
        session.connection.close()
        if ended is not None:
            found[ended[0]].append(ended[1])
    tell("pg_terminate_backend", found)


def keep_budgets(sessions: Sequence[Session]) -> None:
    """Check documents within budgets and print which share of each was used."""
    click.echo(f"\n{'time_budget':<44}{'checks':>8}{'median':>12}{'max':>12}")
    every = []
    for budget in _BUDGETS:
        used = []
        for session in sessions:
            started = time.perf_counter()
            session.connection.execute(
                "SELECT * FROM fact_check(%s, time_budget => make_interval(secs => %s))", [session.document, budget]
            )
            used.append((time.perf_counter() - started) / budget)
        every += used
        click.echo(f"{f'{budget:g} s':<44}{len(used):>8}{statistics.median(used):>12.2f}{max(used):>12.2f}")
    median = statistics.median(every)
    click.echo(
        f"target: median at most {_BUDGET_TARGET}: {'met' if median <= _BUDGET_TARGET else 'missed'}, {median:.2f}"
    )


@click.command()
@dsn_option
@seed_option
@click.option("--shots", default=40, show_default=True, help="Checks to cancel.")
@click.option("--rows", default=100_000, show_default=True, help="Rows of the largest table.")
@keep_option
def main(dsn: str, seed: int, shots: int, rows: int, keep: bool) -> None:
    """Print how soon checks end and how well time budgets are kept."""
    click.echo(machine())
    with benchmark_database(dsn, keep) as owner:
        words = Words(owner, 20_000, seed)
        owner.execute("CREATE SCHEMA benchmark")
        tables = [
            make_table(owner, words, "orders", rows),
            make_table(owner, words, "secured", rows // 3, is_secured=True),
        ]
        documents = [write_document(words, tables, claims) for claims in (150, 40, 400)]
        draw = random.Random(seed)  # noqa: S311
        database = owner.info.dbname
        with ordinary_role(owner, "benchmark") as role:
            owner.execute("DELETE FROM factcheck.parse_cache")
            sessions = [open_session(dsn, database, role, document) for document in documents]
            keep_budgets(sessions)
            shoot(sessions[:2], owner, shots, draw)
            terminate(lambda: open_session(dsn, database, role, documents[1]), owner, max(shots // 8, 1), 4.0, draw)
            for session in sessions:
                session.connection.close()
    click.echo(f"\n{machine()}")


if __name__ == "__main__":
    main()
