"""``factcheck fit``: learn weights from labelled cases, from a site's own documents, or from what people decided."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from factcheck.commands.document_files import read_document
from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.load import load_csv
from factcheck.commands.session import EXIT_REFUTED, dsn_option, reports_errors, say
from factcheck.nlp.spacy_parser import SpacyParser

if TYPE_CHECKING:
    from factcheck.quality.fitting.collect import CaseSamples, Errors
    from factcheck.quality.fitting.sample import SampledDocument
    from factcheck.quality.fitting.written import Source

_LABELS = "labels of cases"
_CONFIDENT = "claims read with confidence"
_DECIDED = "decisions of people"


@click.command("fit")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path))
@dsn_option
@click.option(
    "--unlabelled",
    is_flag=True,
    help="Look at no label: what supports a claim, and is likely beside its other readings, is taken for right.",
)
@click.option(
    "--data-set",
    metavar="NAME",
    help="FOLDERS are documents without labels about the tables of this database that were added under this name.",
)
@click.option(
    "--corrections",
    is_flag=True,
    help="With --data-set, also or only learn from what people decided about stored claims of this database.",
)
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
    "--from-shipped",
    is_flag=True,
    help="Hold weights to those of the extension instead of their start values, as with --data-set.",
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
@click.option(
    "--judge-by",
    type=click.Path(path_type=Path),
    help="Candidates of labelled claims, kept before, that the page judges the weights by.",
)
@click.option("--output", type=click.Path(path_type=Path), help="File to write the weights to, as TOML.")
@click.option("--page", "page_file", type=click.Path(path_type=Path), help="File to write what changed to.")
@reports_errors
def fit(
    folders: tuple[Path, ...],
    dsn: str,
    unlabelled: bool,
    data_set: str | None,
    corrections: bool,
    cases: str,
    corrupt: float,
    seed: int,
    strength: float,
    from_shipped: bool,
    held: tuple[str, ...],
    folds: int,
    samples_to: Path | None,
    samples_from: Path | None,
    judge_by: Path | None,
    output: Path | None,
    page_file: Path | None,
) -> None:
    """Learn the weights of features from labelled cases, from documents without labels, or from corrections.

    A FOLDER is a case or holds cases, as for evaluate; with --data-set it is a document about the tables of a site.
    With --corrections the readings that people confirmed or corrected claims to are right; FOLDERS may be left out.
    Checks run in this process; the database needs the extension, and the session has to be a superuser's, but for
    documents of a site: these are checked with the rights of the session's role.

    The weights are written to a file.  A site takes it with factcheck.use_weights('readings', text), and goes back to
    those of the extension with factcheck.use_shipped_weights(); in the package it takes the place of
    weights/learned.toml.  Weights for a site start from those of the extension, and few documents change them little.
    The page tells what the weights do to data sets that they were not fitted to.

    The weights of the evidence are held unless other groups are: fitted to right readings alone they make results that
    come near likelier, and right claims whose reading is none of the candidates are refuted.  Those of functions are
    held, since few claims tell of most of them; so is whether a value stands before or behind the number, since
    articles have subjects before numbers, and "1,308 in April" is as clear.  Exit status: 1 when a case failed.
    """
    if corrections and data_set is None:
        raise click.UsageError("--corrections needs --data-set")
    if (bool(folders) or corrections) is (samples_from is not None):
        raise click.UsageError("give either folders or --from")
    if samples_from is not None and (unlabelled or data_set is not None):
        raise click.UsageError("--from has no documents to read")
    with needs_evaluation_packages():
        from factcheck.quality.fitting import evaluated, layout, store, written  # noqa: PLC0415
        from factcheck.quality.fitting import fit as fitting  # noqa: PLC0415
        from factcheck.quality.fitting.collect import Errors, require_any  # noqa: PLC0415
        from factcheck.weights.learned import LEARNED  # noqa: PLC0415
    failed = False
    documents: list[SampledDocument] = [] if samples_from is None else store.read_samples(samples_from)
    counts: dict[str, Source] = {}
    errors = Errors(corrupt, seed)
    for source, result in _samples(folders, dsn, cases, errors, data_set, not unlabelled, corrections):
        documents += result.documents
        failed |= result.failure is not None
        counts[source] = _added(counts.get(source, written.Source(source, 0, 0, 0)), result)
        say(f"{result.case_id}: {result.failure or _counted(result)}", is_error=True)
    if samples_to is not None:
        store.write_samples(samples_to, documents)
    require_any(documents)
    in_use = layout.as_vector(LEARNED)
    start = in_use if from_shipped or data_set is not None else layout.START
    weights = fitting.fit(documents, strength, held, start)
    if output is not None:
        how = f" --data-set {data_set}" if data_set is not None else " --unlabelled" if unlabelled else ""
        how += " --corrections" if corrections else ""
        how += " --from-shipped" if from_shipped else ""
        arguments = f"factcheck fit{how} --corrupt {corrupt:g} --seed {seed} --strength {strength:g}"
        arguments += "".join(f' --hold "{group}"' if " " in group else f" --hold {group}" for group in held)
        output.write_text(written.weights_file(weights, documents, arguments), "utf-8")
    judged = documents if judge_by is None else store.read_samples(judge_by)
    before = [each for document in judged for each in evaluated.ranks(document, in_use)]
    after = fitting.cross_validated(documents, strength, folds, held, start, judged)
    text = written.page(before, after, weights, in_use, fitting.spreads(judged), folds, list(counts.values()))
    if page_file is None:
        say(text, nl=False)
    else:
        page_file.write_text(text, "utf-8")
    if failed:
        sys.exit(EXIT_REFUTED)


def _samples(
    named: Sequence[Path],
    dsn: str,
    cases: str,
    errors: Errors,
    data_set: str | None,
    is_labelled: bool,
    is_with_corrections: bool,
) -> Iterator[tuple[str, CaseSamples]]:
    """Yield what is sampled of each case, or of each document, and in words what tells its right queries."""
    from factcheck.quality.cases.case import find_cases  # noqa: PLC0415
    from factcheck.quality.fitting.collect import collect, collect_of_site  # noqa: PLC0415

    if not named and not is_with_corrections:
        return
    parser = SpacyParser()
    if data_set is None:
        told = _LABELS if is_labelled else _CONFIDENT
        for each in collect(dsn, find_cases(named, cases), load_csv, parser, errors, is_labelled=is_labelled):
            yield told, each
        return
    texts = [(path.name, read_document(str(path))) for path in named]
    for each in collect_of_site(dsn, texts, data_set, parser, errors, is_with_corrections=is_with_corrections):
        yield _DECIDED if each.is_decided else _CONFIDENT, each


def _added(source: Source, samples: CaseSamples) -> Source:
    """Return a source with what was sampled of one more of its documents, as published."""
    right = sum(bool(claim.right.any()) for each in samples.documents if not each.is_corrupted for claim in each.claims)
    return replace(
        source,
        documents=source.documents + 1,
        right=source.right + right,
        dismissed=source.dismissed + samples.dismissed,
    )


def _counted(samples: CaseSamples) -> str:
    judged = [claim for document in samples.documents for claim in document.claims if claim.is_judged]
    dismissed = f", {samples.dismissed} dismissed" if samples.dismissed else ""
    return f"{sum(bool(claim.right.any()) for claim in judged)} of {len(judged)} right queries{dismissed}"
