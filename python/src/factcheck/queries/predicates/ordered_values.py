"""Values of columns that have an order: numbers and dates, as they are compared and written."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from factcheck.catalogue.days import day_of
from factcheck.catalogue.schema import Column
from factcheck.sqltext import literal

_FLOATS: dict[str, type[np.float32 | np.float64]] = {"real": np.float32, "double precision": np.float64}


def has_order(column: Column) -> bool:
    """Tell whether values of a column may be compared with a bound."""
    return column.is_numeric or column.is_date


def in_order(column: Column, text: str) -> tuple[bool, Decimal]:
    """Return what compares as a value does; to PostgreSQL, NaN is greater than all numbers, infinity included."""
    if column.is_date:
        day = day_of(text)
        return False, Decimal(text) if day is None else Decimal(day.year * 10_000 + day.month * 100 + day.day)
    number = _stored(column, text)
    return (True, Decimal(0)) if number.is_nan() else (False, number)


def _stored(column: Column, text: str) -> Decimal:
    """Return the number that a column has for one: floating-point types have the nearest of theirs."""
    nearest = _FLOATS.get(column.type_name)
    if nearest is None:
        return Decimal(text)
    with np.errstate(over="ignore", under="ignore"):
        return Decimal(float(nearest(float(text))))


def ordered_sql(column: Column, text: str) -> str:
    """Write a bound as a literal: a number as it is, so that a column of integers may be compared with a fraction.

    A column of single precision is compared with the number that it has for the bound: the 3.3 that it holds is less
    than the decimal 3.3.  What lies beyond a floating-point type is infinite or 0 there.
    """
    if not column.is_numeric or not Decimal(text).is_finite():
        return f"{literal(text)}::{column.type_name}"
    stored = _stored(column, text)
    if not stored.is_finite() or (stored == 0 and Decimal(text) != 0):
        return f"{literal(str(stored))}::{column.type_name}"
    number = f"{Decimal(text):f}"
    return f"{literal(number)}::real" if column.type_name == "real" else number
