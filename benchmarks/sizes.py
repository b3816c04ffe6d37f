"""Times checks of a made table by rows, columns and literals, and by claims and length of the text.

Each repetition runs, one after the other: a count of the rows (S0), one scan with all measures (S1), a check of which
nothing is kept but the parsed text, a check of the unchanged tracked table, and one of the paper's CUBEs, scaled to all
sets of three columns.  Ratios are medians of those within a repetition.  Queries of single candidates, scaled as well,
and DuckDB, where `make duckdb` has installed it, are timed beside.  In the same run, values of random candidates of
each function are compared with what their own queries give.  Checks run as a role that may read the table and no more.
"""

from __future__ import annotations

import json
import statistics
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import psycopg
from benchmark_database import (
    Connection,
    benchmark_database,
    dsn_option,
    keep_figures,
    keep_option,
    machine,
    ordinary_role,
    seed_option,
)
from beside_scan import LargeTable, query_seconds, seconds
from compare_candidates import different_values
from parcels import TABLE, make_parcels, report, table_of
from psycopg.conninfo import make_conninfo
from sizes_figure import draw_sizes
from sizes_targets import Measured, targets_of, tell_targets

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.check.interpret import Interpretation
from factcheck.check.options import CheckOptions
from factcheck.check.pipeline import interpreted
from factcheck.check.prepare import prepare
from factcheck.errors import FactcheckError
from factcheck.nlp.spacy_parser import SpacyParser
from factcheck.quality.cases.sandbox import as_role, set_as_server_does
from factcheck.quality.experiments.naive import time_candidates
from factcheck.quality.stage_times import stage_seconds
from factcheck.settings import read_settings

_CHECK = "SELECT verdict, is_certified FROM public.fact_check(%s, %s::regclass[])"
_CLAIMS = 20
_NAIVE_QUERIES = 20
_COMPARED_ROWS = 1e5
"""Rows above which fewer candidates are compared with their queries, which take longer."""
_CUBES_IN_DUCKDB = 3
_GROWTH_CLAIMS = (5, 20, 80)
_GROWTH_FILLING = (0, 3, 15)
_DUCKDB = Path("build") / "duckdb" / "bin" / "python"
_SHAPES = Path(__file__).parent / "duckdb_shapes.py"
_TYPES = {"weight": "INTEGER", "points": "BIGINT", "price": "DECIMAL(9,2)", "delay": "DOUBLE"}


@dataclass
class _Times:
    """Seconds of the repetitions, by what was timed."""

    of: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, took: float) -> None:
        """Add a time."""
        self.of.setdefault(name, []).append(took)

    def median(self, name: str) -> float:
        """Return the median of the seconds."""
        return statistics.median(self.of[name])

    def ratio(self, name: str, to: str) -> float:
        """Return the median of the ratios within repetitions."""
        return statistics.median(one / other for one, other in zip(self.of[name], self.of[to], strict=True))


