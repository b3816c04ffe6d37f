"""How the rows of a large anchor are grouped in one scan: by values of columns where these are few, else by codes.

To group by a column as it is takes less than to code it in every row, and tells its different values besides.  The
groups, far fewer than the rows, are coded afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import TextNumber
from factcheck.evaluation.coded_rows import JoinedRows, code_sql, packed
from factcheck.evaluation.cube_request import CubeRequest, Dimension
from factcheck.evaluation.part import Part, where
from factcheck.evaluation.row_sample import RowSample
from factcheck.evaluation.summaries import aggregates_of
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate

_BYTES = 200_000_000
_BYTES_OF_GROUP = 100
_BYTES_OF_SUMMARY = 80
"""Memory that a process may take for groups, and what a group and each of its summaries take about."""

_ROWS_OF_CODED_GROUP = 100
_ROWS_OF_VALUED_GROUP = 8
"""Rows that a group has to have on average where it spares the coding of a column, or another scan."""

_MOST_FLAGS = 60
"""Columns whose missing values one key tells: an integer has no more bits."""

_MOST_VALUED = 200
"""Columns whose values rows are grouped by in one query; PostgreSQL allows 1,664 columns in all."""


def can_group(request: CubeRequest, column: Column) -> bool:
    """Tell whether all predicates of a dimension's column can be decided after rows are grouped by its values."""
    return (
        column.table_id == request.relations.anchor.table_id
        and not isinstance(column, DerivedColumn | TextNumber)
        and column.equality == "="
        and not (column.has_spellings or column.is_enum or column.is_domain)
        and not all(_asks_presence(p) for d in request.dimensions if d.column == column for p in d.predicates)
        and all(p.columns == (column,) for d in request.dimensions if d.column == column for p in d.predicates)
    )


def _asks_presence(predicate: Predicate) -> bool:
    """Tell whether a predicate only asks whether there is a value, which takes no time."""
    asked = predicate.predicate if isinstance(predicate, Not) else predicate
    return isinstance(asked, IsNull)


def choose_values(
    request: CubeRequest, sample: RowSample, summarized: int, single: Sequence[Column]
) -> tuple[Column, ...]:
    """Choose the columns whose values rows are grouped by; dimensions of other columns are coded row by row.

    ``summarized`` is the number of columns to summarize in each group, ``single`` are those whose single values are
    wanted: for them a group may have fewer rows, since each of them left out takes another scan.
    """
    room = _BYTES / (_BYTES_OF_GROUP + _BYTES_OF_SUMMARY * summarized)
    chosen: dict[Column, None] = {}

    def fits(column: Column, rows_of_group: int) -> bool:
        return sample.groups(_keys(request, [*chosen, column])) <= min(room, sample.rows / rows_of_group)

    for column in sorted(dict.fromkeys(single), key=lambda column: sample.groups([column])):
        if len(chosen) < _MOST_VALUED and fits(column, _ROWS_OF_VALUED_GROUP):
            chosen[column] = None
    coded = dict.fromkeys(d.column for d in request.dimensions if can_group(request, d.column))
    for column in sorted(coded, key=lambda column: sample.groups([column])):
        if column not in chosen and fits(column, _ROWS_OF_CODED_GROUP):
            chosen[column] = None
    return tuple(chosen)


def _keys(request: CubeRequest, values: Sequence[Column]) -> list[int | Column]:
    """Return the keys by which rows are grouped, as a sample knows them."""
    partners = range(len(request.dimensions), len(request.sizes))
    coded = [n for n, d in enumerate(request.dimensions) if not _is_coded_later(request, d, values)]
    return [*values, *coded, *partners]


def _is_coded_later(request: CubeRequest, dimension: Dimension, values: Sequence[Column]) -> bool:
    return dimension.column in values and can_group(request, dimension.column)


def _is_flag(request: CubeRequest, dimension: Dimension) -> bool:
    """Tell whether a dimension only asks whether a row of the anchor has a value."""
    column = dimension.column
    is_plain = column.table_id == request.relations.anchor.table_id and not isinstance(
        column, DerivedColumn | TextNumber
    )
    return is_plain and all(_asks_presence(p) and p.columns == (column,) for p in dimension.predicates)


