"""Queries that divide one aggregate by another: percentages, conditional probabilities, shares of sums, rates."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.arithmetic import exact_ratio, ratio
from factcheck.queries.compared import TwoQueries
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.measures import Exact, Floats
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Query, shown_quotient
from factcheck.units.result_unit import SHARE, ResultUnit

_PERCENT = 100


@dataclass(frozen=True, slots=True)
class Ratio(TwoQueries):
    """``factor`` times one result, divided by another; NULL where nothing is divided.

    Where both are the same measure of rows of the same tables, the numerator's among the denominator's and
    restricted further, it is a share; rows with some value are among those where it is known.
    """

    numerator: Query
    denominator: Query
    factor: int = 100

    def parts(self) -> tuple[Query, Query]:
        """Return numerator and denominator."""
        return self.numerator, self.denominator

    @property
    def is_share(self) -> bool:
        """Whether a part of rows is divided by a whole of which it is part."""
        part, whole = self.numerator, self.denominator
        return (
            isinstance(part, Aggregate)
            and isinstance(whole, Aggregate)
            and part.measure == whole.measure
            and part.selection.relations == whole.selection.relations
            and bool(self._event())
            and all(predicate in part.predicates or _is_implied(predicate, part) for predicate in whole.predicates)
        )

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of an amount that is divided among things: seconds per case are seconds; per cent of percentages."""
        if self.factor == _PERCENT:
            return SHARE
        is_per_thing = self.factor == 1 and self.denominator.measure.function in (COUNT, COUNT_DISTINCT)
        return self.numerator.result_unit if is_per_thing else None

    def sql(self) -> str:
        """Write a share as one pass over the rows of the whole, any other ratio as two sub-queries."""
        if not self.is_share:
            return f"SELECT {self._factor()}({self.numerator.sql()}) / nullif(({self.denominator.sql()}), 0)"
        whole = self.denominator.selection
        event = whole.conjunction_sql(self._event())
        part = self.measure.sql(whole, f" FILTER (WHERE {event})")
        return f"SELECT {self._factor()}{part} / nullif({self.measure.sql(whole)}, 0){whole.source_sql()}"

    def _factor(self) -> str:
        """Return the factor, with a decimal, so that whole numbers are not divided as such."""
        return f"{self.factor}.0 * "

    def _event(self) -> list[Predicate]:
        """Return the predicates that the whole does not have."""
        return [predicate for predicate in self.predicates if predicate not in self.denominator.predicates]

    def words(self) -> str:
        """Say a share of rows as a percentage, of anything else what is divided by what."""
        part, whole = self.numerator, self.denominator
        if not self.is_share:
            times = "" if self.factor == 1 else f"{self.factor} times "
            return f"{times}{part.words()} divided by {whole.words()}"
        event = self.selection.conditions_words(self._event())
        if self.measure.column is not None:
            share = f"the percentage of {self.measure.words(self.selection)}{whole.selection.where_words()}"
            return f"{share} that falls to rows where {event}"
        table = self.selection.anchor.shown_name
        if not whole.predicates:
            return f"the percentage of rows in {table} where {event}"
        return f"of the rows in {table}{whole.selection.where_words()}, the percentage where {event}"

    def of_parts(self, first: Floats, second: Floats) -> Floats:
        """Divide."""
        return ratio(float(self.factor) * first, second)

    def exact_of_parts(self, first: Exact, second: Exact) -> Exact:
        """Divide without rounding."""
        return exact_ratio(self.factor, first, second)

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of a quotient."""
        return shown_quotient(result, self.operands())


def _is_implied(predicate: Predicate, part: Aggregate) -> bool:
    """Tell whether a predicate says that a value is known, and another one of the part asks for a value."""
    is_known = isinstance(predicate, Not) and isinstance(predicate.predicate, IsNull)
    return is_known and any(
        each.column == predicate.column and not each.includes(None) for each in part.selection.predicates
    )
