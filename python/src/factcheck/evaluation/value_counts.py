"""Single values of columns: how often each occurs in each group, from which statistics such as medians are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.amounts import Order, ordered
from factcheck.evaluation.cells import Codes, Floats, SmallCodes
from factcheck.evaluation.distinct_values import DistinctValues
from factcheck.evaluation.kept_arrays import Arrays, order_kept, order_read, small, wide
from factcheck.evaluation.part import Part, key_names
from factcheck.evaluation.transfer import Row, integers_sent, received_integers, received_values, values_sent


@dataclass(frozen=True, slots=True)
class ValueCounts:
    """The values of one column: for each group and value its codes, the value and how often it occurs there.

    ``order`` tells what the values stand for.
    """

    codes: SmallCodes
    values: Floats
    counts: Codes
    order: Order

    def by_value(self) -> ValueCounts:
        """Return the same with ascending values."""
        order = np.argsort(self.values, kind="stable")
        return ValueCounts(self.codes[order], self.values[order], self.counts[order], self.order)

    @property
    def has_alike(self) -> bool:
        """Whether different values may be alike here: very large ones of an exact type are infinite."""
        is_exact = self.order.scale is not None or self.order.table is not None
        return is_exact and bool(np.isinf(self.values).any())

    def distinct(self) -> DistinctValues:
        """Return the different values of each group, of which none may be alike."""
        return DistinctValues(self.codes, np.unique(self.values, return_inverse=True)[1].reshape(-1))

    def kept(self, name: str) -> dict[str, Any]:
        """Return the arrays to keep, by names that begin with ``name``."""
        arrays = {f"{name}_codes": small(self.codes), f"{name}_counts": small(self.counts)}
        return arrays | {f"{name}_values": self.values} | order_kept(f"{name}_order", self.order)

    @classmethod
    def read(cls, name: str, arrays: Arrays) -> ValueCounts:
        """Read what was kept."""
        counts = wide(arrays[f"{name}_counts"])
        return cls(arrays[f"{name}_codes"], arrays[f"{name}_values"], counts, order_read(f"{name}_order", arrays))

    @classmethod
    def received(cls, row: Row, column: Column, codes: SmallCodes) -> ValueCounts:
        """Read the row of ``values_part``, whose groups have these codes."""
        values, order = ordered(received_values(row, ["v"], column))
        return cls(codes, values, received_integers(row["n"]), order)


def values_part(keys: Sequence[Sequence[int]], column: Column, *, is_grouped: bool) -> Part:
    """Return the part with pairs of group and value of a column, and how often each occurs.

    Rows that ``is_grouped`` tells of stand for as many rows as their n says.
    """
    names = key_names(keys)
    number = "sum(n)::bigint" if is_grouped else "count(*)"
    source = (
        f"(SELECT {', '.join(names)}, x0, {number} AS n FROM coded"
        f" WHERE x0 IS NOT NULL GROUP BY {', '.join(names)}, x0) AS pair"
    )
    outputs = values_sent("v", "x0", column)
    return Part((column,), outputs | {name: integers_sent(name) for name in ("n", *names)}, source)
