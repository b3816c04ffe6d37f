"""``factcheck evaluate``: measure checks against labelled cases."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from factcheck.commands.check import fact_check
from factcheck.commands.load import load_csv
from factcheck.commands.session import EXIT_REFUTED, dsn_option, reports_errors, say
from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.command_line import evaluation_packages_not_installed
from factcheck.nlp.parser import Parser
from factcheck.nlp.spacy_parser import SpacyParser


@click.command("evaluate")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@dsn_option
@click.option("--in-class", is_flag=True, help="Judge only claims whose right query is in the query class.")
@click.option(
    "--corrupt",
    type=click.FloatRange(0, 1),
    default=0.0,
    metavar="SHARE",
    help="Also check each document with errors written into this share of its right numbers.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Decides which numbers are changed.")
@click.option("--foreign", "is_foreign", is_flag=True, help="Also ask each case's data about a text on other data.")
@click.option(
    "--crowd",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Load the tables of N cases about other data beside those of each case, and name none in the check.",
)
@click.option(
    "--rounding",
    type=click.Choice(["stated", "paper"]),
    default="stated",
    show_default=True,
    help="When a result agrees: at the precision that is stated, or when it rounds to the number at all.",
)
@click.option("--cases", default="*", show_default=True, metavar="GLOB", help="Only cases whose names match.")
@click.option(
    "--misses",
    is_flag=True,
    help="List each claim whose right query did not come first, where it was lost, and each row about no claim.",
)
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="File to write everything to.")
@click.option("--p-true", type=float, help="Probability that a claim is right before it is checked.")
@reports_errors
def evaluate(
    folders: tuple[Path, ...],
    dsn: str,
    in_class: bool,
    corrupt: float,
    seed: int,
    is_foreign: bool,
    crowd: int,
    rounding: str,
    cases: str,
    misses: bool,
    json_file: Path | None,
    p_true: float | None,
) -> None:
    """Check the articles of labelled cases and print how well that went.

    A FOLDER is a case (article.html, claims.json, data/*.csv) or holds cases.  The database needs the
    extension, and the session has to be a superuser's.  While it measures with the rounding of the paper, the
    database's setting "rounding_tolerance" is 1.  Exit status: 1 when a case failed.
    """
    with needs_evaluation_packages():
        from factcheck.quality import accuracy, yardstick  # noqa: PLC0415
        from factcheck.quality.cases.case import find_cases  # noqa: PLC0415
        from factcheck.quality.judging import report, summary  # noqa: PLC0415
    case_folders = find_cases(folders, cases)
    machine = report.Machine(yardstick.yardstick_seconds(), yardstick.machine_load())
    results = []
    say(report.case_heading())
    options = accuracy.MeasurementOptions(corrupt, seed, p_true, is_foreign, crowd, rounding == "paper")
    harness = accuracy.Harness(load_csv, fact_check, _parser())
    for result in accuracy.measure_accuracy(dsn, case_folders, options, harness):
        results.append(result)
        say(report.case_line(result))
    figures = summary.summarise(results, in_class)
    say("\n" + report.report(results, figures, machine), nl=False)
    if misses:
        say("\n" + report.misses(results), nl=False)
    if json_file is not None:
        document = report.as_json(results, figures, machine)
        json_file.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if any(result.failure is not None for result in results):
        sys.exit(EXIT_REFUTED)


@contextmanager
def needs_evaluation_packages() -> Iterator[None]:
    """Say how to install what a measuring command cannot import."""
    try:
        yield
    except ImportError as error:
        raise evaluation_packages_not_installed(str(error)) from None


def _parser() -> Parser | None:
    """Return the parser of this machine; None where no language model is installed."""
    try:
        return SpacyParser()
    except FactcheckError:
        return None
