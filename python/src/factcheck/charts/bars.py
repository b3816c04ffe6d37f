"""Bars from zero, one below the other, each with its label and its value in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from factcheck.charts.spec import (
    FOCUS,
    INK,
    LETTER,
    OTHER,
    ROW_HEIGHT,
    Spec,
    by_role,
    cleaned,
    drawn_number,
    from_zero,
    labels,
    layer,
    scale_of,
    text_layer,
)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: the group's name, its value, what stands at its end, and whether it is in focus."""

    name: str
    value: float
    text: str
    is_focus: bool = False
    text_at: float | None = None
    """Where the text begins instead of at the bar's end: behind a rule that would cross it."""


@dataclass(frozen=True, slots=True)
class BarChart:
    """Layers of horizontal bars, and what further layers need to be drawn at the same places."""

    layers: list[Spec]
    x: Spec
    height: int


def horizontal_bars(bars: Sequence[Bar], axis_title: str, further: Iterable[float] = ()) -> BarChart:
    """Draw bars in their order; ``further`` values of annotations have their place on the scale, too."""
    named = list(zip(labels(bar.name for bar in bars), bars, strict=True))
    order = [label for label, _ in named]
    rows = [
        {
            "label": label,
            "value": drawn_number(bar.value),
            "text": bar.text,
            "role": FOCUS if bar.is_focus else OTHER,
            "said": f"{label}: {bar.text}",
        }
        for label, bar in named
    ]
    widest = max((len(bar.text) for bar in bars), default=0) * LETTER + 10
    domain = from_zero([*(bar.value for bar in bars), *further], widest)
    axis = {"title": cleaned(axis_title, 60), "tickCount": 5, "labelOverlap": True}
    x = {"field": "value", "type": "quantitative", "stack": None, "scale": scale_of(domain), "axis": axis}
    y = {"field": "label", "type": "nominal", "sort": order, "title": None, "axis": {"domain": False, "ticks": False}}
    drawn = [layer("bar", rows, {"y": y, "x": x, "color": by_role()}, height={"band": 0.72})]
    for is_negative, align, shift in ((False, "left", 4), (True, "right", -4)):
        part = [
            {**_without_said(row), "value": drawn_number(bar.value if bar.text_at is None else bar.text_at)}
            for row, bar in zip(rows, bars, strict=True)
            if (bar.value < 0) is is_negative
        ]
        if part:
            drawn.append(text_layer(part, {"y": y, "x": x}, align=align, dx=shift, baseline="middle"))
    return BarChart(drawn, x, max(60, ROW_HEIGHT * len(bars)))


def vertical_rule(at: Spec, value: float, text: str, color: str = INK) -> list[Spec]:
    """Draw a dashed rule at a value of a horizontal axis, whose field is ``at``, with its words above."""
    low, high = at["scale"]["domain"]
    is_right = value > low + (high - low) / 2
    rows = [{"at": drawn_number(value), "said": text}]
    words = [{"at": drawn_number(value), "text": text}]
    return [
        layer("rule", rows, {"x": at}, strokeDash=[6, 4], strokeWidth=2, color=color),
        text_layer(
            words,
            {"x": at, "y": {"value": -6}},
            align="right" if is_right else "left",
            baseline="bottom",
            fontWeight="bold",
        ),
    ]


def _without_said(row: dict[str, str | int | float]) -> dict[str, str | int | float]:
    return {name: value for name, value in row.items() if name != "said"}