def _flagged(request: CubeRequest, values: Sequence[Column]) -> tuple[Column, ...]:
    """Return the columns whose missing values are told by one key, a bit each: to group by each takes far longer."""
    dimensions = (d for d in request.dimensions if _is_flag(request, d) and not _is_coded_later(request, d, values))
    return tuple(dict.fromkeys(d.column for d in dimensions))[:_MOST_FLAGS]


def _missing_sql(columns: Sequence[Column]) -> str:
    """Write the bits of the columns of which a row has no value; most rows have them all."""
    present = " AND ".join(f"{column.sql_name} IS NOT NULL" for column in columns)
    bits = " + ".join(f"({column.sql_name} IS NULL)::integer * {1 << at}::bigint" for at, column in enumerate(columns))
    return f"CASE WHEN {present} THEN 0::bigint ELSE {bits} END"


def _flag_code(dimension: Dimension, flags: str, at: int) -> str:
    """Write the code of a dimension that asks for a value, of the bits of what is missing."""
    cases = (
        f"WHEN {flags} & {1 << at} {'<>' if isinstance(predicate, IsNull) else '='} 0 THEN {code}"
        for code, predicate in enumerate(dimension.predicates, 1)
    )
    return f"CASE {' '.join(cases)} ELSE 0 END"


def grouped_rows(
    request: CubeRequest, values: Sequence[Column], summarized: Sequence[Column], condition: str | None
) -> str:
    """Write a query for the groups of an anchor's rows: their keys g0, g1, … and what ``aggregates_of`` names.

    The first keys are ``values``, then comes one for missing values, if any is asked for; ``condition`` is asked of all
    rows of the anchor.
    """
    rows = JoinedRows(request.relations)
    flagged = _flagged(request, values)
    keys = [rows.measured(column) for column in values]
    keys += [rows.value(flagged[0].table_id, _missing_sql(flagged))] if flagged else []
    keys += [rows.code(d) for d in _coded_in_rows(request, values, flagged)]
    keys += [rows.partner_code(table.table_id) for table in request.partners]
    names = [f"g{number}" for number in range(len(keys))]
    outputs = [f"{text} AS {name}" for text, name in zip(keys, names, strict=True)]
    outputs += [f"{rows.measured(column)} AS x{number}" for number, column in enumerate(summarized)]
    aggregates = [f"{sql} AS {name}" for name, sql in aggregates_of(summarized).items()]
    source = f"SELECT {', '.join(outputs)}\n{rows.sql(condition)}"
    by = f" GROUP BY {', '.join(names)}" if names else " HAVING count(*) > 0"
    return f"SELECT {', '.join([*names, *aggregates])} FROM (\n{source}\n) AS anchor_rows{by}"


def _coded_in_rows(request: CubeRequest, values: Sequence[Column], flagged: Sequence[Column]) -> list[Dimension]:
    """Return the dimensions of which each row is coded, in their order."""
    rest = (d for d in request.dimensions if not _is_coded_later(request, d, values))
    return [d for d in rest if not (d.column in flagged and _is_flag(request, d))]


def coded_groups(
    request: CubeRequest, values: Sequence[Column], keys: Sequence[Sequence[int]], part: Part, condition: str | None
) -> str:
    """Write a query over the relation ``value_groups``, by ``values``, that gives what a part asks of ``coded``."""
    codes: list[str] = []
    flagged = _flagged(request, values)
    flags = f"g{len(values)}"
    at = len(values) + bool(flagged)
    for dimension in request.dimensions:
        if _is_coded_later(request, dimension, values):
            codes.append(f"coalesce({code_sql(dimension, f'g{values.index(dimension.column)}')}, 0)")
        elif dimension.column in flagged and _is_flag(request, dimension):
            codes.append(_flag_code(dimension, flags, flagged.index(dimension.column)))
        else:
            codes.append(f"g{at}")
            at += 1
    codes += [f"g{at + number}" for number in range(len(request.partners))]
    outputs = packed(codes, keys, request.sizes)
    if part.is_summary:
        outputs += list(aggregates_of(part.columns))
    else:
        outputs += ["n", *(f"g{values.index(column)} AS x{number}" for number, column in enumerate(part.columns))]
    return f"SELECT {', '.join(outputs)} FROM value_groups{where(condition)}"
