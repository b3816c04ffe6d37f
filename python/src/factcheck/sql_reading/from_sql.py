"""Reading labelled SQL as queries of the program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from sqlglot import exp

from factcheck.catalogue.schema import Table
from factcheck.queries.correlation import Correlation
from factcheck.queries.difference import Change, Difference
from factcheck.queries.functions.counts import CONDITIONAL_PROBABILITY, COUNT, PERCENTAGE
from factcheck.queries.functions.stddev import STDDEV, STDDEV_POP
from factcheck.queries.functions.sums import AVG
from factcheck.queries.look_up import LookUp
from factcheck.queries.opposite import Opposite
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.quantile import Quantile
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.regression import EXPLAINED, INTERCEPT, SLOPE, LineStatistic, Regression
from factcheck.queries.selection import Selection
from factcheck.queries.span import Span, SpanUnit
from factcheck.queries.standard_score import StandardScore
from factcheck.sql_reading.aggregates_from_sql import AggregateReader, CountedRows
from factcheck.sql_reading.groups_from_sql import GroupReader, aliases_of
from factcheck.sql_reading.labelled_query import Condition, LabelledQuery
from factcheck.sql_reading.names import Names
from factcheck.sql_reading.normal_form import constant, parse, sources
from factcheck.sql_reading.paper_class import is_in_paper_class
from factcheck.sql_reading.predicates_from_sql import as_printed
from factcheck.sql_reading.selection_from_sql import is_simple, read_selection, selection
from factcheck.sql_reading.spellings import PERCENT, indicator, with_factor, without_factor
from factcheck.sql_reading.times_from_sql import cuts_year_out, read_time

_ENDING_IN_YEARS = ("day/month/year", "month/day/year", "month name day year", "day month name year", "month name year")
"""Ways to write days of which a query may cut the year out; each makes a reading."""


_UNITS: dict[float, tuple[SpanUnit, ...]] = {
    1.0: ("days",),
    7.0: ("weeks",),
    30.0: ("months", "months of 30 days"),
    30.4369: ("months",),
    365.0: ("years", "years of 365 days"),
    365.25: ("years",),
    365.2425: ("years",),
}
"""Units of spans of time, by how many days they are taken for; each makes a reading."""


def read_queries(sql: str, tables: Sequence[Table] = ()) -> tuple[LabelledQuery, ...]:
    """Read SQL as queries of the program, in each way there is; empty where there is none.

    Read are: aggregates; percentages and conditional probabilities, in any of their usual spellings; other ratios,
    differences and changes of two of these; standard scores, quantiles and correlations; the value of one column of one
    row, or of the first row in an order; extremes of groups, who has them, and groups counted by a condition.  All over
    tables joined by equality of columns, with a conjunction of predicates of the program.
    ``100 * SUM(column) / COUNT(*)`` and ``100 * AVG(column)`` are taken for percentages of a 0/1 column, or for
    averages.  Rounding, casts and guards against zero are passed over, and whole numbers are divided as numbers are.
    Tables joined with themselves are not read.

    Names that ``tables`` do not have get stand-ins.  The rows are those of the table that has the most, the first named
    of several; all stand-ins have the same number.
    """
    tree = parse(sql)
    if tree is None or len(tree.expressions) != 1:
        return ()
    ways = _ENDING_IN_YEARS if any(map(cuts_year_out, tree.find_all(exp.Right, exp.Substring))) else ("",)
    readings: list[LabelledQuery] = []
    for way in ways:
        copied = tree.copy()
        aliases, names = aliases_of(copied), Names(copied, tables, way)
        readings += _Reader(names).read(copied) or GroupReader(names, aliases).read(copied)
    return tuple(dict.fromkeys(readings))


def is_in_query_class(sql: str) -> bool:
    """Tell whether a query can be read as one that the paper's model can express (Definition 2)."""
    return bool(in_paper_class(read_queries(sql)))


def in_paper_class(readings: Iterable[LabelledQuery]) -> tuple[LabelledQuery, ...]:
    """Return the readings that the paper's model can express."""
    return tuple(reading for reading in readings if is_in_paper_class(reading.query))


def is_share(sql: str) -> bool:
    """Tell whether a query's value is a share of rows or amounts, as a fraction or times 100."""
    tree = parse(sql)
    if tree is None or len(tree.expressions) != 1:
        return False
    value, _ = without_factor(tree.expressions[0].unalias())
    return isinstance(value, exp.Div) or (isinstance(value, exp.Avg) and indicator(value.this) is not None)


