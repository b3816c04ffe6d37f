"""What the values of a column are: decided from all of them, and only where they leave no doubt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

from factcheck.commands.spreadsheets.cells import Cell, StoredNumber
from factcheck.commands.spreadsheets.numbers_in_cells import (
    ANY_STYLE,
    POINTS_COMMA,
    STYLES_OF_DECIMAL,
    ShownNumber,
    separator_in_words,
    shown_number,
)
from factcheck.visible import visible

_TIME = r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?"
_ZONE = r"[Zz]|[+-](?:0[0-9]|1[0-4])(?::?[0-5][0-9])?"
_VALUE = re.compile(
    r"(?P<integer>[+-]?(?:0|[1-9][0-9]*))"
    r"|(?P<numeric>[+-]?(?:(?:0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+|(?:0|[1-9][0-9]*))(?:[eE][+-]?[0-9]{1,3})?)"
    r"|(?P<boolean>(?i:true|false))"
    r"|(?P<iso>(?P<year>[0-9]{4})(?P<s>[-/])(?P<month>[0-9]{1,2})(?P=s)(?P<day>[0-9]{1,2})"
    rf"(?P<iso_time>[ T]{_TIME}(?P<zone>{_ZONE})?)?)"
    rf"|(?P<local>(?P<first>[0-9]{{1,2}})(?P<t>[-/.])(?P<second>[0-9]{{1,2}})(?P=t)(?P<last>[0-9]{{4}})"
    rf"(?P<local_time> {_TIME})?)"
)
_GROUPED_BY_POINTS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
_SURE_DIGITS = 9
"""Characters of a whole number that is surely an integer."""
_MOST_DIGITS = 20
"""Characters of a whole number that may be a bigint."""
_NUMBER_TYPES = ("integer", "bigint", "numeric")
_YEAR_FIRST, _DAY_FIRST, _MONTH_FIRST = "year first", "day first", "month first"
DATE_ORDERS = {"day-first": _DAY_FIRST, "month-first": _MONTH_FIRST}
MARKERS = frozenset(
    "n/a na n.a. n.a #n/a #null! #div/0! #ref! #value! #name? #num! nan null none - -- – — . .. ... … *".split()
) | {"n / a", "not available", "not applicable"}
"""What is written where there is no value, in small letters.  In a column of texts these are values."""
_MOST_ODD_SHARE, _MOST_ODD, _MOST_SHOWN, _FEW = 0.1, 100, 3, 10
_SHOWN, _ASKED = "as other columns show", "as asked for"


@dataclass(frozen=True, slots=True)
class FileConventions:
    """How numbers and dates are written where a column by itself leaves it open; None: not known.

    The reasons are what a user is told of where that is known from.
    """

    decimal: str | None = None
    date_order: str | None = None
    decimal_reason: str = _SHOWN
    date_reason: str = _SHOWN


@dataclass(frozen=True, slots=True)
class Reading:
    """How a column is read: its SQL type, the unit of its values, and what a user should know of it."""

    sql_type: str
    unit: str = ""
    decimal: str = "."
    is_day_first: bool | None = None
    has_markers: bool = False
    notices: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Tell whether texts are values as they stand."""
        return not self.notices or self.sql_type == "text"

    def value(self, cell: Cell) -> str | None:
        """Return a cell as PostgreSQL reads it in a column of this type; None where there is no value.

        White space around a value is dropped, as exports pad values.
        """
        if isinstance(cell, StoredNumber):
            return cell.digits if self.sql_type != "text" or not cell.unit else _with_unit(cell)
        text = cell.strip()
        if not text or (self.has_markers and text.lower() in MARKERS):
            return None
        if self.sql_type in _NUMBER_TYPES:
            return self._number(text)
        return text if self.is_day_first is None else _iso_date(text, self.is_day_first)

    def _number(self, text: str) -> str:
        written = _VALUE.fullmatch(text)
        if written is not None and (written["integer"] or self.decimal == "."):
            return text
        shown = shown_number(text.lstrip("+"))
        return text if shown is None else shown.digits(self.decimal)


