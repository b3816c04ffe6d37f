"""The picture of how checks grow: beside one scan of the table, and with the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from sizes_targets import Measured

from factcheck.quality.experiments.plots import COLOURS, STYLE

_BARS = (
    "one by one (scaled)",
    "the paper's CUBEs (scaled)",
    "check, cold",
    "check, warm",
    "DuckDB's CUBEs (scaled)",
    "one grouping in DuckDB",
)
_STAGES = ("parsing", "retrieval", "evaluation", "inference")


def draw_sizes(measured: Sequence[Measured], lengths: Sequence[Mapping[str, float]], file: Path) -> None:
    """Draw the times of the largest table of most columns, the growth with rows, and the growth with the text."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(12, 3.6))
        beside, by_rows, by_text = figure.subplots(1, 3)
        _beside_scan(beside, max(measured, key=lambda one: (one.rows, one.columns, -one.literals)))
        _by_rows(by_rows, measured)
        _by_text(by_text, lengths)
        figure.tight_layout()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})


def _beside_scan(axes: Axes, one: Measured) -> None:
    seconds = [
        one.by_cold["alone"] * one.cold,
        one.by_cold["cubes"] * one.cold,
        one.cold,
        one.by_cold["warm"] * one.cold,
    ]
    seconds += [one.duckdb[name] for name in ("cubes", "grouping") if name in one.duckdb]
    names = _BARS[: len(seconds)]
    axes.barh(range(len(names)), [each / one.scan for each in seconds], color=COLOURS[0])
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel(f"times one scan, {one.rows:,} rows, {one.columns} columns")


def _by_rows(axes: Axes, measured: Sequence[Measured]) -> None:
    columns = sorted({one.columns for one in measured})
    literals = min(one.literals for one in measured)
    for colour, width in zip(COLOURS, columns, strict=False):
        chosen = sorted(
            (one for one in measured if (one.columns, one.literals) == (width, literals)), key=lambda one: one.rows
        )
        axes.plot(
            [one.rows for one in chosen],
            [one.cold for one in chosen],
            marker="o",
            color=colour,
            label=f"{width} columns",
        )
    axes.set_xlim(left=0, right=1.1 * max(one.rows for one in measured))
    axes.set_ylim(bottom=0)
    axes.set_xlabel(f"rows, {literals} literals")
    axes.set_ylabel("seconds of a cold check")
    axes.legend()


def _by_text(axes: Axes, lengths: Sequence[Mapping[str, float]]) -> None:
    ordered = sorted(lengths, key=lambda one: (one["claims"], one["words"]))
    names = [f"{one['claims']:.0f}\n{one['words']:,.0f}" for one in ordered]
    bottom = [0.0] * len(ordered)
    for colour, stage in zip(COLOURS, _STAGES, strict=True):
        heights = [one.get(stage, 0.0) for one in ordered]
        axes.bar(range(len(ordered)), heights, bottom=bottom, color=colour, label=stage)
        bottom = [low + height for low, height in zip(bottom, heights, strict=True)]
    axes.set_xticks(range(len(names)), names)
    axes.set_xlabel("claims, words of the text")
    axes.set_ylabel("seconds of a first check")
    axes.set_ylim(top=1.3 * max(bottom, default=1.0))
    axes.legend(ncols=2, loc="upper left")
