"""Arithmetic over columns, such as ``quantity * price``: what it reads, its type, its SQL and its words.

A tree consists of columns, constants, operations and calls of a few functions, all immutable and built in.  Its SQL is
written so that no value of the data makes it fail: whole numbers are widened before they are multiplied, doubles become
decimals, and dividing by zero gives NULL.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from factcheck.catalogue.schema import Column
from factcheck.catalogue.written_days import WRITTEN_DAYS, clock_hours_sql, says_days, year_sql

NameOf = Callable[[Column], str]
"""How a column is called: in SQL, or in words."""

BIGINT, NUMERIC = "bigint", "numeric"

_BITS = {"smallint": 15, "integer": 31}
_BIGINT_BITS = 62
_FLOATS = frozenset({"real", "double precision"})
_NUMBER = re.compile(r"[0-9]{1,40}(\.[0-9]{1,40})?")
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
_SPOKEN = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}

FUNCTIONS: Mapping[str, range] = {
    "abs": range(1, 2),
    "coalesce": range(2, 9),
    "greatest": range(2, 9),
    "least": range(2, 9),
    "nullif": range(2, 3),
    "round": range(1, 2),
}
"""The functions that an expression may call, each with how many arguments it may have."""

_GIVE_VALUES_FOR_NULL = frozenset({"coalesce", "greatest", "least"})


@dataclass(frozen=True, slots=True)
class Constant:
    """A number that is written in the expression; not negative."""

    value: Decimal


@dataclass(frozen=True, slots=True)
class Operation:
    """Two expressions and one of ``+ - * /`` between them."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Call:
    """A function of ``FUNCTIONS`` over other expressions."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class DaysBetween:
    """How many days lie between two dates, less than 0 where ``later`` comes first; NULL where one is infinite.

    ``way`` names the way in which both write days where they are text, and is empty for dates and timestamps.
    """

    earlier: Column
    later: Column
    way: str = ""


@dataclass(frozen=True, slots=True)
class HoursBetween:
    """How many hours lie between two times of one kind, less than 0 where ``later`` comes first; NULL as of days."""

    earlier: Column
    later: Column
    way: str = ""


@dataclass(frozen=True, slots=True)
class YearOf:
    """The year of a day; NULL where it is infinite.

    ``way`` names the way in which a column that is no date writes days, and is empty for dates and timestamps.
    """

    day: Column
    way: str = ""


Expression = Column | Constant | Operation | Call | DaysBetween | HoursBetween | YearOf


def is_operation(expression: Expression, operator: str) -> bool:
    """Tell whether an expression is an operation of a kind, last of all."""
    return isinstance(expression, Operation) and expression.operator == operator


def has_quotient(expression: Expression) -> bool:
    """Tell whether anything is divided in an expression."""
    return is_operation(expression, "/") or any(has_quotient(part) for part in parts_of(expression))


def has_divisor(expression: Expression) -> bool:
    """Tell whether anything is divided by what columns hold in an expression, and not by a number alone."""
    is_divided = isinstance(expression, Operation) and expression.operator == "/" and bool(columns_of(expression.right))
    return is_divided or any(has_divisor(part) for part in parts_of(expression))


def parts_of(expression: Expression) -> tuple[Expression, ...]:
    """Return the expressions that one is made of directly."""
    if isinstance(expression, Operation):
        return expression.left, expression.right
    if isinstance(expression, DaysBetween | HoursBetween):
        return expression.earlier, expression.later
    if isinstance(expression, YearOf):
        return (expression.day,)
    return expression.arguments if isinstance(expression, Call) else ()


def columns_of(expression: Expression) -> tuple[Column, ...]:
    """Return the columns that are read, in the order in which they occur first."""
    return tuple(dict.fromkeys(_columns(expression)))


def sum_of(columns: Sequence[Column]) -> Expression:
    """Return the sum of one or more columns, from the left."""
    total: Expression = columns[0]
    for column in columns[1:]:
        total = Operation("+", total, column)
    return total


def _columns(expression: Expression) -> Iterator[Column]:
    if isinstance(expression, Column):
        yield expression
    for part in parts_of(expression):
        yield from _columns(part)


def is_strict(expression: Expression) -> bool:
    """Tell whether a NULL in any column makes the result NULL."""
    if isinstance(expression, Call) and expression.function in _GIVE_VALUES_FOR_NULL:
        return False
    return all(is_strict(part) for part in parts_of(expression))


def type_of(expression: Expression) -> str:
    """Return the type of the results: ``bigint`` where they are whole and fit it for sure, else ``numeric``."""
    bits = _bits(expression)
    return BIGINT if bits is not None and bits <= _BIGINT_BITS else NUMERIC


def _bits(expression: Expression) -> int | None:
    """Return how many bits results and all numbers on the way to them take; None for what may be no whole number."""
    if isinstance(expression, DaysBetween | YearOf):
        return _BITS["integer"]
    if isinstance(expression, Column | HoursBetween):
        return _BITS.get(expression.type_name) if isinstance(expression, Column) else None
    if isinstance(expression, Constant):
        whole = expression.value == expression.value.to_integral_value()
        return int(expression.value).bit_length() if whole else None
    parts = [_bits(part) for part in parts_of(expression)]
    known = [bits for bits in parts if bits is not None]
    if len(known) < len(parts) or (isinstance(expression, Operation) and expression.operator == "/"):
        return None
    if isinstance(expression, Call):
        return None if expression.function == "round" else max(known) + 1  # there is no round() of whole numbers
    return sum(known) if expression.operator == "*" else max(known) + 1


def sql_of(expression: Expression, name_of: NameOf) -> str:
    """Write an expression as SQL; ``name_of`` gives the SQL of a column."""
    return _Written(name_of, type_of(expression)).text(expression)


class _Written:
    """Writes expressions so that they are worked out in one type, ``bigint`` or ``numeric``."""

    def __init__(self, name_of: NameOf, type_name: str) -> None:
        self._name_of = name_of
        self._type_name = type_name

    def text(self, expression: Expression) -> str:
        """Return the SQL of an expression whose type is that of the whole."""
        if isinstance(expression, Operation):
            return self._operation(expression)
        if isinstance(expression, Call):
            arguments = ", ".join(self._typed(argument) for argument in expression.arguments)
            return f"{expression.function}({arguments})"
        if isinstance(expression, DaysBetween):
            return self._days(expression)
        if isinstance(expression, HoursBetween):
            return self._hours(expression)
        if isinstance(expression, YearOf):
            return f"{year_sql(expression.day, self._name_of(expression.day), expression.way)}::{self._type_name}"
        return self._typed(expression)

    def _days(self, days: DaysBetween) -> str:
        """Subtract days, without the times of either, where none of them is infinite."""
        sides = [self._name_of(each) for each in (days.later, days.earlier)]
        if days.way:
            written = [WRITTEN_DAYS[days.way].date_sql(side) for side in sides]
            return f"({written[0]} - {written[1]})::{self._type_name}"
        known = " AND ".join(f"isfinite({side})" for side in sides)
        later, earlier = (
            side if each.is_date else f"{side}::date"
            for side, each in zip(sides, (days.later, days.earlier), strict=True)
        )
        return f"CASE WHEN {known} THEN ({later} - {earlier})::{self._type_name} END"

    def _hours(self, hours: HoursBetween) -> str:
        later, earlier = (self._name_of(each) for each in (hours.later, hours.earlier))
        if hours.way:
            days = " - ".join(WRITTEN_DAYS[hours.way].date_sql(side) for side in (later, earlier))
            return f"(({days}) * 24 + {clock_hours_sql(later)} - {clock_hours_sql(earlier)})::{self._type_name}"
        known = f"isfinite({later}) AND isfinite({earlier})"
        return f"CASE WHEN {known} THEN (extract(epoch FROM {later} - {earlier}) / 3600)::{self._type_name} END"

    def _operation(self, operation: Operation) -> str:
        has_type = any(self._has_type(side) for side in (operation.left, operation.right))
        left = self._side(operation.left, operation, is_cast=not has_type)
        if operation.operator == "/":
            return f"{left} / nullif({self._plain(operation.right)}, 0)"
        return f"{left} {operation.operator} {self._side(operation.right, operation)}"

    def _side(self, expression: Expression, operation: Operation, *, is_cast: bool = False) -> str:
        """Return one side of an operation; one side at least has the type of the whole, and gives it to the result."""
        text = self._typed(expression) if is_cast else self._plain(expression)
        if not isinstance(expression, Operation):
            return text
        here, there = _PRECEDENCE[expression.operator], _PRECEDENCE[operation.operator]
        # also where the order would not matter: 'a * b * c' may overflow in 'a * b' where 'a * (b * c)' does not
        return f"({text})" if here < there or (here == there and expression is operation.right) else text

    def _plain(self, expression: Expression) -> str:
        """Return an expression without a cast where its type turns into that of the whole by itself."""
        if isinstance(expression, Column):
            name = self._name_of(expression)
            return f"{name}::numeric" if expression.type_name in _FLOATS else name
        if isinstance(expression, Constant):
            return f"{expression.value:f}"
        return self.text(expression)

    def _typed(self, expression: Expression) -> str:
        text = self._plain(expression)
        return text if self._has_type(expression) else f"{text}::{self._type_name}"

    def _has_type(self, expression: Expression) -> bool:
        """Tell whether what ``_plain`` returns has the type of the whole."""
        if isinstance(expression, Operation | Call | DaysBetween | HoursBetween | YearOf):
            return True
        if isinstance(expression, Constant):
            return self._type_name == NUMERIC and "." in f"{expression.value:f}"
        if expression.type_name in _FLOATS:
            return True
        return expression.type_name == self._type_name or expression.type_name.startswith(f"{self._type_name}(")


def words_of(expression: Expression, name_of: NameOf) -> str:
    """Say an expression in words; ``name_of`` gives those of a column."""
    if isinstance(expression, Column):
        return name_of(expression)
    if isinstance(expression, Constant):
        return f"{expression.value:f}"
    if isinstance(expression, Call):
        return f"{expression.function}({', '.join(words_of(part, name_of) for part in expression.arguments)})"
    if isinstance(expression, DaysBetween | HoursBetween):
        return f"the {_unit_of(expression)} from {name_of(expression.earlier)} to {name_of(expression.later)}"
    if isinstance(expression, YearOf):
        return f"the year of {name_of(expression.day)}"
    left, right = (_side_words(side, expression, name_of) for side in (expression.left, expression.right))
    return f"{left} {_SPOKEN[expression.operator]} {right}"


def _unit_of(span: DaysBetween | HoursBetween) -> str:
    return "hours" if isinstance(span, HoursBetween) else "days"


def _side_words(expression: Expression, operation: Operation, name_of: NameOf) -> str:
    words = words_of(expression, name_of)
    is_sum = operation.operator == "+" or (operation.operator == "-" and expression is operation.left)
    is_clear = not isinstance(expression, Operation) or (is_sum and expression.operator in "+-")
    return words if is_clear else f"({words})"


def canonical(expression: Expression) -> str:
    """Return a text that is the same for expressions that differ in the order of factors or summands alone."""
    if isinstance(expression, Column):
        return f"#{expression.column_id}"
    if isinstance(expression, Constant):
        return f"{expression.value.normalize():f}"
    if isinstance(expression, Call):
        return f"{expression.function}({','.join(canonical(part) for part in expression.arguments)})"
    if isinstance(expression, DaysBetween | HoursBetween | YearOf):
        return _canonical_of_days(expression)
    if expression.operator in "+*":
        return f"({expression.operator.join(sorted(map(canonical, _flat(expression, expression.operator))))})"
    return f"({canonical(expression.left)}{expression.operator}{canonical(expression.right)})"


def _canonical_of_days(expression: DaysBetween | HoursBetween | YearOf) -> str:
    if isinstance(expression, YearOf):
        return f"year({canonical(expression.day)},{expression.way})"
    way = f",{expression.way}" if expression.way else ""
    return f"{_unit_of(expression)}({canonical(expression.earlier)},{canonical(expression.later)}{way})"


def _flat(expression: Expression, operator: str) -> Iterator[Expression]:
    """Yield the factors of a product of products, or the summands of a sum of sums."""
    if isinstance(expression, Operation) and expression.operator == operator:
        yield from _flat(expression.left, operator)
        yield from _flat(expression.right, operator)
    else:
        yield expression


def as_list(expression: Expression) -> list[Any]:
    """Return what JSON can hold of an expression; a column is its table's number, its own, and its type."""
    if isinstance(expression, Column):
        return ["column", expression.table_id, expression.lasting_id, expression.type_name]
    if isinstance(expression, Constant):
        return ["number", f"{expression.value:f}"]
    if isinstance(expression, DaysBetween | HoursBetween):
        way = [expression.way] if expression.way else []
        return [_unit_of(expression), as_list(expression.earlier), as_list(expression.later), *way]
    if isinstance(expression, YearOf):
        return ["year", as_list(expression.day), expression.way]
    name = expression.operator if isinstance(expression, Operation) else expression.function
    return [name, *(as_list(part) for part in parts_of(expression))]


