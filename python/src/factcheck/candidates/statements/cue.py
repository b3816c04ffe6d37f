"""What is known of a statement where its readings are made."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.candidates.statements.weighed_measure import WeighedMeasure
from factcheck.candidates.statements.words_of_measures import attribute_of
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.statements.phrases import StatementWords
from factcheck.claims.statements.statement import Assertion
from factcheck.joins.relation_sets import Relations
from factcheck.queries.query import Measure, Query
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import split_identifier

_OF_SPEED = frozenset("fast quick slow swift rapid speedy".split())
_AHEAD = frozenset({"ahead", "near", "close"})
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

    ``beside`` are the queries by which numbers of its sentence are read, which begin at the offsets ``stated_at`` of
    the paragraph, ``told`` those of the sentence before.
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
    beside: tuple[Query, ...] = ()
    stated_at: tuple[int, ...] = ()
    told: tuple[Query, ...] = ()

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the check."""
        return self.relations.tables

    def is_greatest_by(self, measure: WeighedMeasure) -> bool:
        """Tell whether the greater end of a measure is meant, as "the heaviest" and "the least cheap" mean it.

        What a column of another name measures has told itself of what there is less the more is said.
        """
        return not self.is_greatest_of(None) if measure.is_inverted else self.is_greatest_of(measure.measure.column)

    def is_greatest_of(self, column: Column | None) -> bool:
        """Tell whether the greater end of a column is meant, or of nothing that takes time.

        The fastest response takes the least time, and so does who is ahead, or near whom nobody comes.
        """
        is_greatest, dimension = self.assertion.is_greatest, self.assertion.dimension
        _, is_much = attribute_of(dimension)
        if column is not None and not _TIMES.isdisjoint(split_identifier(column.name)):
            if dimension in _OF_SPEED:
                is_much = dimension == "slow"
            elif not dimension and not _AHEAD.isdisjoint(
                self.words.sentence[i].text.lower() for i in self.assertion.cue
            ):
                is_much = False
        return is_greatest if is_much is not False else not is_greatest
