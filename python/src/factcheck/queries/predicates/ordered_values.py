"""Values of columns that have an order: numbers and dates, as they are compared and written."""

from __future__ import annotations

from decimal import Decimal

from factcheck.catalogue.schema import Column
from factcheck.sqltext import literal


def has_order(column: Column) -> bool:
    """Tell whether values of a column may be compared with a bound."""
    return column.is_numeric or column.is_date


def in_order(column: Column, text: str) -> tuple[Decimal, str]:
    """Return what compares as a value does: a number, which may be infinite, or a date, as text.

    To PostgreSQL, NaN is greater than all numbers, infinity included: no sum or bound tells the two apart here.
    """
    if not column.is_numeric:
        return Decimal(0), text
    number = Decimal(text)
    return Decimal("Infinity") if number.is_nan() else number, ""


def ordered_sql(column: Column, text: str) -> str:
    """Write a bound as a literal: a number as it is, so that a column of integers may be compared with a fraction."""
    if column.is_numeric and Decimal(text).is_finite():
        return f"{Decimal(text):f}"
    return f"{literal(text)}::{column.type_name}"
