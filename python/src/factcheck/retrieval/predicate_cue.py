"""What generators of predicates know of a claim."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.carried import CarriedSentence
from factcheck.claims.passage import Passage
from factcheck.claims.told_times import NO_TIMES, ToldTimes
from factcheck.nlp.parser import Token
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.retrieval.dated_columns import DatedColumn
from factcheck.retrieval.entry_lists import EntryList
from factcheck.retrieval.panels import Panel
from factcheck.retrieval.phrases import Phrase, phrases
from factcheck.retrieval.relevance import Seen
from factcheck.retrieval.series_days import SeriesDays
from factcheck.weights.weights import WEIGHTS


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """The words of a claim and of its context, sentence by sentence, its own first, and numbers of its own.

    ``conditions`` are the numbers that say which rows are meant, ``numbers`` all others of the sentence, too.  Words of
    ``one_phrase`` name one thing, a value or a time.  ``times`` are those that the whole text tells of, ``pass_mark``
    the mark that it says one passes with, ``carried`` the sentences before that the claim's own goes on about.
    """

    passages: tuple[Passage, ...] = ()
    conditions: tuple[Number, ...] = ()
    numbers: tuple[Number, ...] = ()
    one_phrase: bool = False
    times: ToldTimes = NO_TIMES
    carried: tuple[CarriedSentence, ...] = ()
    pass_mark: Decimal | None = None


@dataclass(frozen=True, slots=True)
class PredicateCue:
    """The cues of a claim: its words, and what they find.

    ``column_scores`` are relevance scores by ``column_id``; ``named`` are the predicates that values of the index
    stand for, best first; ``dated`` are the columns that say days or hours.  ``values`` are all values of columns that
    have few, by ``column_id``; ``columns_named_by`` tells, for words of the document in lower case, what each of them
    adds to the scores of columns; ``columns_with`` has, for the numbers of the text, the columns some value of which
    has them.  ``other_names`` has for some columns, by ``column_id``, the values that have other names, by
    those names in lower case; ``beginnings`` has the codes that values of some begin with, in the same way.  ``codes``
    are the values of columns of short codes in capitals whose names are not known.  ``called`` has, for words of the
    document in lower case, the columns that call what each is about in another word, as population calls people.
    ``categories`` has for some columns, by ``column_id``, the values of each category that the document names.
    ``years`` are the years of columns of several, in order, ``levels`` the numbers, in ascending order, of columns of
    decimals that have few, ``prefixes`` the letters that all codes of a column begin with and how many figures follow,
    by ``column_id``.  ``panels`` are the tables with a row for each combination of their dimensions.
    ``blanks`` are the values of columns of text that stand for none, such as "N/A", ``lists`` tell what columns list in
    one text, by ``column_id``.  ``short_forms`` are words of values that may be written shorter, in lower case.
    ``series`` are the days of columns of dates that have a row for each, by ``column_id``.  ``words_inside`` has, for
    base forms of nouns of the text, the columns of several words some of whose values have each, ``phrases_inside`` for
    two nouns side by side the columns whose values have both so, with whether they begin so.  ``ranges`` tell between
    which numbers the values of columns lie, by ``column_id``.
    ``columns`` are all columns, in the order of the tables.
    ``phrases`` returns what may be names in a sentence; claims near the same sentence share what it returns.
    """

    words: ClaimWords
    tables: Sequence[Table]
    column_scores: Mapping[int, float]
    named: Sequence[tuple[Predicate, Seen]] = ()
    dated: Sequence[DatedColumn] = ()
    values: Mapping[int, Sequence[str]] = field(default_factory=dict)
    columns_named_by: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    columns_with: Mapping[str, Collection[int]] = field(default_factory=dict)
    other_names: Mapping[int, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    beginnings: Mapping[int, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    codes: Mapping[int, Sequence[str]] = field(default_factory=dict)
    called: Mapping[str, Collection[int]] = field(default_factory=dict)
    categories: Mapping[int, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    years: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    levels: Mapping[int, Sequence[str]] = field(default_factory=dict)
    prefixes: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    panels: Sequence[Panel] = ()
    blanks: Mapping[int, Sequence[str]] = field(default_factory=dict)
    lists: Mapping[int, EntryList] = field(default_factory=dict)
    short_forms: frozenset[str] = frozenset()
    series: Mapping[int, SeriesDays] = field(default_factory=dict)
    words_inside: Mapping[str, Collection[int]] = field(default_factory=dict)
    phrases_inside: Mapping[str, Mapping[int, bool]] = field(default_factory=dict)
    ranges: Mapping[int, ColumnRange] = field(default_factory=dict)
    phrases: Callable[[tuple[Token, ...]], Sequence[Phrase]] = phrases
    columns: tuple[Column, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """List the columns once: each generator goes through them."""
        object.__setattr__(self, "columns", tuple(column for table in self.tables for column in table.columns))

    def seen(self, what: str, score: float, column: Column) -> Seen:
        """Return what was seen of words that weigh ``score`` and a column: the column counts as for its values."""
        of_column = WEIGHTS.predicate.column_share * self.column_scores.get(column.column_id, 0.0)
        return Seen(score + of_column, {what: score, "column": of_column})