class ColumnReader:
    """Sees the values of a column one by one, and then tells how they are read.

    ``is_plain``: only what PostgreSQL reads, and local dates, count as numbers, dates and booleans.
    """

    def __init__(self, is_plain: bool = False) -> None:
        self.is_text = False
        self._is_plain = is_plain
        self._numbers = _Numbers()
        self._dates = _Dates()
        self._booleans = 0
        self._markers: Counter[str] = Counter()
        self._odd: list[str] = []
        self._odd_count = 0
        self._has_identifiers = False

    @property
    def has_values(self) -> bool:
        """Tell whether a cell held anything."""
        return bool(self._typed or self._markers or self._odd_count)

    def see(self, cell: Cell) -> None:
        """Look at a cell; white space is nothing."""
        if isinstance(cell, StoredNumber):
            self._numbers.see_stored(cell)
            return
        text = cell.strip()
        written = _VALUE.fullmatch(text)
        if written is None:
            if text:
                self._see_other(text)
        elif written["integer"] or written["numeric"]:
            self._numbers.see_plain(text, written["integer"])
        elif written["boolean"]:
            self._booleans += 1
        else:
            self._dates.see(written)

    def _see_other(self, text: str) -> None:
        if self._is_plain:
            self._odd_count += 1
            self.is_text = True
        elif text.lower() in MARKERS:
            self._markers[text] += 1
        elif (number := shown_number(text)) is not None:
            self._numbers.see_shown(number)
        else:
            self._odd_count += 1
            self._has_identifiers |= text.isdigit()
            if len(self._odd) < _MOST_SHOWN and text not in self._odd:
                self._odd.append(text)
            self.is_text = self._odd_count > _MOST_ODD + _MOST_ODD_SHARE * self._typed

    @property
    def _typed(self) -> int:
        return self._numbers.count + self._dates.count + self._booleans

    def decimal_evidence(self) -> tuple[str, bool] | None:
        """Return what sets off decimals in this column, and whether it can be nothing else; None where it is open.

        Figures with one comma and no unit, as 1,25, may also be lists of codes.
        """
        return self._numbers.decimal_evidence() if not self._odd_count and self._typed == self._numbers.count else None

    def date_order(self) -> str | None:
        """Return the order of day and month, where the dates of this column leave no doubt."""
        orders = self._dates.orders - {_YEAR_FIRST}
        return next(iter(orders)) if len(orders) == 1 and self._dates.has_slashes else None

    def reading(self, conventions: FileConventions) -> Reading:
        """Decide how the column is read.

        ``conventions`` decides what the column leaves open; what stays open is text.
        """
        if not self._typed:
            return Reading("text")
        if self._odd_count:
            return Reading("text", notices=tuple(self._nearly_typed()))
        if self._numbers.count == self._typed:
            return self._with_markers(self._numbers.reading(conventions))
        if self._dates.count == self._typed:
            return self._with_markers(self._dates.reading(conventions))
        if self._booleans == self._typed:
            return self._with_markers(Reading("boolean"))
        return Reading("text")

    def _nearly_typed(self) -> Iterator[str]:
        """Tell of the values for which a column of numbers or dates is text."""
        if self._has_identifiers or self.is_text or self._typed < _FEW:
            return
        if self._odd_count <= _MOST_ODD_SHARE * self._typed:
            kind = "numbers" if self._numbers.count >= self._dates.count else "dates"
            shown = ", ".join(f'"{_shortened(text)}"' for text in self._odd)
            values = self._typed + self._odd_count
            yield f"stays text: {self._odd_count} of {values} values are no {kind}, such as {shown}"

    def _with_markers(self, reading: Reading) -> Reading:
        if not self._markers or reading.sql_type == "text":
            return reading
        shown = ", ".join(f'"{marker}"' for marker, _ in self._markers.most_common())
        told = f"{_counted(self._markers.total(), 'value')} {shown} read as NULL"
        return Reading(
            reading.sql_type, reading.unit, reading.decimal, reading.is_day_first, True, (*reading.notices, told)
        )


