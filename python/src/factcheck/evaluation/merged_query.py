"""The merged query: one GROUP BY over all that the candidates of a document restrict and aggregate (Section 6).

Values of dimensions are coded (the paper's INORDEFAULT) in the scan of their own table, before tables are joined.
Codes of a row are packed into integer keys; results come back as bytes in network order, in the order of the groups.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.amounts import MOST_DECIMALS, Amounts, decimals, doubles, ordered, whole_numbers
from factcheck.evaluation.cells import Codes, Floats, SmallCodes
from factcheck.evaluation.coded_rows import coded_rows
from factcheck.evaluation.cube import Cube, CubeRequest, DistinctValues, Groups, Measured, ValueCounts
from factcheck.port import Database
from factcheck.runtime.time_budget import NO_LIMIT, TimeLimit

_KEY_BITS = 62
_FEW_ROWS = 1_000_000
"""Rows of an anchor that are coded once and kept for all parts of a statement."""

_LONG = 400
"""Bytes of a decimal that has hundreds of digits."""

_MEASURED_AT_ONCE = 200
"""Columns measured by one query; each takes at most five aggregates, and PostgreSQL allows 1,664 in all."""


def compute_cube(request: CubeRequest, database: Database, limit: TimeLimit = NO_LIMIT) -> Cube:
    """Run the merged query of a request, and one more for each column to count values of or to take medians of.

    Rows of a small anchor are coded once for all of these, in one statement.  A large one is scanned by each, since
    then workers share the scan.  Where there are very many columns to measure, some at a time are.  Raises
    ``OutOfTimeError`` where the limit is reached.
    """
    keys = _key_columns(request)
    blocks = _blocks(request)
    parts = _parts(request, keys)
    rows = _rows_of_parts(request, keys, parts, database, limit)
    counted = len(blocks) + len(request.counted)
    checkpoint = limit.checkpoint(database)
    groups = [_groups(row, keys, block, request, checkpoint) for row, block in zip(rows, blocks, strict=False)]
    return Cube(
        request,
        _joined(groups),
        [
            DistinctValues(_unpack(row, keys, request, checkpoint), _numbered(row["v"]))
            for row in rows[len(blocks) : counted]
        ],
        [
            _value_counts(row, column, _unpack(row, keys, request, checkpoint))
            for row, column in zip(rows[counted:], request.halved, strict=True)
        ],
        checkpoint,
    )


def query_texts(request: CubeRequest) -> list[str]:
    """The statements that ``compute_cube`` runs for a request."""
    keys = _key_columns(request)
    return _statements(request, keys, _parts(request, keys))


def _blocks(request: CubeRequest) -> list[tuple[Column, ...]]:
    """The columns to measure, some at a time; none at all where only rows are counted."""
    starts = range(0, max(len(request.measured), 1), _MEASURED_AT_ONCE)
    return [request.measured[start : start + _MEASURED_AT_ONCE] for start in starts]


def _parts(request: CubeRequest, keys: Sequence[Sequence[int]]) -> list[_Part]:
    return [
        *(_groups_part(keys, block) for block in _blocks(request)),
        *(_distinct_part(keys, column) for column in request.counted),
        *(_values_part(keys, column) for column in request.halved),
    ]


@dataclass(frozen=True, slots=True)
class _Part:
    """A query for one row: ``outputs`` by name, from a source over the relation ``coded``.

    The values x0, x1, … of that relation are those of ``columns``.
    """

    columns: tuple[Column, ...]
    outputs: Mapping[str, str]
    source: str

    def sql(self, condition: str | None) -> str:
        """The query, to be run where ``coded`` is known; ``condition`` is asked of every group."""
        outputs = ",\n       ".join(f"{value} AS {name}" for name, value in self.outputs.items())
        return f"SELECT {outputs}\nFROM {self.source}{_where(condition)}"


def _rows_of_parts(
    request: CubeRequest, keys: Sequence[Sequence[int]], parts: Sequence[_Part], database: Database, limit: TimeLimit
) -> list[Mapping[str, Any]]:
    """The row of each part."""
    found: list[Mapping[str, Any]] = []
    checkpoint = limit.checkpoint(database)
    for statement in _statements(request, keys, parts, limit.condition(database)):
        checkpoint()
        found += limit.query(database, statement)
    if not _is_coded_once(request, parts):
        return found
    [row] = found
    return [{name: row[f"p{place}_{name}"] for name in part.outputs} for place, part in enumerate(parts)]


def _where(condition: str | None) -> str:
    return f" WHERE {condition}" if condition else ""


def _statements(
    request: CubeRequest,
    keys: Sequence[Sequence[int]],
    parts: Sequence[_Part],
    condition: str | None = None,
) -> list[str]:
    """A statement for each part, or one for all, whose outputs then begin with the place of their part.

    ``condition`` is asked of whatever rows they go through.
    """
    if not _is_coded_once(request, parts):
        return [
            f"WITH coded AS NOT MATERIALIZED (\n{coded_rows(request, keys, part.columns, condition)}\n)\n"
            f"{part.sql(condition)}"
            for part in parts
        ]
    columns = _columns_of(parts)
    subqueries = []
    for place, part in enumerate(parts):
        values = [f"every.x{columns.index(column)} AS x{at}" for at, column in enumerate(part.columns)]
        own = ", ".join([*_key_names(keys), *values])
        subqueries.append(
            f"(WITH coded AS (SELECT {own} FROM every{_where(condition)})\n{part.sql(condition)}) AS part{place}"
        )
    outputs = ", ".join(
        f"part{place}.{name} AS p{place}_{name}" for place, part in enumerate(parts) for name in part.outputs
    )
    every = f"WITH every AS MATERIALIZED (\n{coded_rows(request, keys, columns, condition)}\n)"
    return [f"{every}\nSELECT {outputs}\nFROM " + ",\n     ".join(subqueries)]


def _is_coded_once(request: CubeRequest, parts: Sequence[_Part]) -> bool:
    """Whether all parts come from one statement, which codes the rows of the anchor once."""
    return request.relations.anchor.rows <= _FEW_ROWS and len(_columns_of(parts)) <= _MEASURED_AT_ONCE


def _columns_of(parts: Sequence[_Part]) -> tuple[Column, ...]:
    return tuple(dict.fromkeys(column for part in parts for column in part.columns))


def _joined(blocks: Sequence[Groups]) -> Groups:
    """The measures of several queries over the same groups."""
    measured = tuple(each for block in blocks for each in block.measured)
    return Groups(blocks[0].codes, blocks[0].rows, measured)


def _groups(
    row: Mapping[str, Any],
    keys: Sequence[Sequence[int]],
    measured: Sequence[Column],
    request: CubeRequest,
    checkpoint: Callable[[], None],
) -> Groups:
    codes = _unpack(row, keys, request, checkpoint)
    order = np.lexsort(codes.T) if codes.shape[1] else np.arange(len(codes))
    own = []
    for place, column in enumerate(measured):
        checkpoint()
        own.append(_measured(row, place, column)[order])
    return Groups(codes[order], _floats(row["n"])[order], tuple(own))


def _measured(row: Mapping[str, Any], place: int, column: Column) -> Measured:
    """The measures of one column, in the order in which groups came."""
    counts = _floats(row[f"c{place}"])
    extremes, order = ordered(_amounts(row, [f"l{place}", f"h{place}"], _kind(column)))
    lows, highs = np.where(counts > 0, extremes.reshape(2, -1), [[np.inf], [-np.inf]])
    magnitudes = None if column.is_exact else _floats(row[f"m{place}"])
    return Measured(counts, _amounts(row, [f"s{place}"], _sum_kind(column)), lows, highs, order, magnitudes)


def _value_counts(row: Mapping[str, Any], column: Column, codes: SmallCodes) -> ValueCounts:
    values, order = ordered(_amounts(row, ["v"], _kind(column)))
    return ValueCounts(codes, values, _integers(row["n"]), order)


def _key_columns(request: CubeRequest) -> list[list[int]]:
    """Distribute dimensions over as few packed integer keys as hold their codes."""
    keys: list[list[int]] = [[]]
    room = 1 << _KEY_BITS
    for place, size in enumerate(request.sizes):
        if room < size:
            keys.append([])
            room = 1 << _KEY_BITS
        keys[-1].append(place)
        room //= size
    return keys


def _groups_part(keys: Sequence[Sequence[int]], measured: tuple[Column, ...]) -> _Part:
    inner = ["count(*) AS n"]
    outputs = {"n": _bytes("n::float8")}
    for place, column in enumerate(measured):
        inner += [
            f"count(x{place}) AS c{place}",
            f"sum({_summand(column, f'x{place}')}) AS s{place}",
            f"min(x{place}) AS l{place}",
            f"max(x{place}) AS h{place}",
        ]
        outputs[f"c{place}"] = _bytes(f"c{place}::float8")
        outputs |= _sent(f"s{place}", f"coalesce(s{place}, 0)", _sum_kind(column))
        for name in (f"l{place}", f"h{place}"):
            outputs |= _sent(name, f"coalesce({_shown(column, name)}, 0)", _kind(column))
        if not column.is_exact:
            inner.append(f"sum(abs({_summand(column, f'x{place}')})) AS m{place}")
            outputs[f"m{place}"] = _bytes(f"coalesce(m{place}, 0)")
    names = _key_names(keys)
    outputs |= {name: _integer_bytes(name) for name in names}
    source = f"(SELECT {', '.join([*names, *inner])} FROM coded GROUP BY {', '.join(names)}) AS cell"
    return _Part(measured, outputs, source)


def _distinct_part(keys: Sequence[Sequence[int]], column: Column) -> _Part:
    """Distinct pairs of group and value; only which value it is matters: others than whole numbers are numbered."""
    names = _key_names(keys)
    value = "x0::bigint" if column.is_integer else "dense_rank() OVER (ORDER BY x0)"
    source = (
        f"(SELECT {', '.join(names)}, {value} AS v FROM coded"
        f" WHERE x0 IS NOT NULL GROUP BY {', '.join(names)}, x0) AS pair"
    )
    return _Part((column,), {name: _integer_bytes(name) for name in ("v", *names)}, source)


def _values_part(keys: Sequence[Sequence[int]], column: Column) -> _Part:
    """Pairs of group and value of a column, with how often each occurs."""
    names = _key_names(keys)
    source = (
        f"(SELECT {', '.join(names)}, x0, count(*) AS n FROM coded"
        f" WHERE x0 IS NOT NULL GROUP BY {', '.join(names)}, x0) AS pair"
    )
    outputs = _sent("v", "x0", _kind(column))
    return _Part((column,), outputs | {name: _integer_bytes(name) for name in ("n", *names)}, source)


def _key_names(keys: Sequence[Sequence[int]]) -> list[str]:
    return [f"k{number}" for number in range(len(keys))]


def _bytes(value: str) -> str:
    return f"string_agg(float8send({value}), ''::bytea)"


def _integer_bytes(value: str) -> str:
    return f"string_agg(int8send({value}), ''::bytea)"


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


class _Kind(Enum):
    """How numbers are sent: 64-bit integers, PostgreSQL's own form of decimals, doubles."""

    WHOLE = "whole"
    DECIMAL = "decimal"
    DOUBLE = "double"