def kept_columns(kept: object) -> set[int]:
    """Return the lasting numbers of the columns of what ``as_list`` gave, whether or not they are still there."""
    if not isinstance(kept, list) or not kept:
        return set()
    if kept[0] == "column":
        return {each for each in kept[2:3] if isinstance(each, int)}
    return {number for part in kept[1:] for number in kept_columns(part)}


def from_list(kept: object, column_of: Callable[[int, int, str], Column]) -> Expression:
    """Read what ``as_list`` gave; ``column_of`` returns the column with these numbers and this type.

    Raises ``LookupError`` for what is no expression over columns of numbers; ``column_of`` may raise it, too.
    """
    if not isinstance(kept, list) or not kept or not isinstance(kept[0], str):
        raise LookupError("not an expression")
    name, *rest = kept
    if name == "column" and [type(part) for part in rest] == [int, int, str]:
        column = column_of(*rest)
        if column.is_numeric:
            return column
    elif name in {"days", "hours"} and len(rest) in {2, 3}:
        return _span_of(name, rest[:2], rest[2:], column_of)
    elif name == "year" and len(rest) == 2:
        return _year_of(rest[0], rest[1], column_of)
    elif name == "number" and len(rest) == 1 and isinstance(rest[0], str) and _NUMBER.fullmatch(rest[0]):
        return Constant(Decimal(rest[0]))
    elif name in _PRECEDENCE and len(rest) == 2:
        return Operation(name, *(from_list(part, column_of) for part in rest))
    elif name in FUNCTIONS and len(rest) in FUNCTIONS[name]:
        return Call(name, tuple(from_list(part, column_of) for part in rest))
    raise LookupError("not an expression over columns of numbers")