class _Numbers:
    """The numbers of a column: the styles that all of them may be written in, their units and sizes."""

    def __init__(self) -> None:
        self.count = 0
        self._styles = ANY_STYLE
        self._units: Counter[str] = Counter()
        self._separators: set[str] = set()
        self._type = 0
        self._types = {".": 0, ",": 0}
        self._bare_stored = 0
        self._lengths: set[int] = set()
        self._has_shown_units = self._has_parentheses = self._has_minus_signs = self._has_dashes = False

    def see_plain(self, text: str, integer: str | None) -> None:
        self.count += 1
        if text.strip("+-0."):  # nothing is nothing in every unit
            self._units[""] += 1
        if integer:
            if len(integer) > _SURE_DIGITS:
                self._type = max(self._type, _integer_type(integer))
        elif _GROUPED_BY_POINTS.fullmatch(text):
            self._see_separators(ShownNumber(text.lstrip("+-"), False, False, "", _POINTS_OR_POINT))
        else:
            self._styles &= STYLES_OF_DECIMAL["."]
            self._separators.add(".")
            self._type = 2

    def see_stored(self, cell: StoredNumber) -> None:
        self.count += 1
        if cell.unit:
            self._units[cell.unit] += 1
        elif cell.digits.strip("-0."):
            self._bare_stored += 1
        self._type = max(self._type, _integer_type(cell.digits) if cell.digits.lstrip("-").isdigit() else 2)

    def see_shown(self, number: ShownNumber) -> None:
        self.count += 1
        self._units[number.unit] += 1
        self._has_shown_units |= bool(number.unit)
        self._has_parentheses |= number.has_parentheses
        self._has_minus_signs |= number.has_minus_sign
        self._has_dashes |= number.is_dash
        if number.separators:
            self._see_separators(number)
        elif not number.is_dash:
            self._type = max(self._type, _integer_type(number.digits(".")))

    def _see_separators(self, number: ShownNumber) -> None:
        self._styles &= number.styles
        self._separators |= number.separators
        self._lengths.add(sum(character.isdigit() for character in number.body))
        for decimal in self._types:
            digits = number.digits(decimal)
            kind = 2 if "." in digits else _integer_type(digits)
            self._types[decimal] = max(self._types[decimal], kind)

    def decimal_evidence(self) -> tuple[str, bool] | None:
        possible = self._decimals()
        if not self._separators or len(possible) != 1 or len(self._units) > 1 or self._are_identifiers(possible):
            return None
        return possible[0], not self._may_be_codes(possible)

    def _may_be_codes(self, possible: list[str]) -> bool:
        return possible == [","] and self._separators == {","} and not self._has_shown_units

    def _decimals(self) -> list[str]:
        return [decimal for decimal, styles in STYLES_OF_DECIMAL.items() if self._styles & styles]

    def reading(self, conventions: FileConventions) -> Reading:
        possible = self._decimals()
        if len(self._units) > 1 or (self._bare_stored and self._units.keys() & _SHARES):
            return _text(self._mixed_units())
        if not possible:
            return _text("its numbers are written in different ways")
        if self._are_identifiers(possible):
            return Reading("text")
        if len(possible) == 1 or not self._separators & {",", "."}:
            is_doubtful = self._may_be_codes(possible) and conventions.decimal != ","
            return _text(_DOUBTFUL_COMMAS) if is_doubtful else self._decided(possible[0])
        return self._as_agreed(conventions)

    def _as_agreed(self, conventions: FileConventions) -> Reading:
        """Decide by the file's conventions; a point by itself sets off decimals where they say nothing."""
        if conventions.decimal is not None:
            return self._decided(conventions.decimal, conventions.decimal_reason)
        return self._decided(".") if self._separators == {"."} else _text(_OPEN_COMMAS)

    def _are_identifiers(self, possible: list[str]) -> bool:
        """Tell whether figures in groups are all equally long, as telephone numbers are."""
        if self._units.keys() - {""} or len(self._lengths) != 1:
            return False
        return self._separators == {" "} or (self._separators == {"."} and possible == [","])

    def _mixed_units(self) -> str:
        counted = [f'{count} "{unit}"' for unit, count in self._units.most_common() if unit]
        if bare := self._units[""] + self._bare_stored:
            counted.append(f"{bare} nothing")
        return f"{' and '.join(counted)} beside its numbers"

    def _decided(self, decimal: str, reason: str = "") -> Reading:
        unit = next(iter(self._units), "")
        removed = [f"{unit} removed"] if self._has_shown_units else [f"shown with {unit}"] if unit else []
        groups = self._separators - {decimal}
        removed += [f"thousands {separator_in_words(separator)} removed" for separator in sorted(groups)]
        if decimal == "," and "," in self._separators:
            removed.append("decimal commas read as points")
        if self._has_parentheses:
            removed.append("parentheses read as minus")
        if self._has_minus_signs:
            removed.append("minus signs read as hyphens")
        if self._has_dashes:
            removed.append("dashes read as 0")
        told = ", ".join(removed) + (f", {reason}" if reason and removed else "")
        return Reading(
            _NUMBER_TYPES[max(self._type, self._types[decimal])], unit, decimal, notices=(told,) if told else ()
        )


