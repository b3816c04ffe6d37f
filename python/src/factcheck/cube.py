"""One merged query for all candidates over a table, and the roll-up of its groups (Section 6, function CUBE).

The paper's CUBE over an INORDEFAULT sub-query is logically what happens here, but PostgreSQL runs it far faster as one
plain GROUP BY over all dimensions at once, whose groups are then added up for every subset of dimensions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from factcheck.port import Database
from factcheck.schema import Column, Table
from factcheck.sqltext import text_array

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]

_KEY_BITS = 62


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

    ``codes`` has shape (groups, dimensions), ``sums``, ``lows`` and ``highs`` (groups, columns of their measures);
    ``distinct`` holds, for each counted column, the codes and value numbers of its distinct pairs of group and value.
    """

    def __init__(
        self,
        request: CubeRequest,
        codes: Codes,
        sums: Floats,
        lows: Floats,
        highs: Floats,
        distinct: Sequence[tuple[Codes, Codes]],
    ) -> None:
        self._sizes = [dimension.size for dimension in request.dimensions]
        self._groups = _CodedRows(codes)
        self._sums = sums
        self._lows = lows
        self._highs = highs
        self._distinct = [(_CodedRows(pairs), numbers) for pairs, numbers in distinct]

    @property
    def width(self) -> int:
        """Number of measures."""
        return int(self._sums.shape[1] + self._lows.shape[1] + self._highs.shape[1]) + len(self._distinct)

    def roll_up(self, dimensions: Sequence[int], cells: Codes) -> Floats:
        """All measures for some cells of a subset of the dimensions; shape (cells, measures).

        A cell is the codes of the dimensions, none of them 0, read as digits.  The measures are rows; values and
        sums of each measured column; minima; maxima; distinct values of each counted column.  In a cell without values
        sums and distinct values are 0, minima +inf, maxima -inf.
        """
        width = self._sums.shape[1]
        lows, highs = width + self._lows.shape[1], width + 2 * self._lows.shape[1]
        values = np.zeros((len(cells), highs + len(self._distinct)))
        values[:, width:lows] = np.inf
        values[:, lows:highs] = -np.inf
        wanted, places = np.unique(cells, return_inverse=True)
        found, own = self._select(self._groups, dimensions, wanted)
        if len(own):
            starts = np.flatnonzero(np.diff(own, prepend=-1))
            rolled = np.concatenate(
                [
                    np.add.reduceat(self._sums[found], starts),
                    np.minimum.reduceat(self._lows[found], starts),
                    np.maximum.reduceat(self._highs[found], starts),
                ],
                axis=1,
            )
            every = values[: len(wanted)].copy()
            every[own[starts], :highs] = rolled
            values[:, :highs] = every[places, :highs]
        for place, (codes, numbers) in enumerate(self._distinct):
            found, own = self._select(codes, dimensions, wanted)
            factor = int(numbers.max(initial=0)) + 1
            pairs = np.unique(own * factor + numbers[found])
            values[:, highs + place] = np.bincount(pairs // factor, minlength=len(wanted))[places]
        return values

    def _select(self, coded: _CodedRows, dimensions: Sequence[int], wanted: Codes) -> tuple[Codes, Codes]:
        """The rows that lie in a wanted cell, ordered by cell, and the place of each one's cell."""
        rows = coded.restricted(tuple(dimensions))
        cells = np.zeros(len(rows), dtype=np.int64)
        for dimension in dimensions:
            cells = cells * self._sizes[dimension] + coded.codes[dimension][rows]
        places = np.minimum(np.searchsorted(wanted, cells), len(wanted) - 1)
        inside = wanted[places] == cells
        rows, places = rows[inside], places[inside]
        order = np.argsort(places, kind="stable")
        return rows[order], places[order]


class _CodedRows:
    """Rows of codes, one array a dimension; finds those in which some dimensions have a literal."""

    def __init__(self, codes: Codes) -> None:
        self.codes = [np.ascontiguousarray(codes[:, place]) for place in range(codes.shape[1])]
        self._restricted: dict[tuple[int, ...], Codes] = {(): np.arange(len(codes))}

    def restricted(self, dimensions: tuple[int, ...]) -> Codes:
        """The rows without code 0 in the dimensions; what begins alike is worked out once."""
        known = self._restricted.get(dimensions)
        if known is None:
            rows = self.restricted(dimensions[:-1])
            known = rows[self.codes[dimensions[-1]][rows] > 0]
            if len(dimensions) < 3:
                self._restricted[dimensions] = known
        return known


def compute_cube(request: CubeRequest, database: Database) -> Cube:
    """Run the merged query of a request, and one more for each column whose distinct values are counted."""
    keys = _key_columns(request.dimensions)
    [row] = database.query(_cube_sql(request, keys))
    codes = _unpack(row, keys, request.dimensions, row["groups"])
    distinct = []
    for column in request.counted:
        database.checkpoint()
        [pairs] = database.query(_distinct_sql(request, keys, column))
        numbers = np.frombuffer(pairs["v"] or b"", dtype=">i8").astype(np.int64)
        distinct.append((_unpack(pairs, keys, request.dimensions, pairs["groups"]), numbers))
    measured = range(len(request.measured))
    return Cube(
        request,
        codes,
        _columns(row, ["n", *(f"c{place}" for place in measured), *(f"s{place}" for place in measured)]),
        _columns(row, [f"l{place}" for place in measured]),
        _columns(row, [f"h{place}" for place in measured]),
        distinct,
    )


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
    row: Mapping[str, Any], keys: Sequence[Sequence[int]], dimensions: Sequence[Dimension], groups: int
) -> Codes:
    codes = np.zeros((groups, len(dimensions)), dtype=np.int64)
    for number, members in enumerate(keys):
        rest = np.frombuffer(row[f"k{number}"] or b"", dtype=">i8").astype(np.int64)
        for place in members:
            rest, codes[:, place] = np.divmod(rest, dimensions[place].size)
    return codes


def _columns(row: Mapping[str, Any], names: Sequence[str]) -> Floats:
    """Some byte strings of a row as the columns of a matrix."""
    columns = [np.frombuffer(row[name] or b"", dtype=">f8").astype(np.float64) for name in names]
    return np.stack(columns, axis=1) if columns else np.empty((row["groups"], 0))
