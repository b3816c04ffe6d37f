"""The figures of the experiments as SVG files, the same bytes for the same figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import nan
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from factcheck.quality.experiments import paper
from factcheck.quality.experiments.figures import Coverage, Figures, Refutations
from factcheck.quality.judging.metrics import Interval, Ratio
from factcheck.quality.judging.summary import DEPTHS

STYLE: dict[Any, Any] = {
    "svg.hashsalt": "factcheck",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
}
_WIDTH, _WIDE, _HEIGHT = 4.2, 5.6, 3.0
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
_PAPER: dict[str, Any] = {"color": "#444444", "marker": "D", "linestyle": "none", "fillstyle": "none"}


def write_plots(figures: Figures, folder: Path) -> dict[str, Path]:
    """Write the plot of each experiment that was done; returns the files by the experiments' names."""
    folder.mkdir(parents=True, exist_ok=True)
    written = {}
    with mpl.rc_context(STYLE):
        for name, figure in _plots(figures):
            written[name] = folder / f"{name}.svg"
            figure.tight_layout()
            # Neither date nor version: the file changes where the figures do.
            figure.savefig(written[name], format="svg", metadata={"Date": None, "Creator": None})
    return written


def _plots(figures: Figures) -> Iterator[tuple[str, Figure]]:
    if figures.model:
        yield "table-1", _model(figures.model)
    if figures.theme:
        yield "figure-5", _theme(figures)
    if figures.by_depth:
        yield "figure-6", _by_depth(figures.by_depth)
    if figures.keywords:
        yield "figure-7", _keywords(figures.keywords)
    if figures.p_true:
        yield "figure-8", _p_true(figures.p_true)
    if figures.processing:
        yield "figure-9", _processing(figures)


def _axes(rows: int, columns: int, share_rows: bool = False, width: float = _WIDTH) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(width * columns, _HEIGHT * rows))
    axes = figure.subplots(rows, columns, squeeze=False, sharex="col" if share_rows else "none")
    return figure, list(axes.flat)


def _percent(figure: Ratio) -> float:
    return float("nan") if figure.micro is None else 100 * figure.micro.value


def _share_axis(axes: Axes, label: str) -> None:
    axes.set_ylim(0, 102)  # a line at 100 is seen whole
    axes.set_ylabel(label)


def _lines(axes: Axes, xs: Sequence[float], lines: Mapping[str, Sequence[Ratio]]) -> None:
    for (name, line), colour in zip(lines.items(), COLOURS, strict=False):
        axes.plot(xs, [_percent(point) for point in line], marker="o", markersize=3, color=colour, label=name)


def _model(model: Mapping[str, Coverage]) -> Figure:
    figure, [axes] = _axes(1, 1, width=_WIDE)
    width = 0.25
    for index, (depth, colour) in enumerate(zip(DEPTHS, COLOURS, strict=False)):
        xs = [step + (index - 1) * width for step in range(len(model))]
        ratios = [coverage.in_class[depth] for coverage in model.values()]
        heights = [_percent(ratio) for ratio in ratios]
        axes.bar(xs, heights, width * 0.9, color=colour, label=f"top-{depth}")
        axes.errorbar(xs, heights, _errors(ratios), fmt="none", ecolor="#222222", elinewidth=0.8)
        shares = [100 * row[paper.DEPTHS.index(depth)] for row in paper.COVERAGE_BY_MODEL]
        axes.plot(xs[: len(shares)], shares, **_PAPER, label="paper" if index == 0 else None)
    axes.set_xticks(range(len(model)), list(model))
    _share_axis(axes, "coverage, %")
    axes.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    return figure


def _errors(ratios: Sequence[Ratio]) -> list[list[float]]:
    """Return how far the intervals reach below and above the shares; 0 where there is no share."""
    intervals = [ratio.micro or Interval(nan, nan, nan) for ratio in ratios]
    below = [100 * max(0.0, interval.value - interval.low) for interval in intervals]
    return [below, [100 * max(0.0, interval.high - interval.value) for interval in intervals]]


def _theme(figures: Figures) -> Figure:
    figure, [left, right] = _axes(1, 2)
    most = range(1, 1 + max(map(len, figures.theme.values())))
    _lines(left, most, figures.theme)
    left.plot([3], [100 * paper.COVERED_BY_TOP_THREE], **_PAPER, label="paper, mean of the three")
    left.set_xlabel("N most frequent in the document")
    _share_axis(left, "claim queries covered, %")
    left.legend(loc="lower right")
    counts = range(1 + max(figures.predicates, default=0))
    total = figures.predicates.total() or 1
    right.bar(counts, [100 * figures.predicates[count] / total for count in counts], 0.6, color=COLOURS[0])
    right.set_xticks(counts)
    right.set_xlabel("predicates of the right query")
    right.set_ylabel("claim queries, %")
    return figure


def _by_depth(by_depth: Mapping[str, Sequence[Ratio]]) -> Figure:
    figure, [axes] = _axes(1, 1)
    depths = range(1, 1 + max(map(len, by_depth.values())))
    _lines(axes, depths, by_depth)
    axes.plot(paper.DEPTHS, [100 * share for share in paper.COVERAGE_BY_MODEL[-1]], **_PAPER, label="paper, all claims")
    axes.set_xlabel("right query among the k most likely, k")
    axes.set_xticks([1, 5, 10, 15, 20])
    _share_axis(axes, "coverage, %")
    axes.legend(loc="lower right")
    return figure


def _keywords(keywords: Mapping[str, Coverage]) -> Figure:
    figure, [axes] = _axes(1, 1, width=_WIDE)
    _lines(axes, range(len(keywords)), {f"top-{d}": [step.in_class[d] for step in keywords.values()] for d in DEPTHS})
    axes.set_xticks(range(len(keywords)), list(keywords), rotation=20, ha="right")
    _share_axis(axes, "coverage, %")
    axes.legend(loc="lower right")
    return figure


def _p_true(p_true: Mapping[float, Refutations]) -> Figure:
    figure, both = _axes(1, 2)
    sides = {
        "as published": [judgements.published for judgements in p_true.values()],
        "errors written into numbers": [judgements.corrupted for judgements in p_true.values()],
    }
    for axes, (title, judged) in zip(both, sides.items(), strict=True):
        lines = {
            "recall": [judgement.recall for judgement in judged],
            "precision": [judgement.precision for judgement in judged],
        }
        _lines(axes, range(len(judged)), lines)
        axes.set_xticks(range(len(judged)), [f"{value:g}" for value in p_true], rotation=30)
        axes.set_xlabel("p_true")
        axes.set_title(title)
        _share_axis(axes, "wrong claims, %")
        axes.legend(loc="best")
    return figure


def _processing(figures: Figures) -> Figure:
    figure, axes = _axes(2, len(figures.processing), share_rows=True)
    for index, (setting, points) in enumerate(figures.processing.items()):
        xs = [point.value for point in points]
        above, below = axes[index], axes[index + len(figures.processing)]
        _lines(above, xs, {f"top-{d}": [point.coverage.in_class[d] for point in points] for d in DEPTHS})
        _share_axis(above, "coverage, %")
        above.legend(loc="lower right")
        below.plot(xs, [point.seconds for point in points], marker="o", markersize=3, color="#222222")
        below.set_ylim(0, 1.1 * max(point.seconds for point in points))
        below.set_xlabel(setting)
        below.set_ylabel("seconds, all cases")
    return figure
