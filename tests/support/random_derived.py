"""Random arithmetic over columns of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from random import Random

from factcheck.catalogue.derived import DerivedColumn, derived
from factcheck.catalogue.expressions import FUNCTIONS, Call, Constant, Expression, Operation, columns_of
from factcheck.catalogue.schema import Column
from factcheck.joins.relation_sets import Relations


def random_expression(random: Random, columns: Sequence[Column], depth: int = 3) -> Expression:
    """An expression over some of the columns, all of which are numeric."""
    kind = random.choice(["column", "column", "operation", "operation", "operation", "call"]) if depth else "column"
    if kind == "column":
        return random.choice(columns)
    if kind == "operation":
        constant = Constant(random.choice([Decimal(1), Decimal(100), Decimal("0.5"), Decimal(2_000_000_000)]))
        left = random_expression(random, columns, depth - 1)
        right = random.choice([constant, *(random_expression(random, columns, depth - 1) for _ in range(3))])
        return Operation(random.choice("+-*/"), *random.choice([(left, right), (right, left)]))
    function = random.choice(sorted(FUNCTIONS))
    number = min(FUNCTIONS[function].stop - 1, 2)
    return Call(function, tuple(random_expression(random, columns, depth - 1) for _ in range(number)))


def random_derived(random: Random, relations: Relations, number: int) -> tuple[DerivedColumn, ...]:
    """Some derived columns, along joins, too; fewer where there are no columns of numbers to make them of."""
    made: dict[int, DerivedColumn] = {}
    for _ in range(4 * number):
        table = random.choice(relations.tables)
        reached = relations.reached_from(table.table_id)
        columns = _numeric(column for one in relations.tables if one.table_id in reached for column in one.columns)
        if not columns or len(made) == number:
            continue
        expression = random_expression(random, columns)
        joined = relations.of(frozenset(column.table_id for column in columns_of(expression)))
        if columns_of(expression) and not isinstance(expression, Column) and joined is not None:
            column = derived(expression, joined.anchor.table_id)
            made[column.column_id] = column
    return tuple(made.values())


def _numeric(columns: Iterable[Column]) -> list[Column]:
    return [column for column in columns if column.is_numeric]
