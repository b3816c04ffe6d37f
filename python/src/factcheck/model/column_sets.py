"""Sets of columns that predicates may restrict together: what sums and maxima over predicate sets run over.

A set of predicates restricts a set of columns and picks one literal for each of them.  So the sum over all predicate
sets of a product of weights is a sum over the few sets of columns of a product of the columns' sums (an elementary
symmetric polynomial of these), and likewise the maximum; nothing is subtracted or divided on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.fragments import Predicate
from factcheck.catalogue.schema import Column

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]
_Number = TypeVar("_Number", np.int64, np.float64)


class ColumnSets:
    """All sets of at most ``most`` columns with predicates, by size and then by place.

    ``columns`` are those with predicates, in the order of these.  ``members`` has a column of places in ``columns``
    for each set, ascending and filled up with -1: the place at which arrays over columns keep their neutral element.
    ``sizes`` tells how many are no filling, ``tables`` which tables they belong to.
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
        chosen = [set_ for size in range(most + 1) for set_ in combinations(range(len(self.columns)), size)]
        rows = [(*set_, *(-1,) * (most - len(set_))) for set_ in chosen]
        self.members: Integers = np.ascontiguousarray(np.array(rows, dtype=np.int64).reshape(len(rows), most).T)
        self.sizes: Integers = np.array([len(set_) for set_ in chosen], dtype=np.int64)
        table_ids = [column.table_id for column in self.columns]
        self.tables: tuple[frozenset[int], ...] = tuple(
            frozenset([table_ids[place] for place in set_]) for set_ in chosen
        )

    def __len__(self) -> int:
        return len(self.sizes)

    def has(self, column_id: int) -> Booleans:
        """Which sets hold a column."""
        places = [place for place, column in enumerate(self.columns) if column.column_id == column_id]
        found: Booleans = np.logical_or.reduce(np.isin(self.members, places), axis=0)
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
