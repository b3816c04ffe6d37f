"""Checks a report about real data: loads flights out of New York, writes errors into the report, prints the verdicts.

make demo calls it on the private server; --dsn names any other server on which factcheck is installed.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import click
from demo_database import ANALYST, DATABASE, add_tables, make_database, write_tables
from labelled_report import FOLDER, OUTCOMES, JudgedNumber, Report, outcomes, read_report
from psycopg.rows import dict_row

from factcheck.adapters.client_session import Connection
from factcheck.client import marked_up
from factcheck.commands.check import fact_check
from factcheck.commands.session import connected, dsn_option, reports_errors

TITLE = "Flights out of New York"
DRAFT, DRAFT_TITLE = FOLDER / "draft.md", "Late again"
"""A note whose numbers are those of the first six months, while the data have twelve: all of them are out of date."""

PAGE = FOLDER.parent / "build" / "demo" / "report.html"

_COLOURS = {"supported": "green", "refuted": "red", "not_enough_info": "yellow", "disputed": "magenta"}
_HEADINGS = ("report says", "verdict", "data say", "truth", "read as")


class Steps:
    """Tells on standard error what is being done, and remembers how long each step took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """Announce a step and take its time."""
        click.echo(f"{title} ...", err=True)
        start = time.perf_counter()
        yield
        self.seconds[title] = self.seconds.get(title, 0.0) + time.perf_counter() - start

    @staticmethod
    def progress(line: str) -> None:
        """Tell of a part of the step that is done."""
        click.echo(f"  {line}", err=True)


def _seeds(_context: click.Context, _parameter: click.Parameter, value: str) -> list[int]:
    found = re.fullmatch(r"(\d+)(?:-(\d+))?", value)
    if found is None or int(found[1]) > int(found[2] or found[1]):
        raise click.BadParameter("a seed such as 1, or a range such as 1-5")
    return list(range(int(found[1]), int(found[2] or found[1]) + 1))


@click.command()
@dsn_option
@click.option("--database", default=DATABASE, show_default=True, help="Database to make, or to find again.")
@click.option(
    "--corrupt",
    "share",
    type=click.FloatRange(0, 1),
    default=0.3,
    show_default=True,
    help="Share of the claims to write an error into.",
)
@click.option("--seed", "--seeds", "seeds", callback=_seeds, default="1", show_default=True, help="Seed, or range.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=PAGE,
    help="File for the marked-up report; default: build/demo/report.html.",
)
@click.option("--summary-only", is_flag=True, help="Print counts, no single verdicts and no marked-up report.")
@click.option(
    "--write-case",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write report, claims and tables as a case for factcheck evaluate, and check nothing.",
)
@reports_errors
def main(
    dsn: str,
    database: str,
    share: float,
    seeds: list[int],
    output: Path,
    summary_only: bool,
    write_case: Path | None,
) -> None:
    """Load a real data set, check a report about it and print the verdicts beside the truth."""
    steps = Steps()
    report = read_report()
    with steps.step("loading the data set"):
        target = make_database(dsn, database, steps.progress)
    with connected(target) as connection:
        if write_case is not None:
            _write_case(connection, report, write_case)
            click.echo(write_case)
            return
        with steps.step("adding the tables"):
            add_tables(connection, steps.progress)
        connection.execute("TRUNCATE factcheck.cube_cache")  # what an earlier run left, so that first checks compute
        connection.execute(f"SET ROLE {ANALYST}".encode())
        with steps.step("loading the parser"):
            connection.execute(b"SELECT factcheck.warm_up()")
        judged = []
        for seed in seeds:
            corrupted = report.corrupted(share, seed)
            first = f"checking the report, {len(corrupted.edits)} errors written into it (seed {seed})"
            second = f"checking it again, from results kept of the tracked tables (seed {seed})"
            if not summary_only:
                second = second.replace(" (", ", and storing it for the review page (")
            with steps.step(first):
                rows = fact_check(connection, corrupted.source)
            with steps.step(second):
                source = corrupted.source
                title = f"{TITLE}, seed {seed}"
                again = fact_check(connection, source) if summary_only else _stored(connection, source, title)
            if again != rows:
                raise click.ClickException("the second check of the same report gave other rows")
            click.echo(f"the second check took 1/{steps.seconds[first] / steps.seconds[second]:.1f} of the time")
            judged.append(report.judged(corrupted, rows))
            if not summary_only:
                _print_verdicts(judged[-1])
                _write_page(connection, output, corrupted.source, rows)
        if not summary_only:
            with steps.step("checking a draft from July, whose numbers are out of date, and storing it"):
                _stored(connection, DRAFT.read_text("utf-8"), DRAFT_TITLE)
    _print_summary(seeds, judged)
    click.echo("\n".join(f"{seconds:6.1f} s  {title}" for title, seconds in steps.seconds.items()))
    if not summary_only:
        program = os.path.relpath(Path(sys.executable).with_name("factcheck"))
        click.echo(shlex.join([program, "serve", "--dsn", target, "--role", ANALYST]))
        click.echo(output)


