"""Times checks of labelled articles on two servers by turns, such as this version's and an earlier one's.

Each article is loaded on both; after a check that warms up, the two check it by turns, and the ratio of their medians
is taken article by article, so that a busy machine slows down both.  With ``--new-sessions`` each check is the first
one of its session, and what the session took of the processor until then is compared.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click
from benchmark_database import dsn_option

from factcheck.adapters.client_session import Connection
from factcheck.commands.load import load_csv
from factcheck.quality.cases.case import Case, find_cases, read_case
from factcheck.quality.cases.runner import loaded_case
from factcheck.quality.cases.sandbox import analyst, as_role, connected

_TARGET = 1.05
_PROCESSOR = "CREATE OR REPLACE FUNCTION public.factcheck_processor() RETURNS double precision LANGUAGE plpython3u AS"
_SOURCE = "'import time; return time.process_time()'"

Seconds = tuple[float, float]
"""Seconds of the wall clock, and of the server's processor."""


_FACT_CHECK = "SELECT * FROM public.fact_check(%s, tables => %s::text[]::regclass[])"
"""Arguments that an earlier version has, too."""


def _check(connection: Connection, case: Case, tables: Sequence[str]) -> Seconds:
    before, start = _processor(connection), time.perf_counter()
    connection.execute(_FACT_CHECK, [case.source, list(tables)])
    seconds = time.perf_counter() - start
    return seconds, _processor(connection) - before


def _check_anew(dsn: str, role: str, case: Case, tables: Sequence[str]) -> Seconds:
    start = time.perf_counter()
    with connected(dsn) as connection:
        # each of them parses: what one session keeps of a document is of no use to the next
        connection.execute("DELETE FROM factcheck.parse_cache")
        with as_role(connection, role):
            connection.execute(_FACT_CHECK, [case.source, list(tables)])
            seconds = time.perf_counter() - start
            return seconds, _processor(connection)


def _processor(connection: Connection) -> float:
    row = connection.execute("SELECT public.factcheck_processor()").fetchone()
    return float(row[0]) if row else 0.0


def _by_turns(case: Case, servers: Sequence[tuple[str, str]], rounds: int, is_new: bool) -> list[Seconds]:
    """Return the median times of a case on each server, given by DSN and role."""
    with ExitStack() as stack:
        loaded = [stack.enter_context(loaded_case(dsn, case, role, load_csv)) for dsn, role in servers]
        if is_new:
            rounds_of = [
                [_check_anew(dsn, role, case, each.tables) for each, (dsn, role) in zip(loaded, servers, strict=True)]
                for _ in range(rounds)
            ]
            return [_medians(seconds) for seconds in zip(*rounds_of, strict=True)]
        for each in loaded:
            stack.enter_context(as_role(each.connection, each.role))
            _check(each.connection, case, each.tables)
        times: list[list[Seconds]] = [[] for _ in loaded]
        for _ in range(rounds):
            for each, seconds in zip(loaded, times, strict=True):
                seconds.append(_check(each.connection, case, each.tables))
    return [_medians(seconds) for seconds in times]


def _medians(seconds: Sequence[Seconds]) -> Seconds:
    return statistics.median(wall for wall, _ in seconds), statistics.median(cpu for _, cpu in seconds)


@click.command()
@dsn_option
@click.option("--other", required=True, help="The DSN of the server to compare with.")
@click.option("--cases", "folder", required=True, type=click.Path(path_type=Path), help="Folder of labelled cases.")
@click.option("--rounds", default=5, show_default=True, help="Checks of each article on each server.")
@click.option("--every", default=1, show_default=True, help="Take every n-th case only.")
@click.option("--new-sessions", is_flag=True, help="Take a new session for each check.")
def main(dsn: str, other: str, folder: Path, rounds: int, every: int, new_sessions: bool) -> None:
    """Compare the times of checks on two servers."""
    ratios: list[tuple[float, float]] = []
    sums, work = [0.0, 0.0], [0.0, 0.0]
    with ExitStack() as stack:
        servers = [(each, stack.enter_context(analyst(each))) for each in (dsn, other)]
        for each in (dsn, other):
            _install(each)
        for path in find_cases([folder])[::every]:
            (wall, cpu), (other_wall, other_cpu) = _by_turns(read_case(path), servers, rounds, new_sessions)
            ratios.append((wall / other_wall, cpu / other_cpu))
            sums[0], sums[1] = sums[0] + wall, sums[1] + other_wall
            work[0], work[1] = work[0] + cpu, work[1] + other_cpu
            click.echo(
                f"{path.name:<40}{wall:>9.3f} s{other_wall:>9.3f} s{wall / other_wall:>8.2f}{ratios[-1][1]:>8.2f}"
            )
    walls, processors = ([ratio[index] for ratio in ratios] for index in (0, 1))
    median = statistics.median(walls)
    click.echo(
        f"median ratio of {len(ratios)} articles: {median:.3f}, of processor time {statistics.median(processors):.3f}"
    )
    together = f"{sums[0] / sums[1]:.3f}, of processor time {work[0] / work[1]:.3f}"
    click.echo(f"ratio of the sums: {together}; at most {_TARGET} wanted")
    sys.exit(0 if median <= _TARGET else 1)


def _install(dsn: str) -> None:
    with connected(dsn) as connection:
        connection.execute(f"{_PROCESSOR} {_SOURCE}".encode())


if __name__ == "__main__":
    main()
