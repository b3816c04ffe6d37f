"""Summaries of columns: in each group how many values, their sum, the smallest and the greatest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.amounts import Amounts, Order, ordered
from factcheck.evaluation.cells import Codes, Floats
from factcheck.evaluation.kept_arrays import Arrays, amounts_kept, amounts_read, order_kept, order_read
from factcheck.evaluation.part import Part, key_names
from factcheck.evaluation.transfer import (
    Row,
    doubles_sent,
    integers_sent,
    received_doubles,
    received_sums,
    received_values,
    sums_sent,
    values_sent,
)

_MERGED = {"l": "min", "h": "max"}
_SMALL_INTEGERS = frozenset({"smallint", "integer"})


@dataclass(frozen=True, slots=True)
class Summary:
    """The measures of one column in each group.

    ``order`` tells what the extremes stand for; in a group without values they are infinite.  ``magnitudes`` are the
    sums of values without their signs, for columns of floating-point types, else None.
    """

    counts: Floats
    sums: Amounts
    lows: Floats
    highs: Floats
    order: Order
    magnitudes: Floats | None = None

    def __getitem__(self, indexes: Codes) -> Summary:
        """Return the measures of some groups."""
        magnitudes = None if self.magnitudes is None else self.magnitudes[indexes]
        return Summary(
            self.counts[indexes],
            self.sums[indexes],
            self.lows[indexes],
            self.highs[indexes],
            self.order,
            magnitudes,
        )

    def kept(self, name: str) -> dict[str, Any]:
        """Return the arrays to keep, by names that begin with ``name``."""
        arrays: dict[str, Any] = {f"{name}_{part}": getattr(self, part) for part in ("counts", "lows", "highs")}
        arrays |= amounts_kept(f"{name}_sums", self.sums) | order_kept(f"{name}_order", self.order)
        return arrays if self.magnitudes is None else arrays | {f"{name}_magnitudes": self.magnitudes}

    @classmethod
    def read(cls, name: str, arrays: Arrays) -> Summary:
        """Read what was kept."""
        counts, lows, highs = (arrays[f"{name}_{part}"] for part in ("counts", "lows", "highs"))
        sums, order = amounts_read(f"{name}_sums", arrays), order_read(f"{name}_order", arrays)
        return cls(counts, sums, lows, highs, order, arrays.get(f"{name}_magnitudes"))

    @classmethod
    def received(cls, row: Row, number: int, column: Column) -> Summary:
        """Read the summary of the column with a number from the row of ``groups_part``, in the order of its groups."""
        counts = received_doubles(row[f"c{number}"])
        extremes, order = ordered(received_values(row, [f"l{number}", f"h{number}"], column))
        lows, highs = np.where(counts > 0, extremes.reshape(2, -1), [[np.inf], [-np.inf]])
        magnitudes = None if column.is_exact else received_doubles(row[f"m{number}"])
        return cls(counts, received_sums(row, f"s{number}", column), lows, highs, order, magnitudes)


def groups_part(
    keys: Sequence[Sequence[int]], columns: tuple[Column, ...], *, is_grouped: bool, is_coded: bool = False
) -> Part:
    """Return the part that groups coded rows: how many rows each group has, and the summaries of some columns.

    Rows that ``is_grouped`` tells of are groups themselves, which have the names of ``aggregates_of``; they
    need not be grouped once more where ``is_coded`` tells that no two have the same codes.
    """
    inner = [f"{merged_sql(name) if is_grouped else sql} AS {name}" for name, sql in aggregates_of(columns).items()]
    outputs = {"n": doubles_sent("n::float8")}
    for number, column in enumerate(columns):
        outputs[f"c{number}"] = doubles_sent(f"c{number}::float8")
        outputs |= sums_sent(f"s{number}", f"coalesce(s{number}, 0)", column)
        for name in (f"l{number}", f"h{number}"):
            outputs |= values_sent(name, f"coalesce({_shown(column, name)}, 0)", column)
        if not column.is_exact:
            outputs[f"m{number}"] = doubles_sent(f"coalesce(m{number}, 0)")
    names = key_names(keys)
    outputs |= {name: integers_sent(name) for name in names}
    source = f"(SELECT {', '.join([*names, *inner])} FROM coded GROUP BY {', '.join(names)}) AS cell"
    return Part(columns, outputs, "coded" if is_coded else source, is_summary=True)


def aggregates_of(columns: Sequence[Column]) -> dict[str, str]:
    """Return the aggregates over the values x0, x1, … of columns, by names whose first letter tells what they are.

    These are the rows n, and for each column the number of values c, their sum s, the smallest l and the greatest h,
    and of floating-point types the sum of magnitudes m.
    """
    aggregates = {"n": "count(*)"}
    for number, column in enumerate(columns):
        value = f"x{number}"
        aggregates |= {
            f"c{number}": f"count({value})",
            f"s{number}": f"sum({_summand(column, value)})",
            f"l{number}": f"min({value})",
            f"h{number}": f"max({value})",
        }
        if not column.is_exact:
            aggregates[f"m{number}"] = f"sum(abs({_summand(column, value)}))"
    return aggregates


def aggregates_of_value(column: Column, number: int, value: str) -> dict[str, str]:
    """Return what ``aggregates_of`` has of the column with a number where all rows of a group have one exact value.

    They follow from that and the number ``n`` of rows: to aggregate the rows would take far longer.
    """
    # as the type of a sum is: bigint of smaller integers, else numeric
    factor = f"{value}::numeric" if column.type_name not in _SMALL_INTEGERS else f"{value}::bigint"
    return {
        f"c{number}": f"CASE WHEN {value} IS NULL THEN 0 ELSE n END",
        f"s{number}": f"{factor} * n",
        f"l{number}": value,
        f"h{number}": value,
    }


def merged_sql(name: str) -> str:
    """Write the aggregate over several groups, of one of ``aggregates_of`` over each of them."""
    return f"{_MERGED.get(name[0], 'sum')}({name})"


def _summand(column: Column, value: str) -> str:
    """Return what is summed: doubles so large that a sum of them may not be a number any more count as infinite."""
    if column.is_exact:
        return value
    if column.type_name == "real":
        return f"{value}::float8"
    return (
        f"CASE WHEN {value} > 1e290 AND {value} < 'NaN' THEN 'Infinity'"
        f" WHEN {value} < -1e290 THEN '-Infinity' ELSE {value} END"
    )


def _shown(column: Column, value: str) -> str:
    """Return a value as a reader sees it: of single precision the decimal, not the nearest double of that."""
    return f"{value}::text::float8" if column.type_name == "real" else value
