"""Reading arithmetic over columns in labelled SQL as expressions of the program."""

from __future__ import annotations

from decimal import Decimal

from sqlglot import exp

from factcheck.catalogue.expressions import Call, Constant, DaysBetween, Expression, Operation, YearOf, has_days
from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import numbers_of
from factcheck.sql_reading.names import Names
from factcheck.sql_reading.spellings import without_casts
from factcheck.sql_reading.times_from_sql import read_time

_CUT = exp.Replace | exp.RegexpReplace | exp.Trim | exp.Left | exp.Right | exp.Substring | exp.SplitPart | exp.Lower
"""Functions by which a number is cut out of a text."""

_ONE = Constant(Decimal(1))

_OPERATORS: dict[type[exp.Expr], str] = {exp.Add: "+", exp.Sub: "-", exp.Mul: "*", exp.Div: "/"}


def read_expression(node: exp.Expr, names: Names) -> Expression | None:
    """Read arithmetic over columns of numbers, and days between dates; None for anything else.

    Casts, rounding and guards against dividing by zero are passed over.
    """
    node = node.unnest()
    year = _year(node, names)
    if year is not None:
        return year
    if isinstance(node, exp.Cast | exp.Nullif | exp.Round):
        return read_expression(node.this, names)
    if isinstance(node, exp.Column | _CUT):
        return _column(node, names)
    if isinstance(node, exp.Literal) and node.is_number:
        return Constant(Decimal(node.name))
    if isinstance(node, exp.Abs):
        argument = read_expression(node.this, names)
        return None if argument is None else Call("abs", (argument,))
    return _operation(node, names) if type(node) in _OPERATORS else None


def _operation(node: exp.Expr, names: Names) -> Expression | None:
    days = _days(node, names) if isinstance(node, exp.Sub) else None
    if days is not None:
        return days
    left, right = read_expression(node.this, names), read_expression(node.expression, names)
    if left is None or right is None:
        return None
    if isinstance(node, exp.Mul) and left == _ONE:
        return right  # "1.0 * a / b" divides whole numbers as numbers are
    return Operation(_OPERATORS[type(node)], left, right)


def _column(node: exp.Expr, names: Names) -> Column | None:
    """Return a column of numbers, or the numbers of the column of text that they are cut out of; None without any."""
    if isinstance(node, exp.Column):
        column = names.column(node)
        return column if column is not None and column.is_numeric else None
    is_second = False
    while isinstance(node, _CUT):
        is_second = isinstance(node, exp.SplitPart) and node.args["part_index"].name == "2"
        node = node.this.unnest()
    column = names.column(node)
    numbers = [] if column is None else list(numbers_of(column))
    return numbers[1 if is_second and len(numbers) > 1 else 0] if numbers else None


def _year(node: exp.Expr, names: Names) -> YearOf | None:
    """Read the year of a day, which may be cut out of a text."""
    term = read_time(node, names)
    return YearOf(term.column, term.way) if term is not None and term.part == "year" else None


def _days(node: exp.Expr, names: Names) -> DaysBetween | None:
    """Read the difference of two columns of dates, in days; those of text have to be written in one way."""
    until, since = (read_time(side.unnest(), names) for side in (node.this, node.expression))
    if until is not None and since is not None and until.way and not until.part and not since.part:
        is_one_way = until.way == since.way
        return DaysBetween(since.column, until.column, until.way) if is_one_way else None
    later, earlier = (names.column(without_casts(side)) for side in (node.this, node.expression))
    if later is None or earlier is None or not (has_days(later) and has_days(earlier)):
        return None
    return DaysBetween(earlier, later)
