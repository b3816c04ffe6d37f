"""Which columns hold amounts of money, by their unit or else by their name."""

from __future__ import annotations

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.retrieval.measure_words import MONEY_IN_NAMES
from factcheck.words.identifiers import split_identifier


def holds_money(column: Column) -> bool:
    """Tell whether a column holds amounts of money: its unit is one, or is not known and its name says so."""
    unit = unit_of(column)
    if unit is not None and unit.unit is not None:
        return unit.unit.is_money
    return not MONEY_IN_NAMES.isdisjoint(split_identifier(column.name))
