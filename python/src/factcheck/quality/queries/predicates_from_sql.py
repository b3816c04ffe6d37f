"""Reading conditions of SQL as predicates of the program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal, InvalidOperation

from sqlglot import exp

from factcheck.catalogue.schema import Column
from factcheck.quality.queries.names import Names, is_date
from factcheck.quality.queries.normal_form import conjuncts, constant
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare, Comparison
from factcheck.queries.predicates.date_part import DatePart, Part
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.predicates.text_contains import TextContains

_COMPARISONS: dict[type[exp.Expr], Comparison] = {exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">="}
_TURNED: dict[Comparison, Comparison] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_PARTS: dict[str, Part] = {"quarter": "quarter", "hour": "hour", "month": "month", "isodow": "isodow", "dow": "isodow"}
_TRUE, _FALSE = frozenset({"true", "t", "yes", "y", "on", "1"}), frozenset({"false", "f", "no", "n", "off", "0"})
_WILDCARDS = frozenset("%_\\")


def read_predicates(condition: exp.Expr | None, names: Names) -> tuple[Predicate, ...] | None:
    """Read a conjunction; None where a part of it is no predicate of the program."""
    predicates = [read_predicate(part, names) for part in conjuncts(condition)]
    known = [predicate for predicate in predicates if predicate is not None]
    return tuple(known) if len(known) == len(predicates) else None


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
    if isinstance(column, exp.Extract):
        return _date_part(column, constant(other), names)
    return _equals(names.column(column), constant(other))


def _inequality(condition: exp.Expr, names: Names) -> Predicate | None:
    return _negated(exp.EQ(this=condition.this.copy(), expression=condition.expression.copy()), names)


def _is(condition: exp.Expr, names: Names) -> Predicate | None:
    column = names.column(condition.this.unnest())
    if isinstance(condition.expression, exp.Null):
        return None if column is None else IsNull(column)
    return _equals(column, constant(condition.expression))


def _date_part(node: exp.Extract, value: str | None, names: Names) -> Predicate | None:
    name, column = node.name.lower(), names.column(node.expression.unnest())
    number = _number(value or "")
    if column is None or number is None or number % 1:
        return None
    whole = int(number)
    if name == "year":
        return Period(column, f"{whole:04d}-01-01", f"{whole + 1:04d}-01-01") if 1 <= whole < 9999 else None
    whole = 7 if name == "dow" and number == 0 else whole
    return DatePart(column, _PARTS[name], whole, whole) if name in _PARTS else None


def _membership(condition: exp.Expr, names: Names) -> Predicate | None:
    return _one_of(names.column(condition.this.unnest()), [constant(value) for value in condition.expressions])


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
    column = names.column(condition.this.unnest())
    low, high = (_bound(column, condition.args[end]) for end in ("low", "high"))
    if column is None or low is None or high is None or condition.args.get("symmetric"):
        return None
    return Between(column, low, high)


def _comparison(condition: exp.Expr, names: Names) -> Predicate | None:
    """Read a comparison with a bound; one of texts is no predicate of the program."""
    comparison = _COMPARISONS[type(condition)]
    column, other = names.column(condition.this.unnest()), condition.expression
    if column is None:
        column, other = names.column(condition.expression.unnest()), condition.this
        comparison = _TURNED[comparison]
    bound = _bound(column, other)
    return Compare(column, comparison, bound) if column and bound is not None else None


def _bound(column: Column | None, node: exp.Expr) -> str | None:
    value = constant(node)
    if column is None or value is None:
        return None
    is_bound = _number(value) is not None if column.is_numeric else column.is_date and is_date(value)
    return value if is_bound else None


def _text_part(condition: exp.Expr, names: Names) -> Predicate | None:
    """Read LIKE where the pattern has a wildcard at its end, or at both ends, alone."""
    column, pattern = names.column(condition.this.unnest()), constant(condition.expression)
    if column is None or pattern is None or not pattern.endswith("%"):
        return None
    text = pattern[:-1].removeprefix("%")
    if not text or _WILDCARDS & set(text):
        return None
    return TextContains(column, text, at_start=not pattern.startswith("%"))


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
}
