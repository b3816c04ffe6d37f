"""How the groups of a fact are written in SQL, and the statement that gives a fact's rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import cast

from factcheck.catalogue.schema import Column
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.groups import Grouping, GroupPart
from factcheck.queries.predicates.calendar_words import WEEKDAYS
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import value_sql as literal_sql
from factcheck.queries.query import Measure
from factcheck.queries.selection import Selection
from factcheck.questions.fact import MOST_ROWS, Breakdown, BreakdownKind, FactKind
from factcheck.questions.plan import FactPlan
from factcheck.questions.roles import Role, TableRoles
from factcheck.sqltext import literal

GroupBy = tuple[Column, str | None]
"""A column by whose values rows are grouped; of dates with the unit."""

UNITS: dict[str, GroupPart] = {
    "year": "year",
    "quarter": "year_quarter",
    "month": "year_month",
    "week": "week",
    "day": "day",
    "weekday": "isodow",
    "hour": "hour",
}
"""The parts by which dates are put together, by the names that facts have for them."""

RECURRING = frozenset({"weekday", "hour"})
"""Parts that come again, over which nothing develops."""

_WRITTEN = {
    "year": "({group})::integer",
    "quarter": "to_char({group}, 'YYYY-\"Q\"Q')",
    "month": "to_char({group}, 'YYYY-MM')",
    "weekday": f"(ARRAY[{', '.join(map(literal, WEEKDAYS))}])[({{group}})::integer]",
    "hour": "({group})::integer",
}
"""How groups of dates are shown; the others by their first day."""

_IN_ORDER_OF_GROUPS = frozenset({FactKind.TREND})


def selection_of(plan: FactPlan) -> Selection:
    """Return the rows that a fact is about."""
    return Selection(relations_of(plan), plan.subspace)


def relations_of(plan: FactPlan) -> RelationSet:
    """Return the table that a fact is about, joined to those whose columns it needs."""
    restricting = (column for predicate in plan.subspace for column in (predicate.column,))
    return plan.table.joined((plan.measure, plan.second_measure, plan.breakdown, *restricting))


def grouping_sql(column: Column, unit: str | None, selection: Selection) -> str:
    """Write what the rows of a group have in common."""
    return Grouping(column, UNITS[unit] if unit else None).sql(selection)


def known_sql(column: Column, unit: str | None, selection: Selection) -> str:
    """Write the condition that a row belongs to a group: infinity is in no year."""
    name = selection.column_sql(column)
    return f"{name} IS NOT NULL" if unit is None else f"isfinite({name})"


def group_name(first_day: date, unit: str) -> str:
    """Return what facts call a year, a quarter or a month, as the SQL of groups writes it.

    >>> [group_name(date(2011, 4, 1), unit) for unit in ("year", "quarter", "month")]
    ['2011', '2011-Q2', '2011-04']
    """
    of_year = {"year": "", "quarter": f"-Q{(first_day.month + 2) // 3}", "month": f"-{first_day.month:02d}"}
    return f"{first_day.year:04d}{of_year[unit]}"


def breakdown_of(column: Column, unit: str | None, table: TableRoles) -> Breakdown:
    """Describe a breakdown as facts do."""
    if table.role(column).role is Role.TIME:
        kind = BreakdownKind.CATEGORY if unit in RECURRING else BreakdownKind.TIME
        return Breakdown(column.name, kind, unit)
    return Breakdown(column.name, BreakdownKind.NUMBER if column.is_numeric else BreakdownKind.CATEGORY)


def group_key(by: GroupBy, selection: Selection, position: int) -> str:
    """Write what rows are grouped by: what is shown at a position, or values that are spelled in several ways."""
    return grouping_sql(*by, selection) if has_spelled_groups(*by) else str(position)


def has_spelled_groups(column: Column, unit: str | None) -> bool:
    """Tell whether the rows of one group may spell its value in several ways."""
    return column.has_spellings and unit is None and not column.is_numeric


def group_text(column: Column, unit: str | None, selection: Selection) -> str:
    """Write a group as facts show it: whole numbers as they are, months as 2011-03, quarters as 2011-Q1.

    Of several spellings of one value the first in the order of bytes is shown.
    """
    group = grouping_sql(column, unit, selection)
    if has_spelled_groups(column, unit):
        return f'min(({group})::text COLLATE "C")'
    if unit is not None:
        written = _WRITTEN.get(unit, "({group})::text").format(group=group)
        return f"CASE WHEN {known_sql(column, unit, selection)} THEN {written} END"
    return group if column.is_numeric else f'({group})::text COLLATE "C"'


def is_ordered_by_time(plan: FactPlan) -> bool:
    """Tell whether the rows of a fact are ordered by their groups, which are times."""
    if plan.breakdown is None:
        return False
    is_time = plan.table.role(plan.breakdown).role is Role.TIME
    return plan.kind in _IN_ORDER_OF_GROUPS or (
        is_time and plan.kind in {FactKind.EXTREME, FactKind.DISTRIBUTION, FactKind.OUTLIER}
    )


def value_sql(plan: FactPlan, selection: Selection) -> str:
    """Write the value of a group, or of all rows."""
    return Measure(plan.function, plan.measure).sql(selection)


def rows_sql(plan: FactPlan, unit: str | None) -> str:
    """Write the statement that gives the groups of a fact with their values, in the order in which facts show them."""
    selection = selection_of(plan)
    if plan.breakdown is None:
        return f"SELECT {value_sql(plan, selection)} AS value{selection.source_sql()}"
    column = plan.breakdown
    group = group_text(column, unit, selection)
    known = f"{' AND' if plan.subspace else ' WHERE'} {known_sql(column, unit, selection)}"
    descends = plan.is_highest or plan.kind not in {FactKind.EXTREME, FactKind.RANK}
    in_time = f"min({grouping_sql(column, unit, selection)})" if unit == "weekday" else "1"
    order = in_time if is_ordered_by_time(plan) else f"2 {'DESC' if descends else 'ASC'} NULLS LAST, 1"
    focus = ""
    if plan.kind is FactKind.DIFFERENCE and len(plan.focus) > 1:
        focus = f" AND {_is_one_of(plan.focus, column, unit, selection)}"
    return (
        f'SELECT {group} AS "group", {value_sql(plan, selection)} AS value{selection.source_sql()}{known}{focus}'
        f" GROUP BY {group_key((column, unit), selection, 1)} ORDER BY {order} LIMIT {MOST_ROWS}"
    )


def _is_one_of(names: Sequence[str], column: Column, unit: str | None, selection: Selection) -> str:
    if has_spelled_groups(column, unit):
        return OneOf(column, tuple(sorted(names))).sql(selection.column_sql(column))
    return f"{group_text(column, unit, selection)} IN ({', '.join(literal_sql(column, name) for name in names)})"


def point_sql(plan: FactPlan) -> str:
    """Write the statement that gives some rows' values of two measures: all, or a sample that is always the same."""
    selection = selection_of(plan)
    x, y = (selection.column_sql(cast(Column, column)) for column in (plan.measure, plan.second_measure))
    known = f"{' AND' if plan.subspace else ' WHERE'} {x} IS NOT NULL AND {y} IS NOT NULL"
    return f"SELECT {x} AS x, {y} AS y{selection.source_sql()}{known}"


def sample_sql(plan: FactPlan, share: int) -> str:
    """Write the statement for every ``share``-th point, chosen by what it is."""
    points = point_sql(plan)
    chosen = f" WHERE abs(hashtext(p.x::text || ' ' || p.y::text)) % {share} = 0" if share > 1 else ""
    return f"SELECT p.x, p.y FROM ({points}) AS p{chosen} ORDER BY 1, 2 LIMIT {MOST_ROWS}"
