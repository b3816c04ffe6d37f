"""``factcheck experiments``: repeat the paper's experiments on labelled cases."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.load import load_csv
from factcheck.commands.session import EXIT_REFUTED, dsn_option, reports_errors, say
from factcheck.nlp.spacy_parser import SpacyParser

_NAMES = ("table-1", "figure-5", "figure-6", "figure-7", "figure-8", "figure-9", "table-2")  # of Experiment


@click.command("experiments")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@dsn_option
@click.option("--cases", default="*", show_default=True, metavar="GLOB", help="Only cases whose names match.")
@click.option("--only", multiple=True, type=click.Choice(_NAMES), help="Experiment to do; may be given again.")
@click.option(
    "--corrupt",
    type=click.FloatRange(0, 1),
    default=0.3,
    show_default=True,
    help="Share of right numbers to write errors into.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Decides which numbers, and the sample.")
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="Candidates of each case that are run one by one, to time naive evaluation.",
)
@click.option("--page", "page_file", type=click.Path(path_type=Path), help="File to write the page to, as Markdown.")
@click.option("--figures", "folder", type=click.Path(path_type=Path), help="Folder to write the plots to, as SVG.")
@reports_errors
def experiments(
    folders: tuple[Path, ...],
    dsn: str,
    cases: str,
    only: tuple[str, ...],
    corrupt: float,
    seed: int,
    sample: int,
    page_file: Path | None,
    folder: Path | None,
) -> None:
    """Repeat the paper's experiments on labelled cases and print a page about them.

    A FOLDER is a case or holds cases, as for evaluate.  Checks run in this process; the database needs the
    extension, the session has to be a superuser's, and no other session should add tables to the database
    meanwhile.  Exit status: 1 when a case failed.
    """
    with needs_evaluation_packages():
        from factcheck.quality import yardstick  # noqa: PLC0415
        from factcheck.quality.cases.case import find_cases  # noqa: PLC0415
        from factcheck.quality.experiments import figures, page, plots, run, variants  # noqa: PLC0415
        from factcheck.quality.judging.report import Machine  # noqa: PLC0415
    chosen = frozenset(variants.Experiment(name) for name in only or _NAMES)
    machine = Machine(yardstick.yardstick_seconds(), yardstick.machine_load())
    results = []
    options = run.ExperimentOptions(chosen, corrupt, seed, sample)
    for result in run.run_experiments(dsn, find_cases(folders, cases), options, load_csv, SpacyParser()):
        results.append(result)
        outcome = result.failure or f"{sum(check.check.seconds for check in result.checks.values()):.1f} s of checks"
        say(f"{result.case_id}: {outcome}", is_error=True)
    measured = figures.figures(results, chosen)
    written = plots.write_plots(measured, folder) if folder is not None else {}
    addressed = page.addresses(written, page_file or Path("page.md"))
    text = page.page(measured, machine, corrupt, sample, addressed)
    if page_file is None:
        say(text, nl=False)
    else:
        page_file.write_text(text + page.other_sections(page_file), "utf-8")
    if any(result.failure is not None for result in results):
        sys.exit(EXIT_REFUTED)
