"""How added tables belong together: joins from many rows to one, paths along them, and where several lead to one table.

A candidate query joins tables along such paths only (Definition 2 of the paper), outward from the table whose rows it
counts or aggregates: each of these rows has at most one partner, so no row is counted twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from heapq import heappop, heappush
from itertools import count

from factcheck.catalogue.schema import Table


class JoinSource(Enum):
    """Who says that two tables belong together: a person, a FOREIGN KEY constraint, or names and values alone."""

    ADDED = "added"
    DECLARED = "declared"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class Join:
    """Rows of ``from_table`` with their at most one partner in ``to_table``: the columns are equal, pair by pair.

    Tables by their numbers within factcheck, columns by their names.  ``is_enforced`` says that a unique index keeps
    partners from becoming several; without it they were told apart when the join was found.  ``operators`` are those
    that compare the columns, as SQL spells them, those of ``to_table`` on the left; empty: = compares all of them.
    """

    from_table: int
    from_columns: tuple[str, ...]
    to_table: int
    to_columns: tuple[str, ...]
    source: JoinSource
    is_enforced: bool = True
    operators: tuple[str, ...] = ()

    @property
    def comparisons(self) -> Iterator[tuple[str, str, str]]:
        """Of each pair the column of ``to_table``, the operator and the column of ``from_table``."""
        return zip(self.to_columns, self.operators or ("=",) * len(self.to_columns), self.from_columns, strict=True)


JoinPath = tuple[Join, ...]
"""Joins one after another, each beginning where the one before ends; empty from a table to itself."""


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A pair of tables that several paths connect: the one taken, and the others, the best first."""

    anchor: int
    other: int
    taken: JoinPath
    alternatives: tuple[JoinPath, ...]


_Name = tuple[str, tuple[str, ...], str, tuple[str, ...]]
_Rank = tuple[int, int, int, int, tuple[_Name, ...]]


class JoinGraph:
    """Tables and the joins among them; any graph, with cycles, too.

    The paper assumes an acyclic schema, in which one path at most leads from a table to another.  Here the best one is
    taken: that with the fewest inferred joins, then the shortest, then with the most joins that a person added, then
    that which the text speaks of most, then by name.  Every part of a best path is a best path itself, so the paths
    from one table form a tree.
    """

    def __init__(self, tables: Sequence[Table], joins: Iterable[Join], said: Mapping[Join, int] | None = None) -> None:
        """Leave out joins of other tables, and of a table with itself; ``said`` is how often a text speaks of joins."""
        self._said = said or {}
        self._names = {table.table_id: table.sql_name for table in tables}
        self._outgoing: dict[int, list[Join]] = {table_id: [] for table_id in self._names}
        for join in joins:
            if join.from_table in self._names and join.to_table in self._names and join.from_table != join.to_table:
                self._outgoing[join.from_table].append(join)
        self._trees: dict[int, Mapping[int, JoinPath]] = {}

    def paths(self, anchor: int) -> Mapping[int, JoinPath]:
        """Return the path to every table in which a row of ``anchor`` has at most one partner, ``anchor`` included."""
        if anchor not in self._trees:
            self._trees[anchor] = self._grow(anchor)
        return self._trees[anchor]

    def path(self, anchor: int, other: int) -> JoinPath | None:
        """Return the path taken from ``anchor`` outward to ``other``; None where none leads there."""
        return self.paths(anchor).get(other)

    def relation_set(self, anchor: int, others: Collection[int]) -> JoinPath | None:
        """Return the joins that bring ``others`` to the rows of ``anchor``, each after those it builds upon.

        Together they form a tree; tables on the way come along.  None where a table cannot be reached.
        """
        paths = self.paths(anchor)
        if any(other not in paths for other in others):
            return None
        joins: dict[Join, None] = {}
        for other in sorted(others, key=self._names.__getitem__):
            joins.update(dict.fromkeys(paths[other]))
        return tuple(joins)

    def anchors(self, tables: Collection[int]) -> tuple[int, ...]:
        """Return tables from which paths lead to all of ``tables``: these first, then by number of joins and name."""
        reaching = frozenset.intersection(*(self._reaching.get(table_id, frozenset()) for table_id in tables))
        anchors = []
        for table_id in reaching:
            joins = self.relation_set(table_id, tables)
            if joins is not None:
                anchors.append((table_id not in tables, len(joins), self._names[table_id], table_id))
        return tuple(table_id for *_, table_id in sorted(anchors))

    @cached_property
    def _reaching(self) -> Mapping[int, frozenset[int]]:
        """The tables from which paths lead to each one, itself included."""
        reaching: dict[int, set[int]] = {}
        for anchor in self._names:
            for other in self.paths(anchor):
                reaching.setdefault(other, set()).add(anchor)
        return {table_id: frozenset(anchors) for table_id, anchors in reaching.items()}

    def ambiguities(self) -> tuple[Ambiguity, ...]:
        """Return pairs of tables that several paths connect, in order of their names.

        Alternatives are the best paths that begin with another join than the path taken and end with another, too:
        where they share an end, a pair closer together says the same.
        """
        ambiguities = []
        for anchor in sorted(self._names, key=self._names.__getitem__):
            detours = self._detours(anchor)
            for other, taken in sorted(self.paths(anchor).items(), key=lambda entry: self._names[entry[0]]):
                if taken:
                    alternatives = [
                        path
                        for path in (detour[other] for detour in detours if other in detour)
                        if path[0] != taken[0] and path[-1] != taken[-1]
                    ]
                    if alternatives:
                        ambiguities.append(Ambiguity(anchor, other, taken, tuple(sorted(alternatives, key=self._rank))))
        return tuple(ambiguities)

    def _detours(self, anchor: int) -> list[dict[int, JoinPath]]:
        """Return for each join that leaves the anchor the best paths that begin with it and do not come back."""
        trees = {join.to_table: self._grow(join.to_table, without=anchor) for join in self._outgoing[anchor]}
        return [
            {other: (join, *path) for other, path in trees[join.to_table].items()} for join in self._outgoing[anchor]
        ]

    def _grow(self, root: int, without: int | None = None) -> Mapping[int, JoinPath]:
        """Best paths from one table (Dijkstra's algorithm); ``without`` is a table that none may touch."""
        reached: dict[int, JoinPath] = {}
        turn = count()  # paths themselves have no order
        waiting = [(self._rank(()), next(turn), root, JoinPath())] if root in self._names else []
        while waiting:
            _, _, table_id, path = heappop(waiting)
            if table_id in reached:
                continue
            reached[table_id] = path
            for join in self._outgoing[table_id]:
                if join.to_table not in reached and join.to_table != without:
                    longer = (*path, join)
                    heappush(waiting, (self._rank(longer), next(turn), join.to_table, longer))
        return reached

    def _rank(self, path: JoinPath) -> _Rank:
        """Place of a path among others: the smaller, the better.  Going on alike keeps two paths in their order."""
        return (
            sum(join.source is JoinSource.INFERRED for join in path),
            len(path),
            sum(join.source is not JoinSource.ADDED for join in path),
            -sum(self._said.get(join, 0) for join in path),
            tuple(
                (self._names[join.from_table], join.from_columns, self._names[join.to_table], join.to_columns)
                for join in path
            ),
        )
