"""Sets of columns that predicates may restrict together: what sums and maxima over predicate sets run over.

A set of predicates restricts a set of columns and picks one literal for each of them.  So the sum over all predicate
sets of a product of weights is a sum over the few sets of columns of a product of the columns' sums (an elementary
symmetric polynomial of these), and likewise the maximum; nothing is subtracted or divided on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, combinations, groupby
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.predicate import Predicate

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]
_Number = TypeVar("_Number", np.int64, np.float64)


class ColumnSets:
    """All sets of at most ``most`` columns with predicates, by size and then by place.

    ``columns`` are those with predicates, in the order of these.  ``members`` has a column of places in ``columns``
    for each set, ascending and filled up with -1: the place at which arrays over columns keep their neutral element.
    ``sizes`` tells how many are no filling; ``tables`` are the sets of tables they belong to, ``tables_of`` the place
    there of each set.
    """

    def __init__(self, predicates: Sequence[Predicate], most: int) -> None:
        """Raise ``ValueError`` where predicates on one column do not stand side by side."""
        grouped = [(column, len(list(own))) for column, own in groupby(p.column for p in predicates)]
        self.columns: tuple[Column, ...] = tuple(column for column, _ in grouped)
        if len({column.column_id for column in self.columns}) < len(self.columns):
            raise ValueError("predicates are not ordered by column")
        counts = np.array([count for _, count in grouped], dtype=np.int64)
        self.starts: Integers = np.cumsum(counts) - counts
        self.column_of: Integers = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
        parts = [self._sets_of(size, most) for size in range(most + 1)]
        self.members: Integers = np.ascontiguousarray(np.concatenate(parts, axis=1))
        self.sizes: Integers = np.repeat(np.arange(most + 1), [part.shape[1] for part in parts])
        self.tables, self.tables_of = self._tables()

    def __len__(self) -> int:
        return len(self.sizes)

    def _sets_of(self, size: int, most: int) -> Integers:
        """The sets of one size, filled up."""
        places = chain.from_iterable(combinations(range(len(self.columns)), size))
        chosen = np.fromiter(places, dtype=np.int64).reshape(-1 if size else 1, size)
        return np.pad(chosen.T, ((0, most - size), (0, 0)), constant_values=-1)

    def _tables(self) -> tuple[tuple[frozenset[int], ...], Integers]:
        """The different sets of tables that column sets belong to, and the place of each column set's there."""
        table_ids = [column.table_id for column in self.columns]
        names = list(dict.fromkeys(table_ids))
        place_of = np.array([*(names.index(table_id) for table_id in table_ids), len(names)], dtype=np.int64)
        codes = np.zeros(len(self.sizes), dtype=np.int64)
        for members in self.members:
            codes = np.unique(codes * (len(names) + 1) + place_of[members], return_inverse=True)[1]
        _, firsts, inverse = np.unique(codes, return_index=True, return_inverse=True)
        found = [frozenset(table_ids[at] for at in self.members[:, first] if at >= 0) for first in firsts]
        return tuple(found), inverse.astype(np.int64)

    def index_of(self, columns: Iterable[Column]) -> int:
        """Return the index of the set that consists of some of the columns; raises ``KeyError`` for none."""
        members = sorted(self._index[column.column_id] for column in columns)
        return self._by_members[(*members, *(-1,) * (len(self.members) - len(members)))]

    def indexes_of(self, members: Integers) -> Integers:
        """Return the index of each set whose columns are given as in ``members``, one row a set."""
        order = np.argsort(self._codes(self.members.T))
        codes = self._codes(self.members.T)[order]
        return np.asarray(order[np.searchsorted(codes, self._codes(members))], dtype=np.int64)

    def _codes(self, members: Integers) -> Integers:
        codes = np.zeros(len(members), dtype=np.int64)
        for place in range(members.shape[1]):
            codes = codes * (len(self.columns) + 1) + members[:, place] + 1
        return codes

    @cached_property
    def _index(self) -> dict[int, int]:
        return {column.column_id: index for index, column in enumerate(self.columns)}

    @cached_property
    def _by_members(self) -> dict[tuple[int, ...], int]:
        return {tuple(members): index for index, members in enumerate(self.members.T.tolist())}

    def has(self, column_id: int | None) -> Booleans:
        """Which sets hold a column; none holds None."""
        places = [place for place, column in enumerate(self.columns) if column.column_id == column_id]
        found: Booleans = np.logical_or.reduce(np.isin(self.members, places), axis=0)
        return found

    def have_both(self, pairs: Iterable[frozenset[int]]) -> Booleans:
        """Which sets hold both columns of any of these pairs, given by their numbers."""
        found = np.zeros(len(self), dtype=np.bool_)
        for pair in pairs:
            one, other = min(pair), max(pair)
            found |= self.has(one) & self.has(other)
        return found

    def numbers(self, inside: Booleans) -> Integers:
        """For each set how many sets of predicates restrict just its columns, of the predicates inside."""
        counts = np.append(_reduced(np.add, inside.astype(np.int64), self.starts), 1)
        found: Integers = np.multiply.reduce(counts[self.members], axis=0)
        return found

    def products(self, factors: Floats) -> Floats:
        """For each set the product, over its columns, of the sums of ``factors`` over the columns' predicates."""
        sums = np.append(_reduced(np.add, factors, self.starts), 1.0)
        found: Floats = np.multiply.reduce(sums[self.members], axis=0)
        return found

    def rests(self, factors: Floats) -> Floats:
        """Like ``products``, without the column in the same place of ``members``; 0 where this is filling."""
        sums = np.append(_reduced(np.add, factors, self.starts), 1.0)[self.members]
        found = np.empty_like(sums)
        for place in range(len(sums)):
            found[place] = np.where(self.members[place] >= 0, np.delete(sums, place, axis=0).prod(axis=0), 0.0)
        return found

    def maxima(self, logs: Integers) -> Integers:
        """The greatest of the logarithms of each column's predicates, and 0 at the place of filling."""
        return np.append(_reduced(np.maximum, logs, self.starts), 0)

    def firsts(self, logs: Integers, maxima: Integers) -> Integers:
        """The first predicate of each column whose logarithm is the greatest, and -1 at the place of filling."""
        places = np.where(logs == maxima[self.column_of], np.arange(len(logs)), len(logs))
        return np.append(_reduced(np.minimum, places, self.starts), -1)

    def predicates_of(self, column: int) -> range:
        """The places of a column's predicates, given its own."""
        ends = (*self.starts[1:].tolist(), len(self.column_of))
        return range(int(self.starts[column]), ends[column])


def _reduced(operation: np.ufunc, values: npt.NDArray[_Number], starts: Integers) -> npt.NDArray[_Number]:
    """An operation over each stretch of values; ``reduceat`` refuses to work on none."""
    if len(starts) == 0:
        return values[:0]
    reduced: npt.NDArray[_Number] = operation.reduceat(values, starts)
    return reduced
