"""Relation sets: the tables that a candidate query joins, and whose rows it counts or aggregates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from factcheck.catalogue.schema import Table
from factcheck.catalogue.text_numbers import all_columns, stored_column
from factcheck.joins.graph import Join, JoinGraph, JoinPath
from factcheck.joins.said_roles import joins_in_doubt


@dataclass(frozen=True, slots=True)
class RelationSet:
    """Tables joined for a query: ``tables`` has the anchor first, then what each of the joins leads to.

    Each row of the anchor has at most one partner in every other table, so that joining repeats none.
    """

    anchor: Table
    joins: JoinPath
    tables: tuple[Table, ...]

    def __hash__(self) -> int:
        """Hash the anchor, and how many joins lead from it: queries are looked up very often."""
        return hash((self.anchor.table_id, len(self.joins)))

    @property
    def is_remote(self) -> bool:
        """Whether some of the rows are on other nodes of a Citus cluster."""
        return any(table.placement is not None and table.placement.is_remote for table in self.tables)


class Relations:
    """The tables of a check and the relation sets that their joins allow.

    ``equal_columns`` are the pairs of columns, by their numbers, that joined rows have the same values in, or that
    are read from one column of text: who restricts both says the same thing twice, or what cannot be true.
    """

    def __init__(
        self, tables: Sequence[Table], joins: Iterable[Join] = (), said: Mapping[Join, int] | None = None
    ) -> None:
        """``said`` is how often a text speaks of joins: of several paths as good, that which it speaks of is taken."""
        self.tables = tuple(tables)
        self._by_id = {table.table_id: table for table in tables}
        self._joins, self._said = tuple(joins), said or {}
        self.graph = JoinGraph(tables, self._joins, self._said)
        self.equal_columns = _equal_columns(self.tables, self._joins)
        self._known: dict[tuple[frozenset[int], int | None], RelationSet | None] = {}

    def of(self, table_ids: frozenset[int], anchored_at: int | None = None) -> RelationSet | None:
        """Join the tables with these numbers, from the best anchor or from the one given; None where nothing does.

        The best anchor is one of the tables if possible, then that which needs the fewest joins.
        """
        key = (table_ids, anchored_at)
        if key not in self._known:
            self._known[key] = self._find(table_ids, anchored_at)
        return self._known[key]

    @cached_property
    def joins_in_doubt(self) -> frozenset[Join]:
        """Those of two ways between two tables of which the text tells neither."""
        return joins_in_doubt(self._joins, self._said)

    def reached_from(self, anchor: int) -> frozenset[int]:
        """Return the numbers of the tables in which each row of an anchor has at most one partner, its own included."""
        return frozenset(self.graph.paths(anchor))

    def _find(self, table_ids: frozenset[int], anchored_at: int | None) -> RelationSet | None:
        if anchored_at is None:
            anchors = self.graph.anchors(table_ids)
            if not anchors:
                return None
            anchored_at = anchors[0]
        joins = self.graph.relation_set(anchored_at, table_ids)
        if joins is None:
            return None
        anchor = self._by_id[anchored_at]
        return RelationSet(anchor, joins, (anchor, *(self._by_id[join.to_table] for join in joins)))


def _equal_columns(tables: Sequence[Table], joins: Iterable[Join]) -> frozenset[frozenset[int]]:
    numbers = {(table.table_id, column.name): column.column_id for table in tables for column in table.columns}
    pairs = (
        ((join.from_table, one), (join.to_table, other))
        for join in joins
        for one, other in zip(join.from_columns, join.to_columns, strict=True)
    )
    joined = (frozenset({numbers[one], numbers[other]}) for one, other in pairs if {one, other} <= numbers.keys())
    return frozenset(joined) | frozenset(_read_from_one(tables))


def _read_from_one(tables: Sequence[Table]) -> Iterator[frozenset[int]]:
    """Yield the pairs of a column of text and the numbers inside it, and of two such numbers."""
    for table in tables:
        read: dict[int, list[int]] = {}
        for column in all_columns(table):
            read.setdefault(stored_column(column).column_id, []).append(column.column_id)
        for members in read.values():
            yield from (frozenset(pair) for pair in combinations(members, 2))
