"""Queries that find the place of a column among others of one table, such as that of wages among all costs."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.measures import Exact
from factcheck.queries.query import Aggregate, Measure, RunQuery
from factcheck.queries.selection import Selection


@dataclass(frozen=True, slots=True)
class ColumnPlace(RunQuery):
    """The place of a column's aggregate among those of other columns, the greatest or the smallest first.

    ``owners`` are the measures whose place it is; of several the last place counts.  ``others`` are those that they are
    compared with.  Columns of equal value share a place; a column without any value has none.
    """

    owners: tuple[Measure, ...]
    others: tuple[Measure, ...]
    _selection: Selection
    is_greatest: bool = True

    @property
    def measure(self) -> Measure:
        """The measure of the first owner."""
        return self.owners[0]

    @property
    def selection(self) -> Selection:
        """The rows of which each column is aggregated."""
        return self._selection

    @property
    def order(self) -> str:
        """The direction in which places count, as SQL says it."""
        return "DESC" if self.is_greatest else "ASC"

    def places_sql(self) -> str:
        """Select number, value and place of each measure, the owners' first."""
        measures = (*self.owners, *self.others)
        values = ", ".join(f"({each.sql(self.selection)})::numeric AS v{at}" for at, each in enumerate(measures))
        rows = ", ".join(f"({number}, v{number})" for number in range(len(measures)))
        return (
            f"SELECT number, value, rank() OVER (ORDER BY value {self.order}) AS place"
            f" FROM (SELECT {values}{self.selection.source_sql()}) AS aggregates,"
            f" LATERAL (VALUES {rows}) AS columns (number, value) WHERE value IS NOT NULL"
        )

    def sql(self) -> str:
        """Number the columns in order, and select the place."""
        return f"SELECT max(place) FROM ({self.places_sql()}) AS places WHERE number < {len(self.owners)}"

    def words(self) -> str:
        """Say whose place it is, and in which order."""
        first = "greatest" if self.is_greatest else "smallest"
        owners, others = self.names(self.owners), self.names(self.others)
        what = f"by the {self.function.phrase.removeprefix('the ')}".removesuffix(" of")
        return f"the place of {owners} among {others}, the {first} first, {what}{self.rows_words()}"

    def names(self, measures: tuple[Measure, ...]) -> str:
        """Name the columns of measures."""
        names = [self.name(each) for each in measures]
        return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))

    def name(self, measure: Measure) -> str:
        """Name the column of a measure."""
        return "rows" if measure.column is None else self.selection.column_words(measure.column)

    def rows_words(self) -> str:
        """Say of which rows the columns are aggregated."""
        return f" in {self.selection.anchor.shown_name}{self.selection.where_words()}"

    def value_shown(self, measure: Measure, value: Exact) -> Decimal | None:
        """Return the value of a measure with the digits that count."""
        return Aggregate(measure, self.selection).shown(value)

    def shown(self, result: Exact) -> Decimal | None:
        """Return the place."""
        return None if result is None else Decimal(int(result))
