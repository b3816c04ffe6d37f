"""Queries that ask for a quantile, such as the 90th percentile of incomes."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import Digits
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.measures import Exact
from factcheck.queries.query import Measure, RunQuery
from factcheck.queries.results import rounded
from factcheck.queries.selection import Selection
from factcheck.sqltext import literal
from factcheck.units.result_unit import ResultUnit


def quantile_sql(selection: Selection, column: Column, *shares: float) -> str:
    """Write a query for the quantiles of a column, by their shares of one: a value, or an array of several."""
    name, source = selection.column_sql(column), selection.source_sql()
    if selection.relations.is_remote:
        each = [_counted_quantile_sql(name, literal(share), source) for share in shares]
        return each[0] if len(each) == 1 else f"SELECT ARRAY[{', '.join(f'({one})' for one in each)}]"
    places = literal(shares[0]) if len(shares) == 1 else f"ARRAY[{', '.join(map(literal, shares))}]"
    return f"SELECT percentile_cont({places}) WITHIN GROUP (ORDER BY {name}){source}"


def _counted_quantile_sql(value: str, share: str, source: str) -> str:
    """Write what ``percentile_cont`` gives, found by counting how often each value occurs.

    Nodes of a cluster count the values of their own rows; to put values in order, all rows would have to be sent.
    """
    values = f"SELECT ({value})::double precision AS v, count(*) AS n{source} GROUP BY 1"
    placed = (
        f"SELECT v, sum(n) OVER (ORDER BY v) AS upto, {share} * (sum(n) OVER () - 1) AS at"
        f" FROM ({values}) AS counted WHERE v IS NOT NULL"
    )
    ends = (
        "SELECT max(at) AS at, min(v) FILTER (WHERE upto > floor(at)) AS low,"
        f" min(v) FILTER (WHERE upto > ceil(at)) AS high FROM ({placed}) AS placed"
    )
    return f"SELECT low + (high - low) * (at - floor(at)) FROM ({ends}) AS ends"


@dataclass(frozen=True, slots=True)
class Quantile(RunQuery):
    """The value below which a share of the values of a column lie, in per cent; values between two are interpolated."""

    value: Column
    percent: Decimal
    _selection: Selection

    @property
    def measure(self) -> Measure:
        """The median: the quantile that there is a function for."""
        return Measure(MEDIAN, self.value)

    @property
    def selection(self) -> Selection:
        """The rows whose values are put in order."""
        return self._selection

    def sql(self) -> str:
        """Interpolate between values."""
        return quantile_sql(self.selection, self.value, float(self.percent / 100))

    def words(self) -> str:
        """Name the share and the column."""
        selection = self.selection
        column = f"{selection.column_words(self.value)} in {selection.anchor.shown_name}{selection.where_words()}"
        return f"the value below which {self.percent.normalize():f} % of the values of {column} lie"

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of the column."""
        return unit_of(self.value)

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits that doubles hold."""
        return rounded(result, Digits.MEAN_OF_VALUES, is_exact=False)
