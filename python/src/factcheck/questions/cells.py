"""One pass over a table for many facts: what is added up for each group of each breakdown and each subspace."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from factcheck.catalogue.schema import Column
from factcheck.joins.relation_sets import RelationSet
from factcheck.port import Database
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.selection import Selection
from factcheck.questions.groups import GroupBy, group_key, group_text, grouping_sql, has_spelled_groups
from factcheck.questions.roles import TableRoles
from factcheck.runtime.checkpoints import checkpoint

MOST_GROUPS = 2_000
"""How many groups a breakdown has at most whose rows are added up together with others."""
_MOST_CELLS = 20_000

Number = int | float | Decimal


@dataclass(slots=True)
class Sums:
    """What the values of a measure in some rows add up to."""

    count: int = 0
    total: Number = 0
    squares: float = 0.0
    low: Number | None = None
    high: Number | None = None

    def add(self, other: Sums) -> None:
        """Take in the values of other rows."""
        if not other.count:
            return
        self.count += other.count
        self.total = _added(self.total, other.total)
        self.squares += other.squares
        self.low = other.low if self.low is None else min(self.low, other.low)  # type: ignore[type-var]
        self.high = other.high if self.high is None else max(self.high, other.high)  # type: ignore[type-var]

    @property
    def mean(self) -> float:
        """The average."""
        return float(self.total) / self.count

    @property
    def variance(self) -> float:
        """The variance of the values, 0 for a single one."""
        if self.count < 2:
            return 0.0
        return max(self.squares - self.count * self.mean**2, 0.0) / (self.count - 1)


def _added(one: Number, other: Number) -> Number:
    if isinstance(one, float) or isinstance(other, float):
        return float(one) + float(other)
    return one + other


@dataclass(slots=True)
class GroupCells:
    """The rows of a group: how many there are, and what each measure adds up to."""

    rows: int
    sums: dict[Column, Sums]


@dataclass(frozen=True, slots=True)
class Request:
    """What a fact needs of the pass: its groups (None for all rows together), its subspace, its measure."""

    by: GroupBy | None
    subspace: tuple[Predicate, ...]
    measures: tuple[Column, ...]
    needs_squares: bool = False
    needs_ends: bool = False


class Cells:
    """The groups of all requests over one table."""

    def __init__(
        self, table: TableRoles, relations: RelationSet, requests: Iterable[Request], database: Database
    ) -> None:
        """Read the table with what is joined to it.

        Breakdowns that have few groups together are read in one pass, the others in passes of their own.
        """
        self._table = table
        self._relations = relations
        self._known: dict[tuple[GroupBy | None, tuple[Predicate, ...]], dict[Hashable, GroupCells]] = {}
        wanted = list(dict.fromkeys(requests))
        for batch in self._batches(wanted):
            self._read(batch, wanted, database)
            checkpoint()

    def groups(self, request: Request) -> Mapping[Hashable, GroupCells]:
        """Return the groups of a request by their names."""
        return self._known.get((request.by, request.subspace), {})  # with all that any request needs

    def _size(self, by: GroupBy) -> int:
        column, unit = by
        values = self._table.role(column).values
        return 60 if unit is not None else values or MOST_GROUPS

    def _batches(self, wanted: Sequence[Request]) -> list[list[GroupBy]]:
        """Put breakdowns together as long as they have few cells together."""
        batches: list[list[GroupBy]] = []
        flags = 2 ** min(len({request.subspace for request in wanted if request.subspace}), 4)
        current: list[GroupBy] = []
        cells = flags
        for by in sorted({r.by for r in wanted if r.by is not None}, key=lambda by: (self._size(by), by[0].column_id)):
            if current and cells * self._size(by) > _MOST_CELLS:
                batches.append(current)
                current, cells = [], flags
            current.append(by)
            cells *= self._size(by)
        batches.append(current)
        return batches

    def _read(self, batch: Sequence[GroupBy], wanted: Sequence[Request], database: Database) -> None:
        of_batch = [r for r in wanted if r.by in batch or (r.by is None and (None, r.subspace) not in self._known)]
        subspaces = list(dict.fromkeys(request.subspace for request in of_batch))
        measures = list(dict.fromkeys(column for request in of_batch for column in request.measures))
        needs = [
            name
            for name, is_needed in (
                ("q", any(request.needs_squares for request in of_batch)),
                ("ab", any(request.needs_ends for request in of_batch)),
            )
            if is_needed
        ]
        rows = database.query(self._sql(batch, subspaces, measures, "cs" + "".join(needs)))
        asked = {(request.by, request.subspace) for request in of_batch}
        cells: dict[tuple[GroupBy | None, tuple[Predicate, ...]], dict[Hashable, GroupCells]] = defaultdict(dict)
        for row in rows:
            sums = {column: _sums(row, index) for index, column in enumerate(measures)}
            names = {by: row[f"g{index}"] for index, by in enumerate(batch)}
            for number, subspace in enumerate(subspaces):
                if subspace and not row[f"f{number}"]:
                    continue
                for by in (None, *batch):
                    if (by, subspace) in asked and (by is None or names[by] is not None):
                        _put(cells[by, subspace], None if by is None else names[by], row["n"], sums)
        self._known.update({key: cells.get(key, {}) for key in asked})

    def _sql(
        self,
        batch: Sequence[GroupBy],
        subspaces: Sequence[tuple[Predicate, ...]],
        measures: Sequence[Column],
        parts: str,
    ) -> str:
        selection = Selection(self._relations)
        names = [f"{_name_sql(by, selection)} AS g{index}" for index, by in enumerate(batch)]
        names += [
            f"({selection.conjunction_sql(subspace)}) IS TRUE AS f{index}"
            for index, subspace in enumerate(subspaces)
            if subspace
        ]
        keys = [group_key(by, selection, position) for position, by in enumerate(batch, 1)]
        keys += map(str, range(len(keys) + 1, len(names) + 1))
        values = [
            part for index, column in enumerate(measures) for part in _measured_sql(index, column, selection, parts)
        ]
        grouped = f" GROUP BY {', '.join(keys)}" if keys else ""
        return f"SELECT {', '.join([*names, 'count(*) AS n', *values])}{selection.source_sql()}{grouped}"


def _name_sql(by: GroupBy, selection: Selection) -> str:
    """Write the name of a group, which is the same in all rows of the pass that hold a part of the group."""
    name = group_text(*by, selection)
    return f"min({name}) OVER (PARTITION BY {grouping_sql(*by, selection)})" if has_spelled_groups(*by) else name


def _measured_sql(index: int, column: Column, selection: Selection, parts: str) -> list[str]:
    """Write what is added up of a measure: count and sum, and squares and ends where a fact needs them."""
    name = selection.column_sql(column)
    added = f"{name}::double precision" if not column.is_exact else name
    double = f"{name}::double precision"
    written = {
        "c": f"count({name})",
        "s": f"sum({added})",
        "q": f"sum({double} * {double})",
        "a": f"min({name})",
        "b": f"max({name})",
    }
    return [f"{written[part]} AS {part}{index}" for part in parts]


def _sums(row: Mapping[str, object], index: int) -> Sums:
    count, total, squares, low, high = (row.get(f"{part}{index}") for part in "csqab")
    return Sums(int(count), total or 0, float(squares or 0.0), low, high)  # type: ignore[call-overload, arg-type]


def _put(groups: dict[Hashable, GroupCells], name: Hashable, rows: int, sums: Mapping[Column, Sums]) -> None:
    if name not in groups:
        groups[name] = GroupCells(0, {column: Sums() for column in sums})
    groups[name].rows += rows
    for column, part in sums.items():
        groups[name].sums[column].add(part)
