"""Values in order of time, or along numbers: where each stands on the horizontal axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from factcheck.charts.fact_rows import Group
from factcheck.charts.spec import Spec, labels
from factcheck.questions.fact import Cell

_FORMATS = ("%Y", "%Y-%m", "%Y-%m-%d")
_LENGTHS = {4: 0, 7: 1, 10: 2}


@dataclass(frozen=True, slots=True)
class Axis:
    """The positions of groups, and how the field ``at`` that has them is encoded."""

    at: list[str | int | float]
    encoding: Spec


def time_axis(groups: Sequence[Group], title: str) -> Axis:
    """Place groups by what they are: dates by date, numbers by number, and other names one after the other."""
    keys = [group.key for group in groups]
    if all(isinstance(key, int | float) and not isinstance(key, bool) for key in keys):
        at = [key for key in keys if isinstance(key, int | float)]
        axis: Spec = {
            "title": title,
            "format": "d" if all(float(key).is_integer() for key in at) else "",
            "labelOverlap": True,
        }
        return Axis(
            [*at], {"field": "at", "type": "quantitative", "scale": {"zero": False, "nice": False}, "axis": axis}
        )
    days = [_day(key) for key in keys]
    if all(day is not None for day in days):
        shape = max(_LENGTHS[len(str(key))] for key in keys)
        at_times = [_milliseconds(day) for day in days if day is not None]
        ticks = min(8, len(keys))
        of_days: Spec = {"title": title, "format": _FORMATS[shape], "labelOverlap": True, "tickCount": ticks}
        return Axis([*at_times], {"field": "at", "type": "temporal", "scale": {"type": "utc"}, "axis": of_days})
    return named_axis(groups, title)


def named_axis(groups: Sequence[Group], title: str) -> Axis:
    """Place groups one after the other, in their order."""
    at = labels(group.name for group in groups)
    is_short = sum(map(len, at)) < 60
    axis = {"title": title, "labelAngle": 0 if is_short else -40, "labelOverlap": True}
    return Axis([*at], {"field": "at", "type": "ordinal", "sort": at, "axis": axis})


def _day(key: Cell) -> date | None:
    if not isinstance(key, str) or len(key) not in _LENGTHS:
        return None
    try:
        return datetime.strptime(key, _FORMATS[_LENGTHS[len(key)]]).replace(tzinfo=UTC).date()
    except ValueError:
        return None


def _milliseconds(day: date) -> int:
    return round(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)
