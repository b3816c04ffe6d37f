"""What is known of a statement where its readings are made."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.candidates.statements.words_of_measures import attribute_of
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.statements.phrases import StatementWords
from factcheck.claims.statements.statement import Assertion
from factcheck.joins.relation_sets import Relations
from factcheck.queries.query import Measure
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import split_identifier

_OF_SPEED = frozenset("fast quick slow swift rapid speedy".split())
_TIMES = frozenset(
    "time times duration minute minutes min mins second seconds sec hour hours hrs day days ms delay wait "
    "latency".split()
)


@dataclass(frozen=True, slots=True)
class StatementRelevance:
    """What the phrases of a statement retrieved, each by its words alone, in the order of ``StatementWords``."""

    owners: tuple[Relevance, ...]
    joined: Relevance
    others: tuple[Relevance, ...]
    measured: Relevance
    rest: Relevance


@dataclass(frozen=True, slots=True)
class StatementCue:
    """What is known of a statement where its readings are made; ``year`` is the one named before it, if any.

    ``counted`` are the tables and measures by which numbers elsewhere in the document are read that count by the noun
    of what is measured here, ``usual`` those by which most numbers about a table are: its rows are hardly counted then.
    """

    assertion: Assertion
    words: StatementWords
    relevance: StatementRelevance
    relations: Relations
    year: int | None = None
    counted: tuple[tuple[Table, Measure], ...] = ()
    usual: tuple[tuple[Table, Measure], ...] = ()

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the check."""
        return self.relations.tables

    @property
    def is_greatest(self) -> bool:
        """Whether the greater end is meant, as "the heaviest" and "the least cheap" mean it."""
        return self.is_greatest_of(self._likeliest_column if self.assertion.dimension in _OF_SPEED else None)

    @property
    def _likeliest_column(self) -> Column | None:
        """The column of numbers that is measured, as its name says."""
        scores = self.relevance.measured.columns
        columns = [c for table in self.tables for c in table.columns if c.is_numeric and c.column_id in scores]
        return max(columns, key=lambda column: scores[column.column_id], default=None)

    def is_greatest_of(self, column: Column | None) -> bool:
        """Tell whether the greater end of a column is meant: the fastest response takes the least time."""
        _, is_much = attribute_of(self.assertion.dimension)
        words = [] if column is None else split_identifier(column.name)
        if self.assertion.dimension in _OF_SPEED and not _TIMES.isdisjoint(words):
            is_much = self.assertion.dimension == "slow"
        return self.assertion.is_greatest if is_much is not False else not self.assertion.is_greatest
