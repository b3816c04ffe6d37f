"""Times checks of labelled articles and of the demonstration's report, and what a candidate costs by itself.

Each article is checked in a schema of its own, as a role that may read its tables only.  The second check of a session
is timed: its document is parsed already, its tables are not tracked, so that nothing is kept of their results.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click
import psycopg
from benchmark_database import Connection, benchmark_database, dsn_option, keep_figures, keep_option, machine
from psycopg.conninfo import make_conninfo

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.check.options import CheckOptions
from factcheck.check.prepare import prepare
from factcheck.commands.check import fact_check
from factcheck.commands.load import load_csv
from factcheck.nlp.parser import WORD_OR_SIGN
from factcheck.nlp.spacy_parser import SpacyParser
from factcheck.quality.cases.case import find_cases, read_case
from factcheck.quality.cases.runner import LoadedCase, loaded_case
from factcheck.quality.cases.sandbox import analyst, as_role
from factcheck.quality.experiments.naive import time_naive
from factcheck.quality.stage_times import stage_seconds
from factcheck.quality.yardstick import yardstick_seconds
from factcheck.runtime.telemetry import StageTime, seconds_by_stage
from factcheck.settings import read_settings

STAGES = ("parsing", "retrieval", "evaluation", "inference")
_SAMPLE = 200
_WARM_CHECKS = 3
_TARGET_SECONDS, _TARGET_RATIO, _TARGET_CERTIFIED = 0.5, 1_000, 90
_TARGET_QUERIES, _TARGET_THOUSAND_WORDS = 0.05, 0.3
_IDLE_YARDSTICK = 0.104
"""Seconds of the yardstick on two idle processors, which the targets in seconds are meant for."""

_PROCESSOR = """
CREATE SCHEMA benchmark;
GRANT USAGE ON SCHEMA benchmark TO PUBLIC;
CREATE FUNCTION benchmark.processor() RETURNS double precision LANGUAGE plpython3u
AS 'import time; return time.process_time()';
"""


@dataclass(frozen=True, slots=True)
class WarmCheck:
    """The second check of an article: seconds in all, of the server's processor, and of each stage.

    ``words`` counts those of its text, ``certified`` the claims whose reading is certified to be the most likely one.
    The last two are seconds a candidate: of a merged evaluation, and of queries run one by one; None where nothing was
    to evaluate.
    """

    seconds: float
    processor: float
    stages: Mapping[str, float]
    claims: int
    certified: int
    words: int
    candidates: int
    merged: float | None
    alone: float | None


def check_articles(dsn: str, folders: Sequence[Path], sample: int, seed: int) -> Iterator[WarmCheck]:
    """Check each article twice."""
    parser = SpacyParser()
    with analyst(dsn) as role:
        for folder in folders:
            with loaded_case(dsn, read_case(folder), role, load_csv) as loaded, as_role(loaded.connection, role):
                yield _checked(loaded, parser, sample, f"{seed} {loaded.case.case_id}")


def _checked(loaded: LoadedCase, parser: SpacyParser, sample: int, seed: str) -> WarmCheck:
    connection, source, tables = loaded.connection, loaded.case.source, loaded.tables
    fact_check(connection, source, tables)
    before = _processor(connection)
    with stage_seconds(connection) as stages:
        start = time.perf_counter()
        rows = fact_check(connection, source, tables)
        seconds = time.perf_counter() - start
    processor = _processor(connection) - before
    database = PsycopgDatabase(connection)
    check = prepare(source, CheckOptions(tables), database, parser, read_settings(database))
    naive = None if check is None else time_naive(check, database, sample, seed)
    candidates = 0 if naive is None else naive.candidates
    return WarmCheck(
        seconds,
        processor,
        stages,
        len(rows),
        sum(row["is_certified"] for row in rows),
        0 if check is None else sum(len(WORD_OR_SIGN.findall(each.text)) for each in check.parsed.document.paragraphs),
        candidates,
        stages["evaluation"] / candidates if candidates else None,
        naive.sample_seconds / naive.sampled if naive is not None and naive.sampled else None,
    )


def _processor(connection: Connection) -> float:
    row = connection.execute("SELECT benchmark.processor()").fetchone()
    return float(row[0]) if row else 0.0


def tell_articles(checks: Sequence[WarmCheck], busy: float) -> None:
    """Print times, what a candidate costs, and the share of certified claims.

    ``busy`` tells how many times slower than an idle machine this one is.
    """
    heading(f"{len(checks)} articles, second check", ("median s", "90 % s", "max s"))
    spread("wall time", [check.seconds for check in checks])
    spread("processor time of the session", [check.processor for check in checks])
    for stage in STAGES:
        spread(f"  {stage}", [check.stages.get(stage, 0.0) for check in checks])
    tell_stages(checks, busy)
    verdict(f"median at most {_TARGET_SECONDS:g} s", statistics.median(c.seconds for c in checks) <= _TARGET_SECONDS)

    heading("candidates", ("median", "90 %", "max"))
    spread("evaluated in a check", [float(check.candidates) for check in checks], 0)
    pairs = [(c.merged, c.alone) for c in checks if c.merged and c.alone]
    spread("microseconds each, evaluated together", [1e6 * merged for merged, _ in pairs])
    spread("microseconds each, one by one", [1e6 * alone for _, alone in pairs], 0)
    ratios = [alone / merged for merged, alone in pairs]
    spread("one by one, times as long", ratios, 0)
    alone = sum(check.candidates * check.alone for check in checks if check.alone)
    together = sum(check.stages.get("evaluation", 0.0) for check in checks)
    click.echo(
        f"{'all candidates of all articles, seconds':<44}{alone:>12,.0f}{together:>12.1f}{alone / together:>12,.0f}"
    )
    verdict(f"median at least {_TARGET_RATIO} times", statistics.median(ratios) >= _TARGET_RATIO)
    verdict(f"in all at least {_TARGET_RATIO} times", alone / together >= _TARGET_RATIO)

    claims, certified = sum(check.claims for check in checks), sum(check.certified for check in checks)
    share = 100 * certified / max(claims, 1)
    heading("claims", ("in all", "certified", "%"))
    click.echo(f"{'':<44}{claims:>12}{certified:>12}{share:>12.1f}")
    verdict(f"at least {_TARGET_CERTIFIED} % certified", share >= _TARGET_CERTIFIED)


def tell_stages(checks: Sequence[WarmCheck], busy: float) -> None:
    """Print the part of the queries, the time for 1,000 words, and what all stages took together."""
    queries = [check.stages.get("queries", 0.0) for check in checks]
    spread("of the evaluation, queries", queries)
    per_thousand = [1000 * check.seconds / check.words for check in checks if check.words]
    spread("wall time for 1,000 words", per_thousand)
    words, seconds = sum(check.words for check in checks), sum(check.seconds for check in checks)
    processor = sum(check.processor for check in checks)
    click.echo(f"{'all articles, for 1,000 words':<44}{1000 * seconds / max(words, 1):>12.3f}")
    click.echo(f"{'the same, processor time of the session':<44}{1000 * processor / max(words, 1):>12.3f}")
    claims = sum(check.claims for check in checks)
    click.echo(f"{'claims in 1,000 words':<44}{1000 * claims / max(words, 1):>12.1f}")
    everything = seconds_by_stage(StageTime(*stage) for check in checks for stage in check.stages.items())
    split = ", ".join(f"{name} {took / seconds:.0%}" for name, took in sorted(everything.items(), key=lambda s: -s[1]))
    click.echo(f"stages of all articles, queries and lookup being parts of the evaluation: {split}")
    click.echo(f"the machine is {busy:.1f} times slower than an idle one; targets of an idle one:")
    for name, target, measured in (
        ("median of queries", _TARGET_QUERIES, statistics.median(queries)),
        ("1,000 words of all articles", _TARGET_THOUSAND_WORDS, 1000 * seconds / max(words, 1)),
    ):
        verdict(f"{name} at most {target:g} s, here {measured / busy:.3f} s", measured / busy <= target)
    keep_figures("articles", {"busy": busy, "checks": [asdict(check) for check in checks]})


def heading(name: str, columns: Sequence[str]) -> None:
    """Print the first line of a table."""
    click.echo(f"\n{name:<44}" + "".join(f"{column:>12}" for column in columns))


def spread(name: str, values: Sequence[float], decimals: int = 3) -> None:
    """Print median, 90th percentile and greatest of some values as a line of a table."""
    ordered = sorted(values)
    shown = (statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.9 * len(ordered)))], ordered[-1])
    click.echo(f"{name:<44}" + "".join(f"{value:>12,.{decimals}f}" for value in shown))


def verdict(target: str, is_met: bool) -> None:
    """Tell whether a target is met."""
    click.echo(f"target: {target}: {'met' if is_met else 'missed'}")


def check_demonstration(dsn: str, keep: bool) -> None:
    """Check the demonstration's report cold and warm, over tracked tables, and print both times and their ratio."""
    sys.path.append(str(Path(__file__).parents[1] / "demo"))
    from demo_database import ANALYST, make_database  # noqa: PLC0415
    from demo_database import add_tables as add_flights  # noqa: PLC0415
    from flights_data import TABLES  # noqa: PLC0415
    from labelled_report import read_report  # noqa: PLC0415

    name = "factcheck_benchmark_demo"
    target = make_database(dsn, name, lambda line: click.echo(f"  {line}", err=True))
    source = read_report().source
    try:
        with psycopg.connect(target, autocommit=True) as connection:
            add_flights(connection, lambda _: None)
            for table in TABLES:
                connection.execute("SELECT factcheck.track(%s::regclass)", [table.name])
            connection.execute("TRUNCATE factcheck.cube_cache, factcheck.parse_cache")
            with as_role(connection, ANALYST):
                connection.execute("SELECT factcheck.warm_up()")
                times = [_timed_check(connection, source) for _ in range(1 + _WARM_CHECKS)]
    finally:
        if not keep:
            with psycopg.connect(dsn, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
    heading("the demonstration's report, tracked tables", ("cold s", "warm s", "ratio"))
    for stage in ("in all", *STAGES):
        cold, warm = times[0][stage], statistics.median(each[stage] for each in times[1:])
        click.echo(f"{stage:<44}{cold:>12.3f}{warm:>12.3f}{cold / max(warm, 1e-6):>12.1f}")


def _timed_check(connection: Connection, document: str) -> Mapping[str, float]:
    """Seconds of a check and of its stages."""
    with stage_seconds(connection) as stages:
        start = time.perf_counter()
        fact_check(connection, document)
        seconds = time.perf_counter() - start
    return {"in all": seconds, **{stage: stages.get(stage, 0.0) for stage in STAGES}}


@click.command()
@dsn_option
@click.option(
    "--articles",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=lambda: os.environ.get("FACTCHECK_BENCH") and os.path.join(os.environ["FACTCHECK_BENCH"], "articles"),
    help="Folder of labelled cases; default: articles in the folder FACTCHECK_BENCH; without both none is checked.",
)
@click.option("--cases", default="*", show_default=True, metavar="GLOB", help="Only cases whose names match.")
@click.option("--sample", default=_SAMPLE, show_default=True, help="Candidates of an article to run one by one.")
@click.option("--demo/--no-demo", default=True, show_default=True, help="Check the demonstration's report, too.")
@click.option("--seed", type=int, default=1, show_default=True, help="Decides the sample.")
@keep_option
def checking(dsn: str, articles: Path | None, cases: str, sample: int, demo: bool, seed: int, keep: bool) -> None:
    """Time checks of labelled articles and of the demonstration's report, and what a candidate costs by itself."""
    yardstick = yardstick_seconds()
    click.echo(f"yardstick {yardstick:.3f} s; {machine()}" if yardstick else machine())
    if articles is not None:
        with benchmark_database(dsn, keep) as connection:
            connection.execute(_PROCESSOR.encode())
            own = make_conninfo(dsn, dbname=connection.info.dbname)
            checks = []
            for check in check_articles(own, find_cases([articles], cases), sample, seed):
                checks.append(check)
                click.echo(f"{check.seconds:8.3f} s, {check.claims} claims", err=True)
        tell_articles(checks, max(yardstick / _IDLE_YARDSTICK, 1.0) if yardstick else 1.0)
    if demo:
        check_demonstration(dsn, keep)
    click.echo(f"\n{machine()}")


if __name__ == "__main__":
    checking()
