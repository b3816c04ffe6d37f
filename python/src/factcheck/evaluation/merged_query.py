"""The merged query: one GROUP BY over all that the candidates of a document restrict and aggregate (Section 6).

Values of dimensions are coded (the paper's INORDEFAULT) in the scan of their own table, before tables are joined.
Codes of a row are packed into integer keys; results come back as bytes in network order, in the order of the groups.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.cells import SmallCodes
from factcheck.evaluation.coded_rows import coded_rows
from factcheck.evaluation.cube import Cube, Groups, MeasureData
from factcheck.evaluation.cube_request import CubeRequest
from factcheck.evaluation.distinct_values import DistinctValues, distinct_part
from factcheck.evaluation.part import Part, key_names, where
from factcheck.evaluation.summaries import Summary, groups_part
from factcheck.evaluation.transfer import received_doubles, received_integers
from factcheck.evaluation.value_counts import ValueCounts, values_part
from factcheck.port import Database
from factcheck.queries.measures import BaseMeasure, MeasureKind
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.time_budget import limit_in_force

_KEY_BITS = 62
_FEW_ROWS = 1_000_000
"""Rows of an anchor that are coded once and kept for all parts of a statement."""

_SUMMARIZED_AT_ONCE = 200
"""Columns summarized by one query; each takes at most five aggregates, and PostgreSQL allows 1,664 in all."""


def compute_cube(request: CubeRequest, database: Database) -> Cube:
    """Run the merged query of a request, with a part more for each column whose single values are needed.

    Rows of a small anchor are coded once for all of these, in one statement, where there are several.  A large one is
    scanned by each, since then workers share the scan.  Where there are very many columns to summarize, some at a time
    are.  Raises ``OutOfTimeError`` where the limit in force is reached.
    """
    keys = _key_columns(request)
    blocks = _blocks(request)
    parts = _parts(request, keys)
    rows = _rows_of_parts(request, keys, parts, database)
    measures: dict[BaseMeasure, MeasureData] = {}
    groups: list[Groups] = []
    for row, block in zip(rows, blocks, strict=False):
        group, summaries = _groups(row, keys, block, request)
        groups.append(group)
        measures |= {BaseMeasure(MeasureKind.SUMMARY, column): summaries[column] for column in block}
    for row, measure in zip(rows[len(blocks) :], _single_valued(request), strict=True):
        measures[measure] = _received(row, measure, _unpack(row, keys, request))
    return Cube(request, groups[0], measures)


def query_texts(request: CubeRequest) -> list[str]:
    """Return the statements that ``compute_cube`` runs for a request."""
    keys = _key_columns(request)
    return _statements(request, keys, _parts(request, keys))


def _blocks(request: CubeRequest) -> list[tuple[Column, ...]]:
    """Return the columns to summarize, some at a time; none at all where only rows are counted."""
    columns = request.columns(MeasureKind.SUMMARY)
    starts = range(0, max(len(columns), 1), _SUMMARIZED_AT_ONCE)
    return [columns[start : start + _SUMMARIZED_AT_ONCE] for start in starts]


def _single_valued(request: CubeRequest) -> list[BaseMeasure]:
    """Return the measures that each take a part of the statement."""
    return [measure for measure in request.measures if measure.kind is not MeasureKind.SUMMARY]


def _parts(request: CubeRequest, keys: Sequence[Sequence[int]]) -> list[Part]:
    of_kind = {MeasureKind.DISTINCT: distinct_part, MeasureKind.VALUES: values_part}
    return [
        *(groups_part(keys, block) for block in _blocks(request)),
        *(of_kind[measure.kind](keys, measure.column) for measure in _single_valued(request)),
    ]


def _received(row: Mapping[str, Any], measure: BaseMeasure, codes: SmallCodes) -> MeasureData:
    if measure.kind is MeasureKind.DISTINCT:
        return DistinctValues.received(row, codes)
    return ValueCounts.received(row, measure.column, codes)


def _rows_of_parts(
    request: CubeRequest, keys: Sequence[Sequence[int]], parts: Sequence[Part], database: Database
) -> list[Mapping[str, Any]]:
    """Return the row of each part."""
    rows: list[Mapping[str, Any]] = []
    limit = limit_in_force()
    for statement in _statements(request, keys, parts, limit.condition(database)):
        checkpoint()
        rows += limit.query(database, statement)
    if not _is_coded_once(request, parts):
        return rows
    [row] = rows
    return [{name: row[f"p{number}_{name}"] for name in part.outputs} for number, part in enumerate(parts)]


def _statements(
    request: CubeRequest,
    keys: Sequence[Sequence[int]],
    parts: Sequence[Part],
    condition: str | None = None,
) -> list[str]:
    """Return a statement for each part, or one for all, whose outputs then begin with the number of their part.

    ``condition`` is asked of all rows they go through.
    """
    if not _is_coded_once(request, parts):
        return [
            f"WITH coded AS NOT MATERIALIZED (\n{coded_rows(request, keys, part.columns, condition)}\n)\n"
            f"{part.sql(condition)}"
            for part in parts
        ]
    columns = _columns_of(parts)
    subqueries = []
    for number, part in enumerate(parts):
        values = [f"anchor_rows.x{columns.index(column)} AS x{at}" for at, column in enumerate(part.columns)]
        outputs = ", ".join([*key_names(keys), *values])
        coded = f"WITH coded AS (SELECT {outputs} FROM anchor_rows{where(condition)})"
        subqueries.append(f"({coded}\n{part.sql(condition)}) AS part{number}")
    outputs = ", ".join(
        f"part{number}.{name} AS p{number}_{name}" for number, part in enumerate(parts) for name in part.outputs
    )
    rows = f"WITH anchor_rows AS MATERIALIZED (\n{coded_rows(request, keys, columns, condition)}\n)"
    return [f"{rows}\nSELECT {outputs}\nFROM " + ",\n     ".join(subqueries)]


def _is_coded_once(request: CubeRequest, parts: Sequence[Part]) -> bool:
    """Tell whether all of several parts come from one statement, which codes the rows of the anchor once.

    To keep coded rows for one part alone would take longer than to group them as they are read.
    """
    few_rows = request.relations.anchor.rows <= _FEW_ROWS
    return len(parts) > 1 and few_rows and len(_columns_of(parts)) <= _SUMMARIZED_AT_ONCE


def _columns_of(parts: Sequence[Part]) -> tuple[Column, ...]:
    return tuple(dict.fromkeys(column for part in parts for column in part.columns))


def _groups(
    row: Mapping[str, Any],
    keys: Sequence[Sequence[int]],
    columns: Sequence[Column],
    request: CubeRequest,
) -> tuple[Groups, dict[Column, Summary]]:
    """Return the groups in the order of their codes, and the summaries of some columns."""
    codes = _unpack(row, keys, request)
    order = np.lexsort(codes.T) if codes.shape[1] else np.arange(len(codes))
    summaries = {}
    for number, column in enumerate(columns):
        checkpoint()
        summaries[column] = Summary.received(row, number, column)[order]
    return Groups(codes[order], received_doubles(row["n"])[order]), summaries


def _key_columns(request: CubeRequest) -> list[list[int]]:
    """Distribute dimensions over as few packed integer keys as hold their codes."""
    keys: list[list[int]] = [[]]
    room = 1 << _KEY_BITS
    for index, size in enumerate(request.sizes):
        if room < size:
            keys.append([])
            room = 1 << _KEY_BITS
        keys[-1].append(index)
        room //= size
    return keys


def _unpack(row: Mapping[str, Any], keys: Sequence[Sequence[int]], request: CubeRequest) -> SmallCodes:
    """Return the codes of each group, one column a dimension."""
    packed = [received_integers(row[name]) for name in key_names(keys)]
    codes = np.zeros((len(packed[0]), len(request.sizes)), dtype=np.min_scalar_type(max(request.sizes, default=1)))
    for key, members in zip(packed, keys, strict=True):
        left = key
        for index in members:
            checkpoint()
            left, codes[:, index] = np.divmod(left, request.sizes[index])
    return codes
