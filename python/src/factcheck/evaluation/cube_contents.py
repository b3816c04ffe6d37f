"""Cubes as they are kept from one check to the next: what one holds as text, its arrays as bytes."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np

from factcheck.catalogue.derived import DerivedColumn, derived
from factcheck.catalogue.expressions import as_list as as_expression
from factcheck.catalogue.expressions import from_list as read_expression
from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import stored_column
from factcheck.evaluation.cube import Cube, Groups, MeasureData
from factcheck.evaluation.cube_request import CubeRequest, Dimension
from factcheck.evaluation.distinct_values import DistinctValues
from factcheck.evaluation.kept_arrays import small
from factcheck.evaluation.summaries import Summary
from factcheck.evaluation.value_counts import ValueCounts
from factcheck.joins.relation_sets import Relations
from factcheck.queries.measures import BaseMeasure, MeasureKind
from factcheck.queries.predicates.kept import as_list, from_list

_FORM = 6
"""Number of this way to keep cubes; entries of another one are passed over."""

_LEVEL = 1
"""How hard arrays are compressed: to write and read what is left takes less than half the time; more takes longer."""

_DATA: Mapping[MeasureKind, type[Summary] | type[DistinctValues] | type[ValueCounts]] = {
    MeasureKind.SUMMARY: Summary,
    MeasureKind.DISTINCT: DistinctValues,
    MeasureKind.VALUES: ValueCounts,
}


def describe(request: CubeRequest) -> str:
    """Return what a cube holds, as JSON: columns and tables by their numbers."""
    return json.dumps(
        {
            "form": _FORM,
            "anchor": request.relations.anchor.table_id,
            "tables": [table.table_id for table in request.relations.tables],
            "joins": _joins(request),
            "dimensions": [[*_column(d.column), [as_list(p) for p in d.predicates]] for d in request.dimensions],
            "partners": [table.table_id for table in request.partners],
            "measures": [[_measured(measure.column), measure.kind.name] for measure in request.measures],
        }
    )


def _column(column: Column) -> tuple[int, str]:
    return column.lasting_id, column.type_name


def _measured(column: Column) -> list[Any]:
    """Return what is measured: a column, or the expression of a derived one, with the table that it belongs to."""
    return [column.table_id, as_expression(column.formula if isinstance(column, DerivedColumn) else column)]


def _read_measured(kept: list[Any], columns: Mapping[int, Column]) -> Column | None:
    """Read what is measured; None where a column is gone, or has another type."""

    def column_of(_: int, number: int, type_name: str) -> Column:
        if columns[number].type_name != type_name:
            raise LookupError(f"column {number} has another type")
        return columns[number]

    table_id, held = kept
    try:
        expression = column_of(*held[1:]) if held[0] == "column" else read_expression(held, column_of)
    except LookupError:
        return None
    return expression if isinstance(expression, Column) else derived(expression, table_id)


def _joins(request: CubeRequest) -> list[list[Any]]:
    return [
        [join.from_table, list(join.from_columns), join.to_table, list(join.to_columns), list(join.operators)]
        for join in request.relations.joins
    ]


def request_of(contents: str, relations: Relations, columns: Mapping[int, Column]) -> CubeRequest | None:
    """Read what a kept cube holds; None where columns, tables or joins are not as they were, or the form is another."""
    held = json.loads(contents)
    if held.get("form") != _FORM:
        return None
    joined = relations.of(frozenset(held["tables"]), held["anchor"])
    by_id = {} if joined is None else {table.table_id: table for table in joined.tables}
    named = [(entry[0], entry[1]) for entry in held["dimensions"]]
    is_known = all(number in columns and columns[number].type_name == kind for number, kind in named)
    measured = [(_read_measured(kept, columns), MeasureKind[kind]) for kept, kind in held["measures"]]
    measures = tuple(BaseMeasure(kind, column) for column, kind in measured if column is not None)
    if joined is None or not is_known or len(measures) < len(measured) or not by_id.keys() >= set(held["partners"]):
        return None
    try:
        dimensions = tuple(
            Dimension(columns[number], tuple(from_list(kept, columns[number], columns) for kept in predicates))
            for number, _, predicates in held["dimensions"]
        )
    except LookupError:  # another column of a predicate is not there as it was
        return None
    request = CubeRequest(
        joined,
        dimensions,
        tuple(by_id[number] for number in held["partners"]),
        measures,
    )
    return request if _joins(request) == held["joins"] else None


def columns_read(request: CubeRequest) -> tuple[int, ...]:
    """Return the numbers of all columns that a request reads, those that join tables among them."""
    by_name = {(column.table_id, column.name): column for table in request.relations.tables for column in table.columns}
    numbers = {
        stored_column(column).column_id
        for d in request.dimensions
        for predicate in d.predicates
        for column in predicate.columns
    }
    for measure in request.measures:
        column = measure.column
        read = column.operands if isinstance(column, DerivedColumn) else (column,)
        numbers |= {stored_column(each).column_id for each in read}
    for join in request.relations.joins:
        numbers |= {by_name[join.from_table, name].column_id for name in join.from_columns}
        numbers |= {by_name[join.to_table, name].column_id for name in join.to_columns}
    return tuple(sorted(numbers))


def to_bytes(cube: Cube) -> bytes:
    """Return the arrays of a cube, compressed: most of their numbers are small."""
    arrays = {"codes": small(cube.groups.codes), "rows": cube.groups.rows}
    for number, data in enumerate(cube.data.values()):
        arrays |= data.kept(f"measure{number}")
    file = BytesIO()
    np.savez(file, allow_pickle=False, **arrays)
    return zlib.compress(file.getbuffer(), _LEVEL)


def from_bytes(request: CubeRequest, kept: bytes) -> Cube:
    """Read a cube from its arrays; raises ``zlib.error``, ``ValueError`` or ``KeyError`` for bytes that are none."""
    with np.load(BytesIO(zlib.decompress(kept)), allow_pickle=False) as file:
        arrays = dict(file)
    data: dict[BaseMeasure, MeasureData] = {
        measure: _DATA[measure.kind].read(f"measure{number}", arrays) for number, measure in enumerate(request.measures)
    }
    return Cube(request, Groups(arrays["codes"], arrays["rows"]), data)
