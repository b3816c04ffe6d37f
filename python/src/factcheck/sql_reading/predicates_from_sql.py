"""Reading conditions of SQL as predicates of the program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal, InvalidOperation

from sqlglot import exp

from factcheck.catalogue.expressions import columns_of
from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.compare import Compare, Comparison
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.expression_compare import ExpressionCompare
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.predicates.text_contains import TextContains
from factcheck.sql_reading.expressions_from_sql import read_expression
from factcheck.sql_reading.names import Names
from factcheck.sql_reading.normal_form import conjuncts, constant
from factcheck.sql_reading.times_from_sql import (
    joined,
    read_comparison,
    read_equality,
    read_membership,
    read_range,
    read_time,
)

_COMPARISONS: dict[type[exp.Expr], Comparison] = {exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">="}
_TURNED: dict[Comparison, Comparison] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_TRUE, _FALSE = frozenset({"true", "t", "yes", "y", "on", "1"}), frozenset({"false", "f", "no", "n", "off", "0"})
_WILDCARDS = frozenset("%_\\")


def read_predicates(condition: exp.Expr | None, names: Names) -> tuple[Predicate, ...] | None:
    """Read a conjunction; None where a part of it is no predicate of the program."""
    predicates = [read_predicate(part, names) for part in conjuncts(condition)]
    known = [predicate for predicate in predicates if predicate is not None]
    return made_one(known) if len(known) == len(predicates) else None


def made_one(predicates: Sequence[Predicate]) -> tuple[Predicate, ...]:
    """Return predicates with those of one column made into one, where there is one that says the same."""
    kept: list[Predicate] = []
    for predicate in predicates:
        for index, other in enumerate(kept):
            one = _as_one(other, predicate) if other.column == predicate.column else None
            if one is not None:
                kept[index] = one
                break
        else:
            kept.append(predicate)
    return tuple(kept)


def _as_one(one: Predicate, other: Predicate) -> Predicate | None:
    if not isinstance(one, Compare) or not isinstance(other, Compare):
        return joined(one, other)
    low, high = (one, other) if one.comparison == ">=" else (other, one)
    is_range = low.comparison == ">=" and high.comparison in {"<=", "<"}
    return Between(one.column, low.bound, high.bound, high.comparison == "<") if is_range else None


def read_predicate(condition: exp.Expr, names: Names) -> Predicate | None:
    """Read a condition on one column; None where the program has no such predicate.

    LIKE is read as if case did not matter, as the program's own predicate has it.
    """
    condition = condition.unnest()
    if condition.args.get("negate"):
        positive = condition.copy()
        positive.set("negate", None)
        return _negated(positive, names)
    read = _READERS.get(type(condition))
    return read(condition, names) if read else None


def as_printed(column: Column, text: str) -> str:
    """Write a value of a column as PostgreSQL prints it, as far as its type tells how."""
    if column.is_boolean:
        lower = text.strip().lower()
        return "true" if lower in _TRUE else "false" if lower in _FALSE else text
    if column.is_integer:
        number = _number(text)
        return text if number is None or number % 1 else str(int(number))
    return text


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _equals(column: Column | None, value: str | None) -> Equals | None:
    return None if column is None or value is None else Equals(column, as_printed(column, value))


def _flag(condition: exp.Expr, names: Names) -> Predicate | None:
    return _equals(names.column(condition), "true")


def _equality(condition: exp.Expr, names: Names) -> Predicate | None:
    column, other = condition.this.unnest(), condition.expression
    if constant(other) is None:
        column, other = condition.expression.unnest(), condition.this
    named = names.column(column)
    if named is None:
        time = read_time(column, names)
        return _two_columns(condition, names) if time is None else read_equality(time, constant(other))
    return _equals(named, constant(other)) or _two_columns(condition, names)


def _two_columns(condition: exp.Expr, names: Names) -> Predicate | None:
    """Read a comparison of two columns of one table."""
    sides = names.column(condition.this.unnest()), names.column(condition.expression.unnest())
    kinds: dict[type[exp.Expr], int] = {exp.EQ: 0, exp.GT: 0, exp.LT: 1}
    if sides[0] is None or sides[1] is None or sides[0].table_id != sides[1].table_id or type(condition) not in kinds:
        return None
    one, other = (sides[1], sides[0]) if kinds[type(condition)] else (sides[0], sides[1])
    return ColumnCompare(one, "=" if isinstance(condition, exp.EQ) else ">", other)


def _inequality(condition: exp.Expr, names: Names) -> Predicate | None:
    return _negated(exp.EQ(this=condition.this.copy(), expression=condition.expression.copy()), names)


def _is(condition: exp.Expr, names: Names) -> Predicate | None:
    column = names.column(condition.this.unnest())
    if isinstance(condition.expression, exp.Null):
        return None if column is None else IsNull(column)
    return _equals(column, constant(condition.expression))


def _membership(condition: exp.Expr, names: Names) -> Predicate | None:
    values = [constant(value) for value in condition.expressions]
    column = names.column(condition.this.unnest())
    time = read_time(condition.this, names) if column is None else None
    return _one_of(column, values) if time is None else read_membership(time, values)


def _one_of(column: Column | None, values: Sequence[str | None]) -> Predicate | None:
    known = {as_printed(column, value) for value in values if column is not None and value is not None}
    if column is None or None in values or not known:
        return None
    return Equals(column, known.pop()) if len(known) == 1 else OneOf(column, tuple(sorted(known)))


def _alternatives(condition: exp.Expr, names: Names) -> Predicate | None:
    """Read equalities of one column that OR connects."""
    parts = [read_predicate(part, names) for part in _disjuncts(condition)]
    equalities = [part for part in parts if isinstance(part, Equals)]
    if len(equalities) < len(parts) or len({part.column.column_id for part in equalities}) > 1:
        return None
    return _one_of(equalities[0].column, [part.literal for part in equalities])


def _disjuncts(condition: exp.Expr) -> Iterator[exp.Expr]:
    condition = condition.unnest()
    if isinstance(condition, exp.Or):
        yield from _disjuncts(condition.this)
        yield from _disjuncts(condition.expression)
    else:
        yield condition


def _negation(condition: exp.Expr, names: Names) -> Predicate | None:
    return _negated(condition.this.unnest(), names)


def _negated(condition: exp.Expr, names: Names) -> Predicate | None:
    """Negate a condition; IS NOT TRUE and the like hold of NULL, as no negation of the program does."""
    if isinstance(condition, exp.Column):
        return _equals(names.column(condition), "false")
    if isinstance(condition, exp.Is) and not isinstance(condition.expression, exp.Null):
        return None
    predicate = read_predicate(condition, names)
    if isinstance(predicate, Not):
        return predicate.predicate
    return None if predicate is None else Not(predicate)


def _between(condition: exp.Expr, names: Names) -> Predicate | None:
    if condition.args.get("symmetric"):
        return None
    ends = (condition.args["low"], condition.args["high"])
    time = read_time(condition.this, names)
    if time is not None:
        return read_range(time, *map(constant, ends))
    column = names.column(condition.this.unnest())
    low, high = (_bound(column, end) for end in ends)
    return None if column is None or low is None or high is None else Between(column, low, high)


def _comparison(condition: exp.Expr, names: Names) -> Predicate | None:
    """Read a comparison with a bound, or of two columns; one of texts is no predicate of the program."""
    comparison = _COMPARISONS[type(condition)]
    value, other = condition.this.unnest(), condition.expression.unnest()
    if constant(value) is not None:
        value, other = other, value
        comparison = _TURNED[comparison]
    time = read_time(value, names)
    if time is not None and constant(other) is not None:
        return read_comparison(time, comparison, constant(other))
    if isinstance(value, exp.StrPosition):
        return _position(value, comparison, constant(other), names)
    column = names.column(value)
    bound = _bound(column, other)
    if column is None and _number(constant(other) or "") is not None:
        return _of_arithmetic(value, comparison, constant(other) or "", names)
    return Compare(column, comparison, bound) if column and bound is not None else _two_columns(condition, names)


def _of_arithmetic(node: exp.Expr, comparison: Comparison, bound: str, names: Names) -> Predicate | None:
    """Read a bound of what follows from several columns of one table."""
    expression = read_expression(node, names)
    columns = () if expression is None else columns_of(expression)
    if expression is None or len(columns) < 2 or len({column.table_id for column in columns}) != 1:
        return None
    return ExpressionCompare(columns[0], expression, comparison, bound)


def _bound(column: Column | None, node: exp.Expr) -> str | None:
    value = constant(node)
    if column is None or value is None:
        return None
    return value if column.is_numeric and _number(value) is not None else None


def _text_part(condition: exp.Expr, names: Names) -> Predicate | None:
    """Read LIKE where the pattern has a wildcard at its end, or at both ends, alone."""
    column, pattern = _cased(condition.this, names), constant(condition.expression)
    if column is None or pattern is None or not pattern.endswith("%"):
        return None
    text = pattern[:-1].removeprefix("%")
    if not text or _WILDCARDS & set(text):
        return None
    return TextContains(column, text, at_start=not pattern.startswith("%"))


def _cased(node: exp.Expr, names: Names) -> Column | None:
    """Return the column that a node names, in whatever case."""
    node = node.unnest()
    return names.column((node.this if isinstance(node, exp.Lower | exp.Upper) else node).unnest())


def _starts(condition: exp.Expr, names: Names) -> Predicate | None:
    column, text = _cased(condition.this, names), constant(condition.expression)
    return TextContains(column, text, at_start=True) if column and text else None


def _position(node: exp.StrPosition, comparison: Comparison, bound: str | None, names: Names) -> Predicate | None:
    column, text = _cased(node.this, names), constant(node.args["substr"])
    is_inside = (comparison, bound) in {(">", "0"), (">=", "1")}
    return TextContains(column, text) if column and text and is_inside else None


def _expression(condition: exp.Expr, names: Names) -> Predicate | None:
    """Read a regular expression that is a plain text, at any place or at the start."""
    column, pattern = _cased(condition.this, names), constant(condition.expression)
    text = (pattern or "").removeprefix("^")
    if column is None or not text or re.escape(text).replace("\\ ", " ").replace("\\-", "-") != text:
        return None
    return TextContains(column, text, at_start=(pattern or "").startswith("^"))


_READERS: dict[type[exp.Expr], Callable[[exp.Expr, Names], Predicate | None]] = {
    exp.Column: _flag,
    exp.EQ: _equality,
    exp.NEQ: _inequality,
    exp.Is: _is,
    exp.In: _membership,
    exp.Or: _alternatives,
    exp.Not: _negation,
    exp.Between: _between,
    **dict.fromkeys(_COMPARISONS, _comparison),
    exp.Like: _text_part,
    exp.ILike: _text_part,
    exp.StartsWith: _starts,
    exp.RegexpLike: _expression,
    exp.RegexpILike: _expression,
}
