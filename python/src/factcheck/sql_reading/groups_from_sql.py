"""Reading SQL over groups of rows, and over rows in an order, as queries of the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from sqlglot import exp

from factcheck.catalogue.derived import derived
from factcheck.catalogue.expressions import YearOf
from factcheck.queries.group_average import GroupAverage
from factcheck.queries.group_count import GroupComparison, GroupCount
from factcheck.queries.group_extreme import GroupExtreme, GroupOwner
from factcheck.queries.group_ratio import GroupRatioExtreme
from factcheck.queries.groups import Grouping, GroupPart
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.row_at_extreme import RowAtExtreme
from factcheck.queries.selection import Selection
from factcheck.queries.top_groups import TopGroups
from factcheck.queries.top_rows import TopRows
from factcheck.sql_reading.aggregates_from_sql import AggregateReader
from factcheck.sql_reading.labelled_query import LabelledQuery
from factcheck.sql_reading.names import Names
from factcheck.sql_reading.normal_form import constant, sources
from factcheck.sql_reading.selection_from_sql import read_selection
from factcheck.sql_reading.spellings import PERCENT, without_factor
from factcheck.sql_reading.times_from_sql import read_time

_PARTS: dict[str, GroupPart] = {
    "year": "year",
    "quarter": "quarter",
    "month": "month",
    "isodow": "isodow",
    "hour": "hour",
}
_COMPARISONS: dict[type[exp.Expr], GroupComparison] = {
    exp.EQ: "=",
    exp.LT: "<",
    exp.LTE: "<=",
    exp.GT: ">",
    exp.GTE: ">=",
}
_OF_ORDER = ("order", "limit", "offset")
_OF_GROUPS = ("group", "having", *_OF_ORDER)

Aliases = Mapping[int, tuple[str, ...]]
"""The names of a SELECT's expressions, by the identity of its node: reading names drops them."""


def aliases_of(tree: exp.Select) -> Aliases:
    """Return the names of the expressions of all SELECTs."""
    return {id(each): tuple(one.alias_or_name for one in each.expressions) for each in tree.find_all(exp.Select)}


@dataclass(frozen=True, slots=True)
class _Groups:
    """Groups as a SELECT has them: what they are made by, its expressions by name, and those that it sorts by."""

    by: Grouping
    rows: Selection
    expressions: Mapping[str, exp.Expr]
    having: exp.Expr | None


