"""``factcheck fit``: learn weights from labelled cases."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.load import load_csv
from factcheck.commands.session import EXIT_REFUTED, dsn_option, reports_errors, say
from factcheck.nlp.spacy_parser import SpacyParser


@click.command("fit")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path))
@dsn_option
@click.option("--cases", default="*", show_default=True, metavar="GLOB", help="Only cases whose names match.")
@click.option(
    "--corrupt",
    type=click.FloatRange(0, 1),
    default=0.3,
    show_default=True,
    help="Also fit to each document with errors written into this share of its right numbers; 0 for none.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Decides which numbers are changed.")
@click.option(
    "--strength",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    show_default=True,
    help="How strongly weights are held to their start values.",
)
@click.option(
    "--hold",
    "held",
    multiple=True,
    default=("evidence", "function", "predicate.before", "predicate.behind"),
    show_default=True,
    metavar="GROUP[.FEATURE]",
    help="Group of features, or feature, that keeps its start weights; may be given again.",
)
@click.option(
    "--folds",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    help="Parts, by data set, that the weights fitted to the others are tried on; 0 for none.",
)
@click.option("--collect", "samples_to", type=click.Path(path_type=Path), help="File to keep the candidates in.")
@click.option("--from", "samples_from", type=click.Path(path_type=Path), help="Candidates kept before; no FOLDER.")
@click.option("--output", type=click.Path(path_type=Path), help="File to write the weights to, as TOML.")
@click.option("--page", "page_file", type=click.Path(path_type=Path), help="File to write what changed to.")
@reports_errors
def fit(
    folders: tuple[Path, ...],
    dsn: str,
    cases: str,
    corrupt: float,
    seed: int,
    strength: float,
    held: tuple[str, ...],
    folds: int,
    samples_to: Path | None,
    samples_from: Path | None,
    output: Path | None,
    page_file: Path | None,
) -> None:
    """Learn the weights of features from labelled cases.

    A FOLDER is a case or holds cases, as for evaluate.  Checks run in this process; the database needs the
    extension, and the session has to be a superuser's.  The weights are written to a file that takes the place of
    weights/learned.toml in the package; the page tells what they do to data sets that they were not fitted to.  The
    weights of the evidence are held unless other groups are: fitted to right readings alone they make results that
    come near likelier, and right claims whose reading is none of the candidates are refuted.  Those of functions are
    held, since few claims tell of most of them; so is whether a value stands before or behind the number, since
    articles have subjects before numbers, and "1,308 in April" is as clear.  Exit status: 1 when a case failed.
    """
    if bool(folders) is (samples_from is not None):
        raise click.UsageError("give either folders or --from")
    with needs_evaluation_packages():
        from factcheck.quality.cases.case import find_cases  # noqa: PLC0415
        from factcheck.quality.fitting import collect, evaluated, layout, store, written  # noqa: PLC0415
        from factcheck.quality.fitting import fit as fitting  # noqa: PLC0415
        from factcheck.weights.learned import LEARNED  # noqa: PLC0415
    failed = False
    documents = [] if samples_from is None else store.read_samples(samples_from)
    if folders:
        sampled = collect.collect(dsn, find_cases(folders, cases), load_csv, SpacyParser(), corrupt, seed)
        for result in sampled:
            documents += result.documents
            failed |= result.failure is not None
            judged = [claim for document in result.documents for claim in document.claims if claim.is_judged]
            found = f"{sum(bool(claim.right.any()) for claim in judged)} of {len(judged)} right queries"
            say(f"{result.case_id}: {result.failure or found}", is_error=True)
    if samples_to is not None:
        store.write_samples(samples_to, documents)
    weights = fitting.fit(documents, strength, held)
    if output is not None:
        arguments = f"factcheck fit --corrupt {corrupt:g} --seed {seed} --strength {strength:g}"
        arguments += "".join(f" --hold {group}" for group in held)
        output.write_text(written.weights_file(weights, documents, arguments), "utf-8")
    in_use = layout.as_vector(LEARNED)
    before = [each for document in documents for each in evaluated.ranks(document, in_use)]
    after = fitting.cross_validated(documents, strength, folds, held)
    text = written.page(before, after, weights, in_use, fitting.spreads(documents), folds)
    if page_file is None:
        say(text, nl=False)
    else:
        page_file.write_text(text, "utf-8")
    if failed:
        sys.exit(EXIT_REFUTED)
