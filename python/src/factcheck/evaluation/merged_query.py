"""The merged query: one GROUP BY over all that the candidates of a document restrict and aggregate (Section 6).

Values of dimensions are coded (the paper's INORDEFAULT) in the scan of their own table, before tables are joined.
Codes of a row are packed into integer keys; results come back as bytes in network order, in the order of the groups.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.cells import SmallCodes
from factcheck.evaluation.coded_rows import coded_rows
from factcheck.evaluation.cube import Cube, Groups, MeasureData
from factcheck.evaluation.cube_request import CubeRequest
from factcheck.evaluation.distinct_values import DistinctValues, distinct_part
from factcheck.evaluation.foreign_parts import are_parts_grouped, part_statement
from factcheck.evaluation.grouping import GroupKeys, can_group, choose_values, coded_groups, codes_of_rows, grouped_rows
from factcheck.evaluation.part import Part, TooManyGroupsError, key_names, where
from factcheck.evaluation.row_sample import RowSample, sample_rows
from factcheck.evaluation.summaries import Summary, groups_part
from factcheck.evaluation.transfer import received_doubles, received_integers
from factcheck.evaluation.value_counts import ValueCounts, values_part
from factcheck.port import Database
from factcheck.queries.measures import BaseMeasure, MeasureKind
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.time_budget import limit_in_force
from factcheck.runtime.work import count_work

_KEY_BITS = 62
_FIRST_KEY, _BYTES_OF_KEY = "k0", 8

_TIMES_EXPECTED = 2
_FEW_GROUPS = 50_000
"""Times that there may be more groups than a sample let expect, unless these are few."""

_WORTH_SAMPLING = 20_000
"""Rows of an anchor from which coding each of them takes longer than to look at some rows for another way."""

_SUMMARIZED_AT_ONCE = 200
"""Columns summarized by one query; each takes at most five aggregates, and PostgreSQL allows 1,664 in all."""


def compute_cube(request: CubeRequest, database: Database, sample: RowSample | None = None) -> Cube:
    """Run the merged query of a request, with a part more for each column whose single values are needed.

    Rows of a small anchor are coded once for all of these, in one statement, where there are several, unless they can
    be grouped by the values of all columns.  Those of a large one are grouped by values first, in one scan; only what
    would make too many groups is scanned for by itself, since then workers share the scan.  Where there are very many
    columns to summarize, some at a time are.  ``sample`` is one of the anchor's rows, where there is one already.

    Raises ``OutOfTimeError`` where the limit in force is reached, and ``TooManyGroupsError`` where the sample binds and
    there are far more groups than it lets expect.
    """
    keys = _key_columns(request)
    blocks = _blocks(request)
    rows = _rows_of_parts(request, keys, database, sample)
    measures: dict[BaseMeasure, MeasureData] = {}
    groups: list[Groups] = []
    for block in blocks:
        # what came is let go as soon as it is read
        group, summaries = _groups(rows.pop(0), keys, block, request)
        groups.append(group)
        measures |= {BaseMeasure(MeasureKind.SUMMARY, column): summaries[column] for column in block}
    for row, measure in zip(rows, _single_valued(request), strict=True):
        measures[measure] = received = _received(row, measure, _unpack(row, keys, request))
        if isinstance(received, ValueCounts):
            distinct = BaseMeasure(MeasureKind.DISTINCT, measure.column)
            if distinct in request.measures and received.has_alike:
                alone = compute_cube(replace(request, measures=(distinct,)), database, sample)
                measures[distinct] = alone.data[distinct]
            else:
                measures[distinct] = received.distinct()
    count_work(groups=len(groups[0].rows))
    return Cube(request, groups[0], measures)


def query_texts(request: CubeRequest, database: Database, sample: RowSample | None = None) -> list[str]:
    """Return the statements that ``compute_cube`` runs for a request; a sample of a large anchor's rows may be read."""
    return [statement.sql for statement in _statements(request, _key_columns(request), database, sample=sample)]


def sample_of_anchor(request: CubeRequest, database: Database) -> RowSample | None:
    """Return a sample of a large anchor's rows; None where the anchor is small, or is asked in another way.

    Raises ``OutOfTimeError`` where the limit in force is reached.
    """
    if not request.relations.anchor.is_large or are_parts_grouped(request, database):
        return None
    return sample_rows(request, _grouped_columns(request), database)


def told_by_sample(request: CubeRequest) -> list[Hashable]:
    """Return what a sample of a large anchor's rows tells of each."""
    return [*request.dimensions, *request.partners, *_grouped_columns(request)]


