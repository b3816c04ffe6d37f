"""The class of queries the paper's model expresses, decided on the SQL."""

from __future__ import annotations

from sqlglot import exp

from factcheck.quality.query_form import (
    conditions,
    conjuncts,
    constant,
    is_inner,
    joins,
    parse,
    sources,
    spell_out_using,
)

Predicates = frozenset[tuple[str, str]]

_SIMPLE_CLAUSES = frozenset({"expressions", "from_", "joins", "where", "kind"})


def is_in_query_class(sql: str) -> bool:
    """Tell whether a query is one that the paper's model can express (Definition 2).

    One aggregate (count of rows or of a column, distinct count, sum, average, minimum, maximum, median),
    a percentage or a conditional probability, in any of their usual spellings, over tables joined by
    equality of columns, with a conjunction of predicates ``column = constant``.
    ``100 * SUM(column) / COUNT(*)`` and ``100 * AVG(column)`` are taken for percentages of a 0/1 column.
    """
    tree = parse(sql)
    if tree is None or len(tree.expressions) != 1:
        return False
    scope = _scope(tree)
    value, factor = _without_factor(tree.expressions[0].unalias())
    if scope is None or factor not in (1.0, 100.0):
        return False
    if factor == 1.0 and sources(tree) and _is_aggregate(value):
        return True
    return _is_percentage(value, factor, scope)


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


def _predicate(condition: exp.Expr) -> tuple[str, str] | None:
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
    return column.sql(dialect="postgres"), value


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


def _is_aggregate(node: exp.Expr) -> bool:
    if isinstance(node, exp.Filter):
        return _predicates(node.expression.this) is not None and _is_aggregate(node.this)
    if _counted(node, frozenset()) is not None:
        return True
    if isinstance(node, exp.Count) and isinstance(node.this, exp.Distinct):
        return len(node.this.expressions) == 1 and isinstance(node.this.expressions[0], exp.Column)
    if isinstance(node, exp.WithinGroup):
        is_median = isinstance(node.this, exp.PercentileCont) and constant(node.this.this) == "0.5"
        order = node.expression.expressions
        return is_median and len(order) == 1 and isinstance(order[0].this, exp.Column)
    if isinstance(node, exp.Sum | exp.Avg | exp.Min | exp.Max | exp.Median):
        return _is_column(node.this)
    return False


def _is_column(node: exp.Expr) -> bool:
    node = node.unnest()
    return isinstance(node, exp.Column) or (isinstance(node, exp.Cast) and _is_column(node.this))


def _is_percentage(node: exp.Expr, factor: float, scope: Predicates) -> bool:
    if isinstance(node, exp.Avg):
        indicator = _indicator(node.this)
        return indicator is not None or (factor == 100.0 and _is_column(node.this))
    if not isinstance(node, exp.Div):
        return False
    part, whole = _counted(node.this, scope), _counted(node.expression, scope)
    if whole is None:
        return False
    if part is None:
        is_sum = isinstance(node.this, exp.Sum) and _is_column(node.this.this)
        return is_sum and factor == 100.0 and whole == scope
    return part > whole


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
        return _predicates(node.this) if not _is_column(node.this) else None
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
