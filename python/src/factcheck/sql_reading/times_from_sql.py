"""Reading conditions of SQL on days, their parts and hours as predicates of the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from sqlglot import exp

from factcheck.catalogue.days import next_day
from factcheck.catalogue.schema import Column
from factcheck.catalogue.written_days import DIGITS
from factcheck.queries.predicates.compare import Comparison
from factcheck.queries.predicates.date_part import CYCLES, DatePart, Part
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.sql_reading.names import Names, is_date
from factcheck.sql_reading.normal_form import constant

_PARTS: dict[str, Part] = {
    "quarter": "quarter",
    "month": "month",
    "isodow": "isodow",
    "dow": "isodow",
    "dayofweek": "isodow",
    "hour": "hour",
}
_WAYS = {
    "%Y-%m-%d": "year-month-day",
    "%Y/%m/%d": "year-month-day",
    "%m/%d/%Y": "month/day/year",
    "%m-%d-%Y": "month/day/year",
    "%d/%m/%Y": "day/month/year",
    "%d-%m-%Y": "day/month/year",
    "%m/%d/%y": "month/day/two digits",
    "%d/%m/%y": "day/month/two digits",
    "%B %d, %Y": "month name day year",
    "%b %d, %Y": "month name day year",
    "%d %B %Y": "day month name year",
    "%d %b %Y": "day month name year",
    "%Y%m%d": "year month day",
}
_FORMATS = {"%Y": "year", "%m": "month", "%-m": "month", "%H": "hour", "%q": "quarter"}
_FIRST_YEAR, _LAST_YEAR = 1, 9998

_PARTS_OF_DAYS = (exp.Extract, exp.TimeToStr, exp.Substring, exp.Left, exp.Right)
_FOUR_DIGITS = frozenset({r"(\d{4})", r"\d{4}", "([0-9]{4})", "[0-9]{4}", r"(\d{4})$", r"\d{4}$"})

_HOLDS: dict[Comparison, Callable[[int, int], bool]] = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}


@dataclass(frozen=True, slots=True)
class TimeTerm:
    """What a condition compares: the days of a column or, where ``part`` is not empty, a part of them.

    ``part`` is named as by PostgreSQL; ``is_day`` tells that times of the day are cut off.
    """

    column: Column
    way: str
    part: str = ""
    is_day: bool = True

    @property
    def has_days(self) -> bool:
        """Whether the column says days, not only times."""
        return bool(self.way) or self.column.is_date or self.column.is_timestamp


def read_time(node: exp.Expr, names: Names) -> TimeTerm | None:
    """Read an expression over one column that gives a day or a part of one; None for any other."""
    node = node.unnest()
    while isinstance(node, exp.Cast) and isinstance(node.this.unnest(), _PARTS_OF_DAYS):
        node = node.this.unnest()
    if isinstance(node, exp.Extract):
        days = _days(node.expression, names)
        return None if days is None else TimeTerm(days.column, days.way, node.name.lower())
    if isinstance(node, exp.TimeToStr):
        days, part = _days(node.this, names), _FORMATS.get(node.args["format"].name)
        return None if days is None or part is None else TimeTerm(days.column, days.way, part)
    if cuts_year_out(node):
        column = names.column(node.this.unnest())
        return TimeTerm(column, names.way, "year") if column is not None and column.is_text else None
    if isinstance(node, exp.Left | exp.Substring):
        return _first_characters(node, names)
    if isinstance(node, exp.Div):
        column = names.column(node.this.unnest())
        is_year = column is not None and column.is_integer and constant(node.expression) == "10000"
        return TimeTerm(column, DIGITS, "year") if column is not None and is_year else None
    return _days(node, names)


def cuts_year_out(node: exp.Expr) -> bool:
    """Tell whether an expression cuts four digits out of a text, which does not say how the rest is written."""
    if isinstance(node, exp.Right):
        return constant(node.expression) == "4"
    pattern = node.args.get("start") if isinstance(node, exp.Substring) else None
    return pattern is not None and constant(pattern) in _FOUR_DIGITS


def _first_characters(node: exp.Left | exp.Substring, names: Names) -> TimeTerm | None:
    column = names.column(node.this.unnest())
    if isinstance(node, exp.Left):
        is_year = constant(node.expression) == "4"
    else:
        start, length = node.args.get("start"), node.args.get("length")
        is_year = start is not None and length is not None and (constant(start), constant(length)) == ("1", "4")
    if column is None or not column.is_text or not is_year:
        return None
    return TimeTerm(column, "year-month-day", "year")


def _days(node: exp.Expr, names: Names) -> TimeTerm | None:
    """Read an expression that gives a day, with or without its time, or a time."""
    node = node.unnest()
    column = names.column(node)
    if column is not None:
        is_dated = column.is_date or column.is_timestamp or column.is_time
        return TimeTerm(column, "", is_day=column.is_date) if is_dated else None
    if isinstance(node, exp.Cast):
        return _cast(node, names)
    if isinstance(node, exp.StrToDate | exp.StrToTime):
        column, way = names.column(node.this.unnest()), _WAYS.get(node.args["format"].name)
        return None if column is None or way is None else TimeTerm(column, way)
    return None


def _cast(node: exp.Cast, names: Names) -> TimeTerm | None:
    column = names.column(node.this.unnest())
    if column is None or not node.is_type("date", "timestamp", "timestamptz", "time"):
        return None
    if column.is_text:
        return TimeTerm(column, "" if node.is_type("time") else "year-month-day", is_day=node.is_type("date"))
    is_dated = column.is_date or column.is_timestamp or column.is_time
    return TimeTerm(column, "", is_day=column.is_date or node.is_type("date")) if is_dated else None


def read_equality(term: TimeTerm, value: str | None) -> Predicate | None:
    """Read a condition that a day or a part of it has a value."""
    return read_membership(term, [value])


def read_membership(term: TimeTerm, values: Sequence[str | None]) -> Predicate | None:
    """Read a condition that a part of a day has one of some values, which follow one another."""
    if not term.part:
        [day] = values if len(values) == 1 else [None]
        is_known = day is not None and is_date(day) and term.is_day
        return Period(term.column, day, next_day(day), term.way) if is_known and day is not None else None
    numbers = {_whole(value) for value in values}
    return None if None in numbers else _of_numbers(term, {number for number in numbers if number is not None})


def read_comparison(term: TimeTerm, comparison: Comparison, value: str | None) -> Predicate | None:
    """Read a comparison of a day or of a part of it."""
    if term.part:
        number = _whole(value)
        if number is None:
            return None
        limits = range(_FIRST_YEAR, _LAST_YEAR + 1) if term.part == "year" else _cycle(term.part)
        return _of_numbers(term, {each for each in limits if _HOLDS[comparison](each, number)})
    if value is None or not is_date(value) or not (term.is_day or comparison in {">=", "<"}):
        return None
    at = next_day(value) if comparison in {">", "<="} else value
    start, end = (at, None) if comparison[0] == ">" else (None, at)
    return Period(term.column, start, end, term.way)


def read_range(term: TimeTerm, low: str | None, high: str | None) -> Predicate | None:
    """Read BETWEEN."""
    if term.part:
        ends = _whole(low), _whole(high)
        return None if None in ends else _of_numbers(term, set(range(ends[0] or 0, (ends[1] or 0) + 1)))
    if low is None or high is None or not term.is_day or not is_date(low) or not is_date(high):
        return None
    return Period(term.column, low, next_day(high), term.way)


def joined(one: Predicate, other: Predicate) -> Predicate | None:
    """Return the one predicate that says what two on the same column say; None where there is none."""
    if isinstance(one, Period) and isinstance(other, Period) and one.way == other.way:
        starts = [start for start in (one.start, other.start) if start is not None]
        ends = [end for end in (one.end, other.end) if end is not None]
        return Period(one.column, max(starts, default=None), min(ends, default=None), one.way)
    if isinstance(one, DatePart) and isinstance(other, Period):
        one, other = other, one
    if isinstance(one, Period) and isinstance(other, DatePart) and one.way == other.way:
        return _of_year(one, other)
    return None


def _of_year(year: Period, part: DatePart) -> Period | None:
    months = {"month": 1, "quarter": 3}.get(part.part)
    if months is None or year.start is None or year.end is None or part.first > part.last:
        return None
    number = int(year.start[:4])
    if (year.start, year.end) != (f"{number:04d}-01-01", f"{number + 1:04d}-01-01"):
        return None
    first, after = months * (part.first - 1), months * part.last
    start, end = (f"{number + month // 12:04d}-{month % 12 + 1:02d}-01" for month in (first, after))
    return Period(year.column, start, end, year.way)


def _of_numbers(term: TimeTerm, numbers: set[int]) -> Predicate | None:
    """Return the predicate that a part has one of some numbers; None where they do not follow one another."""
    if not numbers:
        return None
    if term.part == "year":
        return _of_years(term, numbers)
    part = _PARTS.get(term.part)
    if part is None:
        return None
    if term.part in {"dow", "dayofweek"}:
        numbers = {number or 7 for number in numbers}
    cycle = CYCLES[part]
    if not numbers <= set(cycle):
        return None
    way = "" if part == "hour" else term.way
    firsts = [number for number in numbers if _before(number, cycle) not in numbers]
    if len(firsts) != 1:
        return DatePart(term.column, part, cycle[0], cycle[-1], way) if len(numbers) == len(cycle) else None
    last = next(number for number in numbers if _after(number, cycle) not in numbers)
    return DatePart(term.column, part, firsts[0], last, way)


def _of_years(term: TimeTerm, numbers: set[int]) -> Predicate | None:
    first, last = min(numbers), max(numbers)
    if len(numbers) <= last - first or first < _FIRST_YEAR or last > _LAST_YEAR:
        return None
    start = None if first == _FIRST_YEAR else f"{first:04d}-01-01"
    end = None if last == _LAST_YEAR else f"{last + 1:04d}-01-01"
    return Period(term.column, start, end, term.way)


def _cycle(part: str) -> range:
    if part in {"dow", "dayofweek"}:
        return range(7)
    known = _PARTS.get(part)
    return range(0) if known is None else CYCLES[known]


def _before(number: int, cycle: range) -> int:
    return cycle[-1] if number == cycle[0] else number - 1


def _after(number: int, cycle: range) -> int:
    return cycle[0] if number == cycle[-1] else number + 1


def _whole(text: str | None) -> int | None:
    try:
        number = Decimal(text or "")
    except InvalidOperation:
        return None
    return int(number) if number.is_finite() and number == int(number) else None
