"""``factcheck fit-reranking``: fit what orders the likely readings of claims, on labelled cases."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.load import load_csv
from factcheck.commands.session import EXIT_REFUTED, dsn_option, reports_errors, say
from factcheck.errors.catalogue.weights import nothing_to_fit_to
from factcheck.nlp.spacy_parser import SpacyParser
from factcheck.weights.reranking import written_reranking_weights


@click.command("fit-reranking")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path))
@dsn_option
@click.option("--cases", default="*", show_default=True, metavar="GLOB", help="Only cases whose names match.")
@click.option("--seeds", type=click.IntRange(0), default=1, show_default=True, help="Times that errors are written in.")
@click.option(
    "--corrupt",
    type=click.FloatRange(0, 1),
    default=0.3,
    show_default=True,
    help="Share of the right numbers that errors are written into.",
)
@click.option(
    "--strength",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    help="How strongly weights are held to those that leave the order of the posterior.",
)
@click.option("--collect", type=click.Path(path_type=Path), help="File to keep the readings in.")
@click.option(
    "--from",
    "kept",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    help="Readings kept before; no FOLDER; may be given again.",
)
@click.option("--output", type=click.Path(path_type=Path), help="File to write the weights to, as TOML.")
@reports_errors
def fit_reranking(
    folders: tuple[Path, ...],
    dsn: str,
    cases: str,
    seeds: int,
    corrupt: float,
    strength: float,
    collect: Path | None,
    kept: tuple[Path, ...],
    output: Path | None,
) -> None:
    """Fit the weights that order the likely readings of a claim anew, and print what they are worth.

    A FOLDER is a case or holds cases, as for evaluate.  Each document is checked as published, and with errors written
    into its right numbers.  What is printed is out of fold: by weights fitted on other data sets.  The database needs
    the extension, and the session has to be a superuser's; with --from nothing is checked.  A site takes the weights
    with factcheck.use_weights('reranking', text).  Exit status: 1 when a case failed.
    """
    if bool(folders) == bool(kept):
        raise click.UsageError("Give FOLDERS, or --from for what was kept before.")
    with needs_evaluation_packages():
        from factcheck.quality.cases.case import find_cases  # noqa: PLC0415
        from factcheck.quality.fitting import rankings, reranking  # noqa: PLC0415
    claims = [claim for path in kept for claim in rankings.read_rankings(path)]
    failed = False
    if folders:
        found = find_cases(folders, cases)
        for case in rankings.collect_rankings(dsn, found, seeds, corrupt, load_csv, SpacyParser()):
            say(f"{case.case_id}: {case.failure or f'{len(case.claims)} claims'}", is_error=True)
            claims += case.claims
            failed |= case.failure is not None
    if collect is not None:
        rankings.write_rankings(collect, claims)
    if not any(claim.right.any() for claim in claims):
        raise nothing_to_fit_to()
    weights = reranking.fit_reranking(claims, strength)
    say(reranking.reranking_page(claims, reranking.out_of_fold(claims, strength), weights), nl=False)
    if output is not None:
        data_sets = len({claim.data_set for claim in claims})
        heading = "Which of the likely readings of a claim comes first: what each feature adds to the logarithm of its"
        heading += " weight.\n"
        heading += f"Written by factcheck fit-reranking --strength {strength:g} from {data_sets} data sets with"
        heading += f" {len(claims)} claims."
        output.write_text(written_reranking_weights(weights, heading), "utf-8")
    if failed:
        sys.exit(EXIT_REFUTED)