def _kind(column: Column) -> _Kind:
    """How values of a column are sent."""
    return _Kind.WHOLE if column.is_integer else _Kind.DECIMAL if column.is_exact else _Kind.DOUBLE


def _sum_kind(column: Column) -> _Kind:
    """How sums of a column are sent: those of bigints are numerics in PostgreSQL, too."""
    return _Kind.DECIMAL if column.type_name == "bigint" else _kind(column)


def _sent(name: str, value: str, kind: _Kind) -> dict[str, str]:
    """The outputs that hold numbers under a name; decimals are cut off where a number has hundreds of them."""
    if kind is _Kind.WHOLE:
        return {name: _integer_bytes(f"({value})::bigint")}
    if kind is _Kind.DOUBLE:
        return {name: _bytes(f"({value})::float8")}
    held = f"CASE WHEN pg_column_size({value}) > {_LONG} THEN round({value}, {MOST_DECIMALS}) ELSE {value} END"
    return {
        name: f"string_agg(numeric_send({held}), ''::bytea)",
        f"{name}_sizes": _integer_bytes(f"octet_length(numeric_send({held}))"),
    }


def _amounts(row: Mapping[str, Any], names: Sequence[str], kind: _Kind) -> Amounts:
    """The numbers that outputs hold, those of several names one after another."""
    sent = b"".join(row[name] or b"" for name in names)
    if kind is _Kind.WHOLE:
        return whole_numbers(_integers(sent))
    if kind is _Kind.DOUBLE:
        return doubles(_floats(sent))
    return decimals(sent, np.concatenate([_integers(row[f"{name}_sizes"]) for name in names]))


def _shown(column: Column, value: str) -> str:
    """A value as a reader sees it: of single precision the decimal, not the nearest double of that."""
    return f"{value}::text::float8" if column.type_name == "real" else value


def _unpack(
    row: Mapping[str, Any], keys: Sequence[Sequence[int]], request: CubeRequest, checkpoint: Callable[[], None]
) -> SmallCodes:
    """The codes of each group, one column a dimension."""
    packed = [_integers(row[name]) for name in _key_names(keys)]
    codes = np.zeros((len(packed[0]), len(request.sizes)), dtype=np.min_scalar_type(max(request.sizes, default=1)))
    for rest, members in zip(packed, keys, strict=True):
        left = rest
        for place in members:
            checkpoint()
            left, codes[:, place] = np.divmod(left, request.sizes[place])
    return codes


def _numbered(sent: bytes | None) -> Codes:
    """Numbers from 0 on that stand for the different values sent."""
    return np.unique(_integers(sent), return_inverse=True)[1].reshape(-1)


def _integers(sent: bytes | None) -> Codes:
    return np.frombuffer(sent or b"", dtype=">i8").astype(np.int64)


def _floats(sent: bytes | None) -> Floats:
    return np.frombuffer(sent or b"", dtype=">f8").astype(np.float64)
