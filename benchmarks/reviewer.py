"""Reviews labelled cases as a person would who knows the right readings, by the SQL functions for corrections.

Printed are the ways in which right readings were chosen, and how many of the claims that are not reviewed yet are read
rightly after a quarter and a half of each document, beside how the check had read the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
from benchmark_database import dsn_option

from factcheck.commands.load import load_csv
from factcheck.quality.cases.case import find_cases
from factcheck.quality.cases.corruption import corrupt as with_errors
from factcheck.quality.cases.runner import LoadedCase, run_cases
from factcheck.quality.cases.scratch import scratch_database
from factcheck.quality.queries.equivalence import case_equivalence
from factcheck.quality.reviewing.report import report
from factcheck.quality.reviewing.reviewer import Order, Review, review


@dataclass(frozen=True, slots=True)
class CaseReview:
    """A case, reviewed in each order; ``failure`` tells why it was not."""

    case_id: str
    data_set: str
    reviews: tuple[Review, ...] = ()
    failure: str | None = None


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@dsn_option
@click.option("--corrupt", type=click.FloatRange(0, 1), default=0.0, help="Share of right numbers to change.")
@click.option("--seed", type=int, default=1, show_default=True, help="Decides which numbers are changed.")
@click.option(
    "--cases",
    default="*",
    show_default=True,
    metavar="GLOB",
    help="Only cases whose names match.",
)
def main(folders: tuple[Path, ...], dsn: str, corrupt: float, seed: int, cases: str) -> None:
    """Review the articles of labelled cases."""
    with scratch_database(dsn) as scratch:

        def reviewed(loaded: LoadedCase) -> CaseReview:
            case = loaded.case
            source = with_errors(case.source, case.claims, corrupt, f"{seed} {case.case_id}")
            with case_equivalence(scratch, loaded) as equivalence:
                reviews = tuple(review(loaded, source, equivalence, order) for order in Order)
            return CaseReview(loaded.case.case_id, loaded.case.data_set, reviews)

        results = []
        for result in run_cases(dsn, find_cases(folders, cases), load_csv, reviewed, CaseReview):
            results.append(result)
            counts = ", ".join(str(len(each.actions)) for each in result.reviews[:1])
            click.echo(f"{result.case_id}: {result.failure or counts + ' claims'}", err=True)
    for index, order in enumerate(Order):
        of_order = [(each.data_set, each.reviews[index]) for each in results if each.reviews]
        click.echo(report(of_order, order))


if __name__ == "__main__":
    main()
