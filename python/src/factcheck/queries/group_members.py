"""Single groups: the predicate that selects one, the condition that a group is it, and its name."""

from __future__ import annotations

from factcheck.queries.groups import Grouping, GroupPart
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate

_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def grouping_of(predicate: Predicate) -> Grouping | None:
    """Return the groups of which a predicate selects one; None where it selects something else."""
    if isinstance(predicate, Equals):
        return Grouping(predicate.column)
    if isinstance(predicate, DatePart):
        return Grouping(predicate.column, predicate.part)
    return None


def member_sql(predicate: Predicate, name: str) -> str:
    """Write the condition that a group is the one that a predicate selects; ``name`` is what its rows share."""
    return f"{name} = {predicate.value}" if isinstance(predicate, DatePart) else predicate.sql(name)


def member_words(predicate: Predicate) -> str:
    """Name the group that a predicate selects, as a reader would."""
    if isinstance(predicate, Equals):
        return predicate.literal
    if isinstance(predicate, DatePart):
        return group_words(predicate.part, str(predicate.value))
    return "the others"


def group_words(part: GroupPart | None, value: str) -> str:
    """Name a group by the value that its rows share: months and weekdays have names."""
    names = {"month": _MONTHS, "isodow": _DAYS}.get(part or "", [])
    number = int(value) if value.isdigit() else 0
    return names[number - 1] if 1 <= number <= len(names) else value
