"""The two ends of a stretch of time: what "rose by 5 % between 2016 and 2021" compares."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from factcheck.catalogue.days import day_before
from factcheck.catalogue.schema import Column
from factcheck.queries.group_members import year_period
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate


def ends_of_range(predicate: Predicate) -> tuple[Predicate, Predicate] | None:
    """Return the first and the last value, or year, of a range; None of anything else, and of two values out of order.

    Of dates these are years, where the range begins and ends with one.
    """
    match predicate:
        case Between(column, low, high) if column.is_integer and low != high:
            return Equals(column, low), Equals(column, high)
        case OneOf(column, (low, high)) if column.is_integer:
            return Equals(column, low), Equals(column, high)
        case DatePart(first=first, last=last) if first < last:
            return replace(predicate, last=first), replace(predicate, first=last)
        case Period(column, str(start), str(end), way):
            return _years(column, date.fromisoformat(start), date.fromisoformat(day_before(end)), way)
    return None


def _years(column: Column, first: date, last: date, way: str) -> tuple[Period, Period] | None:
    """Return the years of the first and the last day of a stretch of whole years; None of any other."""
    if (first.month, first.day, last.month, last.day) != (1, 1, 12, 31) or first.year == last.year:
        return None
    return replace(year_period(column, first.year), way=way), replace(year_period(column, last.year), way=way)
