"""Draws the small charts of a note, as SVG without script, style or address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape

from factcheck.numbers.written import plain

_WIDTH, _ROW, _BAR = 320, 22, 14
_LABELS, _VALUES = 110, 80
_MOST_LETTERS = 16
_FARTHEST = 1000
"""How many times the shortest bar the longest may be: beyond, a chart shows nothing but one bar."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its label; ``is_claimed`` marks what the text says, or is about, among the others."""

    label: str
    value: Decimal
    is_claimed: bool = False


def bar_chart(bars: Sequence[Bar]) -> str:
    """Draw bars from zero, one below the other, each with label and value; the alternative text says the same.

    Returns nothing where bars would mislead or show nothing: fewer than two, values of both signs, values that are
    all zero, or one more than a thousand times another.
    """
    lengths = [abs(bar.value) for bar in bars]
    if len(bars) < 2 or min(bar.value for bar in bars) < 0 < max(bar.value for bar in bars):
        return ""
    longest, shortest = max(lengths), min((length for length in lengths if length), default=Decimal(0))
    if not longest or longest > _FARTHEST * shortest:
        return ""
    told = ", ".join(f"{bar.label} {plain(bar.value)}" for bar in bars)
    drawn = "".join(_drawn(row, bar, float(abs(bar.value) / longest)) for row, bar in enumerate(bars))
    return (
        f'<svg class="factcheck-chart" role="img" aria-label="{escape(told)}"'
        f' viewBox="0 0 {_WIDTH} {_ROW * len(bars)}">{drawn}</svg>'
    )


def _drawn(row: int, bar: Bar, share: float) -> str:
    width = max(1.0, share * (_WIDTH - _LABELS - _VALUES))
    label = bar.label if len(bar.label) <= _MOST_LETTERS else f"{bar.label[: _MOST_LETTERS - 1]}…"
    top, base = row * _ROW + (_ROW - _BAR) / 2, row * _ROW + _ROW * 0.7
    kind = "factcheck-bar-claimed" if bar.is_claimed else "factcheck-bar"
    return (
        f'<text x="0" y="{base:g}">{escape(label)}</text>'
        f'<rect class="{kind}" x="{_LABELS}" y="{top:g}" width="{width:.1f}" height="{_BAR}"/>'
        f'<text x="{_LABELS + width + 6:.1f}" y="{base:g}">{escape(plain(bar.value))}</text>'
    )