def _year_of(kept: object, way: object, column_of: Callable[[int, int, str], Column]) -> YearOf:
    """Read the year of a column; raises ``LookupError`` where the column does not say days in this way."""
    if isinstance(kept, list) and [type(part) for part in kept] == [str, int, int, str] and kept[0] == "column":
        column = column_of(*kept[1:])
        if isinstance(way, str) and says_days(column, way):
            return YearOf(column, way)
    raise LookupError("not a column of days")


def _span_of(
    unit: str, kept: list[object], ways: list[object], column_of: Callable[[int, int, str], Column]
) -> DaysBetween | HoursBetween:
    """Read the days or hours between two columns; raises ``LookupError`` where these do not say such times."""
    columns = []
    for each in kept:
        if not isinstance(each, list) or [type(part) for part in each] != [str, int, int, str] or each[0] != "column":
            raise LookupError("not a column of dates")
        columns.append(column_of(*each[1:]))
    earlier, later = columns
    if unit == "hours" and not ways and are_times_of_one_kind(earlier, later):
        return HoursBetween(earlier, later)
    if unit == "days" and not ways and has_days(earlier) and has_days(later):
        return DaysBetween(earlier, later)
    way = ways[0] if ways else None
    if isinstance(way, str) and are_written_alike(earlier, later, way):
        return DaysBetween(earlier, later, way) if unit == "days" else HoursBetween(earlier, later, way)
    raise LookupError("not columns of dates")


def are_times_of_one_kind(one: Column, other: Column) -> bool:
    """Tell whether hours between the values of two columns can be told: both are days with times, in zones or not."""
    return one.is_timestamp and other.is_timestamp and one.has_zone == other.has_zone


def are_written_alike(one: Column, other: Column, way: str) -> bool:
    """Tell whether two columns of text may both write days in a way, so that the days between them can be told."""
    return way in WRITTEN_DAYS and one.is_text and other.is_text


def has_days(column: Column) -> bool:
    """Tell whether the values of a column are days, or times of days that no time zone changes."""
    return column.is_date or (column.is_timestamp and not column.has_zone)
