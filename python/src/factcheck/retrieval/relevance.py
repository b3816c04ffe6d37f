"""What retrieval saw of the fragments of a claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from factcheck.catalogue.derived import DerivedColumn
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.retrieval.dated_columns import DatedColumn
from factcheck.retrieval.measure_words import NO_CUES, MeasureCues
from factcheck.retrieval.series_days import SeriesDays

UNNAMED = "value of a named column"
"""The part of what was seen of a value that no word names."""

UNSAID = "unsaid"
"""The part of what was seen of a predicate that leaves rows out of which no word says so."""

FLAG_PARTS = frozenset({"flag", "negated"})
"""The parts of what was seen of the answers of a flag, one of which tells that its name, or the opposite, is said."""

USUAL_MARK = "usual pass mark"
"""The part of what was seen of a comparison with a mark that one usually passes with, which the text does not tell."""

_ALL = 0.999

LIMIT = "limit"
"""The part of what was seen of a comparison that tells which limit of the sentence it is, by its order there."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the words of a claim have to do with a fragment: its relevance score, and what that was made of, by name."""

    score: float
    parts: Mapping[str, float]

    @property
    def is_said(self) -> bool:
        """Whether the claim's sentence has all words of the value: shares are sums of rounded parts."""
        return self.parts.get("said", 0.0) >= _ALL

    @property
    def place(self) -> range:
        """The tokens of the claim's sentence that are another name of a value, or name a time; none otherwise."""
        if "at" not in self.parts or not (self.is_said or "time" in self.parts):
            return range(0)
        first = int(self.parts["at"])
        return range(first, first + int(self.parts.get("words", 1.0)))

    def with_parts(self, parts: Mapping[str, float]) -> Seen:
        """Return the same with further parts."""
        return Seen(self.score, {**self.parts, **parts}) if parts else self


@dataclass(frozen=True, slots=True)
class Relevance:
    """Relevance scores of one claim; all are at least zero, zero meaning no keyword in common.

    ``columns`` and ``tables`` are keyed by ``column_id`` and ``table_id``; a table's score is that of its
    fragment ``*``.  ``predicates`` are the retrieved ones, best first.  ``counted`` tells of columns, by number, how
    well their name is the name of what the claim's number counts, from 0 to 1.  ``columns_named_by`` and
    ``tables_named_by`` tell, for words of the document in lower case, what each of them adds to the scores of columns
    and tables.  ``counted_tables`` and ``counted_columns`` are the numbers of those that have what the claim's number
    counts in their name.  ``cues`` tell which measures that follow from several columns the claim asks
    for; ``derived`` are those measures, whose scores are among ``columns``.  ``values`` tell how many values of
    columns, by number, are known; ``frequencies`` how many rows had the value that a predicate names when indexed;
    ``dated`` are the columns that say days or hours.  ``kinds`` tell which share of the known values of columns, by
    number, are of each category that the document names; 0 tells that the values are something else.  ``samples`` are
    some values of columns of text, ``years`` the years of columns of several, in order, by number.  ``panels`` tell how
    many dimensions tables have, by number, whose rows are one for each combination of these.  ``theme`` tells how much
    of the document speaks of columns, by number.  ``ranges`` tell between which numbers the values of stored columns
    lie, by number; ``series`` are the days of columns of dates that have a row for each.  ``is_mark_unknown`` tells
    whether the claim is about those who passed, by marks, and nothing tells from which mark on one has.
    ``others_of_kind`` are the numbers of tables that tell the same as one that the claim names.
    """

    functions: Mapping[AggregationFunction, float]
    columns: Mapping[int, float]
    tables: Mapping[int, float]
    predicates: tuple[tuple[Predicate, Seen], ...]
    columns_named_by: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    tables_named_by: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    counted: Mapping[int, float] = field(default_factory=dict)
    counted_tables: frozenset[int] = frozenset()
    counted_columns: frozenset[int] = frozenset()
    cues: MeasureCues = NO_CUES
    derived: tuple[DerivedColumn, ...] = ()
    values: Mapping[int, int] = field(default_factory=dict)
    frequencies: Mapping[Predicate, int] = field(default_factory=dict)
    dated: tuple[DatedColumn, ...] = ()
    kinds: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    samples: Mapping[int, Sequence[str]] = field(default_factory=dict)
    years: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    panels: Mapping[int, int] = field(default_factory=dict)
    theme: Mapping[int, float] = field(default_factory=dict)
    ranges: Mapping[int, ColumnRange] = field(default_factory=dict)
    series: Mapping[int, SeriesDays] = field(default_factory=dict)
    is_mark_unknown: bool = False
    others_of_kind: frozenset[int] = frozenset()

    def predicate_scores(self) -> dict[Predicate, float]:
        """Return the score of each retrieved predicate."""
        return {predicate: seen.score for predicate, seen in self.predicates}
