"""Times checks of labelled articles on two servers by turns, such as this version's and an earlier one's.

Each article is loaded on both; after a check that warms up, the two check it by turns, and the ratio of their medians
is taken article by article, so that a busy machine slows down both.
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
from factcheck.commands.check import fact_check
from factcheck.commands.load import load_csv
from factcheck.quality.cases.case import Case, find_cases, read_case
from factcheck.quality.cases.runner import loaded_case
from factcheck.quality.cases.sandbox import analyst, as_role, connected

_TARGET = 1.05
_PROCESSOR = "CREATE OR REPLACE FUNCTION public.factcheck_processor() RETURNS double precision LANGUAGE plpython3u AS"
_SOURCE = "'import time; return time.process_time()'"

Seconds = tuple[float, float]
"""Seconds of the wall clock, and of the server's processor."""


def _check(connection: Connection, case: Case, tables: Sequence[str]) -> Seconds:
    before, start = _processor(connection), time.perf_counter()
    fact_check(connection, case.source, tables)
    seconds = time.perf_counter() - start
    return seconds, _processor(connection) - before


def _processor(connection: Connection) -> float:
    row = connection.execute("SELECT public.factcheck_processor()").fetchone()
    return float(row[0]) if row else 0.0


def _by_turns(case: Case, servers: Sequence[tuple[str, str]], rounds: int) -> list[Seconds]:
    """Return the median times of a case on each server, given by DSN and role."""
    with ExitStack() as stack:
        loaded = [stack.enter_context(loaded_case(dsn, case, role, load_csv)) for dsn, role in servers]
        for each in loaded:
            stack.enter_context(as_role(each.connection, each.role))
            _check(each.connection, case, each.tables)
        times: list[list[Seconds]] = [[] for _ in loaded]
        for _ in range(rounds):
            for each, seconds in zip(loaded, times, strict=True):
                seconds.append(_check(each.connection, case, each.tables))
    return [
        (statistics.median(wall for wall, _ in seconds), statistics.median(cpu for _, cpu in seconds))
        for seconds in times
    ]


@click.command()
@dsn_option
@click.option("--other", required=True, help="The DSN of the server to compare with.")
@click.option("--cases", "folder", required=True, type=click.Path(path_type=Path), help="Folder of labelled cases.")
@click.option("--rounds", default=5, show_default=True, help="Checks of each article on each server.")
@click.option("--every", default=1, show_default=True, help="Take every n-th case only.")
def main(dsn: str, other: str, folder: Path, rounds: int, every: int) -> None:
    """Compare the times of checks on two servers."""
    ratios: list[tuple[float, float]] = []
    sums = [0.0, 0.0]
    with ExitStack() as stack:
        servers = [(each, stack.enter_context(analyst(each))) for each in (dsn, other)]
        for each in (dsn, other):
            _install(each)
        for path in find_cases([folder])[::every]:
            (wall, cpu), (other_wall, other_cpu) = _by_turns(read_case(path), servers, rounds)
            ratios.append((wall / other_wall, cpu / other_cpu))
            sums[0], sums[1] = sums[0] + wall, sums[1] + other_wall
            click.echo(
                f"{path.name:<40}{wall:>9.3f} s{other_wall:>9.3f} s{wall / other_wall:>8.2f}{ratios[-1][1]:>8.2f}"
            )
    walls, processors = ([ratio[index] for ratio in ratios] for index in (0, 1))
    median = statistics.median(walls)
    click.echo(
        f"median ratio of {len(ratios)} articles: {median:.3f}, of processor time {statistics.median(processors):.3f}"
    )
    click.echo(f"ratio of the sums: {sums[0] / sums[1]:.3f}; at most {_TARGET} wanted")
    sys.exit(0 if median <= _TARGET else 1)


def _install(dsn: str) -> None:
    with connected(dsn) as connection:
        connection.execute(f"{_PROCESSOR} {_SOURCE}".encode())


if __name__ == "__main__":
    main()
