"""Questions that a table, or one of its columns, can answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.questions.fact import FactKind
from factcheck.questions.plan import FactPlan, as_question
from factcheck.questions.roles import ColumnRole, Role, TableRoles, is_averaged


def suggested(table: TableRoles, column: Column | None, most: int) -> list[FactPlan]:
    """Return facts to ask for, at most ``most``, those first that say most of the table or of the column.

    Each asks for another type of fact as long as there are types left.
    """
    plans = list(_of_table(table)) if column is None else list(_of_column(table, table.role(column)))
    seen: set[FactKind] = set()
    first: list[FactPlan] = []
    later: list[FactPlan] = []
    for plan in plans:
        (later if plan.kind in seen else first).append(plan)
        seen.add(plan.kind)
    by_text = {as_question(plan): plan for plan in (*first, *later)}
    return list(islice(by_text.values(), most))


def _usual(table: TableRoles, each: ColumnRole) -> FactPlan:
    function = AVG if is_averaged(each) else SUM
    return FactPlan(FactKind.VALUE, table, each.column, function)


def _of_table(table: TableRoles) -> Iterator[FactPlan]:
    numbers, groups = table.measures()[:3], table.categories()[:3]
    for each in numbers:
        yield from _of_measure(table, each, groups)
    for group in groups:
        yield FactPlan(FactKind.CATEGORIZATION, table, None, COUNT, group.column)
    yield from _pairs(table, numbers)


def _of_column(table: TableRoles, each: ColumnRole) -> Iterator[FactPlan]:
    groups = [group for group in table.categories()[:3] if group is not each]
    numbers = [number for number in table.measures()[:3] if number is not each]
    if each.role is Role.NUMBER:
        yield from _of_measure(table, each, groups)
        yield from _pairs(table, [each, *numbers])
        return
    if each.role is Role.TIME:
        for number in numbers:
            yield _with(_usual(table, number), FactKind.TREND, each)
            yield _with(_usual(table, number), FactKind.EXTREME, each)
        yield FactPlan(FactKind.TREND, table, None, COUNT, each.column)
        return
    if each.role is Role.CATEGORY:
        yield FactPlan(FactKind.CATEGORIZATION, table, None, COUNT, each.column)
    if each.role in {Role.CATEGORY, Role.LABEL}:
        for number in numbers:
            for kind in (FactKind.EXTREME, FactKind.RANK, FactKind.DISTRIBUTION, FactKind.OUTLIER):
                if each.role is Role.CATEGORY or kind in {FactKind.EXTREME, FactKind.OUTLIER}:
                    yield _with(_usual(table, number), kind, each)


def _of_measure(table: TableRoles, each: ColumnRole, groups: list[ColumnRole]) -> Iterator[FactPlan]:
    usual = _usual(table, each)
    if groups:
        yield _with(usual, FactKind.EXTREME, groups[0])
    if table.time is not None:
        yield _with(usual, FactKind.TREND, table.time)
    yield FactPlan(FactKind.DISTRIBUTION, table, each.column, usual.function)
    yield usual
    for group in groups:
        yield _with(usual, FactKind.RANK, group)
        yield _with(usual, FactKind.OUTLIER, group)
    if usual.function is SUM and groups:
        yield _with(usual, FactKind.PROPORTION, groups[0])


def _with(plan: FactPlan, kind: FactKind, by: ColumnRole) -> FactPlan:
    return FactPlan(kind, plan.table, plan.measure, plan.function, by.column)


def _pairs(table: TableRoles, numbers: list[ColumnRole]) -> Iterator[FactPlan]:
    for other in numbers[1:]:
        first = numbers[0]
        yield FactPlan(
            FactKind.ASSOCIATION, table, first.column, _usual(table, first).function, second_measure=other.column
        )