class _Session:
    """A session that makes tables, and checks reports about them as an ordinary role."""

    def __init__(self, connection: Connection, direct: Connection, role: str, seed: int, compared: int) -> None:
        """Take ``direct`` for what runs without the server's functions, under their settings."""
        set_as_server_does(direct)
        self._connection = connection
        self._direct = PsycopgDatabase(direct)
        self._role = role
        self._seed = seed
        self._compared = compared
        self._parser = SpacyParser()

    def measure(self, rows: int, columns: int, values: int, repeats: int) -> Measured:
        """Make a table, check a report about it in all ways, and tell the figures."""
        table = self.make(rows, columns, values)
        text = report(self._connection, table, _CLAIMS)
        self._connection.execute("SELECT factcheck.track(%s::regclass)", [TABLE])
        with as_role(self._connection, self._role):
            verdicts = self._check(text)  # the parse is kept from now on
        times = self._repetitions(table, text, repeats)
        interpretation = self._interpretation(text)
        naive, compared, different = self._alone(interpretation, rows)
        duckdb = in_duckdb(self._connection, table, repeats)
        candidates = interpretation.n_evaluated
        allowed = sum(space.size() for space in interpretation.spaces)
        return Measured(
            rows=rows,
            columns=columns,
            literals=values,
            claims=len(verdicts),
            supported=sum(verdict == "supported" for verdict, _ in verdicts),
            certified=sum(is_certified for _, is_certified in verdicts),
            candidates=candidates,
            allowed=allowed,
            scan=times.median("scan"),
            count=times.median("count"),
            cold=times.median("cold"),
            by_scan={name: times.ratio(name, "scan") for name in ("cold", "warm", "queries", "cubes")},
            by_cold={name: times.ratio(name, "cold") for name in ("warm", "cubes")}
            | {"alone": naive / times.median("cold")},
            stages={name.removeprefix("stage "): times.median(name) for name in times.of if name.startswith("stage ")},
            duckdb=duckdb,
            compared=compared,
            different=different,
        )

    def make(self, rows: int, columns: int, values: int) -> LargeTable:
        """Make the table anew and add it."""
        self._connection.execute(
            "SELECT factcheck.remove_table(relation) FROM factcheck.data_table WHERE relation = to_regclass(%s)",
            [TABLE],
        )
        make_parcels(self._connection, rows, columns, values)
        self._connection.execute(f"GRANT SELECT ON {TABLE} TO {self._role}".encode())
        self._connection.execute("SELECT factcheck.add_table(%s::regclass)", [TABLE])
        return table_of(columns, values)

    def lengths(self, claims: int, filling: int) -> dict[str, float]:
        """Return words of a report and the seconds of its first check, by stage, in a session that is warm."""
        table = table_of(4, 10)
        text = report(self._connection, table, claims, filling)
        other = report(self._connection, table, 3)
        with as_role(self._connection, self._role), stage_seconds(self._connection) as stages:
            self._check(other)
            took = seconds(lambda: self._check(text))
        return {"claims": claims, "words": len(text.split()), "seconds": took, **stages}

    def _repetitions(self, table: LargeTable, text: str, repeats: int) -> _Times:
        times = _Times()
        cubes = table.cubes()
        for number in range(repeats):
            times.add("count", query_seconds(self._connection, table.count_sql()))
            times.add("scan", query_seconds(self._connection, table.scan_sql()))
            self._connection.execute("DELETE FROM factcheck.cube_cache")
            with as_role(self._connection, self._role), stage_seconds(self._connection) as stages:
                times.add("cold", seconds(lambda: self._check(text)))
            for stage, took in stages.items():
                times.add(f"stage {stage}", took)
            times.add("queries", stages.get("queries", 0.0))
            with as_role(self._connection, self._role):
                times.add("warm", seconds(lambda: self._check(text)))
            times.add("cubes", len(cubes) * query_seconds(self._connection, cubes[number * 7 % len(cubes)]))
        return times

    def _check(self, text: str) -> list[tuple[str, bool]]:
        """Check a report as the role in force."""
        return [(row[0], row[1]) for row in self._connection.execute(_CHECK, [text, [TABLE]])]

    def _interpretation(self, text: str) -> Interpretation:
        database = self._direct
        check = prepare(text, CheckOptions((TABLE,)), database, self._parser, read_settings(database))
        if check is None:
            raise click.ClickException("the report has no claims")
        return interpreted(check, check.context(database))

    def _alone(self, interpretation: Interpretation, rows: int) -> tuple[float, dict[str, int], list[str]]:
        """Return seconds of all candidates one by one, scaled, and how values compare with what queries give."""
        database = self._direct
        naive = time_candidates(interpretation, database, _NAIVE_QUERIES, str(self._seed))
        compared = max(int(self._compared * min(1, _COMPARED_ROWS / rows)), 1)
        return naive.seconds, *different_values(interpretation, database, compared, self._seed)


