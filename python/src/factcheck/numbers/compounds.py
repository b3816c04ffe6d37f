"""Amounts in two units, as one number in the smaller: "2 hours and 30 minutes" is 150 minutes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from factcheck.numbers.parse import Number
from factcheck.numbers.stated_units import StatedUnit, unit_after
from factcheck.units.unit import UNITS, Unit, as_decimal

_JOINS = re.compile(r",?\s(?:and\s)?|\s?")
_BARE = re.compile(r"\s")
_FEET = UNITS.by_name["feet"]
_INCHES = UNITS.by_name["inches"]
_HOURS = UNITS.by_name["hours"]
_MINUTES = UNITS.by_name["minutes"]


def join_compounds(text: str, numbers: Iterable[Number]) -> Iterator[Number]:
    """Yield the numbers, with one in place of two that are an amount in a unit and in a smaller one.

    Inches need not be named: "5 feet 11".
    """
    waiting: Number | None = None
    for number in numbers:
        joined = _joined(text, waiting, number) if waiting is not None else None
        if joined is not None:
            waiting = joined
            continue
        if waiting is not None:
            yield waiting
        waiting = number
    if waiting is not None:
        yield waiting


def _joined(text: str, large: Number, small: Number) -> Number | None:
    if large.measured is None or small.reason is not None or not large.is_integer or large.comparison == "between":
        return None
    after = unit_after(text, large.end, large.value)
    if after is None or small.comparison != "=" or small.unit != "plain" or small.scale != 1:
        return None
    gap = text[after[1] : small.start]
    smaller = _smaller_unit(large.measured, small.measured, gap)
    if smaller is None or not small.value >= 0:
        return None
    unit, of_large = smaller
    ratio = of_large.factor / unit.factor
    if ratio <= 1 or small.value >= ratio:
        return None
    named = unit_after(text, small.end, small.value)
    end = small.end if named is None else named[1]
    value = as_decimal(Fraction(large.value) * ratio + Fraction(small.value))
    return replace(
        large,
        end=end,
        text=text[large.start : end],
        value=value,
        is_integer=value % 1 == 0,
        place=small.place,
        measured=StatedUnit(unit.name, (unit,)),
    )


def _smaller_unit(large: StatedUnit, small: StatedUnit | None, gap: str) -> tuple[Unit, Unit] | None:
    """Return the unit of the second number and the one of the first, where both are of one dimension."""
    if small is None:
        return (_INCHES, _FEET) if _BARE.fullmatch(gap) and large.units == (_FEET,) else None
    if not _JOINS.fullmatch(gap):
        return None
    if small.text == "m" and large.units == (_HOURS,):
        return _MINUTES, _HOURS
    pairs = [
        (unit, of_large)
        for unit in small.units
        for of_large in large.units
        if unit.dimension == of_large.dimension and not unit.is_money and unit.offset == 0
    ]
    return pairs[0] if len(pairs) == 1 else None
