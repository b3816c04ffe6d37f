"""Tables that have one row for each combination of their dimensions: a number for each time, place and kind."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import isfinite, prod

from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database
from factcheck.sqltext import identifier, integer_array, literal
from factcheck.words.identifiers import names_an_identifier

_MOST_ROWS = 20_000
"""Rows of a table up to which it is worth its time to ask whether each combination has one row."""

DIMENSIONS = (2, 3)
"""Numbers of dimensions of panels, the time among them: no more can be restricted at once."""

_MOST_TEXTS, _MOST_KEYS = 8, 4
"""Columns of text that are tried as dimensions, and keys that the rows are asked about, the shortest ones."""

_LEAST_FILLED = 0.1
"""Share of all combinations that have a row, at least, where what is told apart is no accident."""

_MOST_FILLED = 1.1
"""The same at most: rows that lack a value of a dimension are in no combination."""

_FEWEST_CODES, _MOST_CODES = 3, 200
"""Codes of a dimension of whole numbers one of which may stand for all others."""

_MOST_MEASURES = 3
_EXACTLY = 1e-4
"""How far the amounts of a code may be from those of all others together, as a share, where it stands for them."""

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
    times: Collection[int],
    values: Mapping[int, Sequence[str]],
) -> tuple[Panel, ...]:
    """Return the tables that are panels, as the current role sees them: those with a row for each time and more.

    Without times, as for prices of each product and size, or sales of each shop, what is not said is summed up; but
    where a code, such as 0 of sexes or 999 of ages, has the amounts of all others together, its rows are totals.

    ``sizes`` tell how many values of columns are known, ``times`` are the columns of several years, and the
    texts that write months or quarters; ``values`` has all values of columns that have few; all by ``column_id``.
    """
    keys = {}
    for table in tables:
        is_asked = table.is_indexed and table.rows <= _MOST_ROWS
        possible = islice(_possible_keys(table, sizes, times), _MOST_KEYS) if is_asked else ()
        key = next((key for key in possible if _tells_rows_apart(database, table, key)), None)
        if key is not None:
            keys[table] = key
    of_codes = _coded_panels(database, [table for table in tables if table not in keys], sizes)
    keys |= {table: key for table, (key, _) in of_codes.items()}
    totals = _totals(database, [column.column_id for key in keys.values() for column in key if column.is_text])
    totals |= {number: [code] for _, codes in of_codes.values() for number, code in codes.items()}
    return tuple(
        Panel(
            table,
            key,
            {c.column_id: values[c.column_id] for c in key if c.is_text and _has_few(values.get(c.column_id, ()))},
            {c.column_id: totals[c.column_id] for c in key if c.column_id in totals},
        )
        for table, key in keys.items()
    )


def _possible_keys(table: Table, sizes: Mapping[int, int], times: Collection[int]) -> Iterator[tuple[Column, ...]]:
    """Yield the dimensions that have about as many combinations of values as the table has rows, the fewest first."""
    of_times = sorted((c for c in table.columns if c.column_id in times), key=lambda c: c.is_text)[:1]
    texts = [c for c in table.columns if c.is_text and c not in of_times and sizes.get(c.column_id, 0) > 1]
    if not of_times:
        return
    for count in DIMENSIONS:
        for members in combinations(texts[:_MOST_TEXTS], count - 1):
            key = (*members, *of_times)
            counts = [sizes.get(column.column_id, 0) for column in key]
            combined = prod(counts)
            needs_all = combined < table.rows * min(counts)  # fewer columns cannot tell the rows apart
            if _LEAST_FILLED * combined <= table.rows <= _MOST_FILLED * combined and needs_all:
                yield key


def _has_few(values: Sequence[str]) -> bool:
    return 1 < len(values) <= _FEW_LEVELS


def _coded_panels(
    database: Database, tables: Sequence[Table], sizes: Mapping[int, int]
) -> dict[Table, tuple[tuple[Column, ...], Mapping[int, str]]]:
    """Return tables with a row for each combination of codes, one of which has the amounts of all others together.

    Each comes with its dimensions and with these codes, by the number of their column.
    """
    found: dict[Table, tuple[tuple[Column, ...], Mapping[int, str]]] = {}
    for table in tables:
        if not table.is_indexed or table.rows > _MOST_ROWS:
            continue
        codes = [c for c in table.columns if _FEWEST_CODES <= sizes.get(c.column_id, 0) <= _MOST_CODES]
        codes = [c for c in codes if c.is_integer or c.is_text][:_MOST_TEXTS]
        keys = (key for count in DIMENSIONS for key in combinations(codes, count))
        for key in islice((key for key in keys if _is_filled(table, key, sizes)), _MOST_KEYS):
            totals = _totals_by_amounts(database, table, key) if _tells_rows_apart(database, table, key) else {}
            if totals:
                found[table] = key, totals
                break
    return found


def _is_filled(table: Table, key: Sequence[Column], sizes: Mapping[int, int]) -> bool:
    """Tell whether nearly every combination may have a row, and at least one dimension consists of whole numbers."""
    combined = prod(sizes[column.column_id] for column in key)
    return any(column.is_integer for column in key) and combined / _MOST_FILLED <= table.rows <= _MOST_FILLED * combined


def _totals_by_amounts(database: Database, table: Table, key: Sequence[Column]) -> dict[int, str]:
    """Return the codes that have the amounts of all other codes together, by the number of their column."""
    amounts_of_rows = (c for c in table.columns if c.is_numeric and c not in key and not names_an_identifier(c.name))
    measures = list(islice(amounts_of_rows, _MOST_MEASURES))
    # as decimals: doubles that are added up may be too large for their type
    sums = ", ".join(f"sum({column.sql_name}::numeric) AS m{n}" for n, column in enumerate(measures))
    totals: dict[int, str] = {}
    for column in (each for each in key if each.is_integer and measures):
        rows = database.query(
            f"SELECT {column.sql_name}::text AS code, {sums} FROM {table.sql_name}"
            f" WHERE {column.sql_name} IS NOT NULL GROUP BY {column.sql_name} ORDER BY {column.sql_name}"
        )
        amounts = {row["code"]: [float(row[f"m{n}"] or 0) for n in range(len(measures))] for row in rows}
        whole = [sum(of_measure) for of_measure in zip(*amounts.values(), strict=True)]
        code = next((code for code, of_code in amounts.items() if _is_half(of_code, whole)), None)
        if code is not None:
            totals[column.column_id] = code
    return totals


def _is_half(amounts: Sequence[float], whole: Sequence[float]) -> bool:
    """Tell whether amounts are half of all: those of all others together."""
    return any(whole) and all(
        isfinite(all_of_it) and abs(2 * one - all_of_it) <= _EXACTLY * abs(all_of_it)
        for one, all_of_it in zip(amounts, whole, strict=True)
    )


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