def in_duckdb(connection: Connection, table: LargeTable, repeats: int) -> dict[str, float]:
    """Return seconds in DuckDB, of the paper's CUBEs, scaled, and of one plain grouping; nothing where it is absent."""
    if not _DUCKDB.exists():
        click.echo("DuckDB is not installed (make duckdb): left out")
        return {}
    cubes = table.cubes()
    chosen = cubes[:: max(len(cubes) // _CUBES_IN_DUCKDB, 1)][:_CUBES_IN_DUCKDB]
    queries = {f"cube {number}": query for number, query in enumerate(chosen)}
    queries |= {"grouping": table.finest_sql(), "scan": table.scan_sql()}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table.csv"
        with (
            file.open("wb") as stream,
            connection.cursor().copy(f"COPY {table.name} TO STDOUT (FORMAT csv, HEADER)".encode()) as copied,
        ):
            for block in copied:
                stream.write(block)
        asked = {
            "file": str(file),
            "table": table.name,
            "columns": dict.fromkeys(table.asked, "VARCHAR") | _TYPES,
            "queries": queries,
            "repeats": repeats,
        }
        done = subprocess.run(  # noqa: S603
            [_DUCKDB, _SHAPES], input=json.dumps(asked), capture_output=True, text=True, check=False
        )
    if done.returncode != 0:
        raise click.ClickException(f"DuckDB failed: {done.stderr.strip()[-300:]}")
    told: dict[str, float] = json.loads(done.stdout)
    of_cubes = statistics.median(told[f"cube {number}"] for number in range(len(chosen)))
    return {"cubes": of_cubes * len(cubes), **{name: told[name] for name in ("grouping", "scan", "import")}}


def numbers(_: click.Context, __: click.Parameter, value: str) -> tuple[int, ...]:
    """Read whole numbers separated by commas, which may be written like 1e6."""
    try:
        return tuple(int(float(each)) for each in value.split(","))
    except ValueError as error:
        raise click.BadParameter("whole numbers, separated by commas") from error


def tell_lengths(grown: Sequence[dict[str, float]]) -> None:
    """Print how a first check grows with claims and words."""
    stages = ("parsing", "retrieval", "evaluation", "inference")
    click.echo(f"\n{'claims':>8}{'words':>8}{'seconds':>10}" + "".join(f"{stage:>12}" for stage in stages))
    for one in grown:
        split = "".join(f"{one.get(stage, 0.0):12.3f}" for stage in stages)
        click.echo(f"{one['claims']:8.0f}{one['words']:8.0f}{one['seconds']:10.3f}{split}")


class _Run:
    """What was measured so far: kept and drawn after each size, since the next one may take long."""

    def __init__(self, figure: Path | None) -> None:
        self._figure = figure
        self.measured: list[Measured] = []
        self.failed: list[dict[str, object]] = []
        self.texts: list[dict[str, float]] = []

    def keep(self) -> list[dict[str, object]]:
        """Keep and draw all figures; returns the targets with what was measured."""
        targets = targets_of(self.measured)
        tables = [asdict(one) for one in self.measured]
        figures = {"tables": tables, "failed": self.failed, "texts": self.texts, "targets": targets}
        keep_figures("sizes", {"machine": machine(), **figures})
        if self._figure is not None and self.measured:
            draw_sizes(self.measured, self.texts, self._figure)
        return targets


@click.command()
@dsn_option
@click.option("--rows", default="1e5,1e6", show_default=True, callback=numbers, help="1e7 takes half an hour.")
@click.option("--columns", default="4,6,10", show_default=True, callback=numbers)
@click.option("--literals", default="10,20", show_default=True, callback=numbers)
@click.option("--repeats", type=click.IntRange(1), default=3, show_default=True)
@click.option("--compared", type=click.IntRange(1), default=200, show_default=True, help="Candidates of each function.")
@click.option("--figure", type=click.Path(path_type=Path, dir_okay=False), help="Draw the figures, as SVG.")
@seed_option
@keep_option
def sizes(
    dsn: str,
    rows: Sequence[int],
    columns: Sequence[int],
    literals: Sequence[int],
    repeats: int,
    compared: int,
    figure: Path | None,
    seed: int,
    keep: bool,
) -> None:
    """Time checks by rows, columns and literals of a table, and by claims and length of the text."""
    click.echo(machine())
    run = _Run(figure)
    with benchmark_database(dsn, keep) as connection, ordinary_role(connection, "public") as role, ExitStack() as stack:
        own = make_conninfo(dsn, dbname=connection.info.dbname)
        direct = stack.enter_context(psycopg.connect(own, autocommit=True))
        session = _Session(connection, direct, role, seed, compared)
        session.make(min(rows), 4, 10)
        run.texts += [session.lengths(claims, 0) for claims in _GROWTH_CLAIMS]
        run.texts += [session.lengths(_CLAIMS, filling) for filling in _GROWTH_FILLING[1:]]
        tell_lengths(run.texts)
        for size, width, values in ((r, c, v) for r in rows for c in columns for v in literals):
            try:
                run.measured.append(session.measure(size, width, values, repeats))
                click.echo(run.measured[-1].told())
            except (psycopg.Error, FactcheckError) as error:
                connection.execute("RESET ROLE")
                run.failed.append({"rows": size, "columns": width, "literals": values, "error": str(error)})
                click.echo(f"\n{size:,} rows, {width} columns, {values} literals: the server said: {error}")
            run.keep()
    tell_targets(run.keep())
    click.echo(machine())
    if any(one.different for one in run.measured):
        raise click.ClickException("values of candidates differ from what their queries give")


if __name__ == "__main__":
    sizes()
