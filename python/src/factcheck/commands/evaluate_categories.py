"""``factcheck evaluate-categories``: measure how well categories are told, and fit the models."""

from __future__ import annotations

from pathlib import Path

import click

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.session import connected, dsn_option, reports_errors, say


@click.command("evaluate-categories")
@click.argument("folder", type=click.Path(path_type=Path))
@dsn_option
@click.option("--page", "page_file", type=click.Path(path_type=Path), help="File to write the figures to, as Markdown.")
@click.option("--output", type=click.Path(path_type=Path), help="File to write the models' weights to, as TOML.")
@reports_errors
def evaluate_categories(folder: Path, dsn: str, page_file: Path | None, output: Path | None) -> None:
    """Measure the models of categories on labelled data, by the corpus that is loaded in the database.

    FOLDER holds trec_pairs.jsonl, trec_questions.jsonl, table_columns.jsonl and hypernym_pairs.jsonl, or some of them.
    Pairs of the years 2001 to 2003 fit the models, those of 1999 and 2000 measure them; headings and hypernyms are told
    out of fold, by table and by word.  Load a corpus first: SELECT factcheck.load_corpus(...).
    """
    with needs_evaluation_packages():
        from factcheck.quality.categories import cases, page, run, written  # noqa: PLC0415
    labelled = cases.read_category_cases(folder)
    with connected(dsn) as connection:
        measured = run.measure_categories(PsycopgDatabase(connection), labelled, lambda text: say(text, is_error=True))
    text = page.category_page(measured)
    say(text, nl=False)
    if page_file is not None:
        page_file.write_text(text, "utf-8")
    if output is not None:
        output.write_text(written.written_category_weights(measured), "utf-8")
