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

from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database
from factcheck.sqltext import text_array

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]

_KEY_BITS = 62
_MEASURED_AT_ONCE = 200
"""Columns measured by one query; each takes four aggregates, and PostgreSQL allows 1,664 in all."""


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
    """What to compute over a table: dimensions, columns to aggregate, to count values of, and to take medians of."""

    table: Table
    dimensions: tuple[Dimension, ...]
    measured: tuple[Column, ...]
    counted: tuple[Column, ...]
    halved: tuple[Column, ...] = ()


@dataclass(frozen=True, slots=True)
class _ValueRows:
    """The values of one column: for each group and value its codes, the value and how often it occurs there."""

    codes: Codes
    values: Floats
    counts: Codes


class Cube:
    """The finest groups of a request, rolled up on demand to subsets of its dimensions.

    ``codes`` has shape (groups, dimensions), ``sums``, ``lows`` and ``highs`` (groups, columns of their measures);
    ``distinct`` holds, for each counted column, the codes and value numbers of its distinct pairs of group and value;
    ``values`` the pairs of group and value of each column whose median is taken.
    ``scales`` tells for each measured column how many decimals its values have at most, None where that is not known:
    so many decimals a sum has, and what floating point adds to them is noise.
    """

    def __init__(
        self,
        request: CubeRequest,
        codes: Codes,
        sums: Floats,
        lows: Floats,
        highs: Floats,
        distinct: Sequence[tuple[Codes, Codes]],
        scales: Sequence[int | None],
        values: Sequence[_ValueRows] = (),
    ) -> None:
        self._sizes = [dimension.size for dimension in request.dimensions]
        self._groups = _CodedRows(codes)
        self._sums = sums
        self._lows = lows
        self._highs = highs
        self._scales = scales
        self._distinct = [(_CodedRows(pairs), numbers) for pairs, numbers in distinct]
        self._values = [(_CodedRows(rows.codes), rows) for rows in values]

    @property
    def width(self) -> int:
        """Number of measures."""
        measured = int(self._sums.shape[1] + self._lows.shape[1] + self._highs.shape[1])
        return measured + len(self._distinct) + len(self._values)

    def roll_up(self, dimensions: Sequence[int], cells: Codes) -> Floats:
        """All measures for some cells of a subset of the dimensions; shape (cells, measures).

        A cell is the codes of the dimensions, none of them 0, read as digits.  The measures are rows; values and
        sums of each measured column; minima; maxima; distinct values of each counted column; medians.  In a cell
        without values sums and distinct values are 0, minima +inf, maxima -inf, medians NaN.  As in PostgreSQL, NaN is
        greater than all numbers.
        """
        width = self._sums.shape[1]
        lows, highs = width + self._lows.shape[1], width + 2 * self._lows.shape[1]
        values = np.zeros((len(cells), self.width))
        values[:, width:lows] = np.inf
        values[:, lows:highs] = -np.inf
        wanted, places = np.unique(cells, return_inverse=True)
        found, own = self._select(self._groups, dimensions, wanted)
        if len(own):
            starts = np.flatnonzero(np.diff(own, prepend=-1))
            with np.errstate(over="ignore", invalid="ignore"):
                sums = self._without_noise(np.add.reduceat(self._sums[found], starts))
                low = np.fmin.reduceat(self._lows[found], starts)
                high = np.maximum.reduceat(self._highs[found], starts)
            rolled = np.concatenate([sums, low, high], axis=1)
            every = values[: len(wanted)].copy()
            every[own[starts], :highs] = rolled
            values[:, :highs] = every[places, :highs]
        for place, (codes, numbers) in enumerate(self._distinct):
            found, own = self._select(codes, dimensions, wanted)
            factor = int(numbers.max(initial=0)) + 1
            pairs = np.unique(own * factor + numbers[found])
            values[:, highs + place] = np.bincount(pairs // factor, minlength=len(wanted))[places]
        for place, (codes, rows) in enumerate(self._values, highs + len(self._distinct)):
            found, own = self._select(codes, dimensions, wanted)
            values[:, place] = _medians(own, rows.values[found], rows.counts[found], len(wanted))[places]
        return values

    def _without_noise(self, sums: Floats) -> Floats:
        """Sums with no more decimals than the summands had, where floating point is fine enough to tell."""
        for place, scale in enumerate(self._scales, 1 + len(self._scales)):
            if scale is not None:
                is_fine = np.abs(sums[:, place]) < 10.0 ** (15 - scale)
                sums[is_fine, place] = np.round(sums[is_fine, place], scale)
        return sums

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


def _medians(cells: Codes, values: Floats, counts: Codes, size: int) -> Floats:
    """The median of each cell's values, of which each occurs so often; NaN for a cell without any.

    As in PostgreSQL's ``percentile_cont(0.5)`` two middle values are averaged, and NaN is greater than all numbers.
    """
    medians = np.full(size, np.nan)
    if not len(cells):
        return medians
    order = np.lexsort((values, cells))
    cells, values, counts = cells[order], values[order], counts[order]
    reached = np.cumsum(counts)
    starts = np.flatnonzero(np.diff(cells, prepend=-1))
    before = np.concatenate([[0], reached])[starts]
    total = np.add.reduceat(counts, starts)
    low = values[np.searchsorted(reached, before + (total - 1) // 2, side="right")]
    high = values[np.searchsorted(reached, before + total // 2, side="right")]
    with np.errstate(invalid="ignore"):
        medians[cells[starts]] = np.where(low == high, low, low + 0.5 * (high - low))
    return medians


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
    """Run the merged query of a request, and one more for each column whose distinct values are counted.

    Where there are very many columns to measure, some at a time are.
    """
    keys = _key_columns(request.dimensions)
    blocks = [
        request.measured[start : start + _MEASURED_AT_ONCE]
        for start in range(0, max(len(request.measured), 1), _MEASURED_AT_ONCE)
    ]
    measures = []
    for block in blocks:
        database.checkpoint()
        measures.append(_measure(request, keys, block, database))
    distinct = []
    for column in request.counted:
        database.checkpoint()
        [pairs] = database.query(_distinct_sql(request, keys, column))
        numbers = np.frombuffer(pairs["v"] or b"", dtype=">i8").astype(np.int64)
        distinct.append((_unpack(pairs, keys, request.dimensions, pairs["groups"]), numbers))
    values = []
    for column in request.halved:
        database.checkpoint()
        [rows] = database.query(_values_sql(request, keys, column))
        codes = _unpack(rows, keys, request.dimensions, rows["groups"])
        found = np.frombuffer(rows["v"] or b"", dtype=">f8").astype(np.float64)
        values.append(_ValueRows(codes, found, np.frombuffer(rows["n"] or b"", dtype=">i8").astype(np.int64)))
    counts, sums, lows, highs = (
        np.concatenate([getattr(measure, name) for measure in measures], axis=1)
        for name in ("counts", "sums", "lows", "highs")
    )
    added = np.concatenate([measures[0].rows, counts, sums], axis=1)
    scales = [scale for each in measures for scale in each.scales]
    return Cube(request, measures[0].codes, added, lows, highs, distinct, scales, values)


@dataclass(frozen=True, slots=True)
class _Measures:
    """The groups of one query, in order of their codes: rows, and for each measured column its values."""

    codes: Codes
    rows: Floats
    counts: Floats
    sums: Floats
    lows: Floats
    highs: Floats
    scales: tuple[int | None, ...]


def _measure(
    request: CubeRequest, keys: Sequence[Sequence[int]], measured: Sequence[Column], database: Database
) -> _Measures:
    [row] = database.query(_cube_sql(request, keys, measured))
    codes = _unpack(row, keys, request.dimensions, row["groups"])
    order = np.lexsort(codes.T) if codes.shape[1] else np.arange(len(codes))
    rows, counts, sums, lows, highs = (
        _columns(row, names)[order]
        for names in (["n"], *([f"{kind}{place}" for place in range(len(measured))] for kind in "cslh"))
    )
    return _Measures(
        codes[order], rows, counts, sums, lows, highs, tuple(row[f"d{place}"] for place in range(len(measured)))
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
    # an enum's schema may be closed to the role; its labels are not
    type_name = "text" if column.is_enum else column.type_name
    values = f"{text_array(dimension.literals)}::{type_name}[]"
    return f"coalesce(array_position({values}, {column.sql_name}::{type_name}), 0)"


def _cube_sql(request: CubeRequest, keys: Sequence[Sequence[int]], measured: Sequence[Column]) -> str:
    inner = ["count(*) AS n"]
    outer = ["string_agg(float8send(n::float8), ''::bytea) AS n"]
    sources = []
    for place, column in enumerate(measured):
        sources.append(f"{column.sql_name} AS x{place}")
        inner += [
            f"count(x{place}) AS c{place}",
            f"sum({_summand(column, f'x{place}')}) AS s{place}",
            f"min(x{place}) AS l{place}",
            f"max(x{place}) AS h{place}",
        ]
        for name, empty in (("c", "0"), ("s", "0"), ("l", "'Infinity'"), ("h", "'-Infinity'")):
            value = f"coalesce({_as_float(column, name, place)}, {empty})"
            outer.append(f"string_agg(float8send({value}), ''::bytea) AS {name}{place}")
        outer.append(f"{_scale(column, f's{place}')} AS d{place}")
    names = [f"k{number}" for number in range(len(keys))]
    outer += [f"string_agg(int8send({name}), ''::bytea) AS {name}" for name in names]
    rows = ", ".join([_key_sql(request, keys), *sources])
    return (
        f"SELECT count(*) AS groups, {', '.join(outer)} FROM"
        f" (SELECT {', '.join([*names, *inner])} FROM"
        f" (SELECT {rows} FROM {request.table.sql_name}) AS row_codes GROUP BY {', '.join(names)}) AS cell"
    )


def _summand(column: Column, value: str) -> str:
    """What is summed: doubles so large that a sum of them may not be a number any more count as infinite."""
    if column.is_exact:
        return value
    if column.type_name == "real":
        return f"{value}::float8"
    return (
        f"CASE WHEN {value} > 1e290 AND {value} < 'NaN' THEN 'Infinity'"
        f" WHEN {value} < -1e290 THEN '-Infinity' ELSE {value} END"
    )


def _as_float(column: Column, kind: str, place: int) -> str:
    """A count, sum or extreme as a double; what no double can hold becomes infinite or zero."""
    value = f"{kind}{place}"
    if kind == "c" or column.is_integer:
        return f"{value}::float8"
    if column.is_exact:
        return (
            f"CASE WHEN {value} = 'NaN' THEN 'NaN' WHEN {value} > 1e300 THEN 'Infinity' WHEN {value} < -1e300 THEN"
            f" '-Infinity' WHEN abs({value}) < 1e-300 THEN 0 ELSE {value}::float8 END"
        )
    if column.type_name == "real" and kind != "s":
        return f"{value}::text::float8"  # the decimal a reader sees, not the nearest double of it
    return f"{value}::float8"


def _scale(column: Column, value: str) -> str:
    return "NULL::integer" if not column.is_exact else "0" if column.is_integer else f"max(scale({value}))"


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


def _values_sql(request: CubeRequest, keys: Sequence[Sequence[int]], column: Column) -> str:
    """Pairs of group and value of a column, with how often each occurs."""
    names = [f"k{number}" for number in range(len(keys))]
    outer = ", ".join(f"string_agg(int8send({name}), ''::bytea) AS {name}" for name in names)
    value = _as_float(column, "x", 0) if column.is_exact else "x0::float8"
    return (
        f"SELECT count(*) AS groups, string_agg(float8send({value}), ''::bytea) AS v,"
        f" string_agg(int8send(n), ''::bytea) AS n, {outer} FROM (SELECT {', '.join(names)}, x0, count(*) AS n FROM"
        f" (SELECT {_key_sql(request, keys)}, {column.sql_name} AS x0 FROM {request.table.sql_name}) AS row_codes"
        f" WHERE x0 IS NOT NULL GROUP BY {', '.join(names)}, x0) AS pair"
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
