"""Columns whose names tell what a number's unit measures: "89 mph" of a column called speed."""

from __future__ import annotations

from dataclasses import replace

from factcheck.candidates.identifiers import is_identifier
from factcheck.catalogue.column_units import unit_of
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import Number
from factcheck.retrieval.generators.compared_columns import in_unit
from factcheck.retrieval.relevance import Relevance
from factcheck.weights.weights import WEIGHTS

_TIME = "time"


def with_columns_of_dimension(number: Number, relevance: Relevance, relations: Relations) -> Relevance:
    """Return what a claim's words find, columns without a unit among it that measure what the number's unit does.

    Only for units that nobody counts in: there are rows that are days, but none that are miles an hour.  Columns of
    times are too many things to be told so.
    """
    stated = number.measured
    if stated is None or not stated.never_counts or any(unit.dimension == _TIME for unit in stated.units):
        return relevance
    columns = [
        column
        for table in relations.tables
        for column in table.columns
        if column.is_numeric and unit_of(column) is None and not is_identifier(column)
    ]
    scores = {
        column.column_id: WEIGHTS.column.same_quantity
        for column in in_unit(number, columns)
        if relevance.columns.get(column.column_id, 0.0) < WEIGHTS.column.same_quantity
    }
    return replace(relevance, columns={**relevance.columns, **scores}) if scores else relevance
