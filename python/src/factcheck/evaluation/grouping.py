"""How the rows of a large anchor are grouped in one scan: by values of columns where these are few, else by codes.

To group by a column as it is takes less than to code it in every row, and tells its different values besides.  The
groups, far fewer than the rows, are coded afterwards.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import TextNumber
from factcheck.evaluation.coded_rows import JoinedRows, code_sql, factors
from factcheck.evaluation.cube_request import CubeRequest, Dimension
from factcheck.evaluation.part import Part, where
from factcheck.evaluation.row_sample import RowSample
from factcheck.evaluation.summaries import aggregates_of, aggregates_of_value
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate

_BYTES = 200_000_000
_BYTES_OF_GROUP = 100
_BYTES_OF_SUMMARY = 80
"""Memory that a process may take for groups, and what a group and each of its summaries take about."""

_ROWS_OF_CODED_GROUP = 400
_ROWS_OF_VALUED_GROUP = 8
"""Rows that a group has to have on average where it spares the coding of a column, or another scan."""

_MOST_FLAGS = 60
"""Columns whose missing values one key tells: an integer has no more bits."""

_MOST_VALUED = 200
"""Columns whose values rows are grouped by in one query; PostgreSQL allows 1,664 columns in all."""


def can_group(request: CubeRequest, column: Column) -> bool:
    """Tell whether all predicates of a dimension's column can be decided after rows are grouped by its values."""
    return (
        _is_plain(request, column)
        and column.equality == "="
        and not (column.has_spellings or column.is_enum or column.is_domain)
        and not all(_asks_presence(p) for d in request.dimensions if d.column == column for p in d.predicates)
        and all(p.columns == (column,) for d in request.dimensions if d.column == column for p in d.predicates)
    )


def _is_plain(request: CubeRequest, column: Column) -> bool:
    """Tell whether a column stands in the anchor as it is."""
    is_derived = isinstance(column, DerivedColumn | TextNumber)
    return column.table_id == request.relations.anchor.table_id and not is_derived


def _asks_presence(predicate: Predicate) -> bool:
    """Tell whether a predicate only asks whether there is a value, which takes no time."""
    asked = predicate.predicate if isinstance(predicate, Not) else predicate
    return isinstance(asked, IsNull)


def _is_flag(request: CubeRequest, dimension: Dimension) -> bool:
    """Tell whether a dimension only asks whether a row of the anchor has a value."""
    column = dimension.column
    return _is_plain(request, column) and all(
        _asks_presence(p) and p.columns == (column,) for p in dimension.predicates
    )


def choose_values(
    request: CubeRequest, sample: RowSample, summarized: int, single: Sequence[Column]
) -> tuple[Column, ...]:
    """Choose the columns whose values rows are grouped by; dimensions of other columns are coded row by row.

    ``summarized`` is the number of columns to summarize in each group, ``single`` are those whose single values are
    wanted: for them a group may have fewer rows, since each of them left out takes another scan.
    """
    room = _BYTES / (_BYTES_OF_GROUP + _BYTES_OF_SUMMARY * summarized)
    chosen: dict[Column, None] = {}
    # a value tells its codes: to group by both makes no more groups than to group by the value
    groups = sample.numbered(codes_of_rows(request))

    def choose(columns: Sequence[Column], rows_of_group: int) -> None:
        nonlocal groups
        for column in sorted(columns, key=lambda column: sample.groups([column])):
            if column in chosen or len(chosen) == _MOST_VALUED:
                continue
            finer = sample.refined(groups, column)
            if sample.extrapolated(finer) <= room and sample.estimated(finer) <= sample.rows / rows_of_group:
                chosen[column], groups = None, finer

    choose(list(dict.fromkeys(single)), _ROWS_OF_VALUED_GROUP)
    coded = dict.fromkeys(d.column for d in request.dimensions if can_group(request, d.column))
    choose(list(coded), _ROWS_OF_CODED_GROUP)
    return tuple(chosen)


def codes_of_rows(request: CubeRequest) -> list[Hashable]:
    """Return all dimensions and partners of a request, as a sample knows them."""
    return [*request.dimensions, *request.partners]


