"""The class of queries the paper's model expresses, decided on the SQL, and the fragments of a query inside."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from sqlglot import exp

from factcheck.quality.queries.normal_form import (
    Columns,
    conditions,
    conjuncts,
    constant,
    is_inner,
    joins,
    parse,
    resolve_names,
    sources,
    spell_out_using,
)


@dataclass(frozen=True, slots=True, order=True)
class ColumnName:
    """A column as a query names it; ``table`` is empty where the query does not tell."""

    table: str
    column: str


@dataclass(frozen=True, slots=True, order=True)
class Restriction:
    """The predicate ``column = value``; the value as written, "true" and "false" for what stands without one."""

    column: ColumnName
    value: str


Predicates = frozenset[Restriction]


@dataclass(frozen=True, slots=True)
class QueryFragments:
    """The fragments of a query (Definition 2): function, aggregation column and predicates.

    ``function`` is the value of a ``factcheck.fragments.Function``, or a name such as "median" that is none yet.
    ``column`` is None for ``*``, which is that of one of ``tables``.  The query may be put together from other
    fragments, too, where its columns hold certain values only: such a reading counts if ``only_if`` holds of them.
    """

    function: str
    column: ColumnName | None
    predicates: Predicates
    tables: tuple[str, ...] = ()
    only_if: tuple[ColumnName, Literal["has no NULL", "is 0 or 1"]] | None = None


_SIMPLE_CLAUSES = frozenset({"expressions", "from_", "joins", "where", "kind"})
_FUNCTIONS: dict[type[exp.Expr], str] = {
    exp.Sum: "sum",
    exp.Avg: "avg",
    exp.Min: "min",
    exp.Max: "max",
    exp.Median: "median",
}


def is_in_query_class(sql: str) -> bool:
    """Tell whether a query is one that the paper's model can express (Definition 2).

    One aggregate (count of rows or of a column, distinct count, sum, average, minimum, maximum, median),
    a percentage or a conditional probability, in any of their usual spellings, over tables joined by
    equality of columns, with a conjunction of predicates ``column = constant``.
    ``100 * SUM(column) / COUNT(*)`` and ``100 * AVG(column)`` are taken for percentages of a 0/1 column.
    """
    return bool(read_fragments(sql))


def read_fragments(sql: str, columns: Columns | None = None) -> tuple[QueryFragments, ...]:
    """Take a query apart into fragments, in each way there is; empty for a query outside the class.

    ``columns`` gives the columns of each table; only an unqualified column in a join needs it.
    """
    tree = parse(sql)
    if tree is None or len(tree.expressions) != 1:
        return ()
    for select in list(tree.find_all(exp.Select)):
        resolve_names(select, columns or {})
    scope = _scope(tree)
    value, factor = _without_factor(tree.expressions[0].unalias())
    if scope is None or factor not in (1.0, 100.0):
        return ()
    readings = _aggregates(value, scope) if factor == 1.0 and sources(tree) else []
    tables = tuple(dict.fromkeys(table.name for table in tree.find_all(exp.Table)))
    return tuple(replace(reading, tables=tables) for reading in readings or _shares(value, factor, scope))


def is_share(sql: str) -> bool:
    """Tell whether a query's value is a share of rows or amounts, as a fraction or times 100."""
    tree = parse(sql)
    if tree is None or len(tree.expressions) != 1:
        return False
    value, _ = _without_factor(tree.expressions[0].unalias())
    return isinstance(value, exp.Div) or (isinstance(value, exp.Avg) and _indicator(value.this) is not None)


def _scope(select: exp.Select) -> Predicates | None:
    """Return the predicates of a SELECT that does nothing but join and filter by equality, else None."""
    if any(value for clause, value in select.args.items() if clause not in _SIMPLE_CLAUSES):
        return None
    tables = sources(select)
    if not all(isinstance(table, exp.Table) for table in tables) or not all(map(is_inner, joins(select))):
        return None
    spell_out_using(select)
    predicates = []
    links = 0
    for condition in conditions(select):
        predicate = _predicate(condition)
        if predicate is not None:
            predicates.append(predicate)
        elif _is_link(condition):
            links += 1
        else:
            return None
    return frozenset(predicates) if links >= len(tables) - 1 else None


def _is_link(condition: exp.Expr) -> bool:
    if not isinstance(condition, exp.EQ):
        return False
    left, right = condition.this, condition.expression
    return isinstance(left, exp.Column) and isinstance(right, exp.Column) and left.table != right.table


def _predicate(condition: exp.Expr) -> Restriction | None:
    """Read ``column = constant``, also in the forms booleans take."""
    column: exp.Expr
    value: str | None
    if isinstance(condition, exp.EQ | exp.Is):
        column, value = condition.this.unnest(), constant(condition.expression)
        if isinstance(condition, exp.EQ) and value is None:
            column, value = condition.expression.unnest(), constant(condition.this)
    elif isinstance(condition, exp.In) and len(condition.expressions) == 1:
        column, value = condition.this.unnest(), constant(condition.expressions[0])
    elif isinstance(condition, exp.Not):
        column, value = condition.this.unnest(), "false"
    else:
        column, value = condition, "true"
    if not isinstance(column, exp.Column) or value is None:
        return None
    return Restriction(_name(column), value)


def _name(column: exp.Column) -> ColumnName:
    return ColumnName(column.table, column.name)


def _predicates(condition: exp.Expr | None) -> Predicates | None:
    found = [_predicate(part) for part in conjuncts(condition)]
    return frozenset(part for part in found if part is not None) if None not in found else None


