"""Compares the values of columns of two tables, within bounds: whether one holds keys of the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from factcheck.catalogue.failing_tables import may_be_of_tables
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.key_names import Fit
from factcheck.joins.store import TEXT_TYPES, KeyColumn, tells_rows_apart
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint

_FEWEST_VALUES, _MOST_OF_THEM = 12, 0.9
"""Different values of a column whose name says little, and the share of them that a key has to have."""

_MOST_TOGETHER = 2 / 3
"""Share of the different values of several columns together that a key of them has to have: some years are missing."""

_ALIKE = 0.5
"""Share of the columns of the smaller of two tables that have equal names, from which they hold the same things."""

_MOST_PAIRS = 100
"""Pairs of columns whose values are compared, at most, each time a table is indexed."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two columns whose names say that one may hold the key of the other's table."""

    from_table: Table
    from_column: Column
    to_table: Table
    to_column: Column
    fit: Fit

    @property
    def key(self) -> tuple[int, str, int, str]:
        """The numbers of the tables, and the names of the columns."""
        return self.from_table.table_id, self.from_column.name, self.to_table.table_id, self.to_column.name

    @property
    def is_of_alike(self) -> bool:
        """Tell whether both tables hold the same things, as those of two years do: neither is what the other names."""
        return are_alike(self.from_table, self.to_table)

    @property
    def sort_key(self) -> tuple[Fit, str, str, str, str]:
        """What pairs are ordered by, those whose names fit best first."""
        return (
            self.fit,
            self.from_table.sql_name,
            self.from_column.name,
            self.to_table.sql_name,
            self.to_column.name,
        )


def may_hold_keys(column: Column) -> bool:
    """Tell whether a column may hold keys by its type: whole numbers, texts or UUIDs."""
    return column.is_integer or column.type_name in TEXT_TYPES or column.type_name == "uuid"


def are_alike(one: Table, other: Table) -> bool:
    """Tell whether two tables hold the same things: many of their columns have equal names."""
    names = [{column.name for column in table.columns} for table in (one, other)]
    return len(names[0] & names[1]) >= _ALIKE * min(map(len, names))


@dataclass(slots=True)
class ValueSearch:
    """The comparison of values, within bounds; rows are those the server expects, so a search repeats exactly.

    ``joined_id`` is the number of the table whose partners are looked for; ``failing`` are others whose reading turned
    out to fail.
    """

    database: Database
    rows: Mapping[int, float]
    rows_left: float
    joined_id: int | None
    pairs_left: int = _MOST_PAIRS
    keys: dict[int, bool] = field(default_factory=dict)
    failing: set[int] = field(default_factory=set)

    def holds_if_readable(self, pair: Pair, parent: KeyColumn) -> bool | None:
        """Do as ``holds``; None, too, where reading the table beside the joined one fails."""
        return self._if_readable((pair.from_table, pair.to_table), lambda: self.holds(pair, parent))

    def share_key_if_readable(
        self, from_table: Table, to_table: Table, columns: Sequence[tuple[Column, Column]]
    ) -> bool | None:
        """Do as ``share_key``; None, too, where reading the table beside the joined one fails."""
        return self._if_readable((from_table, to_table), lambda: self.share_key(from_table, to_table, columns))

    def _if_readable(self, tables: Sequence[Table], test: Callable[[], bool | None]) -> bool | None:
        others = {table.table_id for table in tables} - {self.joined_id}
        if others & self.failing:
            return None
        try:
            return test()
        except Exception as error:
            if not may_be_of_tables(error):
                raise
            self.failing |= others
            return None

    def holds(self, pair: Pair, parent: KeyColumn) -> bool | None:
        """Tell whether the second column, a key, has all values of the first; None where bounds are reached.

        Of many texts nearly all are enough, and are asked for where names say little.
        """
        checkpoint()
        is_key = self._is_key(parent)
        if not is_key:
            return is_key
        if not self._can_pay(pair.from_table, pair.to_table):
            return None
        child, key = f"child.{pair.from_column.sql_name}", f"parent.{pair.to_column.sql_name}"
        children, parents = f"{pair.from_table.sql_name} AS child", f"{pair.to_table.sql_name} AS parent"
        # The key tells rows apart, so the join adds none; a subquery would be run for each value of a table that was
        # never analysed.
        has_nearly_all = (
            f"SELECT count(*) >= {_FEWEST_VALUES} AND count({key}) >= {_MOST_OF_THEM} * count(*) AS holds"
            f" FROM (SELECT DISTINCT {child} AS value FROM {children} WHERE {child} IS NOT NULL) AS found"
            f" LEFT JOIN {parents} ON {key} = found.value"
        )
        if pair.fit is Fit.VALUES:
            [row] = self.database.query(has_nearly_all)
            return bool(row["holds"])
        [row] = self.database.query(
            f"SELECT EXISTS (SELECT FROM {children}"
            f" WHERE {child} <> (SELECT {child} FROM {children} WHERE {child} IS NOT NULL LIMIT 1))"
            f" AND NOT EXISTS (SELECT FROM {children} WHERE {child} IS NOT NULL"
            f" AND NOT EXISTS (SELECT FROM {parents} WHERE {key} = {child})) AS holds"
        )
        if not row["holds"] and pair.from_column.type_name in TEXT_TYPES:
            [row] = self.database.query(has_nearly_all)
        return bool(row["holds"])

    def share_key(self, from_table: Table, to_table: Table, columns: Sequence[tuple[Column, Column]]) -> bool | None:
        """Tell whether pairs of columns are a key of the second table that most rows of the first have.

        None where bounds are reached.
        """
        checkpoint()
        if not self._can_pay(from_table, to_table):
            return None
        [row] = self.database.query(f"SELECT {tells_rows_apart(to_table, [each for _, each in columns])} AS is_key")
        if not row["is_key"]:
            return False
        names = ", ".join(f"child.{each.sql_name} AS value{number}" for number, (each, _) in enumerate(columns))
        known = " AND ".join(f"child.{each.sql_name} IS NOT NULL" for each, _ in columns)
        same = " AND ".join(f"parent.{each.sql_name} = found.value{number}" for number, (_, each) in enumerate(columns))
        [row] = self.database.query(
            f"SELECT count(*) >= {_FEWEST_VALUES}"
            f" AND count(parent.{columns[0][1].sql_name}) >= {_MOST_TOGETHER} * count(*) AS holds"
            f" FROM (SELECT DISTINCT {names} FROM {from_table.sql_name} AS child WHERE {known}) AS found"
            f" LEFT JOIN {to_table.sql_name} AS parent ON {same}"
        )
        return bool(row["holds"])

    def _can_pay(self, from_table: Table, to_table: Table) -> bool:
        """Tell whether the rows of two tables may still be read, and count them as read."""
        cost = self.rows[from_table.table_id] + self.rows[to_table.table_id]
        if cost > self.rows_left or not self.pairs_left:
            return False
        self.rows_left -= cost
        self.pairs_left -= 1
        return True

    def _is_key(self, parent: KeyColumn) -> bool | None:
        column_id = parent.column.column_id
        if column_id not in self.keys:
            cost = self.rows[parent.table.table_id]
            if not parent.is_enforced and cost > self.rows_left:
                return None
            test = f"NOT EXISTS (SELECT FROM {parent.table.sql_name} WHERE {parent.column.sql_name} IS NULL)"
            if not parent.is_enforced:
                test = tells_rows_apart(parent.table, [parent.column])
                self.rows_left -= cost
            [row] = self.database.query(f"SELECT {test} AS is_key")
            self.keys[column_id] = row["is_key"]
        return self.keys[column_id]
