"""What calls and expressions of SQL amount to, in whatever way they are spelled."""

from __future__ import annotations

from sqlglot import exp

from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.function import AggregationFunction
from factcheck.sql_reading.normal_form import constant

PERCENT = 100.0

_GROWING = exp.Sum | exp.Avg | exp.Max | exp.Min
"""Aggregates that grow with a factor of their argument."""

_BY_NAME = {name: function for function in FUNCTIONS for name in function.names_in_sql}


def named_function(node: exp.Expr) -> AggregationFunction | None:
    """Return the function that goes by the name of a call."""
    if isinstance(node, exp.Anonymous | exp.AnonymousAggFunc):
        return _BY_NAME.get(node.name.lower())
    names = type(node).sql_names() if isinstance(node, exp.Func) else []
    return next((_BY_NAME[name.lower()] for name in names if name.lower() in _BY_NAME), None)


def argument(call: exp.Expr) -> exp.Expr:
    """Return the one argument of a call; where there are several, the call itself, which is no column."""
    arguments = [call.this, *call.expressions] if isinstance(call.this, exp.Expr) else call.expressions
    return arguments[0] if len(arguments) == 1 else call


def without_casts(node: exp.Expr) -> exp.Expr:
    """Return what is cast."""
    node = node.unnest()
    return without_casts(node.this) if isinstance(node, exp.Cast) else node


def without_factor(node: exp.Expr) -> tuple[exp.Expr, float]:
    """Strip rounding, casts and guards against zero, and take out constant factors."""
    node = node.unnest()
    if isinstance(node, exp.Cast | exp.Round | exp.Nullif | exp.Coalesce):
        if isinstance(node.this.unnest(), exp.Column | exp.EQ | exp.And):
            return node, 1.0
        return without_factor(node.this)
    if isinstance(node, exp.Mul):
        for number, rest in ((node.this, node.expression), (node.expression, node.this)):
            if isinstance(number.unnest(), exp.Literal) and number.unnest().is_number:
                value, factor = without_factor(rest)
                return value, factor * float(number.unnest().this)
    if isinstance(node, exp.Div):
        upper, upper_factor = without_factor(node.this)
        lower, lower_factor = without_factor(node.expression)
        return exp.Div(this=upper.copy(), expression=lower.copy()), upper_factor / (lower_factor or 1.0)
    return node, 1.0


def with_factor(node: exp.Expr, factor: float) -> exp.Expr | None:
    """Put a constant factor into an aggregate: ``1000 * MAX(amount)`` is ``MAX(amount * 1000)``.

    None where the aggregate does not grow with its argument, or the factor is neither a whole number nor a part by one.
    """
    by, kind = (factor, exp.Mul) if factor >= 1 else (round(1 / factor, 6) if factor > 0 else 0.0, exp.Div)
    if by < 1 or by % 1 or not isinstance(node, exp.Column | _GROWING):
        return None
    told = exp.Literal.number(int(by))
    if isinstance(node, exp.Column):
        return kind(this=node.copy(), expression=told)
    scaled = node.copy()
    scaled.set("this", kind(this=exp.paren(node.this.copy()), expression=told))
    return scaled


def indicator(node: exp.Expr) -> tuple[exp.Expr, float] | None:
    """Read an expression that is 1, or another unit, where a condition holds, and else 0 or NULL."""
    node = node.unnest()
    if isinstance(node, exp.Cast):
        is_condition = isinstance(node.this.unnest(), exp.Predicate | exp.Connector | exp.Not)
        return (node.this, 1.0) if is_condition else None
    if not isinstance(node, exp.Case) or node.this is not None or len(node.args["ifs"]) != 1:
        return None
    branch = node.args["ifs"][0]
    otherwise, unit = node.args.get("default"), _number(branch.args["true"])
    is_zero = otherwise is None or isinstance(otherwise, exp.Null) or _number(otherwise) == 0.0
    return (branch.this, unit) if is_zero and unit in (1.0, PERCENT) else None


def _number(node: exp.Expr) -> float | None:
    text = constant(node)
    try:
        return None if text is None else float(text)
    except ValueError:
        return None
