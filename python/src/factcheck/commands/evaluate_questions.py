"""``factcheck evaluate-questions`` and ``factcheck fit-questions``: measure how questions are read; train how."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import click

from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.load import load_csv
from factcheck.commands.session import dsn_option, reports_errors, say
from factcheck.nlp.spacy_parser import SpacyParser


@click.command("evaluate-questions")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@dsn_option
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="File to write the figures to.")
@click.option("--misses/--no-misses", default=True, show_default=True, help="Whether to list what went wrong.")
@reports_errors
def evaluate_questions(folder: Path, dsn: str, json_file: Path | None, misses: bool) -> None:
    """Tell how well questions are split into parts and answered.

    FOLDER has decomposition_hand.jsonl (questions with reference parts), nl4dv_queries.jsonl (queries with the
    attributes and tasks that NL4DV finds), or one of them, and the tables in data/.  A part is right when its type, its
    measure, its breakdown and the columns that restrict it are.  The database needs the extension, and the session has
    to be a superuser's.
    """
    with needs_evaluation_packages():
        from factcheck.quality.questions.measure import figures, measure_questions, report  # noqa: PLC0415
    results = measure_questions(dsn, folder, load_csv, SpacyParser())
    say(report(results, has_misses=misses), nl=False)
    if json_file is not None:
        told = {each.name: {"hits": each.hits, "cases": each.cases} for each in figures(results)}
        json_file.write_text(json.dumps(told, indent=1) + "\n", "utf-8")


@click.command("fit-questions")
@click.option("--seed", default=1, show_default=True, help="What the draws from the templates begin with.")
@click.option("--output", type=click.Path(path_type=Path), help="File to write; default: the package's own.")
@reports_errors
def fit_questions(seed: int, output: Path | None) -> None:
    """Train the classifiers of questions anew from the project's templates.

    They tell the type of fact, and the kind of question, from the words that name no column and no value.  The same
    seed gives the same weights.
    """
    with needs_evaluation_packages():
        from factcheck.questions.training import trained  # noqa: PLC0415
    from factcheck.questions.classifier import WEIGHTS_FILE, to_json  # noqa: PLC0415

    classifiers = trained(seed)
    target = output or Path(str(files("factcheck.questions").joinpath(WEIGHTS_FILE)))
    held = {name: to_json(classifier) for name, classifier in classifiers.items()}
    target.write_text(json.dumps(held, sort_keys=True, separators=(",", ":")) + "\n", "utf-8")
    say(f"{sum(len(each.weights) for each in classifiers.values())} features written to {target}")
