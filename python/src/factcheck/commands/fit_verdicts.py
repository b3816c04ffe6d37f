"""``factcheck fit-verdicts``: fit what tells whether a reading is meant, on labelled cases."""

from __future__ import annotations

from pathlib import Path

import click

from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.load import load_csv
from factcheck.commands.session import dsn_option, reports_errors, say
from factcheck.nlp.spacy_parser import SpacyParser
from factcheck.settings import Settings
from factcheck.weights.verdicts import written_verdict_weights


@click.command("fit-verdicts")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@dsn_option
@click.option("--cases", default="*", show_default=True, metavar="GLOB", help="Only cases whose names match.")
@click.option("--seeds", type=click.IntRange(1), default=2, show_default=True, help="Times that errors are written in.")
@click.option("--foreign", type=click.IntRange(1), default=2, show_default=True, help="Texts on other data for each.")
@click.option("--output", type=click.Path(path_type=Path), help="File to write the weights to, as TOML.")
@reports_errors
def fit_verdicts(
    folders: tuple[Path, ...], dsn: str, cases: str, seeds: int, foreign: int, output: Path | None
) -> None:
    """Fit the weights that tell whether a claim's likeliest reading is what is meant, and print what they are worth.

    A FOLDER is a case or holds cases, as for evaluate.  Each document is checked as published, with errors written into
    30 % of its right numbers, and about the data of other cases.  What is printed is out of fold: by weights fitted on
    other data sets.  The database needs the extension, and the session has to be a superuser's.
    """
    with needs_evaluation_packages():
        from factcheck.quality.cases.case import find_cases  # noqa: PLC0415
        from factcheck.quality.fitting import observations, verdict_page, verdicts  # noqa: PLC0415
    case_folders = find_cases(folders, cases)
    seen: list[verdicts.Observation] = []
    used = 0
    for case in observations.observe_cases(dsn, case_folders, seeds, foreign, load_csv, SpacyParser()):
        say(f"{case.case_id}: {case.failure or f'{len(case.observations)} numbers'}", is_error=True)
        seen += case.observations
        used += case.failure is None
    weights = verdicts.fit_verdicts(seen)
    now = (Settings().supported_threshold, Settings().refuted_threshold)
    say(verdict_page.verdict_page(seen, verdicts.out_of_fold(seen), weights, now), nl=False)
    if output is not None:
        heading = "Whether a claim's likeliest reading is meant: what each feature adds to the log-odds.\n"
        heading += f"Written by factcheck fit-verdicts from {used} cases with {len(seen)} numbers."
        output.write_text(written_verdict_weights(weights, heading), "utf-8")