class _Reader:
    """Reads what is made of aggregates; lists are empty where nothing is read."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._aggregates = AggregateReader(names)

    def read(self, select: exp.Select) -> list[LabelledQuery]:
        """Read a query."""
        value, factor = without_factor(select.expressions[0].unalias())
        rows = read_selection(select, self._names)
        if rows is None and (sources(select) or not is_simple(select)):
            return []
        if isinstance(value, exp.Div):
            days, per = value.this.unnest(), constant(value.expression)
            span = self._span(days, float(per), rows) if per is not None and isinstance(days, exp.Sub) else []
            if not span and per is not None and rows is not None and float(per):
                return self._over(rows, days, factor / float(per))
            return span or self._quotient(value, factor, rows)
        if isinstance(value, exp.Neg):
            return self._opposite(value, factor, rows)
        if isinstance(value, exp.Sub):
            span = self._span(value, 1.0, rows) if factor == 1.0 else []
            change = self._change(value, rows) if factor == PERCENT else []
            return span or change or self._difference(value, factor, rows)
        return self._over(rows, value, factor) if rows is not None else []

    def _over(self, rows: Selection, value: exp.Expr, factor: float) -> list[LabelledQuery]:
        """Read one expression over rows."""
        if isinstance(value, exp.RegrR2) and factor in (1.0, PERCENT):
            line = self._line(value, EXPLAINED, rows)
            return [] if line is None else [LabelledQuery(replace(line, factor=int(factor)))]
        if isinstance(value, exp.Avg):
            part = self._aggregates.indicated(value.this, rows)
            if part is not None:
                return _shares(part, CountedRows(rows), factor)
            if factor == PERCENT:
                return self._shares_of_flag(value, rows)
        if factor != 1.0:
            scaled = with_factor(value, factor)
            return [] if scaled is None else self._of_rows(scaled, rows, is_look_up=isinstance(value, exp.Column))
        return self._of_rows(value, rows, is_look_up=isinstance(value, exp.Column))

    def _of_rows(self, value: exp.Expr, rows: Selection, *, is_look_up: bool) -> list[LabelledQuery]:
        """Read a statistic or an aggregate of rows, or the value of one row."""
        statistic = self._statistic(value, rows)
        if statistic is not None:
            return [LabelledQuery(statistic)]
        return self._look_up(value, rows) if is_look_up else self._aggregates.readings(value, rows)

    def _opposite(self, node: exp.Neg, factor: float, rows: Selection | None) -> list[LabelledQuery]:
        """Read an aggregate with its sign turned."""
        of = self._aggregates.operand(node.this, rows) if factor == 1.0 else None
        return [LabelledQuery(Opposite(of))] if isinstance(of, Aggregate) else []

    def _quotient(self, node: exp.Div, factor: float, rows: Selection | None) -> list[LabelledQuery]:
        """Read a percentage or, where the whole is restricted, a conditional probability; else any other ratio."""
        part, whole = (self._aggregates.counted(side, rows) for side in (node.this, node.expression))
        readings: list[LabelledQuery] = []
        if part is not None and whole is not None:
            readings = _shares(part, whole, factor)
        elif whole is not None and whole.rows == rows and isinstance(node.this, exp.Sum) and factor == PERCENT:
            readings = self._shares_of_flag(node.this, rows)
        return readings or self._ratio(node, factor, rows)

    def _span(self, node: exp.Sub, per: float, rows: Selection | None) -> list[LabelledQuery]:
        """Read the time from the first day to the last; ``per`` is what the days are divided by."""
        units = _UNITS.get(round(per, 4), ())
        ends = node.this.unnest(), node.expression.unnest()
        if rows is None or not units or not isinstance(ends[0], exp.Max) or not isinstance(ends[1], exp.Min):
            return []
        last, first = (read_time(end.this, self._names) for end in ends)
        is_of_days = last is not None and last == first and not last.part and last.has_days
        if last is None or not is_of_days:
            return []
        return [LabelledQuery(Span(last.column, last.way, unit, rows)) for unit in units]

    def _ratio(self, node: exp.Div, factor: float, rows: Selection | None) -> list[LabelledQuery]:
        """Read a ratio of two aggregates, or a change; a ratio of the same is none."""
        lower = self._aggregates.operand(node.expression, rows)
        if lower is None or factor % 1:
            return []
        if isinstance(node.this, exp.Sub):
            left, right = (self._aggregates.operand(side, rows) for side in (node.this.this, node.this.expression))
            compared = None if left is None or right is None else _compared(left, right, lower, factor)
            return [] if compared is None else [LabelledQuery(compared)]
        upper = self._aggregates.operand(node.this, rows)
        return [LabelledQuery(Ratio(upper, lower, int(factor)))] if upper is not None and upper != lower else []

    def _shares_of_flag(self, node: exp.Avg | exp.Sum, rows: Selection) -> list[LabelledQuery]:
        """Read ``100 * AVG(column)``: the share of rows with 1, and the average, whose hundredfold it is."""
        column = self._aggregates.column(node.this)
        if column is None:
            return []
        marked = selection(rows.relations, [*rows.predicates, Equals(column, as_printed(column, "1"))])
        average = Aggregate(Measure(AVG, column), rows)
        return [
            LabelledQuery(_share(marked, rows, int(PERCENT)), only_if=Condition(column, "is 0 or 1")),
            LabelledQuery(average, times=int(PERCENT)),
        ]

    def _statistic(self, node: exp.Expr, rows: Selection) -> Query | None:
        """Read a quantile, a correlation, or a number of a fitted line."""
        if isinstance(node, exp.RegrSlope | exp.RegrIntercept):
            is_slope = isinstance(node, exp.RegrSlope)
            return self._line(node, SLOPE if is_slope else INTERCEPT, rows)
        if isinstance(node, exp.Corr):
            one, other = (self._aggregates.column(side) for side in (node.this, node.expression))
            return Correlation(one, other, rows) if one is not None and other is not None else None
        is_quantile = isinstance(node, exp.WithinGroup) and isinstance(node.this, exp.PercentileCont)
        share = constant(node.this.this) if is_quantile else None
        if share is None or share == "0.5" or not 0 <= Decimal(share) <= 1:
            return None
        column = self._names.column(node.expression.expressions[0].this)
        return Quantile(column, 100 * Decimal(share), rows) if column is not None else None

    def _line(self, node: exp.Expr, statistic: LineStatistic, rows: Selection) -> Regression | None:
        response, predictor = (self._aggregates.column(side) for side in (node.this, node.expression))
        return None if response is None or predictor is None else Regression(response, predictor, statistic, rows)

    def _part(self, node: exp.Expr, rows: Selection | None) -> Query | None:
        """Read what is subtracted: an aggregate, or a quotient of two; of several readings the unconditional."""
        operand = self._aggregates.operand(node, rows)
        if operand is not None:
            return operand
        value, factor = without_factor(node)
        readings = self._quotient(value, factor, rows) if isinstance(value, exp.Div) else []
        return next((reading.query for reading in readings if reading.only_if is None), None)

    def _difference(self, node: exp.Sub, factor: float, rows: Selection | None) -> list[LabelledQuery]:
        """Read a difference or, where values are counted off all rows, the number of those that are missing."""
        left, right = (self._part(side, rows) for side in (node.this, node.expression))
        if left is None or right is None or factor % 1:
            return []
        readings = [LabelledQuery(Difference(left, right), times=int(factor))]
        missing = _missing(left, right)
        return readings if missing is None else [LabelledQuery(missing), *readings]

    def _change(self, node: exp.Sub, rows: Selection | None) -> list[LabelledQuery]:
        """Read a quotient less one, or one less a quotient, as a change in per cent."""
        sides = node.this.unnest(), node.expression.unnest()
        for quotient, one, is_decrease in ((*sides, False), (*sides[::-1], True)):
            if not isinstance(quotient, exp.Div) or (text := constant(one)) is None or Decimal(text) != 1:
                continue
            after, before = (self._part(side.unnest(), rows) for side in (quotient.this, quotient.expression))
            if after is not None and before is not None:
                return [LabelledQuery(Change(before, after, is_decrease))]
        return []

    def _look_up(self, node: exp.Expr, rows: Selection) -> list[LabelledQuery]:
        column = self._aggregates.value(node)
        if column is None or not column.is_numeric or not rows.predicates:
            return []
        return [LabelledQuery(LookUp(column, rows))]


def _missing(left: Query, right: Query) -> Aggregate | None:
    """Return the count of the rows without a value where all values are subtracted from all rows."""
    is_count = left.function is COUNT and left.column is None and left.selection == right.selection
    if not is_count or right.function is not COUNT or right.column is None or not isinstance(left, Aggregate):
        return None
    rows = selection(left.selection.relations, [*left.predicates, IsNull(right.column)])
    return Aggregate(left.measure, rows)


def _compared(left: Aggregate, right: Aggregate, lower: Aggregate, factor: float) -> Query | None:
    """Make a change, or a standard score, of a difference that is divided."""
    if factor == PERCENT and lower in {left, right}:
        return Change(lower, left) if lower == right else Change(lower, right, is_decrease=True)
    if factor != 1.0 or lower.function not in {STDDEV, STDDEV_POP}:
        return None
    if right.function is AVG:
        return StandardScore(left, right, lower)
    return StandardScore(right, left, lower, is_below=True) if left.function is AVG else None


def _shares(part: CountedRows, whole: CountedRows, factor: float) -> list[LabelledQuery]:
    """Make a share of rows, as a fraction or in per cent, where the part is one of the whole."""
    factor *= part.unit / whole.unit
    is_part = set(part.rows.predicates) > set(whole.rows.predicates)
    if part.rows.relations != whole.rows.relations or not is_part or factor not in (1.0, PERCENT):
        return []
    return [LabelledQuery(_share(part.rows, whole.rows, int(factor)))]


def _share(part: Selection, whole: Selection, factor: int) -> Ratio:
    measure = Measure(CONDITIONAL_PROBABILITY if whole.predicates else PERCENTAGE, None)
    return Ratio(Aggregate(measure, part), Aggregate(measure, whole), factor)
