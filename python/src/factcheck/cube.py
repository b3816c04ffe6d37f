"""One merged query for all candidates over a table, and the roll-up of its groups (Section 6, function CUBE).

The paper's CUBE over an INORDEFAULT sub-query is logically what happens here, but PostgreSQL runs it far faster as one
plain GROUP BY over all dimensions at once, whose groups are then added up for every subset of dimensions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from factcheck.port import Database
from factcheck.schema import Column, Table
from factcheck.sqltext import text_array

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]

_KEY_BITS = 62


class Measure(Enum):
    """What is computed for each group; all but distinct values add up from groups to larger ones."""

    ROWS = "rows"
    VALUES = "values"
    SUM = "sum"
    MIN = "min"
    MAX = "max"
    DISTINCT = "distinct"


@dataclass(frozen=True, slots=True)
class Dimension:
    """A column that predicates restrict, with the literals that matter.

    In a group's key the i-th literal has the code i + 1; 0 stands for every other value and for NULL
    (the paper's INORDEFAULT).
    """

    column: Column
    literals: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of codes."""
        return len(self.literals) + 1


@dataclass(frozen=True, slots=True)
class CubeRequest:
    """What to compute over a table: dimensions, columns to aggregate and columns whose values to count."""

    table: Table
    dimensions: tuple[Dimension, ...]
    measured: tuple[Column, ...]
    counted: tuple[Column, ...]


class Cube:
    """The finest groups of a request, rolled up on demand to subsets of its dimensions.

    ``codes`` has shape (groups, dimensions); ``measures`` hold one value a group; ``distinct`` maps a column to
    the codes and value numbers of its distinct pairs of group and value.
    """

    def __init__(
        self,
        request: CubeRequest,
        codes: Codes,
        measures: Mapping[tuple[Measure, int | None], Floats],
        distinct: Mapping[int | None, tuple[Codes, Codes]],
    ) -> None:
        self._request = request
        self._codes = codes
        self._measures = measures
        self._distinct = distinct
        self._rolled_up: dict[tuple[Measure, int | None, tuple[int, ...]], Floats] = {}

    def cells(self, measure: Measure, column_id: int | None, dimensions: tuple[int, ...]) -> Floats:
        """Values of a measure for every combination of codes of some dimensions, flattened in their order.

        Rows, values and distinct values of an empty cell are 0; its sum is 0, its minimum +inf, its maximum -inf.
        """
        key = (measure, column_id, dimensions)
        if key not in self._rolled_up:
            self._rolled_up[key] = self._roll_up(measure, column_id, dimensions)
        return self._rolled_up[key]

    def _roll_up(self, measure: Measure, column_id: int | None, dimensions: tuple[int, ...]) -> Floats:
        size = int(np.prod([self._request.dimensions[d].size for d in dimensions], dtype=np.int64))
        if measure is Measure.DISTINCT:
            return self._count_distinct(column_id, dimensions, size)
        values = self._measures[measure, column_id]
        cells = self._cell(self._codes, dimensions)
        if measure is Measure.MIN:
            smallest = np.full(size, np.inf)
            np.minimum.at(smallest, cells, values)
            return smallest
        if measure is Measure.MAX:
            largest = np.full(size, -np.inf)
            np.maximum.at(largest, cells, values)
            return largest
        return np.asarray(np.bincount(cells, weights=values, minlength=size), dtype=np.float64)

    def _count_distinct(self, column_id: int | None, dimensions: tuple[int, ...], size: int) -> Floats:
        codes, values = self._distinct[column_id]
        factor = int(values.max(initial=0)) + 1
        pairs = np.unique(self._cell(codes, dimensions) * factor + values)
        return np.bincount(pairs // factor, minlength=size).astype(np.float64)

    def _cell(self, codes: Codes, dimensions: tuple[int, ...]) -> Codes:
        cells = np.zeros(len(codes), dtype=np.int64)
        for dimension in dimensions:
            cells = cells * self._request.dimensions[dimension].size + codes[:, dimension]
        return cells


def compute_cube(request: CubeRequest, database: Database) -> Cube:
    """Run the merged query of a request, and one more for each column whose distinct values are counted."""
    keys = _key_columns(request.dimensions)
    [row] = database.query(_cube_sql(request, keys))
    codes = _unpack(row, keys, request.dimensions, row["groups"])
    measures: dict[tuple[Measure, int | None], Floats] = {(Measure.ROWS, None): _floats(row["n"])}
    for place, column in enumerate(request.measured):
        measures[Measure.VALUES, column.column_id] = _floats(row[f"c{place}"])
        measures[Measure.SUM, column.column_id] = _floats(row[f"s{place}"])
        measures[Measure.MIN, column.column_id] = _floats(row[f"l{place}"])
        measures[Measure.MAX, column.column_id] = _floats(row[f"h{place}"])
    distinct: dict[int | None, tuple[Codes, Codes]] = {}
    for column in request.counted:
        database.checkpoint()
        [row] = database.query(_distinct_sql(request, keys, column))
        distinct[column.column_id] = (
            _unpack(row, keys, request.dimensions, row["groups"]),
            np.frombuffer(row["v"] or b"", dtype=">i8").astype(np.int64),
        )
    return Cube(request, codes, measures, distinct)


def _key_columns(dimensions: Sequence[Dimension]) -> list[list[int]]:
    """Distribute dimensions over as few packed integer keys as hold their codes."""
    keys: list[list[int]] = [[]]
    room = 1 << _KEY_BITS
    for place, dimension in enumerate(dimensions):
        if room < dimension.size:
            keys.append([])
            room = 1 << _KEY_BITS
        keys[-1].append(place)
        room //= dimension.size
    return keys


def _key_sql(request: CubeRequest, keys: Sequence[Sequence[int]]) -> str:
    expressions = []
    for number, members in enumerate(keys):
        terms = []
        factor = 1
        for place in members:
            dimension = request.dimensions[place]
            terms.append(f"{_code_sql(dimension)}::bigint * {factor}")
            factor *= dimension.size
        expressions.append(f"{' + '.join(terms) or '0::bigint'} AS k{number}")
    return ", ".join(expressions)


def _code_sql(dimension: Dimension) -> str:
    """The code of a row's value; the column's own equality decides, as it does in a predicate."""
    column = dimension.column
    values = f"{text_array(dimension.literals)}::{column.type_name}[]"
    return f"coalesce(array_position({values}, {column.sql_name}::{column.type_name}), 0)"


def _cube_sql(request: CubeRequest, keys: Sequence[Sequence[int]]) -> str:
    inner = ["count(*) AS n"]
    outer = ["string_agg(float8send(n::float8), ''::bytea) AS n"]
    sources = []
    for place, column in enumerate(request.measured):
        sources.append(f"{column.sql_name} AS x{place}")
        for name, expression in (
            ("c", f"count(x{place})"),
            ("s", f"coalesce(sum(x{place})::float8, 0)"),
            ("l", f"coalesce(min(x{place})::float8, 'Infinity')"),
            ("h", f"coalesce(max(x{place})::float8, '-Infinity')"),
        ):
            inner.append(f"{expression} AS {name}{place}")
            outer.append(f"string_agg(float8send({name}{place}::float8), ''::bytea) AS {name}{place}")
    names = [f"k{number}" for number in range(len(keys))]
    outer += [f"string_agg(int8send({name}), ''::bytea) AS {name}" for name in names]
    rows = ", ".join([_key_sql(request, keys), *sources])
    return (
        f"SELECT count(*) AS groups, {', '.join(outer)} FROM"
        f" (SELECT {', '.join([*names, *inner])} FROM"
        f" (SELECT {rows} FROM {request.table.sql_name}) AS row_codes GROUP BY {', '.join(names)}) AS cell"
    )


def _distinct_sql(request: CubeRequest, keys: Sequence[Sequence[int]], column: Column) -> str:
    """Distinct pairs of group and value; values are numbered, since only their identity matters."""
    names = [f"k{number}" for number in range(len(keys))]
    outer = ", ".join(f"string_agg(int8send({name}), ''::bytea) AS {name}" for name in names)
    return (
        f"SELECT count(*) AS groups, string_agg(int8send(v), ''::bytea) AS v, {outer} FROM"
        f" (SELECT {', '.join(names)}, dense_rank() OVER (ORDER BY x) AS v FROM"
        f" (SELECT {_key_sql(request, keys)}, {column.sql_name} AS x FROM {request.table.sql_name}) AS row_codes"
        f" WHERE x IS NOT NULL GROUP BY {', '.join(names)}, x) AS pair"
    )


def _unpack(
    row: Mapping[str, bytes | None], keys: Sequence[Sequence[int]], dimensions: Sequence[Dimension], groups: int
) -> Codes:
    codes = np.zeros((groups, len(dimensions)), dtype=np.int64)
    for number, members in enumerate(keys):
        rest = np.frombuffer(row[f"k{number}"] or b"", dtype=">i8").astype(np.int64)
        for place in members:
            rest, codes[:, place] = np.divmod(rest, dimensions[place].size)
    return codes


def _floats(data: bytes | None) -> Floats:
    return np.frombuffer(data or b"", dtype=">f8").astype(np.float64)