def _without_factor(node: exp.Expr) -> tuple[exp.Expr, float]:
    """Strip rounding, casts and guards against zero, and take out constant factors."""
    node = node.unnest()
    if isinstance(node, exp.Cast | exp.Round | exp.Nullif | exp.Coalesce):
        if isinstance(node.this.unnest(), exp.Column | exp.EQ | exp.And):
            return node, 1.0
        return _without_factor(node.this)
    if isinstance(node, exp.Mul):
        for number, rest in ((node.this, node.expression), (node.expression, node.this)):
            if isinstance(number.unnest(), exp.Literal) and number.unnest().is_number:
                value, factor = _without_factor(rest)
                return value, factor * float(number.unnest().this)
    if isinstance(node, exp.Div):
        upper, upper_factor = _without_factor(node.this)
        lower, lower_factor = _without_factor(node.expression)
        return exp.Div(this=upper.copy(), expression=lower.copy()), upper_factor / (lower_factor or 1.0)
    return node, 1.0


def _aggregates(node: exp.Expr, scope: Predicates) -> list[QueryFragments]:
    """Read a single aggregate; empty where it is none of the model's."""
    if isinstance(node, exp.Filter):
        filtered = _predicates(node.expression.this)
        return [] if filtered is None else _aggregates(node.this, scope | filtered)
    counted = _counted(node, scope)
    if counted is not None:
        column = _column(node.this) if isinstance(node, exp.Count) else None
        rows = QueryFragments("count", None, counted)
        if column is None:
            return [rows]
        return [replace(rows, only_if=(column, "has no NULL")), QueryFragments("count", column, counted)]
    function, column = _function(node)
    return [] if function is None or column is None else [QueryFragments(function, column, scope)]


def _function(node: exp.Expr) -> tuple[str | None, ColumnName | None]:
    """Return function and column of an aggregate over one column."""
    if isinstance(node, exp.Count) and isinstance(node.this, exp.Distinct) and len(node.this.expressions) == 1:
        counted = node.this.expressions[0]
        return "count_distinct", _name(counted) if isinstance(counted, exp.Column) else None
    if isinstance(node, exp.WithinGroup):
        is_median = isinstance(node.this, exp.PercentileCont) and constant(node.this.this) == "0.5"
        order = node.expression.expressions
        is_column = len(order) == 1 and isinstance(order[0].this, exp.Column)
        return "median" if is_median else None, _name(order[0].this) if is_column else None
    function = _FUNCTIONS.get(type(node))
    return function, _column(node.this) if function else None


def _column(node: exp.Expr) -> ColumnName | None:
    """Return the column that a node is, however it is cast."""
    node = node.unnest()
    if isinstance(node, exp.Cast):
        return _column(node.this)
    return _name(node) if isinstance(node, exp.Column) else None


def _shares(node: exp.Expr, factor: float, scope: Predicates) -> list[QueryFragments]:
    """Read a percentage or, where the whole is restricted, a conditional probability."""
    if isinstance(node, exp.Avg):
        indicator = _indicator(node.this)
        if indicator is not None:
            return [_share(scope | indicator, scope)]
        return _share_of_flag(_column(node.this), scope) if factor == 100.0 else []
    if not isinstance(node, exp.Div):
        return []
    part, whole = _counted(node.this, scope), _counted(node.expression, scope)
    if whole is None:
        return []
    if part is None:
        is_sum = isinstance(node.this, exp.Sum) and factor == 100.0 and whole == scope
        return _share_of_flag(_column(node.this.this), scope) if is_sum else []
    return [_share(part, whole)] if part > whole else []


def _share(part: Predicates, whole: Predicates) -> QueryFragments:
    return QueryFragments("conditional_probability" if whole else "percentage", None, part)


def _share_of_flag(column: ColumnName | None, scope: Predicates) -> list[QueryFragments]:
    """Read ``100 * AVG(column)``: the share of rows with 1, and the average, whose hundredfold it is."""
    if column is None:
        return []
    flag = _share(scope | {Restriction(column, "1")}, scope)
    return [replace(flag, only_if=(column, "is 0 or 1")), QueryFragments("avg", column, scope)]


def _counted(node: exp.Expr, scope: Predicates) -> Predicates | None:
    """Return the predicates of the rows that a count counts, or None when it is not a count of rows."""
    if isinstance(node, exp.Filter):
        counted, filtered = _counted(node.this, scope), _predicates(node.expression.this)
        return None if counted is None or filtered is None else counted | filtered
    node = node.unnest()
    if isinstance(node, exp.Select):
        inner = _scope(node)
        if inner is None or len(node.expressions) != 1 or not sources(node):
            return None
        return _counted(node.expressions[0].unalias(), inner)
    if isinstance(node, exp.Count):
        if isinstance(node.this, exp.Star | exp.Literal | exp.Column):
            return scope
        indicator = _indicator(node.this) if isinstance(node.this, exp.Case) else None
    elif isinstance(node, exp.Sum):
        indicator = _indicator(node.this)
    else:
        return None
    return None if indicator is None else scope | indicator


def _indicator(node: exp.Expr) -> Predicates | None:
    """Read an expression that is 1 (or 100) where predicates hold, and else 0 or NULL."""
    node = node.unnest()
    if isinstance(node, exp.Cast):
        return _predicates(node.this) if _column(node.this) is None else None
    if not isinstance(node, exp.Case) or node.this is not None or len(node.args["ifs"]) != 1:
        return None
    branch = node.args["ifs"][0]
    otherwise = node.args.get("default")
    is_zero = otherwise is None or isinstance(otherwise, exp.Null) or _number(otherwise) == 0.0
    return _predicates(branch.this) if is_zero and _number(branch.args["true"]) in (1.0, 100.0) else None


def _number(node: exp.Expr) -> float | None:
    text = constant(node)
    try:
        return None if text is None else float(text)
    except ValueError:
        return None
