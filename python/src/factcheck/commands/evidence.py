"""``factcheck evaluate-evidence`` and ``fit-evidence``: measure and fit what passages say of claims."""

from __future__ import annotations

import json
from pathlib import Path

import click

from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.session import dsn_option, reports_errors, say
from factcheck.errors.catalogue.command_line import training_packages_not_installed

_MODES = click.Choice(["bm25", "tfidf", "fused"])


def _tell(done: int, whole: int) -> None:
    if done % 100 == 0 or done == whole:
        say(f"{done} of {whole} claims", is_error=True)


_kept_option = click.option(
    "--kept-embeddings",
    "kept_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File that keeps embeddings between runs; it is made if it is not there.",
)

_WIDTHS = click.IntRange(8, 1024)


@click.command("evaluate-evidence")
@click.argument("folder", type=click.Path(path_type=Path))
@dsn_option
@click.option("--mode", type=_MODES, default="bm25", show_default=True, help="How passages are found.")
@click.option("--weights", "weights_file", type=click.Path(path_type=Path, exists=True), help="File of fit-evidence.")
@_kept_option
@click.option("--page", "page_file", type=click.Path(path_type=Path), help="File to write the figures to, as Markdown.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="File to write everything to.")
@reports_errors
def evaluate_evidence(
    folder: Path,
    dsn: str,
    mode: str,
    weights_file: Path | None,
    kept_file: Path | None,
    page_file: Path | None,
    json_file: Path | None,
) -> None:
    """Tell how much of the evidence of labelled claims is found, and how many claims are judged as labelled.

    FOLDER holds claims.jsonl and passages.jsonl.  Claims that are no training claims are judged by the weights that
    come with the package, or by those of a file; training claims by weights fitted on other folds.  The database needs
    the extension, and the session has to be a superuser's.
    """
    with needs_evaluation_packages():
        from factcheck.quality.evidence import page, run  # noqa: PLC0415
        from factcheck.weights.evidence import read_evidence_weights, shipped_evidence_weights  # noqa: PLC0415
    models = shipped_evidence_weights()
    if weights_file is not None:
        models = read_evidence_weights(weights_file.read_text("utf-8"))
    observations, keys = run.observe_folder(dsn, folder, mode, _tell, kept_file)
    has_similarity = mode == "fused"
    weights = models.similarity if has_similarity and models.similarity is not None else models.words
    groups = run.outcomes_of(observations, keys, weights, has_similarity)
    written = page.report(groups)
    say(written, nl=False)
    if page_file is not None:
        page_file.write_text(written, "utf-8")
    if json_file is not None:
        json_file.write_text(json.dumps(page.as_json(groups), indent=1) + "\n", "utf-8")


@click.command("evaluate-cross-encoder")
@click.argument("folder", type=click.Path(path_type=Path))
@dsn_option
@click.option("--width", type=_WIDTHS, default=64, show_default=True, help="Numbers that stand for a word; four heads.")
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True, help="How often it reads the pairs.")
@click.option("--step", type=float, default=1e-3, show_default=True, help="Step of the training.")
@click.option("--seed", type=int, default=1, show_default=True, help="What the draws begin with.")
@click.option("--fold", type=click.IntRange(0, 4), help="Measure on a fifth of the training claims instead.")
@reports_errors
def evaluate_cross_encoder(
    folder: Path, dsn: str, width: int, rounds: int, step: float, seed: int, fold: int | None
) -> None:
    """Train the cross-encoder of the paper from scratch, and tell what it finds and how it labels claims.

    FOLDER holds claims.jsonl and passages.jsonl.  It is trained on the training claims, and measured on those that are
    none, or with --fold on those training claims that are left out.  Nothing is kept: checks go by the log-linear
    models, which find and label more.  It takes the package autograd.
    """
    with needs_evaluation_packages():
        from factcheck.quality.evidence.cross_encoder import found, page  # noqa: PLC0415
    try:
        from factcheck.quality.evidence.cross_encoder import compare, training  # noqa: PLC0415
    except ImportError as error:
        raise training_packages_not_installed(str(error)) from None
    known = [each for each in found.found_claims(dsn, folder) if fold is None or each.claim.is_training]
    held = [each for each in known if (not each.claim.is_training if fold is None else each.claim.fold == fold)]
    others = [each for each in known if each not in held]
    settings = training.Settings(width=width - width % 4, epochs=rounds, step=step, seed=seed)
    say(page.table(compare.compare(others, held, settings, lambda told: say(told, is_error=True)), len(held)), nl=False)


@click.command("fit-evidence")
@click.argument("folder", type=click.Path(path_type=Path))
@dsn_option
@click.option("--embeddings/--no-embeddings", default=False, help="Also fit weights for sources with embeddings.")
@_kept_option
@click.option("--output", type=click.Path(path_type=Path), required=True, help="File to write the weights to, as TOML.")
@reports_errors
def fit_evidence(folder: Path, dsn: str, embeddings: bool, kept_file: Path | None, output: Path) -> None:
    """Fit the weights by which passages are ranked and labelled and claims judged, on the training claims of a folder.

    FOLDER holds claims.jsonl and passages.jsonl.  The database needs the extension, and the session has to be a
    superuser's.
    """
    with needs_evaluation_packages():
        from factcheck.quality.evidence import run  # noqa: PLC0415
        from factcheck.weights.evidence import written_evidence_weights  # noqa: PLC0415
    plain, _ = run.observe_folder(dsn, folder, "bm25", _tell)
    fused = run.observe_folder(dsn, folder, "fused", _tell, kept_file)[0] if embeddings else []
    models = run.fit_models(plain, fused)
    count = sum(each.claim.is_training for each in plain)
    heading = (
        "How passages are ranked and labelled and claims judged by them: what each feature adds to the log-odds.\n"
    )
    heading += f"Written by factcheck fit-evidence from {count} labelled claims."
    output.write_text(written_evidence_weights(models, heading), "utf-8")
    say(f"{output}: weights fitted to {count} claims")
