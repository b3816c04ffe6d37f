"""Queries that count rows to which no row of another table belongs, such as customers who never ordered."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.function import Digits
from factcheck.queries.measures import Exact
from factcheck.queries.query import Measure, RunQuery
from factcheck.queries.results import rounded
from factcheck.queries.selection import Selection
from factcheck.sqltext import identifier


@dataclass(frozen=True, slots=True)
class NoPartner(RunQuery):
    """How many of the selected rows no row of another table refers to; if ``is_share``, how many per cent.

    ``referring`` joins that table, its anchor, with the one whose rows are selected.
    """

    _selection: Selection
    referring: RelationSet
    is_share: bool = False

    def __post_init__(self) -> None:
        """Raise ``ValueError`` where the tables are others than those of one join and of the selected rows."""
        joined = self.referring.tables[1:]
        if self.selection.relations.joins or joined != (self.selection.anchor,):
            raise ValueError("not one join that leads to the selected rows")

    @property
    def measure(self) -> Measure:
        """The number of rows."""
        return Measure(COUNT, None)

    @property
    def selection(self) -> Selection:
        """The rows that are looked at, with and without partners."""
        return self._selection

    def sql(self) -> str:
        """Count the rows for which there is none that refers to them."""
        [join] = self.referring.joins
        own, others = self.selection.anchor.sql_name, self.referring.anchor.sql_name
        pairs = " AND ".join(
            f"{own}.{identifier(one)} {operator} {others}.{identifier(other)}"
            for one, operator, other in join.comparisons
        )
        alone = f"NOT EXISTS (SELECT FROM {others} WHERE {pairs})"
        counted = f"count(*) FILTER (WHERE {alone})"
        what = f"100.0 * {counted} / nullif(count(*), 0)" if self.is_share else counted
        return f"SELECT {what}{self.selection.source_sql()}"

    def words(self) -> str:
        """Say whose rows are counted, and which rows they lack."""
        what = f"{'percentage' if self.is_share else 'number'} of rows in {self.selection.anchor.shown_name}"
        return f"the {what}{self.selection.where_words()} that no row of {self.referring.anchor.shown_name} refers to"

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of a count, or of a quotient."""
        return rounded(result, Digits.QUOTIENT if self.is_share else Digits.VALUE, is_exact=True)
