"""The rows of a fact as its charts need them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.charts.spec import is_drawable
from factcheck.errors.catalogue.charts import fact_without_rows
from factcheck.questions.fact import Cell, Fact


@dataclass(frozen=True, slots=True)
class Group:
    """A group of a fact with its value; ``key`` is the group as the rows spell it, ``name`` in words."""

    key: Cell
    name: str
    value: float
    is_focus: bool


def groups(fact: Fact) -> list[Group]:
    """Return the groups that have a value, in the order of the rows.

    Raises ``FactcheckError`` where the fact has none, or not the columns ``group`` and ``value``.
    """
    focus = set(fact.focus)
    found = [
        Group(key, words(key), number, words(key) in focus)
        for key, value in zip(column(fact, "group"), column(fact, "value"), strict=True)
        if (number := finite(value)) is not None
    ]
    if not found:
        raise fact_without_rows(fact.kind.value, "value")
    return found


def column(fact: Fact, name: str) -> list[Cell]:
    """Return a column of the rows; raises ``FactcheckError`` where there is none of this name."""
    if name not in fact.rows.columns:
        raise fact_without_rows(fact.kind.value, name)
    index = fact.rows.columns.index(name)
    return [row[index] for row in fact.rows.tuples]


def numbers(fact: Fact, *names: str) -> list[tuple[float, ...]]:
    """Return the rows that have a number in each of these columns; raises ``FactcheckError`` where there is none."""
    rows = zip(*(column(fact, name) for name in names), strict=True)
    found = [tuple(each for each in map(finite, row) if each is not None) for row in rows]
    complete = [row for row in found if len(row) == len(names)]
    if not complete:
        raise fact_without_rows(fact.kind.value, names[0])
    return complete


def statistic(fact: Fact, name: str) -> float | None:
    """Return a number that the fact has by name; None where it has none."""
    return finite(fact.statistics.get(name))


def finite(value: Cell) -> float | None:
    """Return a number that can be drawn; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if is_drawable(value) else None


def words(key: Cell) -> str:
    """Write a group's key as its focus spells it."""
    if key is None:
        return "(none)"
    if isinstance(key, bool):
        return "true" if key else "false"
    return f"{key:.15g}" if isinstance(key, float) else str(key)


def most_shown(found: Sequence[Group], most: int) -> list[Group]:
    """Return the first groups, and of the others those in focus, in their order."""
    return [group for place, group in enumerate(found) if place < most or group.is_focus][: 2 * most]