def _sample_of_few_values(request: CubeRequest, database: Database) -> RowSample | None:
    """Return a sample of a small anchor's rows if one scan can group them by the values of all columns.

    None also where the anchor is so small that it is not worth while to ask.  Raises ``OutOfTimeError`` where the limit
    in force is reached.
    """
    coded = {dimension.column for dimension in request.dimensions}
    is_possible = coded and all(can_group(request, column) for column in coded) and len(_blocks(request)) == 1
    anchor = request.relations.anchor
    if not is_possible or anchor.rows <= _WORTH_SAMPLING or anchor.is_large or request.relations.is_remote:
        return None
    sample = sample_rows(request, _grouped_columns(request), database)
    if sample is None:
        return None
    single = tuple(measure.column for measure in _single_valued(request))
    values = choose_values(request, sample, len(_blocks(request)[0]), single)
    return sample if coded.union(single) <= set(values) else None


def _blocks(request: CubeRequest) -> list[tuple[Column, ...]]:
    """Return the columns to summarize, some at a time; none at all where only rows are counted."""
    columns = request.columns(MeasureKind.SUMMARY)
    starts = range(0, max(len(columns), 1), _SUMMARIZED_AT_ONCE)
    return [columns[start : start + _SUMMARIZED_AT_ONCE] for start in starts]


def _single_valued(request: CubeRequest) -> list[BaseMeasure]:
    """Return the measures that each take a part of the statement: single values tell the different ones, too."""
    told = {BaseMeasure(MeasureKind.DISTINCT, column) for column in request.columns(MeasureKind.VALUES)}
    return [measure for measure in request.measures if measure.kind is not MeasureKind.SUMMARY and measure not in told]


def _parts(request: CubeRequest, keys: Sequence[Sequence[int]], *, is_grouped: bool = False) -> list[Part]:
    """Return the parts: summaries of blocks of columns first, then a part for each single-valued measure."""
    return [
        *(groups_part(keys, block, is_grouped=is_grouped) for block in _blocks(request)),
        *(
            distinct_part(keys, measure.column)
            if measure.kind is MeasureKind.DISTINCT
            else values_part(keys, measure.column, is_grouped=is_grouped)
            for measure in _single_valued(request)
        ),
    ]


def _received(row: Mapping[str, Any], measure: BaseMeasure, codes: SmallCodes) -> MeasureData:
    if measure.kind is MeasureKind.DISTINCT:
        return DistinctValues.received(row, measure.column, codes)
    return ValueCounts.received(row, measure.column, codes)


