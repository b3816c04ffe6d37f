"""Queries that ask for the line that fits two columns best: its slope, where it begins, and how much it explains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import Digits
from factcheck.queries.functions.sums import AVG
from factcheck.queries.measures import Exact
from factcheck.queries.query import Measure, RunQuery
from factcheck.queries.results import rounded
from factcheck.queries.selection import Selection
from factcheck.units.result_unit import SHARE, ResultUnit

LineStatistic = Literal["regr_slope", "regr_intercept", "regr_r2"]
"""What is asked of the line, as PostgreSQL calls it."""

SLOPE: LineStatistic = "regr_slope"
INTERCEPT: LineStatistic = "regr_intercept"
EXPLAINED: LineStatistic = "regr_r2"

_WORDS: Mapping[LineStatistic, str] = {SLOPE: "the slope", INTERCEPT: "the intercept"}
_PERCENT = 100


@dataclass(frozen=True, slots=True)
class Regression(RunQuery):
    """A number of the line of least squares of a response over a predictor; NULL where the predictor does not vary.

    What the line explains is a part of the response's variation, in per cent where the ``factor`` is 100; it is -1 for
    what is written behind a minus.
    """

    response: Column
    predictor: Column
    statistic: LineStatistic
    _selection: Selection
    factor: int = 1

    @property
    def measure(self) -> Measure:
        """The average of the response, through which the line goes."""
        return Measure(AVG, self.response)

    @property
    def selection(self) -> Selection:
        """The rows that the line is fitted to."""
        return self._selection

    @property
    def result_unit(self) -> ResultUnit | None:
        """Per cent of what is explained; slopes are in two units."""
        return SHARE if self.factor == _PERCENT else None

    def sql(self) -> str:
        """Fit the line."""
        response, predictor = (self.selection.column_sql(column) for column in (self.response, self.predictor))
        factor = "" if self.factor == 1 else f"{self.factor}.0 * "
        return f"SELECT {factor}{self.statistic}({response}, {predictor}){self.selection.source_sql()}"

    def words(self) -> str:
        """Name the response before the predictor."""
        selection = self.selection
        response, predictor = (selection.column_words(column) for column in (self.response, self.predictor))
        where = f"in {selection.anchor.shown_name}{selection.where_words()}"
        if self.statistic == EXPLAINED:
            much = "how many per cent" if self.factor == _PERCENT else "how much"
            return f"{much} of the variation of {response} a line over {predictor} explains {where}"
        sign = "minus " if self.factor < 0 else ""
        return f"{sign}{_WORDS[self.statistic]} of the line of {response} over {predictor} {where}"

    def shown(self, result: Exact) -> Decimal | None:
        """Return twelve digits: the order of the rows decides the others."""
        return rounded(result, Digits.SUM, is_exact=False)
