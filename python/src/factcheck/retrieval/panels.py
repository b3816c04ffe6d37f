"""Tables that have one row for each combination of their dimensions: a number for each year, place and kind."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import prod

from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database
from factcheck.sqltext import identifier, integer_array, literal

_MOST_ROWS = 20_000
"""Rows of a table up to which it is worth its time to ask whether each combination has one row."""

DIMENSIONS = (2, 3)
"""Numbers of dimensions of panels, the year among them: no more can be restricted at once."""

_MOST_TEXTS, _MOST_KEYS = 8, 4
"""Columns of text that are tried as dimensions, and keys that the rows are asked about, the shortest ones."""

_LEAST_FILLED = 0.1
"""Share of all combinations that have a row, at least, where what is told apart is no accident."""

_MOST_FILLED = 1.1
"""The same at most: rows that lack a value of a dimension are in no combination."""

_FEW_LEVELS = 12
_TOTAL = r"(?:grand total|totals?|all|overall|world|both)(?: \w+){0,2}"


@dataclass(frozen=True, slots=True)
class Panel:
    """A table with its dimensions, of which each combination of values has one row.

    ``levels`` are all values of the dimensions that have few, ``totals`` the values that stand for all others together,
    both by ``column_id``.
    """

    table: Table
    dimensions: tuple[Column, ...]
    levels: Mapping[int, Sequence[str]]
    totals: Mapping[int, Sequence[str]]


def panels_of(
    database: Database,
    tables: Sequence[Table],
    sizes: Mapping[int, int],
    years: Collection[int],
    values: Mapping[int, Sequence[str]],
) -> tuple[Panel, ...]:
    """Return the tables that are panels, as the current role sees them: those with a row for each year and more.

    Without years, as for prices of each product and size, or sales of each shop, what is not said is summed up.

    ``sizes`` tell how many values of columns are known, ``years`` are the columns of several years, and ``values`` has
    all values of columns that have few; all by ``column_id``.
    """
    keys = {}
    for table in tables:
        is_asked = table.is_indexed and table.rows <= _MOST_ROWS
        possible = islice(_possible_keys(table, sizes, years), _MOST_KEYS) if is_asked else ()
        key = next((key for key in possible if _tells_rows_apart(database, table, key)), None)
        if key is not None:
            keys[table] = key
    totals = _totals(database, [column.column_id for key in keys.values() for column in key if column.is_text])
    return tuple(
        Panel(
            table,
            key,
            {c.column_id: values[c.column_id] for c in key if 1 < len(values.get(c.column_id, ())) <= _FEW_LEVELS},
            {c.column_id: totals[c.column_id] for c in key if c.column_id in totals},
        )
        for table, key in keys.items()
    )


def _possible_keys(table: Table, sizes: Mapping[int, int], years: Collection[int]) -> Iterator[tuple[Column, ...]]:
    """Yield the dimensions that have about as many combinations of values as the table has rows, the fewest first."""
    of_years = [column for column in table.columns if column.column_id in years][:1]
    texts = [c for c in table.columns if c.is_text and sizes.get(c.column_id, 0) > 1][:_MOST_TEXTS]
    if not of_years:
        return
    for count in DIMENSIONS:
        for members in combinations(texts, count - 1):
            key = (*members, *of_years)
            counts = [sizes.get(column.column_id, 0) for column in key]
            combined = prod(counts)
            needs_all = combined < table.rows * min(counts)  # fewer columns cannot tell the rows apart
            if _LEAST_FILLED * combined <= table.rows <= _MOST_FILLED * combined and needs_all:
                yield key


def _tells_rows_apart(database: Database, table: Table, key: Sequence[Column]) -> bool:
    """Tell whether no two rows have the same values of all dimensions; rows that lack one say nothing."""
    names = [identifier(column.name) for column in key]
    present = " AND ".join(f"{name} IS NOT NULL" for name in names)
    [row] = database.query(
        f"SELECT EXISTS (SELECT FROM {table.sql_name} WHERE {present}"
        f" GROUP BY {', '.join(names)} HAVING count(*) > 1) AS has_more"
    )
    return not row["has_more"]


def _totals(database: Database, columns: Collection[int]) -> dict[int, list[str]]:
    """Return the values that stand for all others, such as "Total" and "both sexes", by column."""
    totals: dict[int, list[str]] = {}
    if columns:
        rows = database.query(
            "SELECT v.column_id, f.literal FROM factcheck.visibility v JOIN factcheck.fragment f USING (visibility_id)"
            f" WHERE v.column_id = ANY ({integer_array(columns)}) AND f.literal ~* {literal(f'^{_TOTAL}$')}"
            " ORDER BY v.column_id, f.fragment_no"
        )
        for row in rows:
            totals.setdefault(row["column_id"], []).append(row["literal"])
    return totals