class _Dates:
    """The dates of a column: the orders of day, month and year that all of them may be written in."""

    def __init__(self) -> None:
        self.count = 0
        self.orders = {_YEAR_FIRST, _DAY_FIRST, _MONTH_FIRST}
        self.has_slashes = False
        self._has_times = False
        self._zones: Counter[str] = Counter()

    def see(self, written: re.Match[str]) -> None:
        self.count += 1
        self._has_times |= bool(written["iso_time"] or written["local_time"])
        if written["zone"]:
            self._zones[written["zone"]] += 1
        self.has_slashes |= written["t"] in {"/", "-"}
        self.orders &= _orders(written)

    def reading(self, conventions: FileConventions) -> Reading:
        sql_type = "timestamp" if self._has_times else "date"
        orders, reason = self.orders, ""
        if len(orders) == 2 and conventions.date_order in orders:
            orders, reason = {conventions.date_order}, f", {conventions.date_reason}"
        if len(orders) == 2:
            return _text(_OPEN_DATES)
        if not orders:
            return Reading("text")
        if self._zones:
            return self._zoned()
        [order] = orders
        if order == _YEAR_FIRST:
            return Reading(sql_type)
        is_day_first = order == _DAY_FIRST
        told = f"dates read with the {'day' if is_day_first else 'month'} first{reason}"
        return Reading(sql_type, is_day_first=is_day_first, notices=(told,))

    def _zoned(self) -> Reading:
        """Read times that say their zone, as checks do: as of UTC."""
        if (missing := self.count - self._zones.total()) > 0:
            return _text(f"{missing} of {self.count} times are without a time zone")
        away = next((zone for zone in self._zones if zone.strip("+-0:") not in {"Z", "z", ""}), None)
        told = () if away is None else (f"times with a zone, such as {away}, read as of UTC",)
        return Reading("timestamp with time zone", notices=told)


_POINTS_OR_POINT = STYLES_OF_DECIMAL["."] | POINTS_COMMA
_SHARES = {"%", "‰"}
"""Units in which the figures of a stored number are others than without."""

_OPEN_COMMAS = "a comma may set off thousands or decimals; say which with --decimal"
_DOUBTFUL_COMMAS = "decimal commas beside columns with decimal points; say which with --decimal"
_OPEN_DATES = "day and month may stand in either order; say which with --dates"


def _text(reason: str) -> Reading:
    return Reading("text", notices=(f"stays text: {reason}",))


def conventions_of(
    columns: Collection[ColumnReader], decimal: str | None = None, date_order: str | None = None
) -> FileConventions:
    """Tell how the columns of a file write numbers and dates, as far as those that leave no doubt agree.

    ``decimal`` and ``date_order`` are what the user said of it; they go first.
    """
    evidence = {found for column in columns if (found := column.decimal_evidence()) is not None}
    sure = {character for character, is_sure in evidence if is_sure}
    likely = sure or {character for character, _ in evidence}
    orders = {order for column in columns if (order := column.date_order()) is not None}
    return FileConventions(
        decimal or (likely.pop() if len(likely) == 1 else None),
        date_order or (orders.pop() if len(orders) == 1 else None),
        _ASKED if decimal else _SHOWN,
        _ASKED if date_order else _SHOWN,
    )


def _integer_type(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        return 2
    number = int(digits)
    if -(1 << 31) <= number < 1 << 31:
        return 0
    return 1 if -(1 << 63) <= number < 1 << 63 else 2


def _orders(written: re.Match[str]) -> set[str]:
    """Return the orders in which a date is one; with points the day comes first wherever it can."""
    if written["iso"]:
        return {_YEAR_FIRST} if _is_date(written["year"], written["month"], written["day"]) else set()
    first, second, year = written["first"], written["second"], written["last"]
    is_day_first, is_month_first = _is_date(year, second, first), _is_date(year, first, second)
    if is_day_first and written["t"] == ".":
        return {_DAY_FIRST}
    return ({_DAY_FIRST} if is_day_first else set()) | ({_MONTH_FIRST} if is_month_first else set())


def _is_date(year: str, month: str, day: str) -> bool:
    try:
        date(int(year), int(month), int(day))
    except ValueError:
        return False
    return True


def _iso_date(value: str, is_day_first: bool) -> str:
    written = _VALUE.fullmatch(value)
    if written is None or not written["local"]:
        return value
    first, second = written["first"], written["second"]
    day, month = (first, second) if is_day_first else (second, first)
    return f"{written['last']}-{month}-{day}{written['local_time'] or ''}"


def _with_unit(cell: StoredNumber) -> str:
    return f"{cell.digits}{cell.unit}" if cell.unit in {"%", "‰"} else f"{cell.unit}{cell.digits}"


def _shortened(text: str) -> str:
    text = visible(" ".join(text.split()))
    return text if len(text) <= 40 else f"{text[:37]}..."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
