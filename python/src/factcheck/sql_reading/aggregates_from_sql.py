"""Reading calls of aggregate functions in SQL as aggregates of the program."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlglot import exp

from factcheck.catalogue.derived import derived
from factcheck.catalogue.expressions import columns_of
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.mode import MODE
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.selection import Selection
from factcheck.sql_reading.expressions_from_sql import read_expression
from factcheck.sql_reading.labelled_query import Condition, LabelledQuery
from factcheck.sql_reading.names import Names
from factcheck.sql_reading.normal_form import constant
from factcheck.sql_reading.selection_from_sql import narrowed, read_selection
from factcheck.sql_reading.spellings import (
    argument,
    indicator,
    named_function,
    with_factor,
    without_casts,
    without_factor,
)


@dataclass(frozen=True, slots=True)
class CountedRows:
    """Rows that an expression counts, adding ``unit`` for each."""

    rows: Selection
    unit: float = 1.0


class AggregateReader:
    """Reads expressions over the rows of a SELECT, which are None for a SELECT without FROM."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def readings(self, node: exp.Expr, rows: Selection) -> list[LabelledQuery]:
        """Read a single aggregate, in each way there is."""
        if isinstance(node, exp.Filter):
            filtered = narrowed(rows, node.expression.this, self._names)
            return [] if filtered is None else self.readings(node.this, filtered)
        counted = self.counted(node, rows)
        if counted is None:
            restricted = _summed_where(node)
            if restricted is not None:
                filtered = narrowed(rows, restricted[1], self._names)
                return [] if filtered is None else self.readings(restricted[0], filtered)
            measure = self._measure(node)
            return [] if measure is None else [LabelledQuery(Aggregate(measure, rows))]
        if counted.unit != 1.0:
            return []
        of_rows = LabelledQuery(Aggregate(Measure(COUNT, None), counted.rows))
        column = self.column(node.this) if isinstance(node, exp.Count) else None
        if column is None:
            return [of_rows]
        of_values = LabelledQuery(Aggregate(Measure(COUNT, column), counted.rows))
        return [replace(of_rows, only_if=Condition(column, "has no NULL")), of_values]

    def operand(self, node: exp.Expr, rows: Selection | None) -> Aggregate | None:
        """Read an aggregate that is part of a query, or a sub-SELECT of one; of several readings the unconditional.

        What a sub-SELECT looks up is the greatest of one value: of several rows the server would make nothing.
        """
        value, factor = without_factor(node)
        if isinstance(value, exp.Select):
            inner = self._inner(value) if factor == 1.0 else None
            return None if inner is None else self._looked_up(*inner) or self.operand(*inner)
        scaled = value if factor == 1.0 else with_factor(value, factor)
        readings = self.readings(scaled, rows) if rows is not None and scaled is not None else []
        queries = [reading.query for reading in readings if reading.only_if is None]
        return next((query for query in queries if isinstance(query, Aggregate)), None)

    def _looked_up(self, node: exp.Expr, rows: Selection) -> Aggregate | None:
        value, factor = without_factor(node)
        scaled = value if factor == 1.0 or not isinstance(value, exp.Column) else with_factor(value, factor)
        column = None if scaled is None else self.value(scaled)
        is_value = column is not None and column.is_numeric and bool(rows.predicates)
        return Aggregate(Measure(MAX, column), rows) if is_value else None

    def counted(self, node: exp.Expr, rows: Selection | None) -> CountedRows | None:
        """Read a count of rows, in whatever way it is spelled."""
        if isinstance(node, exp.Filter):
            counted = self.counted(node.this, rows)
            return None if counted is None else self._narrowed(counted, node.expression.this)
        node = node.unnest()
        if isinstance(node, exp.Select):
            inner = self._inner(node)
            return None if inner is None else self.counted(*inner)
        if rows is None or not isinstance(node, exp.Count | exp.Sum):
            return None
        if isinstance(node, exp.Sum):
            return self.indicated(node.this, rows)
        if isinstance(node.this, exp.Star | exp.Literal | exp.Column):
            return CountedRows(rows)
        cases = self.indicated(node.this, rows) if isinstance(node.this, exp.Case) else None
        return None if cases is None else CountedRows(cases.rows)

    def indicated(self, node: exp.Expr, rows: Selection) -> CountedRows | None:
        """Return the rows in which an expression is not 0 but a unit."""
        indicated = indicator(node)
        return None if indicated is None else self._narrowed(CountedRows(rows, indicated[1]), indicated[0])

    def column(self, node: exp.Expr) -> Column | None:
        """Return the column that a node is, however it is cast."""
        return self._names.column(without_casts(node))

    def value(self, node: exp.Expr) -> Column | None:
        """Return the column that a node is, or the derived column where it is arithmetic over columns."""
        column = self.column(node)
        expression = None if column is not None else read_expression(node, self._names)
        if expression is None or not columns_of(expression):
            return column
        if isinstance(expression, Column):
            return expression
        return derived(expression, columns_of(expression)[0].table_id)

    def _narrowed(self, counted: CountedRows, condition: exp.Expr) -> CountedRows | None:
        rows = narrowed(counted.rows, condition, self._names)
        return None if rows is None else replace(counted, rows=rows)

    def _inner(self, select: exp.Select) -> tuple[exp.Expr, Selection] | None:
        """Return the one expression of a sub-SELECT and its rows."""
        rows = read_selection(select, self._names) if len(select.expressions) == 1 else None
        return None if rows is None else (select.expressions[0].unalias(), rows)

    def _measure(self, node: exp.Expr) -> Measure | None:
        """Read an aggregate over one column."""
        if isinstance(node, exp.Count) and isinstance(node.this, exp.Distinct) and len(node.this.expressions) == 1:
            column = self._names.column(node.this.expressions[0])
            return None if column is None else Measure(COUNT_DISTINCT, column)
        if isinstance(node, exp.WithinGroup):
            function = _ordered_set_function(node)
            column = self.value(node.expression.expressions[0].this) if function is not None else None
            return None if function is None or column is None else Measure(function, column)
        function = named_function(node)
        column = None if function is None else self.value(argument(node))
        return None if function is None or column is None else Measure(function, column)


def _summed_where(node: exp.Expr) -> tuple[exp.Sum, exp.Expr] | None:
    """Take ``SUM(CASE WHEN condition THEN amount ELSE 0 END)`` apart: the sum of the amount, and the condition."""
    case = node.this.unnest() if isinstance(node, exp.Sum) else None
    if not isinstance(case, exp.Case) or case.this is not None or len(case.args["ifs"]) != 1:
        return None
    otherwise = case.args.get("default")
    if otherwise is not None and not isinstance(otherwise, exp.Null) and constant(otherwise) not in {"0", "0.0"}:
        return None
    branch = case.args["ifs"][0]
    return exp.Sum(this=branch.args["true"].copy()), branch.this


def _ordered_set_function(node: exp.WithinGroup) -> AggregationFunction | None:
    """Return the function that a call with WITHIN GROUP is."""
    if len(node.expression.expressions) != 1:
        return None
    if isinstance(node.this, exp.PercentileCont):
        return MEDIAN if constant(node.this.this) == "0.5" else None
    return MODE if named_function(node.this) is MODE else None
