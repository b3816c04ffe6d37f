"""Cubes as they are kept from one check to the next: what one holds as text, its arrays as bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.amounts import Amounts, Order
from factcheck.evaluation.cube import Cube, CubeRequest, Dimension, DistinctValues, Groups, Measured, ValueCounts
from factcheck.joins.relation_sets import Relations

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
    arrays = {"codes": _kept(cube.groups.codes), "rows": cube.groups.rows}
    for place, each in enumerate(cube.groups.measured):
        name = f"measured{place}"
        arrays |= {f"{name}_{part}": getattr(each, part) for part in ("counts", "lows", "highs")}
        arrays |= _kept_amounts(f"{name}_sums", each.sums) | _kept_order(f"{name}_order", each.order)
        if each.magnitudes is not None:
            arrays[f"{name}_magnitudes"] = each.magnitudes
    for place, distinct in enumerate(cube.distinct):
        arrays |= {f"distinct{place}_codes": _kept(distinct.codes), f"distinct{place}_numbers": _kept(distinct.numbers)}
    for place, values in enumerate(cube.values):
        name = f"values{place}"
        arrays |= {f"{name}_codes": _kept(values.codes), f"{name}_counts": _kept(values.counts)}
        arrays |= {f"{name}_values": values.values} | _kept_order(f"{name}_order", values.order)
    file = BytesIO()
    np.savez(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _kept(part: Any) -> Any:
    """Whole numbers in few bytes."""
    return part.astype(np.min_scalar_type(part.max(initial=0)))


def _kept_amounts(name: str, amounts: Amounts) -> dict[str, Any]:
    return {name: amounts.limbs, f"{name}_scale": _kept_scale(amounts.scale)}


def _kept_order(name: str, order: Order) -> dict[str, Any]:
    table = {} if order.table is None else _kept_amounts(f"{name}_table", order.table)
    return {f"{name}_scale": _kept_scale(order.scale), **table}


def _kept_scale(scale: int | None) -> Any:
    """A scale as an array, -1 for none."""
    return np.array(-1 if scale is None else scale)


def from_bytes(request: CubeRequest, kept: bytes) -> Cube:
    """A cube from its arrays; raises ``ValueError`` or ``KeyError`` for bytes that are none."""
    with np.load(BytesIO(kept), allow_pickle=False) as file:
        arrays = dict(file)
    measured = tuple(_read_measured(f"measured{place}", arrays) for place in range(len(request.measured)))
    distinct = [
        DistinctValues(arrays[f"distinct{place}_codes"], _read(arrays[f"distinct{place}_numbers"]))
        for place in range(len(request.counted))
    ]
    values = [
        ValueCounts(
            arrays[f"values{place}_codes"],
            arrays[f"values{place}_values"],
            _read(arrays[f"values{place}_counts"]),
            _read_order(f"values{place}_order", arrays),
        )
        for place in range(len(request.halved))
    ]
    return Cube(request, Groups(arrays["codes"], arrays["rows"], measured), distinct, values)


def _read(part: Any) -> Any:
    """Numbers that are added up, in as many bytes as that takes."""
    return part.astype(np.int64)


def _read_measured(name: str, arrays: Mapping[str, Any]) -> Measured:
    counts, lows, highs = (arrays[f"{name}_{part}"] for part in ("counts", "lows", "highs"))
    sums, order = _read_amounts(f"{name}_sums", arrays), _read_order(f"{name}_order", arrays)
    return Measured(counts, sums, lows, highs, order, arrays.get(f"{name}_magnitudes"))


def _read_amounts(name: str, arrays: Mapping[str, Any]) -> Amounts:
    return Amounts(arrays[name], _read_scale(arrays[f"{name}_scale"]))


def _read_order(name: str, arrays: Mapping[str, Any]) -> Order:
    table = _read_amounts(f"{name}_table", arrays) if f"{name}_table" in arrays else None
    return Order(_read_scale(arrays[f"{name}_scale"]), table)


def _read_scale(kept: Any) -> int | None:
    return None if int(kept) < 0 else int(kept)
