"""Writes what was measured of categories as Markdown, the paper's figures beside ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from factcheck.quality.categories.columns import MeasuredColumns
from factcheck.quality.categories.membership import MeasuredModel
from factcheck.quality.categories.reranking import AnsweredQuestion, Ranking

PAPER_ACCURACY = {
    "1": (0.698, 0.412, 0.977),
    "2": (0.716, 0.609, 0.820),
    "3": (0.685, 0.504, 0.862),
    "4": (0.725, 0.541, 0.903),
    "5": (0.725, 0.541, 0.904),
    "6": (0.711, 0.525, 0.891),
}
"""Table 1 of Roussinov and Turetken 2007: accuracy on a balanced sample, right pairs found, wrong ones kept out."""

PAPER_RANKING = {
    "0": (0.380, 0.542),
    "1": (0.420, 0.588),
    "2": (0.399, 0.577),
    "3": (0.398, 0.581),
    "4": (0.422, 0.583),
    "5": (0.433, 0.596),
    "6": (0.401, 0.559),
}
"""Table 3: MRR and TRDR on 41 questions of TREC 2000."""


@dataclass(frozen=True, slots=True)
class MeasuredCategories:
    """All that was measured; what a folder has no cases of is None."""

    membership: Mapping[str, MeasuredModel] | None
    membership_with_columns: Mapping[str, MeasuredModel]
    columns: MeasuredColumns | None
    hypernyms: Mapping[str, Mapping[str, float]] | None
    answered: list[AnsweredQuestion]
    ranking: Mapping[str, Ranking] | None
    corpus: list[tuple[str, int]]


def category_page(measured: MeasuredCategories) -> str:
    """Return the report as Markdown."""
    parts = [_corpus(measured.corpus)]
    if measured.membership:
        parts.append(_membership(measured.membership, measured.membership_with_columns))
        parts.append(_curves(measured.membership))
    if measured.ranking:
        parts.append(_ranking(measured.ranking, measured.answered))
    if measured.columns:
        parts.append(_columns(measured.columns))
    if measured.hypernyms:
        parts.append(_hypernyms(measured.hypernyms))
    return "\n\n".join(parts) + "\n"


def _table(heading: list[str], rows: list[list[str]]) -> str:
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _corpus(corpus: list[tuple[str, int]]) -> str:
    return "Corpus: " + ", ".join(f"{source} ({texts:,} texts)" for source, texts in corpus) + "."


def _figures(*values: float | None) -> list[str]:
    return ["" if value is None else f"{value:.3f}" for value in values]


def _membership(models: Mapping[str, MeasuredModel], with_columns: Mapping[str, MeasuredModel]) -> str:
    rows = [_membership_row(name, each) for name, each in models.items()]
    rows += [_membership_row(f"{name}, with labelled columns", each) for name, each in with_columns.items()]
    pairs = next(iter(models.values())).metrics.pairs
    heading = ["model", "paper: accuracy", "found", "kept out"]
    heading += ["balanced accuracy", "found", "kept out", "AUC (95 %)", "average precision", "unknown"]
    left_out = "" if "semantic" in models else f"\n\n{_LEFT_OUT}"
    return f"Pairs of an answer and a category, {pairs} of the years told:\n\n{_table(heading, rows)}{left_out}"


_LEFT_OUT = "The model semantic is not measured: the packages of factcheck[semantic] are not installed."


def _membership_row(name: str, each: MeasuredModel) -> list[str]:
    paper: tuple[float | None, ...] = PAPER_ACCURACY.get(name, (None, None, None))
    metrics, (low, high) = each.metrics, each.auc_interval
    return [
        name,
        *_figures(*paper),
        *_figures(metrics.balanced_accuracy, metrics.true_found, metrics.false_kept),
        f"{metrics.auc:.3f} ({low:.3f} to {high:.3f})",
        *_figures(metrics.average_precision),
        str(metrics.unknown),
    ]


_CURVE_PLACES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5)


def _curves(models: Mapping[str, MeasuredModel]) -> str:
    """Return how many true pairs each model finds at some shares of false ones: points of its ROC curve."""
    rows = [
        [name, *(f"{max(y for x, y in each.curve if x <= place):.3f}" for place in _CURVE_PLACES)]
        for name, each in models.items()
        if name != "0"
    ]
    heading = ["model", *(f"{place:.0%}" for place in _CURVE_PLACES)]
    return "True pairs found where that share of false pairs is taken for true:\n\n" + _table(heading, rows)


def _ranking(results: Mapping[str, Ranking], answered: list[AnsweredQuestion]) -> str:
    base = results["0"]

    def gain(value: float, before: float) -> str:
        return f"{value:.3f} ({(value / before - 1):+.0%})" if before else f"{value:.3f}"

    rows = []
    for name, each in results.items():
        paper = PAPER_RANKING.get(name)
        of_paper = [gain(paper[0], PAPER_RANKING["0"][0]), gain(paper[1], PAPER_RANKING["0"][1])] if paper else ["", ""]
        rows.append([name, *of_paper, gain(each.mrr, base.mrr), gain(each.trdr, base.trdr)])
    has_right = sum(any(each.is_right) for each in answered)
    heading = ["model", "paper: MRR", "TRDR", "MRR", "TRDR"]
    return (
        f"Answers to {len(answered)} questions that name a category, {has_right} of them with a right answer among"
        " those found:\n\n" + _table(heading, rows)
    )


def _columns(measured: MeasuredColumns) -> str:
    rows = [
        ["all", *_figures(measured.first, measured.among_three)],
        ["all but the headings beside", *_figures(*measured.without_siblings)],
        *([f"{name} alone", *_figures(*shares)] for name, shares in measured.alone.items()),
    ]
    table = _table(["what speaks for a heading", "first", "among three"], rows)
    return (
        f"Headings of {measured.columns:,} columns, of {measured.headings} that at least ten columns have:\n\n{table}"
    )


def _hypernyms(measured: Mapping[str, Mapping[str, float]]) -> str:
    data_sets = list(next(iter(measured.values())))
    rows = [[name, *_figures(*(by_set[each] for each in data_sets))] for name, by_set in measured.items()]
    return "Hypernyms, average precision:\n\n" + _table(["score", *data_sets], rows)
