"""``factcheck evaluate-questions`` and ``factcheck fit-questions``: measure how questions are read; train how."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import click

from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.load import load_csv
from factcheck.commands.session import dsn_option, reports_errors, say
from factcheck.errors.catalogue.command_line import training_packages_not_installed
from factcheck.nlp.spacy_parser import SpacyParser


@click.command("evaluate-questions")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@dsn_option
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="File to write the figures to.")
@click.option(
    "--method", type=click.Choice(["rules", "neural"]), default="rules", show_default=True, help="What splits them."
)
@click.option("--misses/--no-misses", default=True, show_default=True, help="Whether to list what went wrong.")
@reports_errors
def evaluate_questions(folder: Path, dsn: str, json_file: Path | None, method: str, misses: bool) -> None:
    """Tell how well questions are split into parts and answered.

    FOLDER has decomposition_hand.jsonl (questions with reference parts), nl4dv_queries.jsonl (queries with the
    attributes and tasks that NL4DV finds), or one of them, and the tables in data/.  A part is right when its type, its
    measure, its breakdown and the columns that restrict it are; other figures ask for the values, the aggregation
    and the end that it names, too: the highest or the lowest, a rise or a fall.  The database needs the extension, and
    the session has to be a superuser's.
    """
    with needs_evaluation_packages():
        from factcheck.quality.questions.measure import figures, measure_questions, report  # noqa: PLC0415
        from factcheck.questions.neural.kept_weights import of_package  # noqa: PLC0415
    model = of_package() if method == "neural" else None
    results = measure_questions(dsn, folder, load_csv, SpacyParser(), model)
    say(report(results, has_misses=misses), nl=False)
    if json_file is not None:
        told = {each.name: {"hits": each.hits, "cases": each.cases} for each in figures(results)}
        json_file.write_text(json.dumps(told, indent=1) + "\n", "utf-8")


@click.command("fit-questions")
@click.option("--method", type=click.Choice(["rules", "neural"]), default="rules", show_default=True)
@click.option("--seed", default=1, show_default=True, help="What the draws from the templates begin with.")
@click.option("--epochs", default=20, show_default=True, help="How often the neural model reads 5,000 questions.")
@click.option("--folds", default=0, show_default=True, help="Measure on templates left out, in that many folds.")
@click.option("--output", type=click.Path(path_type=Path), help="File to write; default: the package's own.")
@reports_errors
def fit_questions(method: str, seed: int, epochs: int, folds: int, output: Path | None) -> None:
    """Train what reads questions anew from the project's templates.

    For the rules these are the classifiers that tell the type of fact, and the kind of question, from the words that
    name no column and no value.  The neural model writes the parts of a question; its training takes the package
    autograd, and with the defaults ten minutes of one core.  The same seed gives the same weights.
    """
    if method == "neural":
        _fit_neural(seed, epochs, folds, output)
        return
    with needs_evaluation_packages():
        from factcheck.questions.training import trained  # noqa: PLC0415
    from factcheck.questions.classifier import WEIGHTS_FILE, to_json  # noqa: PLC0415

    classifiers = trained(seed)
    target = output or Path(str(files("factcheck.questions").joinpath(WEIGHTS_FILE)))
    held = {name: to_json(classifier) for name, classifier in classifiers.items()}
    target.write_text(json.dumps(held, sort_keys=True, separators=(",", ":")) + "\n", "utf-8")
    say(f"{sum(len(each.weights) for each in classifiers.values())} features written to {target}")


def _fit_neural(seed: int, epochs: int, folds: int, output: Path | None) -> None:
    try:
        from factcheck.quality.questions.neural import measure_folds  # noqa: PLC0415
        from factcheck.questions.neural.corpus import templates  # noqa: PLC0415
        from factcheck.questions.neural.kept_weights import WEIGHTS_FILE, keep  # noqa: PLC0415
        from factcheck.questions.neural.training import trained  # noqa: PLC0415
    except ImportError as error:
        raise training_packages_not_installed(str(error)) from None
    if folds:
        for figure in measure_folds(seed, epochs, folds, say):
            say(figure)
        return
    vocabulary, weights = trained(templates(), seed, epochs, say)
    target = output or Path(str(files("factcheck.questions.neural").joinpath(WEIGHTS_FILE)))
    keep(target, vocabulary, weights)
    say(f"{sum(each.size for each in weights.values())} weights written to {target}")
