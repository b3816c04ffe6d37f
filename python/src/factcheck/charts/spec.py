"""What all charts have in common: a Vega-Lite specification of layers, with its data, without a formula to run.

A specification holds aggregated rows and fixed words of the grammar only: no transform, no expression, no address.
What a layer shows has been worked out before, so that any program that knows Vega-Lite draws the same, and may draw it
under a policy that forbids scripts to be made of text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from textwrap import wrap
from typing import Any

from factcheck.numbers.written import plain
from factcheck.visible import visible, without_controls

Spec = dict[str, Any]
Row = Mapping[str, str | int | float]

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
WIDTH, HEIGHT = 440, 240
ROW_HEIGHT = 26

HIGHLIGHT, MUTED, INK, BAND = "#b3440c", "#9db7d1", "#1f2937", "#e8edf3"
FOCUS, OTHER = "focus", "other"

LETTER = 6.4
"""How wide a letter of a label is on average, in pixels."""
LONGEST_LABEL = 28
_LONGEST_TITLE, _LONGEST_SUBTITLE = 200, 600
_TITLE_LETTERS, _SUBTITLE_LETTERS = 58, 74
_DIGITS = 12
_FARTHEST, _LONGEST_NUMBER = 1e300, 10**18


def chart_spec(
    variant: str, title: str, caption: str, layers: Sequence[Spec], *, width: int = WIDTH, height: int = HEIGHT
) -> Spec:
    """Put layers together; the caption is the subtitle, and what is told to those who do not see the chart."""
    return {
        "$schema": SCHEMA,
        "description": cleaned(caption, _LONGEST_SUBTITLE) or cleaned(title, _LONGEST_TITLE),
        "usermeta": {"factcheck": {"variant": variant}},
        "title": {
            "text": lines(cleaned(title, _LONGEST_TITLE), _TITLE_LETTERS),
            "subtitle": lines(cleaned(caption, _LONGEST_SUBTITLE), _SUBTITLE_LETTERS),
            "anchor": "start",
            "frame": "group",
            "offset": 10,
            "fontSize": 14,
            "subtitleFontSize": 12,
            "subtitlePadding": 4,
            "color": INK,
            "subtitleColor": INK,
        },
        "width": width,
        "height": height,
        "layer": list(layers),
        "config": {
            "background": "white",
            "font": "sans-serif",
            "view": {"stroke": None},
            "axis": {"labelColor": INK, "titleColor": INK, "gridColor": BAND, "labelLimit": 200, "titleLimit": 420},
        },
    }


def beside_caption(spec: Spec) -> Spec:
    """Return a chart without its subtitle, for a page that has the caption below it; it is still described by it."""
    return {**spec, "title": {name: value for name, value in spec["title"].items() if name != "subtitle"}}


def layer(mark: str, rows: Iterable[Row], encoding: Spec, **properties: Any) -> Spec:
    """Return a layer with its own rows.  Where they say something in ``said``, a screen reader tells that of a mark."""
    values = [dict(row) for row in rows]
    if values and "said" in values[0]:
        encoding = {**encoding, "description": {"field": "said", "type": "nominal"}}
    else:
        properties = {"aria": False, **properties}
    return {"data": {"values": values}, "mark": {"type": mark, **properties}, "encoding": encoding}


def text_layer(rows: Iterable[Row], encoding: Spec, **properties: Any) -> Spec:
    """Return a layer that writes the field ``text`` of its rows."""
    style = {"color": INK, "fontSize": 11, **properties}
    return layer("text", rows, {**encoding, "text": {"field": "text", "type": "nominal"}}, **style)


def by_role() -> Spec:
    """Colour marks by their ``role``; what is in focus also has words beside it."""
    scale = {"domain": [FOCUS, OTHER], "range": [HIGHLIGHT, MUTED]}
    return {"field": "role", "type": "nominal", "scale": scale, "legend": None}


def drawn_number(value: Decimal | float) -> int | float:
    """Return a number as charts draw it: twelve significant digits, whole where it is."""
    rounded = float(f"{float(value):.{_DIGITS}g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 2**53 else rounded


def is_drawable(value: Decimal | float) -> bool:
    """Tell whether a number is one that an axis can have."""
    return math.isfinite(value) and -_FARTHEST < value < _FARTHEST


def told(value: Decimal | float) -> str:
    """Write a number as a reader would."""
    if not -_LONGEST_NUMBER < value < _LONGEST_NUMBER:
        return f"{value:.4g}"
    return plain(value if isinstance(value, Decimal) else Decimal(f"{value:.{_DIGITS}g}"))


def cleaned(text: str, longest: int = _LONGEST_TITLE) -> str:
    """Return text of others in one line, shortened, with nothing in it that steers what shows it."""
    whole = " ".join(visible(without_controls(text)).split())
    return whole if len(whole) <= longest else f"{whole[: longest - 1]}…"


def in_words(name: str | None) -> str:
    """Write the name of a column as titles do."""
    return " ".join((name or "").replace("_", " ").split())


def lines(text: str, letters: int) -> str | list[str]:
    """Break text into lines of at most so many letters; one line stays a text."""
    broken = wrap(text, letters) or [""]
    return broken[0] if len(broken) == 1 else broken


def labels(names: Iterable[str]) -> list[str]:
    """Shorten names to labels; those of different groups stay different, or their marks would fall together."""
    used: set[str] = set()
    made = []
    for name in names:
        label = short = cleaned(name, LONGEST_LABEL) or "(empty)"
        number = 1
        while label in used:
            number += 1
            label = f"{short} ({number})"
        used.add(label)
        made.append(label)
    return made


def from_zero(values: Iterable[float], label_pixels: float = 0, pixels: float = WIDTH) -> list[float | int]:
    """Return the ends of a scale that has zero and all values, with room for a label at the end of any bar."""
    known = list(values)
    low, high = min([0.0, *known]), max([0.0, *known])
    if low == high:
        return [0, 1]
    share = min(0.4, label_pixels / pixels)
    whole = (high - low) / (1 - share * ((low < 0) + (high > 0)))
    return [drawn_number(low - whole * share * (low < 0)), drawn_number(high + whole * share * (high > 0))]


def around(values: Iterable[float], share: float = 0.08) -> list[float | int]:
    """Return the ends of a scale that has all values, with a margin at both ends."""
    known = list(values)
    low, high = min(known), max(known)
    margin = (high - low or abs(high) or 1) * share
    return [drawn_number(low - margin), drawn_number(high + margin)]


def scale_of(domain: Sequence[float | int]) -> Spec:
    """Return a scale with these very ends."""
    return {"domain": list(domain), "nice": False, "zero": False}
