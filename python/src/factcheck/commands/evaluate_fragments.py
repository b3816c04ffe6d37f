"""``factcheck evaluate-fragments``: measure catalogue and retrieval against labelled cases."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.load import load_csv
from factcheck.commands.session import EXIT_REFUTED, dsn_option, reports_errors, say
from factcheck.nlp.spacy_parser import SpacyParser


@click.command("evaluate-fragments")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@dsn_option
@click.option("--cases", default="*", show_default=True, metavar="GLOB", help="Only cases whose names match.")
@click.option("--by-source", is_flag=True, help="Also measure each keyword source; locks out adding of tables.")
@click.option("--page", "page_file", type=click.Path(path_type=Path), help="File to write the figures to, as Markdown.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="File to write everything to.")
@reports_errors
def evaluate_fragments(
    folders: tuple[Path, ...], dsn: str, cases: str, by_source: bool, page_file: Path | None, json_file: Path | None
) -> None:
    """Tell whether the fragments of the labelled queries exist and are retrieved for their claims.

    Fragments are aggregation function, aggregation column and predicates of a query in the paper's class.
    Retrieved are the first of each kind by relevance score; of equal scores all have the worst place.
    A FOLDER is a case or holds cases, as for evaluate.  The database needs the extension, and the session
    has to be a superuser's.  Exit status: 1 when a case failed.
    """
    with needs_evaluation_packages():
        from factcheck.quality.cases.case import find_cases  # noqa: PLC0415
        from factcheck.quality.fragments import page, recall, summary  # noqa: PLC0415
    case_folders = find_cases(folders, cases)
    results = []
    for result in recall.measure_recall(dsn, case_folders, load_csv, SpacyParser(), by_source):
        results.append(result)
        whole = [claim for claim in result.claims if claim.is_among(recall.RETRIEVED)]
        outcome = result.failure or f"{len(whole)} of {len(result.claims)} queries retrieved"
        say(f"{result.case_id}: {outcome}", is_error=True)
    figures = summary.summarise_fragments(results)
    say(summary.fragment_report(results, figures), nl=False)
    if page_file is not None:
        page_file.write_text(page.fragment_page(results, figures), "utf-8")
    if json_file is not None:
        document = summary.fragments_as_json(results, figures)
        json_file.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if any(result.failure is not None for result in results):
        sys.exit(EXIT_REFUTED)