@dataclass(frozen=True, slots=True)
class GroupKeys:
    """By which keys g0, g1, … the rows of a large anchor are grouped, and how a group's codes follow from them.

    First come ``values``, then one key for the columns whose missing values are asked for, ``flagged``, a bit each,
    where there are any: to group by each takes far longer.  So it does for codes: those of ``coded`` and of partners
    follow as far as each of the integers ``packed_in``, by index, packs any.
    """

    request: CubeRequest
    packed_in: Sequence[Sequence[int]]
    values: tuple[Column, ...]
    flagged: tuple[Column, ...]
    coded: tuple[Dimension, ...]

    @classmethod
    def of(cls, request: CubeRequest, packed_in: Sequence[Sequence[int]], values: Sequence[Column]) -> GroupKeys:
        """Find the keys by which rows are grouped where those of some columns are their values."""
        grouped = frozenset(column for column in values if can_group(request, column))
        rest = [d for d in request.dimensions if d.column not in grouped]
        flags = [d for d in rest if _is_flag(request, d)]
        flagged = tuple(dict.fromkeys(d.column for d in flags))[:_MOST_FLAGS]
        told = [d for d in flags if d.column in flagged]
        return cls(request, packed_in, tuple(values), flagged, tuple(d for d in rest if d not in told))

    def in_rows(self, rows: JoinedRows) -> list[str]:
        """Write the keys of a row."""
        keys = [rows.measured(column) for column in self.values]
        keys += [rows.value(self.flagged[0].table_id, _missing_sql(self.flagged))] if self.flagged else []
        dimensions, partners = self.request.dimensions, self.request.partners
        for members in filter(None, self._coded_members()):
            codes = [(dimensions[at], factor) for at, factor in members if at < len(dimensions)]
            tables = [(partners[at - len(dimensions)], factor) for at, factor in members if at >= len(dimensions)]
            keys.append(rows.packed_codes(codes, tables))
        return keys

    def _coded_members(self) -> list[list[tuple[int, int]]]:
        """Return for each integer the codes of rows that it packs, by index, each with its factor there."""
        coded = {at for at, each in enumerate(self.request.dimensions) if each in self.coded}
        coded.update(range(len(self.request.dimensions), len(self.request.sizes)))
        return [[pair for pair in factors(each, self.request.sizes) if pair[0] in coded] for each in self.packed_in]

    def packed(self) -> list[str]:
        """Write the integers k0, k1, … of a group."""
        at_key, outputs = len(self.values) + bool(self.flagged), []
        for number, (members, of_rows) in enumerate(zip(self.packed_in, self._coded_members(), strict=True)):
            terms = [f"g{at_key}"] if of_rows else []
            at_key += bool(of_rows)
            others = (pair for pair in factors(members, self.request.sizes) if pair not in of_rows)
            terms += [f"{self._code(self.request.dimensions[at])}::bigint * {factor}" for at, factor in others]
            outputs.append(f"{' + '.join(terms) or '0::bigint'} AS k{number}")
        return outputs

    def _code(self, dimension: Dimension) -> str:
        """Write a group's code of a dimension that its values or missing values tell."""
        if dimension.column in self.values:
            return f"coalesce({code_sql(dimension, self.value_of(dimension.column))}, 0)"
        return _flag_code(dimension, f"g{len(self.values)}", self.flagged.index(dimension.column))

    @property
    def are_codes(self) -> bool:
        """Whether a group has codes that no other one has."""
        return not self.values

    def value_of(self, column: Column) -> str:
        """Return the key that is the value of a column."""
        return f"g{self.values.index(column)}"


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


def grouped_rows(keys: GroupKeys, summarized: Sequence[Column], condition: str | None, sample: RowSample) -> str:
    """Write a query for the groups of an anchor's rows: their keys g0, g1, … and what ``aggregates_of`` names.

    ``condition`` is asked of all rows of the anchor, of which there is a sample.
    """
    rows = JoinedRows(keys.request.relations, shares=sample.shares(keys.coded))
    texts = keys.in_rows(rows)
    names = [f"g{number}" for number in range(len(texts))]
    outputs = [f"{text} AS {name}" for text, name in zip(texts, names, strict=True)]
    told = _told_by_keys(keys, summarized)
    outputs += [f"{rows.measured(column)} AS x{at}" for at, column in enumerate(summarized) if f"s{at}" not in told]
    aggregates = [f"{sql} AS {name}" for name, sql in aggregates_of(summarized).items() if name not in told]
    source = f"SELECT {', '.join(outputs)}\n{rows.sql(condition)}"
    by = f" GROUP BY {', '.join(names)}" if names else " HAVING count(*) > 0"
    return f"SELECT {', '.join([*names, *aggregates])} FROM (\n{source}\n) AS anchor_rows{by}"


def _told_by_keys(keys: GroupKeys, summarized: Sequence[Column]) -> dict[str, str]:
    """Return those of ``aggregates_of`` that a group's keys tell: rows are grouped by the values of some columns."""
    told: dict[str, str] = {}
    for number, column in enumerate(summarized):
        if column in keys.values and column.is_exact:
            told |= aggregates_of_value(column, number, keys.value_of(column))
    return told


def coded_groups(keys: GroupKeys, part: Part, condition: str | None) -> str:
    """Write a query over the relation ``value_groups``, which has these keys, for what a part asks of ``coded``."""
    outputs = keys.packed()
    if part.is_summary:
        told = _told_by_keys(keys, part.columns)
        outputs += [f"{told[name]} AS {name}" if name in told else name for name in aggregates_of(part.columns)]
    else:
        outputs += ["n", *(f"{keys.value_of(column)} AS x{number}" for number, column in enumerate(part.columns))]
    return f"SELECT {', '.join(outputs)} FROM value_groups{where(condition)}"
