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
    """All sets of at most ``most`` columns with predicates, by size and then by the columns' indexes.

    ``columns`` are those with predicates, in the order of these.  ``members`` has a column of indexes in
    ``columns`` for each set, ascending and filled up with -1, at which arrays over columns keep their neutral element.
    ``sizes`` tells how many are no filling; ``tables`` are the sets of tables they belong to, ``tables_of`` the index
    there of each set.
    """

    def __init__(self, predicates: Sequence[Predicate], most: int) -> None:
        """Raise ``ValueError`` where predicates on one column do not stand side by side."""
        grouped = [(column, len(list(group))) for column, group in groupby(p.column for p in predicates)]
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
        """Return the sets of one size, filled up."""
        indexes = chain.from_iterable(combinations(range(len(self.columns)), size))
        chosen = np.fromiter(indexes, dtype=np.int64).reshape(-1 if size else 1, size)
        return np.pad(chosen.T, ((0, most - size), (0, 0)), constant_values=-1)

    def _tables(self) -> tuple[tuple[frozenset[int], ...], Integers]:
        """Return the different sets of tables that column sets belong to, and the index there of each column set's."""
        table_ids = [column.table_id for column in self.columns]
        names = list(dict.fromkeys(table_ids))
        index_of = np.array([*(names.index(table_id) for table_id in table_ids), len(names)], dtype=np.int64)
        codes = np.zeros(len(self.sizes), dtype=np.int64)
        for members in self.members:
            codes = np.unique(codes * (len(names) + 1) + index_of[members], return_inverse=True)[1]
        _, firsts, inverse = np.unique(codes, return_index=True, return_inverse=True)
        sets = [frozenset(table_ids[index] for index in self.members[:, first] if index >= 0) for first in firsts]
        return tuple(sets), inverse.astype(np.int64)

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
        for position in range(members.shape[1]):
            codes = codes * (len(self.columns) + 1) + members[:, position] + 1
        return codes

    @cached_property
    def _index(self) -> dict[int, int]:
        return {column.column_id: index for index, column in enumerate(self.columns)}

    @cached_property
    def _by_members(self) -> dict[tuple[int, ...], int]:
        return {tuple(members): index for index, members in enumerate(self.members.T.tolist())}

    def has(self, column_id: int | None) -> Booleans:
        """Tell which sets hold a column; none holds None."""
        index = None if column_id is None else self._index.get(column_id)
        if index is None:
            return np.zeros(len(self), dtype=np.bool_)
        holds: Booleans = (self.members == index).any(axis=0)
        return holds

    def have_both(self, pairs: Iterable[frozenset[int]]) -> Booleans:
        """Tell which sets hold both columns of any of these pairs, given by their numbers."""
        hold = np.zeros(len(self), dtype=np.bool_)
        for pair in pairs:
            one, other = min(pair), max(pair)
            hold |= self.has(one) & self.has(other)
        return hold

    def numbers(self, inside: Booleans) -> Integers:
        """Count for each set the sets of predicates that restrict just its columns, of the predicates ``inside``."""
        counts = np.append(_reduced(np.add, inside.astype(np.int64), self.starts), 1)
        numbers: Integers = np.multiply.reduce(counts[self.members], axis=0)
        return numbers

    def products(self, factors: Floats) -> Floats:
        """Return for each set the product over its columns of the sums of ``factors`` over a column's predicates."""
        sums = np.append(_reduced(np.add, factors, self.starts), 1.0)
        products: Floats = np.multiply.reduce(sums[self.members], axis=0)
        return products

    def rests(self, factors: Floats) -> Floats:
        """Return for each column of ``members`` the product over the other columns of its set; 0 for filling."""
        sums = np.append(_reduced(np.add, factors, self.starts), 1.0)[self.members]
        rests = np.empty_like(sums)
        for position in range(len(sums)):
            products = np.delete(sums, position, axis=0).prod(axis=0)
            rests[position] = np.where(self.members[position] >= 0, products, 0.0)
        return rests

    def maxima(self, logs: Integers) -> Integers:
        """Return the greatest of the logarithms of each column's predicates, and then 0, which stands for filling."""
        return np.append(_reduced(np.maximum, logs, self.starts), 0)

    def firsts(self, logs: Integers, maxima: Integers) -> Integers:
        """Return the first predicate of each column whose logarithm is the greatest, and then -1 for filling."""
        indexes = np.where(logs == maxima[self.column_of], np.arange(len(logs)), len(logs))
        return np.append(_reduced(np.minimum, indexes, self.starts), -1)

    def predicates_of(self, column: int) -> range:
        """Return the indexes of a column's predicates, given the index of the column."""
        ends = (*self.starts[1:].tolist(), len(self.column_of))
        return range(int(self.starts[column]), ends[column])


def _reduced(operation: np.ufunc, values: npt.NDArray[_Number], starts: Integers) -> npt.NDArray[_Number]:
    """Apply an operation to each stretch of values; ``reduceat`` refuses to work on none."""
    if len(starts) == 0:
        return values[:0]
    reduced: npt.NDArray[_Number] = operation.reduceat(values, starts)
    return reduced
