"""What a query is: something that gives one number, made of aggregates over selections."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import AggregationFunction, Digits
from factcheck.queries.measures import Exact, Floats
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.results import rounded
from factcheck.queries.selection import Selection
from factcheck.units.result_unit import SHARE, ResultUnit


@dataclass(frozen=True, slots=True)
class Measure:
    """A function over a column, or over ``*``, the rows themselves, where the column is None."""

    function: AggregationFunction
    column: Column | None

    def sql(self, selection: Selection, condition: str = "") -> str:
        """Write the expression to select; ``condition`` is a FILTER clause."""
        name = "" if self.column is None else selection.column_sql(self.column)
        return self.function.expression(name, self.column, condition)

    def words(self, selection: Selection) -> str:
        """Say what is computed, before it is said of which rows."""
        what = "rows" if self.column is None else selection.column_words(self.column)
        return f"{self.function.phrase} {what} in {selection.anchor.shown_name}"

    @property
    def is_exact(self) -> bool:
        """Whether results have no rounding in them."""
        return self.column is None or self.column.is_exact

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of results: that of the column, as long as the function keeps it; shares are in per cent."""
        if self.function.shape.is_share:
            return SHARE
        return unit_of(self.column) if self.function.keeps_unit else None


class Query(ABC):
    """A query that gives one number; kinds are frozen dataclasses.

    ``measure`` and ``selection`` are those that the query is said to be about: its fragments (Definition 2).
    """

    __slots__ = ()

    @property
    @abstractmethod
    def measure(self) -> Measure:
        """The function and column that stand for the query."""

    @property
    @abstractmethod
    def selection(self) -> Selection:
        """The selection with all predicates of the query."""

    @abstractmethod
    def sql(self) -> str:
        """Write the query as SQL that any client can run; names are schema-qualified."""

    @abstractmethod
    def words(self) -> str:
        """Say in plain words what the query computes."""

    @abstractmethod
    def operands(self) -> tuple[Aggregate, ...]:
        """Return the aggregates that the result is worked out from; none for a query that has to be run itself."""

    def all_predicates(self) -> frozenset[Predicate]:
        """Return the predicates of the query and of what it is worked out from."""
        return frozenset(predicate for part in (self, *self.operands()) for predicate in part.predicates)

    @abstractmethod
    def combine(self, values: Sequence[Floats]) -> Floats:
        """Work results out from those of the operands, many queries at once; NaN where there is none."""

    @abstractmethod
    def combine_exact(self, values: Sequence[Exact]) -> Exact:
        """Work one result out without rounding, as far as the operands' types are exact."""

    @abstractmethod
    def shown(self, result: Exact) -> Decimal | None:
        """Return a result with the digits that count; None where it is no finite number."""

    @property
    def function(self) -> AggregationFunction:
        """The aggregation function."""
        return self.measure.function

    @property
    def column(self) -> Column | None:
        """The aggregation column; None for ``*``, the rows of the anchor."""
        return self.measure.column

    @property
    def predicates(self) -> tuple[Predicate, ...]:
        """All predicates."""
        return self.selection.predicates

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of the result; None where it has none, or nothing tells it."""
        return None

    @property
    def adds_doubles(self) -> bool:
        """Whether the result depends on the order in which doubles are added up."""
        return any(part.measure.function.adds_doubles(part.measure.column) for part in self.operands())


class RunQuery(Query):
    """A query whose result follows from no aggregates of cells: the server works it out."""

    __slots__ = ()

    def operands(self) -> tuple[Aggregate, ...]:
        """Return none: the query is run."""
        return ()

    def batch(self) -> tuple[str, ...]:
        """Return what queries that are run in one pass have in common."""
        return (self.sql(),)

    def combine(self, values: Sequence[Floats]) -> Floats:
        """Raise ``NotImplementedError``: there is nothing to combine."""
        raise NotImplementedError

    def combine_exact(self, values: Sequence[Exact]) -> Exact:
        """Raise ``NotImplementedError``: there is nothing to combine."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Aggregate(Query):
    """A simple aggregate query (Definition 2)."""

    _measure: Measure
    _selection: Selection

    @property
    def measure(self) -> Measure:
        """The function and column."""
        return self._measure

    @property
    def selection(self) -> Selection:
        """The rows that are aggregated."""
        return self._selection

    def sql(self) -> str:
        """Select the aggregate of the selected rows."""
        return f"SELECT {self.measure.sql(self.selection)}{self.selection.source_sql()}"

    def words(self) -> str:
        """Say the measure, then the rows."""
        return f"{self.measure.words(self.selection)}{self.selection.where_words()}"

    def operands(self) -> tuple[Aggregate, ...]:
        """Return the aggregate itself."""
        return (self,)

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of the measure."""
        return self.measure.result_unit

    def combine(self, values: Sequence[Floats]) -> Floats:
        """Return the aggregate's results."""
        return values[0]

    def combine_exact(self, values: Sequence[Exact]) -> Exact:
        """Return the aggregate's result."""
        return values[0]

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits that count for the function."""
        return rounded(result, self.function.digits, is_exact=self.measure.is_exact)


def is_quotient_exact(parts: Sequence[Aggregate]) -> bool:
    """Tell whether no operand has a floating-point type."""
    return all(part.measure.is_exact for part in parts)


def shown_quotient(result: Exact, parts: Sequence[Aggregate]) -> Decimal | None:
    """Return a quotient with the digits that count."""
    return rounded(result, Digits.QUOTIENT, is_exact=is_quotient_exact(parts))