@dataclass(frozen=True, slots=True)
class _Statement:
    """One statement and the parts, by number, whose rows it gives; of several, names of outputs begin with theirs."""

    sql: str
    parts: tuple[tuple[int, Part], ...]

    def rows(self, row: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Yield the row of each part."""
        for number, part in self.parts:
            yield number, {name: row[_output(number, name, len(self.parts))] for name in part.outputs}

    def require_expected(self, row: Mapping[str, Any]) -> None:
        """Raise ``TooManyGroupsError`` where a part has more groups than it may have."""
        for number, part in self.parts:
            keys = row[_output(number, _FIRST_KEY, len(self.parts))] or b""
            if part.most is not None and len(keys) > part.most * _BYTES_OF_KEY:
                raise TooManyGroupsError


def _output(number: int, name: str, parts: int) -> str:
    return f"p{number}_{name}" if parts > 1 else name


def _rows_of_parts(
    request: CubeRequest, keys: Sequence[Sequence[int]], database: Database, sample: RowSample | None
) -> list[Mapping[str, Any]]:
    """Return the row of each part."""
    rows: dict[int, Mapping[str, Any]] = {}
    limit = limit_in_force()
    condition = limit.condition(database)
    for statement in _statements(request, keys, database, condition, sample):
        checkpoint()
        count_work(scans=1)
        [row] = limit.query(database, statement.sql)
        statement.require_expected(row)
        rows |= dict(statement.rows(row))
    return [rows[number] for number in sorted(rows)]


def _statements(
    request: CubeRequest,
    keys: Sequence[Sequence[int]],
    database: Database,
    condition: str | None = None,
    sample: RowSample | None = None,
) -> list[_Statement]:
    """Return the statements that give all parts; ``condition`` is asked of all rows they go through."""
    if are_parts_grouped(request, database):
        grouped = enumerate(_parts(request, keys, is_grouped=True))
        return [_Statement(part_statement(request, keys, each, condition), ((n, each),)) for n, each in grouped]
    parts = list(enumerate(_parts(request, keys)))
    sample = sample or sample_of_anchor(request, database) or _sample_of_few_values(request, database)
    if sample is not None:
        return list(_grouped_statements(request, keys, sample, condition))
    columns = _columns_of([part for _, part in parts])
    # What is kept of distributed rows comes to this server: there each part is grouped where the rows are.
    is_remote = request.relations.is_remote
    is_small = not is_remote and not request.relations.anchor.is_large and len(columns) <= _SUMMARIZED_AT_ONCE
    if len(parts) == 1 or not is_small:
        return [_row_statement(request, keys, number, part, condition) for number, part in parts]
    # To keep coded rows for one part alone would take longer than to group them as they are read.
    rows = f"WITH anchor_rows AS MATERIALIZED (\n{coded_rows(request, keys, columns, condition)}\n)"

    def coded(part: Part) -> str:
        values = [f"anchor_rows.x{columns.index(column)} AS x{at}" for at, column in enumerate(part.columns)]
        return f"SELECT {', '.join([*key_names(keys), *values])} FROM anchor_rows{where(condition)}"

    return [_joint_statement(rows, parts, coded, condition)]


def _row_statement(
    request: CubeRequest,
    keys: Sequence[Sequence[int]],
    number: int,
    part: Part,
    condition: str | None,
    sample: RowSample | None = None,
) -> _Statement:
    """Return the statement that groups rows for one part as they are read."""
    shares = None if sample is None else sample.shares(request.dimensions)
    rows = coded_rows(request, keys, part.columns, condition, shares)
    return _Statement(f"WITH coded AS NOT MATERIALIZED (\n{rows}\n)\n{part.sql(condition)}", ((number, part),))


def _joint_statement(
    source: str, parts: Sequence[tuple[int, Part]], coded: Callable[[Part], str], condition: str | None
) -> _Statement:
    """Return one statement for parts that come from one relation; ``coded`` writes what each takes of it."""
    if len(parts) == 1:
        [(number, part)] = parts
        return _Statement(f"{source}, coded AS ({coded(part)})\n{part.sql(condition)}", ((number, part),))
    subqueries = [f"(WITH coded AS ({coded(part)})\n{part.sql(condition)}) AS part{number}" for number, part in parts]
    outputs = ", ".join(
        f"part{number}.{name} AS {_output(number, name, len(parts))}" for number, part in parts for name in part.outputs
    )
    return _Statement(f"{source}\nSELECT {outputs}\nFROM " + ",\n     ".join(subqueries), tuple(parts))


def _grouped_columns(request: CubeRequest) -> tuple[Column, ...]:
    """Return the columns whose values rows may be grouped by."""
    coded = (d.column for d in request.dimensions if can_group(request, d.column))
    return tuple(dict.fromkeys([*coded, *(measure.column for measure in _single_valued(request))]))


def _grouped_statements(
    request: CubeRequest, keys: Sequence[Sequence[int]], sample: RowSample, condition: str | None
) -> Iterator[_Statement]:
    """Yield the statements that group the rows of a large anchor by values before these are coded."""
    blocks, single = _blocks(request), _single_valued(request)
    parts = [(n, _bounded(part, request, sample)) for n, part in enumerate(_parts(request, keys, is_grouped=True))]
    columns = tuple(measure.column for measure in single)
    values = choose_values(request, sample, len(blocks[0]), columns)
    of_single = list(zip(parts[len(blocks) :], columns, strict=True))
    together = [part for part, column in of_single if column in values]
    yield _grouped_statement(request, values, keys, [parts[0], *together], condition, sample)
    for part in parts[1 : len(blocks)]:
        yield _grouped_statement(request, values, keys, [part], condition, sample)
    for part, column in of_single:
        if column in values:
            continue
        with_column = choose_values(request, sample, 0, (column,))
        if column in with_column:
            yield _grouped_statement(request, with_column, keys, [part], condition, sample)
        else:
            number = part[0]
            of_rows = _bounded(_parts(request, keys)[number], request, sample)
            yield _row_statement(request, keys, number, of_rows, condition, sample)


def _bounded(part: Part, request: CubeRequest, sample: RowSample) -> Part:
    """Bound the groups of a part where the sample binds."""
    if not sample.binds:
        return part
    values = [] if part.is_summary else part.columns
    expected = sample.extrapolated(sample.numbered([*codes_of_rows(request), *values]))
    return replace(part, most=int(_TIMES_EXPECTED * max(expected, _FEW_GROUPS)))


def _grouped_statement(
    request: CubeRequest,
    values: Sequence[Column],
    keys: Sequence[Sequence[int]],
    parts: Sequence[tuple[int, Part]],
    condition: str | None,
    sample: RowSample,
) -> _Statement:
    """Return the statement that groups rows by ``values``, and gives what parts take of the groups."""
    summarized = next((part.columns for _, part in parts if part.is_summary), ())
    by = GroupKeys.of(request, keys, values)
    if by.are_codes and len(parts) == 1 and parts[0][1].is_summary:
        # to keep them and to group them once more would take as much memory and time again
        [(number, part)] = parts
        coded = replace(groups_part(keys, part.columns, is_grouped=True, is_coded=True), most=part.most)
        source = f"WITH value_groups AS NOT MATERIALIZED (\n{grouped_rows(by, summarized, condition, sample)}\n)"
        return _joint_statement(source, [(number, coded)], lambda each: coded_groups(by, each, condition), None)
    source = f"WITH value_groups AS MATERIALIZED (\n{grouped_rows(by, summarized, condition, sample)}\n)"
    return _joint_statement(source, parts, lambda part: coded_groups(by, part, condition), condition)


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
