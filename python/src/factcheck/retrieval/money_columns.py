"""Which columns hold amounts of money, by their unit or else by their name."""

from __future__ import annotations

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import columns_of, is_operation
from factcheck.catalogue.schema import Column
from factcheck.retrieval.measure_words import MONEY_IN_NAMES
from factcheck.words.identifiers import base_forms, split_identifier


def holds_money(column: Column) -> bool:
    """Tell whether a column holds amounts of money: its unit is one, or is not known and its name says so.

    So does what is worked out from one, such as a quantity times a price, but for quotients.
    """
    unit = unit_of(column)
    if unit is not None and unit.unit is not None:
        return unit.unit.is_money
    if isinstance(column, DerivedColumn):
        return not is_operation(column.formula, "/") and any(map(holds_money, columns_of(column.formula)))
    return not MONEY_IN_NAMES.isdisjoint(form for word in split_identifier(column.name) for form in base_forms(word))
