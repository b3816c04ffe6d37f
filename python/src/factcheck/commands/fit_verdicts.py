"""``factcheck fit-verdicts``: fit what tells whether a reading is meant, on labelled cases."""

from __future__ import annotations

from pathlib import Path

import click

from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.load import load_csv
from factcheck.commands.session import dsn_option, reports_errors, say
from factcheck.nlp.spacy_parser import SpacyParser
from factcheck.settings import Settings
from factcheck.weights.verdicts import VERDICTS, written_verdict_weights

_HELD = {"agreeing": True, "contradicting": False}


@click.command("fit-verdicts")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path))
@dsn_option
@click.option("--cases", default="*", show_default=True, metavar="GLOB", help="Only cases whose names match.")
@click.option("--seeds", type=click.IntRange(1), default=2, show_default=True, help="Times that errors are written in.")
@click.option("--foreign", type=click.IntRange(1), default=2, show_default=True, help="Texts on other data for each.")
@click.option("--collect", type=click.Path(path_type=Path), help="File to keep what the checks show in.")
@click.option(
    "--from",
    "kept",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    help="What checks have shown, kept before; no FOLDER; may be given again.",
)
@click.option(
    "--hold",
    type=click.Choice(tuple(_HELD)),
    help="Readings whose weights stay: those that agree with their number, or those that contradict it.",
)
@click.option("--output", type=click.Path(path_type=Path), help="File to write the weights to, as TOML.")
@reports_errors
def fit_verdicts(
    folders: tuple[Path, ...],
    dsn: str,
    cases: str,
    seeds: int,
    foreign: int,
    collect: Path | None,
    kept: tuple[Path, ...],
    hold: str | None,
    output: Path | None,
) -> None:
    """Fit the weights that tell whether a claim's likeliest reading is what is meant, and print what they are worth.

    A FOLDER is a case or holds cases, as for evaluate.  Each document is checked as published, with errors written into
    30 % of its right numbers, and about the data of other cases.  What is printed is out of fold: by weights fitted on
    other data sets, but for weights that are held.  The database needs the extension, and the session has to be a
    superuser's; with --from nothing is checked.
    """
    if bool(folders) == bool(kept):
        raise click.UsageError("Give FOLDERS, or --from for what was kept before.")
    with needs_evaluation_packages():
        from factcheck.quality.cases.case import find_cases  # noqa: PLC0415
        from factcheck.quality.fitting import kept_observations, observations, verdict_page, verdicts  # noqa: PLC0415
    observed = [case for path in kept for case in kept_observations.read_observations(path)]
    if folders:
        found = find_cases(folders, cases)
        for case in observations.observe_cases(dsn, found, seeds, foreign, load_csv, SpacyParser()):
            say(f"{case.case_id}: {case.failure or f'{len(case.observations)} numbers'}", is_error=True)
            observed.append(case)
    if collect is not None:
        kept_observations.write_observations(collect, observed)
    seen = [each for case in observed for each in case.observations]
    held = {} if hold is None else {_HELD[hold]: VERDICTS.of(agrees=_HELD[hold])}
    weights = verdicts.fit_verdicts(seen, held)
    now = (Settings().supported_threshold, Settings().refuted_threshold)
    say(verdict_page.verdict_page(seen, verdicts.out_of_fold(seen, held), weights, now), nl=False)
    if output is not None:
        heading = "Whether a claim's likeliest reading is meant: what each feature adds to the log-odds.\n"
        used = sum(case.failure is None for case in observed)
        heading += f"Written by factcheck fit-verdicts from {used} cases with {len(seen)} numbers."
        if hold is not None:
            heading += f"\nWeights of {hold} readings were held: an earlier fit wrote them."
        output.write_text(written_verdict_weights(weights, heading), "utf-8")
