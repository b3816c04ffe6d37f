"""Cubes as they are kept from one check to the next: what one holds as text, its arrays as bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from io import BytesIO
from typing import Any

import numpy as np

from factcheck.catalogue.relation_sets import Relations
from factcheck.catalogue.schema import Column
from factcheck.evaluation.cube import Cube, CubeRequest, Dimension, DistinctValues, Groups, ValueCounts

_FORM = 3
"""Number of this way to keep cubes; entries of another one are passed over."""


def describe(request: CubeRequest) -> str:
    """What a cube holds, as JSON: columns and tables by their numbers."""
    return json.dumps(
        {
            "form": _FORM,
            "anchor": request.relations.anchor.table_id,
            "tables": [table.table_id for table in request.relations.tables],
            "joins": _joins(request),
            "dimensions": [[d.column.column_id, d.column.type_name, list(d.literals)] for d in request.dimensions],
            "partners": [table.table_id for table in request.partners],
            **{name: [[c.column_id, c.type_name] for c in getattr(request, name)] for name in _MEASURES},
        }
    )


_MEASURES = ("measured", "counted", "halved")


def _joins(request: CubeRequest) -> list[list[Any]]:
    return [
        [join.from_table, list(join.from_columns), join.to_table, list(join.to_columns), list(join.operators)]
        for join in request.relations.joins
    ]


def request_of(contents: str, relations: Relations, columns: Mapping[int, Column]) -> CubeRequest | None:
    """What a kept cube holds; None where columns, tables or joins are not as they were, or the form is another."""
    held = json.loads(contents)
    if held.get("form") != _FORM:
        return None
    joined = relations.of(frozenset(held["tables"]), held["anchor"])
    by_id = {} if joined is None else {table.table_id: table for table in joined.tables}
    named = [(d[0], d[1]) for d in held["dimensions"]] + [(c[0], c[1]) for name in _MEASURES for c in held[name]]
    is_known = all(number in columns and columns[number].type_name == kind for number, kind in named)
    if joined is None or not is_known or not by_id.keys() >= set(held["partners"]):
        return None
    request = CubeRequest(
        joined,
        tuple(Dimension(columns[number], tuple(literals)) for number, _, literals in held["dimensions"]),
        tuple(by_id[number] for number in held["partners"]),
        *(tuple(columns[number] for number, _ in held[name]) for name in _MEASURES),
    )
    return request if _joins(request) == held["joins"] else None


def columns_read(request: CubeRequest) -> tuple[int, ...]:
    """The numbers of all columns that a request reads, those that join tables among them."""
    by_name = {(column.table_id, column.name): column for table in request.relations.tables for column in table.columns}
    found = {dimension.column.column_id for dimension in request.dimensions}
    found |= {column.column_id for name in _MEASURES for column in getattr(request, name)}
    for join in request.relations.joins:
        found |= {by_name[join.from_table, name].column_id for name in join.from_columns}
        found |= {by_name[join.to_table, name].column_id for name in join.to_columns}
    return tuple(sorted(found))


def to_bytes(cube: Cube) -> bytes:
    """The arrays of a cube."""
    arrays = {f"groups_{field.name}": _kept(getattr(cube.groups, field.name)) for field in fields(Groups)}
    for place, each in enumerate(cube.distinct):
        arrays |= {f"distinct{place}_codes": _kept(each.codes), f"distinct{place}_numbers": _kept(each.numbers)}
    for place, values in enumerate(cube.values):
        arrays |= {f"values{place}_{field.name}": _kept(getattr(values, field.name)) for field in fields(ValueCounts)}
    file = BytesIO()
    np.savez(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _kept(part: Any) -> Any:
    """A part as it is kept: whole numbers in few bytes, scales as an array with -1 for one that is not known."""
    if isinstance(part, tuple):
        return np.array([-1 if scale is None else scale for scale in part])
    return part.astype(np.min_scalar_type(part.max(initial=0))) if part.dtype.kind == "i" else part


def _read(part: Any) -> Any:
    """Numbers that are added up, in as many bytes as that takes."""
    return part.astype(np.int64)


def from_bytes(request: CubeRequest, kept: bytes) -> Cube:
    """A cube from its arrays; raises ``ValueError`` or ``KeyError`` for bytes that are none."""
    with np.load(BytesIO(kept), allow_pickle=False) as arrays:
        parts = {field.name: arrays[f"groups_{field.name}"] for field in fields(Groups)}
        parts["scales"] = tuple(None if scale < 0 else int(scale) for scale in parts["scales"])
        distinct = [
            DistinctValues(arrays[f"distinct{place}_codes"], _read(arrays[f"distinct{place}_numbers"]))
            for place in range(len(request.counted))
        ]
        values = [
            ValueCounts(
                arrays[f"values{place}_codes"], arrays[f"values{place}_values"], _read(arrays[f"values{place}_counts"])
            )
            for place in range(len(request.halved))
        ]
    return Cube(request, Groups(**parts), distinct, values)
