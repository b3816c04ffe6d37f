"""What benchmarks of large tables share: times beside one scan of the table, and what the paper does instead of it."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import click
from benchmark_database import Connection

from factcheck.sqltext import literals

_OTHER = "'other values'"


@dataclass(frozen=True, slots=True)
class LargeTable:
    """A table by its name in SQL, its columns of numbers, and the literals that are asked for by column."""

    name: str
    amounts: Sequence[str]
    asked: Mapping[str, Sequence[str]]

    @property
    def triples(self) -> int:
        """How many sets of three columns the asked ones make."""
        return math.comb(len(self.asked), 3)

    def measures(self) -> str:
        """Write what one scan computes: count, sum and extremes."""
        return "count(*) AS n, " + ", ".join(
            f"sum({column}) AS s_{column}, count({column}) AS c_{column}, min({column}) AS l_{column},"
            f" max({column}) AS h_{column}"
            for column in self.amounts
        )

    def count_sql(self) -> str:
        """Write the scan that only counts rows (S0)."""
        return f"SELECT count(*) FROM {self.name}"

    def scan_sql(self) -> str:
        """Write the scan that computes all measures once, of all rows (S1)."""
        return f"SELECT {self.measures()} FROM {self.name}"

    def cube_sql(self, columns: Sequence[str]) -> str:
        """Write the paper's query for some columns: their CUBE, with values that are not asked for put together."""
        return f"{self._grouped(columns)} GROUP BY CUBE ({', '.join(columns)})) AS cell"

    def finest_sql(self) -> str:
        """Write one plain grouping by all columns, from which all smaller ones follow."""
        columns = list(self.asked)
        return f"{self._grouped(columns)} GROUP BY {', '.join(columns)}) AS cell"

    def cubes(self) -> list[str]:
        """Write the paper's queries for all sets of three columns."""
        return [self.cube_sql(columns) for columns in combinations(self.asked, 3)]

    def _grouped(self, columns: Sequence[str]) -> str:
        """Write a grouping up to its GROUP BY; every measure is touched, or the server would not compute it."""
        coded = ", ".join(
            f"CASE WHEN {column} IN ({literals(self.asked[column])}) THEN {column} ELSE {_OTHER} END AS {column}"
            if self.asked[column]
            else column
            for column in columns
        )
        parts = ("s", "c", "l", "h")
        touched = ", ".join(f"max({part}_{column})" for column in self.amounts for part in parts)
        source = f"(SELECT {coded}, {', '.join(self.amounts)} FROM {self.name}) AS coded"
        return f"SELECT count(*), max(n), {touched} FROM (SELECT {', '.join(columns)}, {self.measures()} FROM {source}"


def seconds(action: Callable[[], object]) -> float:
    """Tell how long something takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def query_seconds(connection: Connection, query: str) -> float:
    """Tell how long a query takes."""
    return seconds(lambda: connection.execute(query.encode()).fetchall())


class Figures:
    """Figures of a run: told as they come, with their ratio to the scan beside them, and kept for a file."""

    def __init__(self, connection: Connection, table: LargeTable) -> None:
        self._connection = connection
        self._table = table
        self.kept: dict[str, float] = {}

    def scan(self) -> float:
        """Time one parallel scan."""
        return query_seconds(self._connection, self._table.scan_sql())

    def add(self, name: str, took: float, scan: float) -> None:
        """Tell and keep a time, with the scan that was timed beside it."""
        self.kept[name] = took / scan
        click.echo(f"{name:<52} {took:9.2f} s {took / scan:9.2f} x S1")

    def beside(self, name: str, action: Callable[[], object], repeats: int) -> None:
        """Time something several times, each beside a scan, and tell the medians."""
        pairs = [(seconds(action), self.scan()) for _ in range(repeats)]
        took = statistics.median(pair[0] for pair in pairs)
        self.add(name, took, took / statistics.median(pair[0] / pair[1] for pair in pairs))
