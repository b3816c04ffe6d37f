"""Which specifications are rendered: those made of the words that charts of this package are made of.

What renders a specification runs formulas, reads files and addresses, and takes as much memory as it is told to.  So
only fixed words of the grammar get there, none of which does any of that, with data of limited size.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from factcheck.charts.spec import SCHEMA
from factcheck.errors.catalogue.charts import chart_not_allowed, chart_too_large

_WORDS = frozenset(
    # the whole, and its parts
    "$schema description title width height layer config data values mark encoding usermeta factcheck variant"
    " vconcat hconcat spacing bounds"
    # titles
    " text subtitle anchor frame offset fontSize subtitleFontSize subtitlePadding color subtitleColor fontWeight"
    # marks
    " type aria align baseline dx dy radius innerRadius outerRadius stroke strokeWidth strokeDash opacity filled size"
    " shape clip band"
    # channels
    " x x2 y y2 theta order field bin stack scale axis legend sort value domain range nice zero"
    # axes and the look of all
    " format labelAngle labelOverlap tickCount ticks background font view labelColor titleColor gridColor labelLimit"
    " titleLimit".split()
)
_MARKS = {"bar", "rule", "text", "rect", "arc", "line", "area", "point"}
_FIELD = re.compile(r"[a-z][a-z0-9]{0,15}")
_FORMAT = re.compile(r"d?|%Y(-%m(-%d)?)?")
_MEANINGS: Mapping[str, Callable[[Any], bool]] = {
    "mark": lambda value: isinstance(value, dict) and value.get("type") in _MARKS,
    "field": lambda value: isinstance(value, str) and _FIELD.fullmatch(value) is not None,
    "format": lambda value: isinstance(value, str) and _FORMAT.fullmatch(value) is not None,
    "bin": lambda value: value == "binned",
    "width": lambda value: isinstance(value, int | float) or (isinstance(value, dict) and value.keys() == {"band"}),
    "height": lambda value: isinstance(value, int | float) or (isinstance(value, dict) and value.keys() == {"band"}),
    "layer": lambda value: isinstance(value, list),
    "vconcat": lambda value: isinstance(value, list),
    "hconcat": lambda value: isinstance(value, list),
    "data": lambda value: isinstance(value, dict) and value.keys() == {"values"},
}
"""What some words have to stand for: others would read files, group anew or take room without an end."""
_IN_PIXELS = {
    "width",
    "height",
    "size",
    "fontSize",
    "radius",
    "innerRadius",
    "outerRadius",
    "offset",
    "spacing",
    "strokeWidth",
}
_MOST_ROWS, _MOST_LAYERS, _MOST_CHARTS = 600, 12, 24
_MOST_LETTERS, _MOST_PIXELS, _MOST_TICKS, _DEEPEST = 700, 3000, 50, 24
_MOST_PARTS = 200_000
_MOST_POINTS, _AROUND = 40_000_000, 200


def require_allowed(spec: Any) -> None:
    """Raise ``FactcheckError`` for a specification that has more in it than charts of this package have."""
    if not isinstance(spec, dict) or spec.get("$schema") != SCHEMA:
        raise chart_not_allowed(f'Its "$schema" is not {SCHEMA}')
    _Look().at_object(spec, 0)


def require_drawable(spec: Mapping[str, Any], scale: float) -> None:
    """Raise ``FactcheckError`` for an allowed specification whose picture would take much memory."""
    if _area(spec) * scale**2 > _MOST_POINTS:
        raise chart_too_large("points of a picture", _MOST_POINTS)


def _area(part: Mapping[str, Any]) -> float:
    """Return about how many points the charts of a specification take, with what stands around them."""
    width, height = part.get("width"), part.get("height")
    if isinstance(width, int | float) and isinstance(height, int | float):
        return (width + _AROUND) * (height + _AROUND)
    below = [*part.get("vconcat", []), *part.get("hconcat", [])]
    return sum(_area(each) for each in below if isinstance(each, Mapping))


class _Look:
    """Looks at the parts of a specification, and counts them."""

    def __init__(self) -> None:
        self._parts = 0
        self._charts = 0

    def at_object(self, part: Mapping[str, Any], depth: int) -> None:
        for name, value in part.items():
            if name not in _WORDS:
                raise chart_not_allowed(f'It has "{name[:60]}"')
            if name == "values":
                self._at_rows(value)
            else:
                self._at_named(name, value)
                self.at(value, depth + 1)

    def at(self, part: Any, depth: int) -> None:
        self._count()
        if depth > _DEEPEST:
            raise chart_too_large("levels", _DEEPEST)
        if isinstance(part, Mapping):
            self.at_object(part, depth)
        elif isinstance(part, list):
            for each in part:
                self.at(each, depth + 1)
        else:
            _require_plain(part)

    def _at_named(self, name: str, value: Any) -> None:
        """Look at what some words may stand for."""
        if name in _MEANINGS and not _MEANINGS[name](value):
            raise chart_not_allowed(f'It has another "{name}"')
        if name == "layer":
            self._charts += 1
            _require_list(value, _MOST_LAYERS, "layers")
            if self._charts > _MOST_CHARTS:
                raise chart_too_large("charts", _MOST_CHARTS)
        elif name in _IN_PIXELS and isinstance(value, int | float) and not _is_within(value, _MOST_PIXELS):
            raise chart_too_large("pixels", _MOST_PIXELS)
        elif name == "tickCount" and not _is_within(value, _MOST_TICKS):
            raise chart_too_large("ticks", _MOST_TICKS)

    def _at_rows(self, rows: Any) -> None:
        _require_list(rows, _MOST_ROWS, "rows")
        for row in rows:
            if not isinstance(row, dict) or not all(_FIELD.fullmatch(name) for name in row):
                raise chart_not_allowed("Its rows have other fields")
            for value in row.values():
                self._count()
                _require_plain(value)

    def _count(self) -> None:
        self._parts += 1
        if self._parts > _MOST_PARTS:
            raise chart_too_large("parts", _MOST_PARTS)


def _require_plain(value: Any) -> None:
    """Let texts of limited length, numbers, true, false and null through."""
    if isinstance(value, str):
        if len(value) > _MOST_LETTERS:
            raise chart_too_large("letters in a text", _MOST_LETTERS)
    elif value is not None and not isinstance(value, bool | int | float):
        raise chart_not_allowed("Its values are of another type")
    elif isinstance(value, int | float) and not math.isfinite(value):
        raise chart_not_allowed("A number of it is not finite")


def _require_list(value: Any, most: int, noun: str) -> None:
    if not isinstance(value, list):
        raise chart_not_allowed(f"What should be {noun} is no list")
    if len(value) > most:
        raise chart_too_large(noun, most)


def _is_within(value: Any, most: int) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most
