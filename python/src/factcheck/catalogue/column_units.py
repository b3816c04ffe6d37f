"""The unit of a column: from its name, its comment and what the site's dictionaries say of it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import Constant, DaysBetween, Expression, HoursBetween, Operation
from factcheck.catalogue.number_forms import NumberKind
from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import TextNumber
from factcheck.units.result_unit import ResultUnit, read_result_unit
from factcheck.units.told import told_unit
from factcheck.units.unit import UNITS


def unit_of(column: Column | None) -> ResultUnit | None:
    """Return the unit of a column's values; None where nothing tells it.

    Sums and differences of columns have the unit of these, a quantity times a price, and a price for each of
    something, that of the price; other derived columns have none but where the site has declared them.
    """
    match column:
        case None:
            return None
        case DerivedColumn():
            if column.is_declared:
                return _declared(column.name, column.comment)
            return _of_expression(column.formula)
        case TextNumber():
            return _of_form(column)
        case _:
            return read_result_unit(column.unit) if column.is_numeric else None


def _of_expression(expression: Expression) -> ResultUnit | None:
    match expression:
        case Column():
            return unit_of(expression)
        case DaysBetween():
            return ResultUnit(UNITS.by_name["days"])
        case HoursBetween():
            return ResultUnit(UNITS.by_name["hours"])
        case Operation():
            return _of_quotient(expression) if expression.operator == "/" else _of_operation(expression)
    return None


def _of_operation(operation: Operation) -> ResultUnit | None:
    left, right = operation.left, operation.right
    units = {unit for unit in (_of_expression(left), _of_expression(right)) if unit is not None}
    unit = units.pop() if len(units) == 1 else None
    if unit is None or operation.operator != "*":
        return unit and replace(unit, is_difference=unit.is_difference or operation.operator == "-")
    is_price = unit.unit is not None and unit.unit.is_money
    return unit if is_price and not isinstance(left, Constant) and not isinstance(right, Constant) else None


def _of_quotient(quotient: Operation) -> ResultUnit | None:
    """Return the unit of a price for each of something; other quotients have none."""
    price = _of_expression(quotient.left)
    is_price = price is not None and price.unit is not None and price.unit.is_money
    is_of_each = not isinstance(quotient.right, Constant) and _of_expression(quotient.right) != price
    return price if is_price and is_of_each else None


def _of_form(column: TextNumber) -> ResultUnit | None:
    form = column.form
    if form is None:
        return None
    if form.kind in (NumberKind.HOURS, NumberKind.CLOCK, NumberKind.INTERVAL):
        return ResultUnit(UNITS.by_name["minutes"])
    units = UNITS.by_word.get(form.unit.lower(), ()) or UNITS.by_word.get(f"{form.unit.lower()}s", ())
    units = units or UNITS.by_short.get(form.unit.lower(), ())
    if len(units) == 1 or form.unit == "$":
        return ResultUnit(units[0])
    return None if form.unit else read_result_unit(column.stored.unit)


@lru_cache(maxsize=1024)
def _declared(name: str, comment: str | None) -> ResultUnit | None:
    return told_unit(name, [comment] if comment else [])
