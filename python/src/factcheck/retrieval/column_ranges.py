"""Between which numbers the values of columns lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database
from factcheck.runtime.time_budget import limit_in_force

_SAMPLED_ROWS = 20_000
"""Rows of a table that are read, all of a smaller one: a look that is to cost little beside the check."""

_MOST_COLUMNS = 400
"""Columns that are asked for in one statement, which has a place for each end of each."""

_SMALL_INTEGERS = frozenset({"smallint", "integer"})

_LONGEST = 400
"""Digits of an end at most, which those of doubles have: numbers of thousands of digits tell nothing."""

ROUNDED = Fraction(1, 20)
"""By which share of itself a rounded number may differ from what it is rounded from."""

_UNSEEN = 10
"""How many times as far as the values of some rows those of others may lie."""


@dataclass(frozen=True, slots=True)
class ColumnRange:
    """The least and the greatest value of a column, and the sum of all without their signs.

    ``is_whole`` tells whether all rows were read, and not only some.
    """

    least: Fraction
    greatest: Fraction
    total: Fraction
    is_whole: bool = True

    def has_on_both_sides(self, low: Fraction | None, high: Fraction | None) -> bool:
        """Tell whether values may lie within two ends, and others outside; an end that is None is open."""
        least, greatest = self._ends()
        is_met = (low is None or low <= greatest) and (high is None or high >= least)
        return is_met and ((low is not None and low > least) or (high is not None and high < greatest))

    def may_have(self, value: Fraction) -> bool:
        """Tell whether a rounded number lies between the values, or may where not all were read."""
        least, greatest = self._ends()
        rounded = ROUNDED * abs(value)
        return least - rounded <= value <= greatest + rounded

    def may_add_up_to(self, value: Fraction) -> bool:
        """Tell whether some of the values may add up to a rounded number."""
        rounded = ROUNDED * abs(value)
        most = self.total if self.is_whole else _UNSEEN * self.total
        return abs(value) - rounded <= most and (self.least <= 0 or self._ends()[0] - rounded <= value)

    def _ends(self) -> tuple[Fraction, Fraction]:
        if self.is_whole:
            return self.least, self.greatest
        beyond = _UNSEEN * max(abs(self.least), abs(self.greatest))
        return (Fraction(0) if self.least >= 0 else -beyond), (Fraction(0) if self.greatest <= 0 else beyond)


def column_ranges(tables: Iterable[Table], columns: Iterable[Column], database: Database) -> dict[int, ColumnRange]:
    """Return the ranges of columns of numbers, by their numbers; a sample of rows tells those of all but small tables.

    Nothing is known of columns without values, with values that are not finite, and of larger relations that cannot be
    sampled.  Raises ``OutOfTimeError`` where the limit in force is reached.
    """
    asked: dict[int, dict[int, Column]] = {}
    for column in columns:
        asked.setdefault(column.table_id, {})[column.column_id] = column
    ranges: dict[int, ColumnRange] = {}
    for table in tables:
        if table.table_id in asked and (table.rows <= _SAMPLED_ROWS or table.can_be_sampled):
            for together in _in_turns(list(asked[table.table_id].values())):
                ranges |= _of_table(table, together, database)
    return ranges


def _in_turns(columns: Sequence[Column]) -> Iterator[Sequence[Column]]:
    for first in range(0, len(columns), _MOST_COLUMNS):
        yield columns[first : first + _MOST_COLUMNS]


def _of_table(table: Table, columns: Sequence[Column], database: Database) -> dict[int, ColumnRange]:
    limit = limit_in_force()
    outputs = ["count(*) AS rows"]
    for index, column in enumerate(columns):
        name = column.sql_name
        without_sign = f"abs({name}::{'bigint' if column.type_name in _SMALL_INTEGERS else 'numeric'})"
        outputs += [f"min({name})::text AS l{index}", f"max({name})::text AS g{index}"]
        outputs += [f"sum({without_sign})::text AS t{index}"]
    share = min(100.0, 100.0 * _SAMPLED_ROWS / max(table.rows, 1))
    sample = "" if table.rows <= _SAMPLED_ROWS else f" TABLESAMPLE SYSTEM ({share:.6f}) REPEATABLE (0)"
    condition = limit.condition(database)
    where = f" WHERE {condition}" if condition else ""
    [row] = limit.query(database, f"SELECT {', '.join(outputs)} FROM {table.sql_name}{sample}{where}")
    unseen = Fraction(max(table.rows, row["rows"]), max(row["rows"], 1)) if sample else Fraction(1)
    ranges = {}
    for index, column in enumerate(columns):
        least, greatest, total = (row[f"{kind}{index}"] for kind in "lgt")
        if least is not None and all(each[-1].isdigit() and len(each) <= _LONGEST for each in (least, greatest, total)):
            found = Fraction(least), Fraction(greatest), Fraction(total) * unseen
            ranges[column.column_id] = ColumnRange(*found, is_whole=not sample)
    return ranges