def _print_verdicts(numbers: Sequence[JudgedNumber]) -> None:
    rows = [_HEADINGS, *(_cells(number) for number in numbers)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADINGS) - 1)]
    room = max(20, shutil.get_terminal_size((140, 24)).columns - sum(widths) - 2 * len(widths))
    click.echo()
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        cells[1] = click.style(cells[1], fg=_COLOURS.get(row[1]))
        reading = row[-1] if len(row[-1]) <= room else row[-1][: room - 1] + "…"
        click.echo("  ".join([*cells, reading]).rstrip())
    click.echo()


def _cells(number: JudgedNumber) -> tuple[str, ...]:
    truth = {True: "right", False: f"wrong: {number.intended}", None: "no claim"}[number.is_right]
    row = number.row or {}
    found = row.get("found_value")
    text = " ".join(number.text.split())  # a statement may go over the end of a line
    return text, number.outcome, "" if found is None else _written(found), truth, row.get("description") or ""


def _written(value: Decimal) -> str:
    if value == value.to_integral_value():
        return f"{value:,.0f}"
    return f"{value:,.2f}"


def _print_summary(seeds: Sequence[int], judged: Sequence[Sequence[JudgedNumber]]) -> None:
    totals: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    for seed, numbers in zip(seeds, judged, strict=True):
        for is_right, total in totals.items():
            counts = outcomes(numbers, is_right)
            total.update(counts)
            click.echo(f"seed {seed}: {_counted(counts, is_right)}")
    if len(seeds) > 1:
        for is_right, total in totals.items():
            click.echo(f"all seeds: {_counted(total, is_right)}")
    wrong = totals[False]
    if wrong.total():
        share = 100 * wrong["supported"] / wrong.total()
        click.echo(f"wrong claims called supported: {wrong['supported']}/{wrong.total()} ({share:.1f} %)")


def _counted(counts: Counter[str], is_right: bool) -> str:
    parts = [f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome] or outcome != "disputed"]
    return f"{counts.total()} {'right' if is_right else 'wrong'} claims: {', '.join(parts)}"


def _write_page(connection: Connection, output: Path, document: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write what factcheck.check_html returns for the document, from the rows of the check just done."""
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(marked_up(connection, document, rows, "page"), "utf-8")


def _stored(connection: Connection, document: str, title: str) -> list[dict[str, Any]]:
    """Check a report, store what is found and keep its text, so that the review page shows it; return the rows."""
    with connection.cursor(row_factory=dict_row) as cursor:
        checked = b"SELECT * FROM factcheck.verify(%s::text, title => %s::text)"
        rows = cursor.execute(checked, [document, title]).fetchall()
    if rows:
        connection.execute(b"SELECT factcheck.keep_text(%s, %s)", [rows[0]["document_id"], document])
    return [{name: value for name, value in row.items() if name not in {"run_id", "document_id"}} for row in rows]


def _write_case(connection: Connection, report: Report, folder: Path) -> None:
    (folder / "data").mkdir(parents=True, exist_ok=True)
    (folder / "article.html").write_text(report.source, "utf-8")
    for name in ("claims.json", "meta.json"):
        shutil.copyfile(FOLDER / name, folder / name)
    write_tables(connection, folder / "data")


if __name__ == "__main__":
    main()
