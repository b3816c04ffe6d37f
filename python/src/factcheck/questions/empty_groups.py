"""Lengths of time without rows: a development of counts has a 0 there, between its first and its last group."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.questions.build import Group
from factcheck.questions.fact import MOST_ROWS, FactKind
from factcheck.questions.groups import group_name
from factcheck.questions.plan import FactPlan
from factcheck.questions.roles import Role

_MONTHS = {"month": 1, "quarter": 3}
_DAYS = {"week": 7, "day": 1}
_FIRST_DAY = {
    "year": 'make_date("group", 1, 1)',
    "quarter": 'to_date(left("group", 4) || (3 * right("group", 1)::integer - 2), \'YYYYMM\')',
    "month": "to_date(\"group\", 'YYYY-MM')",
    "week": '"group"::date',
    "day": '"group"::date',
}
"""The first day of a group, from what facts call it."""

_STEP = {"year": "1 year", "quarter": "3 months", "month": "1 month", "week": "7 days", "day": "1 day"}


_NAME = {
    "year": "extract(year FROM first_day)::integer",
    "quarter": "to_char(first_day, 'YYYY-\"Q\"Q')",
    "month": "to_char(first_day, 'YYYY-MM')",
    "week": "first_day::text",
    "day": "first_day::text",
}
"""What facts call a group, from its first day."""


def with_empty_groups(plan: FactPlan, unit: str | None, groups: Sequence[Group]) -> list[Group]:
    """Return groups in order of time with those between them that have no rows; the same where none are missing."""
    is_count = plan.kind is FactKind.TREND and plan.measure is None and unit in _STEP
    if not is_count or unit is None or not groups or any(_leaves_out_times(each, plan) for each in plan.subspace):
        return list(groups)
    known = {group.name: group for group in groups}
    try:
        names = _between(min(known, key=str), max(known, key=str), unit)
    except ValueError:  # years that Python does not have
        return list(groups)
    if len(names) > MOST_ROWS or not known.keys() <= set(names):
        return list(groups)
    return [known.get(name) or Group(name, 0, 0, None) for name in names]


def _leaves_out_times(predicate: Predicate, plan: FactPlan) -> bool:
    """Tell whether a predicate is about parts of time, so that what lies between is not meant: only Mondays, Mays."""
    role = plan.table.role(predicate.column)
    return not isinstance(predicate, Period) and (role.role is Role.TIME or role.is_part_of_time)


def _between(first: str | float, last: str | float, unit: str) -> list[str | int]:
    """Return the names of the groups from a first to a last one."""
    if unit == "year":
        return list(range(int(first), int(last) + 1))
    low, high = (_first_day(str(each)) for each in (first, last))
    if unit in _DAYS:
        return [(low + timedelta(days)).isoformat() for days in range(0, (high - low).days + 1, _DAYS[unit])]
    months = range(12 * low.year + low.month - 1, 12 * high.year + high.month, _MONTHS[unit])
    return [group_name(date(month // 12, month % 12 + 1, 1), unit) for month in months]


def _first_day(name: str) -> date:
    """Return the first day of a group by what facts call it: "2011-03", "2011-Q1", "2011-03-05"."""
    year, _, part = name.partition("-")
    if part.startswith("Q"):
        return date(int(year), 3 * int(part[1:]) - 2, 1)
    return date.fromisoformat(name if "-" in part else f"{name}-01")


def with_empty_groups_sql(sql: str, unit: str) -> str:
    """Write the statement of a development with a 0 for each group without rows."""
    step = f"interval '{_STEP[unit]}'"
    days = f"(SELECT {_FIRST_DAY[unit]} AS first_day, g.* FROM ({sql}) AS g)"
    return (
        f"WITH known AS {days}, every_day AS (SELECT generate_series(min(first_day), max(first_day), {step})::date AS"
        f' first_day FROM known) SELECT {_NAME[unit]} AS "group", coalesce(known.value, 0) AS value'
        " FROM every_day LEFT JOIN known USING (first_day) ORDER BY first_day"
    )
