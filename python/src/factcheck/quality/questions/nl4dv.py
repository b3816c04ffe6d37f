"""Readings of questions in the terms of NL4DV: attributes and tasks."""

from __future__ import annotations

from factcheck.questions.planning import is_listing
from factcheck.questions.reading import Reading
from factcheck.questions.roles import Role

_SAID_DISTRIBUTION = frozenset({"distribution", "histogram", "spread"})


def as_nl4dv(reading: Reading) -> tuple[frozenset[str], frozenset[str]]:
    """Return the attributes and the tasks that a question asks for, as NL4DV names them."""
    columns = {*reading.measures, *reading.breakdowns, *(p.column for p in reading.subspace)}
    if is_listing(reading) and reading.linked.table.label is not None:
        columns.add(reading.linked.table.label.column)
    tasks = {_task(reading)}
    if reading.subspace:
        tasks.add("filter")
    if "sort" in reading.linked.lemmas:
        tasks.add("sort")
    return frozenset(column.name for column in columns), frozenset(tasks)


def _task(reading: Reading) -> str:
    """Return the task by what is named, as NL4DV infers it where no word says it."""
    roles = [reading.linked.table.role(column).role for column in reading.breakdowns]
    groups = sum(role is not Role.TIME for role in roles)
    of_filters = len({p.column for p in reading.subspace if p.column.is_numeric and p.column not in reading.measures})
    if len(reading.measures) + of_filters * is_listing(reading) >= 2:
        return "correlation"
    if not _SAID_DISTRIBUTION.isdisjoint(reading.linked.lemmas):
        return "distribution"
    if reading.has_function:
        return "derived_value"
    if Role.TIME in roles:
        return "trend"
    if reading.measures:
        return "derived_value" if groups else "distribution"
    return "derived_value" if groups > 1 else "distribution"