class GroupReader:
    """Reads queries over groups and over rows in an order; lists are empty where nothing is read."""

    def __init__(self, names: Names, aliases: Aliases) -> None:
        self._names = names
        self._aliases = aliases
        self._aggregates = AggregateReader(names)

    def read(self, select: exp.Select) -> list[LabelledQuery]:
        """Read a query."""
        query = self._in_order(select) if select.args.get("order") else self._over_groups(select)
        return [] if query is None else [LabelledQuery(query)]

    def _over_groups(self, select: exp.Select) -> Query | None:
        source = sources(select)[0] if len(sources(select)) == 1 else None
        inner = source.this if isinstance(source, exp.Subquery) else None
        if isinstance(inner, exp.Select) and inner.args.get("limit"):
            return self._top(select, inner)
        groups = self._groups(inner) if isinstance(inner, exp.Select) else None
        return None if groups is None else self._of_groups(select, groups)

    def _top(self, select: exp.Select, inner: exp.Select) -> Query | None:
        """Read the sum over the first groups in the order of what is added up, or a measure of the first rows."""
        order, top = inner.args.get("order"), constant(inner.args["limit"].expression)
        value = select.expressions[0].unalias()
        plain = inner.copy()
        plain.set("order", None)
        plain.set("limit", None)
        if not inner.args.get("group") and order is not None and top is not None and top.isdecimal():
            names = dict(zip(self._aliases.get(id(inner), ()), inner.expressions, strict=False))
            return self._top_rows(select, plain, names, order, int(top))
        groups = GroupReader(self._names, {id(plain): self._aliases.get(id(inner), ())})._groups(plain)
        if groups is None or order is None or len(order.expressions) != 1 or top is None or not top.isdecimal():
            return None
        total = value.unnest()
        aggregate = self._value(total.this, groups) if isinstance(total, exp.Sum) else None
        if aggregate is None or self._value(order.expressions[0].this, groups) != aggregate:
            return None
        return TopGroups(aggregate, groups.by, int(top), bool(order.expressions[0].args.get("desc")))

    def _top_rows(
        self, select: exp.Select, plain: exp.Select, names: Mapping[str, exp.Expr], order: exp.Order, top: int
    ) -> TopRows | None:
        """Read a measure of the first rows, or how many of them fulfil a condition.

        ``plain`` selects all of them, and ``names`` has what it selects.
        """
        rows, by = self._rows(plain), self._names.column(order.expressions[0].this)
        if rows is None or by is None or len(order.expressions) != 1 or not plain.args.get("from_"):
            return None
        outer = select.copy()
        outer.set("from_", plain.args["from_"].copy())
        for column in list(outer.find_all(exp.Column)):
            column.replace(names.get(column.name, column).copy())
        of_outer = self._rows(outer)
        value = outer.expressions[0].unalias()
        aggregate = None if of_outer is None else self._aggregates.operand(value, of_outer)
        if aggregate is None or of_outer is None:
            return None
        is_greatest = bool(order.expressions[0].args.get("desc"))
        return TopRows(aggregate.measure, by, rows, top, of_outer.predicates, is_greatest)

    def _groups(self, select: exp.Select) -> _Groups | None:
        group = select.args.get("group")
        keys = group.expressions if group is not None else []
        names = self._aliases.get(id(select), ())
        if len(keys) != 1 or len(names) != len(select.expressions) or any(select.args.get(e) for e in _OF_ORDER):
            return None
        by, rows = self._grouping(self._key(keys[0], select, names)), self._rows(select)
        if by is None or rows is None:
            return None
        having = select.args.get("having")
        return _Groups(by, rows, dict(zip(names, select.expressions, strict=True)), having.this if having else None)

    def _key(self, key: exp.Expr, select: exp.Select, names: tuple[str, ...]) -> exp.Expr:
        """Return what groups are made by, which may be named by its place or its name."""
        place, expressions = constant(key), list[exp.Expr](select.expressions)
        if place is not None and place.isdecimal() and 0 < int(place) <= len(expressions):
            return expressions[int(place) - 1]
        if self._names.column(key) is None and key.name in names:
            return expressions[names.index(key.name)]
        return key

    def _rows(self, select: exp.Select) -> Selection | None:
        plain = select.copy()
        for clause in _OF_GROUPS:
            plain.set(clause, None)
        return read_selection(plain, self._names)

    def _grouping(self, node: exp.Expr) -> Grouping | None:
        node = node.unnest()
        part: GroupPart | None = None
        year = read_time(node, self._names)
        if year is not None and year.part == "year" and year.way:
            return Grouping(derived(YearOf(year.column, year.way), year.column.table_id))
        if isinstance(node, exp.Extract):
            if node.name.lower() not in _PARTS:
                return None
            part, node = _PARTS[node.name.lower()], node.expression
        column = self._names.column(node.unnest())
        return None if column is None else Grouping(column, part)

    def _of_groups(self, select: exp.Select, groups: _Groups) -> Query | None:
        value, factor = without_factor(select.expressions[0].unalias())
        where = select.args.get("where")
        condition = where.this if where else groups.having
        if isinstance(value, exp.Max | exp.Min | exp.Avg) and condition is None and factor == 1.0:
            return self._summary(value, groups)
        if isinstance(value, exp.WithinGroup) and condition is None and factor == 1.0:
            return self._median(value, groups)
        if isinstance(value, exp.Div) and isinstance(value.this.unnest(), exp.Max | exp.Min) and condition is None:
            return self._share(value, factor, groups)
        if isinstance(value, exp.Div) and factor == PERCENT and condition is None and _counts_all(value.expression):
            part = value.this.unnest()
            is_part = isinstance(part, exp.Filter) and _counts_all(part.this)
            return self._count(part.expression.this, groups, is_share=True) if is_part else None
        if isinstance(value, exp.Filter) and _counts_all(value.this) and condition is None and factor == 1.0:
            return self._count(value.expression.this, groups)
        return (
            self._count(condition, groups) if _counts_all(value) and condition is not None and factor == 1.0 else None
        )

    def _summary(self, value: exp.Max | exp.Min | exp.Avg, groups: _Groups) -> Query | None:
        """Read the extreme, or the average, of what groups have."""
        aggregate, is_greatest = self._value(value.this, groups), isinstance(value, exp.Max)
        if isinstance(value, exp.Avg):
            return None if aggregate is None else GroupAverage(aggregate, groups.by)
        if aggregate is None:
            return self._ratio(value.this, groups, is_greatest=is_greatest)
        return GroupExtreme(aggregate, groups.by, is_greatest)

    def _median(self, value: exp.WithinGroup, groups: _Groups) -> GroupAverage | None:
        """Read the median of what groups have."""
        is_median = isinstance(value.this, exp.PercentileCont) and constant(value.this.this) == "0.5"
        aggregate = self._value(value.expression.expressions[0].this, groups) if is_median else None
        return None if aggregate is None else GroupAverage(aggregate, groups.by, is_median=True)

    def _ratio(self, node: exp.Expr, groups: _Groups, *, is_greatest: bool) -> GroupRatioExtreme | None:
        """Read the extreme of a ratio of two aggregates of each group."""
        if isinstance(node, exp.Column):
            node = groups.expressions.get(node.name, node)
        value, factor = without_factor(node)
        if not isinstance(value, exp.Div) or factor % 1:
            return None
        upper, lower = (self._aggregates.operand(side, groups.rows) for side in (value.this, value.expression))
        if upper is None or lower is None:
            return None
        return GroupRatioExtreme(upper, lower, groups.by, is_greatest, factor=int(factor))

    def _share(self, node: exp.Div, factor: float, groups: _Groups) -> GroupExtreme | None:
        """Read the share that the extreme has of the sum of all groups, in per cent."""
        extreme, whole = node.this.unnest(), node.expression.unnest()
        aggregate = self._value(extreme.this, groups) if isinstance(whole, exp.Sum) and factor == PERCENT else None
        if aggregate is None or self._value(whole.this, groups) != aggregate:
            return None
        return GroupExtreme(aggregate, groups.by, isinstance(extreme, exp.Max), is_share=True)

    def _count(self, condition: exp.Expr, groups: _Groups, *, is_share: bool = False) -> GroupCount | None:
        condition = condition.unnest()
        comparison = _COMPARISONS.get(type(condition))
        bound = _number(condition.expression) if comparison is not None else None
        aggregate = self._value(condition.this, groups) if bound is not None else None
        if comparison is None or bound is None or aggregate is None:
            return None
        return GroupCount(aggregate, groups.by, comparison, bound, is_share)

    def _value(self, node: exp.Expr, groups: _Groups) -> Aggregate | None:
        """Return the aggregate that an expression over groups is, or that it names."""
        node = node.unnest()
        if isinstance(node, exp.Column):
            node = groups.expressions.get(node.name, node)
        return self._aggregates.operand(node, groups.rows)

    def _in_order(self, select: exp.Select) -> Query | None:
        """Read the first of rows, or of groups, in an order."""
        ordered = select.args["order"].expressions
        limit, offset = (select.args.get(clause) for clause in ("limit", "offset"))
        if len(ordered) != 1 or limit is None or constant(limit.expression) != "1":
            return None
        rank = 1 + int(constant(offset.expression) or 0) if offset else 1
        key, is_greatest = ordered[0].this, bool(ordered[0].args.get("desc"))
        value = select.expressions[0]
        source = sources(select)[0]
        if isinstance(source, exp.Subquery) and isinstance(source.this, exp.Select):
            return self._first_group(value, key, self._groups(source.this), is_greatest, rank)
        if select.args.get("group"):
            plain = select.copy()
            self_aliases = self._aliases.get(id(select), ())
            for clause in _OF_ORDER:
                plain.set(clause, None)
            reader = GroupReader(self._names, {id(plain): self_aliases})
            return self._first_group(value, key, reader._groups(plain), is_greatest, rank)
        rows = self._rows(select)
        column, by = self._names.column(value), self._names.column(key)
        if rows is None or column is None or by is None or not column.is_numeric:
            return None
        return RowAtExtreme(column, by, rows, is_greatest, rank)

    def _first_group(
        self, value: exp.Expr, key: exp.Expr, groups: _Groups | None, is_greatest: bool, rank: int
    ) -> Query | None:
        aggregate = None if groups is None else self._value(key, groups)
        if groups is None or aggregate is None:
            return None
        if self._value(value, groups) == aggregate:
            return GroupExtreme(aggregate, groups.by, is_greatest, rank)
        named = groups.expressions.get(value.name, value) if isinstance(value, exp.Column) else value
        return GroupOwner(aggregate, groups.by, is_greatest, rank) if self._grouping(named) == groups.by else None


def _counts_all(node: exp.Expr) -> bool:
    node = node.unnest()
    return isinstance(node, exp.Count) and isinstance(node.this, exp.Star | exp.Literal)


def _number(node: exp.Expr) -> Decimal | None:
    try:
        return Decimal(constant(node) or "")
    except InvalidOperation:
        return None
