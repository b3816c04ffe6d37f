"""Different values of columns: which of them each group has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.cells import Codes, SmallCodes
from factcheck.evaluation.kept_arrays import Arrays, small, wide
from factcheck.evaluation.part import Part, key_names
from factcheck.evaluation.transfer import Row, doubles_sent, integers_sent, received_doubles, received_integers


@dataclass(frozen=True, slots=True)
class DistinctValues:
    """The different values of one column in each group: the group's codes, and a number that stands for the value."""

    codes: SmallCodes
    numbers: Codes

    def kept(self, name: str) -> dict[str, Any]:
        """Return the arrays to keep, by names that begin with ``name``."""
        return {f"{name}_codes": small(self.codes), f"{name}_numbers": small(self.numbers)}

    @classmethod
    def read(cls, name: str, arrays: Arrays) -> DistinctValues:
        """Read what was kept."""
        return cls(arrays[f"{name}_codes"], wide(arrays[f"{name}_numbers"]))

    @classmethod
    def received(cls, row: Row, column: Column, codes: SmallCodes) -> DistinctValues:
        """Read the row of ``distinct_part``, whose groups have these codes."""
        values = received_doubles(row["v"]) if _is_double(column) else received_integers(row["v"])
        return cls(codes, np.unique(values, return_inverse=True)[1].reshape(-1))


def _is_double(column: Column) -> bool:
    """Tell whether the values of a column are doubles, or are told apart as such."""
    return column.is_numeric and not column.is_exact


def distinct_part(keys: Sequence[Sequence[int]], column: Column) -> Part:
    """Return the part with distinct pairs of group and value.

    Only which value it is matters: others than whole numbers and doubles are numbered.
    """
    names = key_names(keys)
    is_double = _is_double(column)
    value = "x0::bigint" if column.is_integer else "x0::float8" if is_double else "dense_rank() OVER (ORDER BY x0)"
    source = (
        f"(SELECT {', '.join(names)}, {value} AS v FROM coded"
        f" WHERE x0 IS NOT NULL GROUP BY {', '.join(names)}, x0) AS pair"
    )
    outputs = {"v": doubles_sent("v") if is_double else integers_sent("v")}
    return Part((column,), outputs | {name: integers_sent(name) for name in names}, source)
