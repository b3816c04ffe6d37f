"""The days of tables that have a row for each: the last one of all, which a text that names no time is about."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database
from factcheck.retrieval.generators.named_periods import NamedPeriod, first_day
from factcheck.runtime.time_budget import limit_in_force

_MOST_ROWS = 20_000
"""Rows of a table up to which all days are read."""

_COMMON_DAYS = "{name} >= '0001-01-01' AND {name} < '9999-12-01'"
"""The days that are looked at: others may have no timestamp, or no month behind them."""

_FEWEST = 3


@dataclass(frozen=True, slots=True)
class SeriesDays:
    """The last of the days of a series, or its last month where all days are the first of one; and when months close.

    ``closing`` are the last days of all months that have any, in order.
    """

    last: NamedPeriod
    closing: tuple[date, ...]

    def closing_in(self, start: date, end: date) -> date | None:
        """Return the last day of a period, from ``start`` on and before ``end``, which ends with a month."""
        day = self.closing_before(end)
        return day if day is not None and day >= start else None

    def closing_before(self, day: date) -> date | None:
        """Return the last day of the months before another one."""
        place = bisect_left(self.closing, day)
        return self.closing[place - 1] if place else None


def series_days(database: Database, tables: Sequence[Table]) -> Mapping[int, SeriesDays]:
    """Return the days of columns of dates that differ from row to row, by ``column_id``, as the role sees them.

    Raises ``OutOfTimeError`` where the limit in force is reached.
    """
    known: dict[int, SeriesDays] = {}
    for table in tables:
        dates = [column for column in table.columns if column.is_date]
        if len(dates) == 1 and table.rows <= _MOST_ROWS:
            known |= _of_table(database, table, dates[0])
    return known


def _of_table(database: Database, table: Table, column: Column) -> Mapping[int, SeriesDays]:
    limit, name = limit_in_force(), column.sql_name
    where = " AND ".join(each for each in (limit.condition(database), _COMMON_DAYS.format(name=name)) if each)
    months = limit.query(
        database,
        f"SELECT count(*) AS days, count(DISTINCT {name}) AS different, max({name})::text AS last,"
        f" bool_and(extract(day FROM {name}) = 1) AS is_monthly FROM {table.sql_name} WHERE {where}"
        f" GROUP BY date_trunc('month', {name}::timestamp) ORDER BY max({name})",
    )
    days = sum(month["days"] for month in months)
    if days < _FEWEST or any(month["different"] < month["days"] for month in months):
        return {}
    closing = tuple(date.fromisoformat(month["last"]) for month in months)
    last = closing[-1]
    is_monthly = all(month["is_monthly"] for month in months)
    end = first_day(last.year, last.month + 1) if is_monthly else date.fromordinal(last.toordinal() + 1)
    return {column.column_id: SeriesDays(NamedPeriod(last, end), closing)}
