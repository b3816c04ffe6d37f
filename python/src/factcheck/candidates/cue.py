"""What generators of listed queries know of a claim: its sentence, what its words find, and the products of these."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from math import prod

from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.claim_words import NO_WORDS, ClaimWords
from factcheck.candidates.features import OF_COLUMN, number_form
from factcheck.candidates.space import ProductPart
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.compared_units import Fit, compare_units
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import Relevance
from factcheck.weights.weights import WEIGHTS

_PREDICATES, _OF_PANELS = 6, 10
"""Predicates, the best ones, that listed queries are made of; of panels each restricts several dimensions."""

_LEAST_NAMED = 0.1
"""Relevance from which a claim names a column."""

_SELECTIONS, _SELECTIONS_OF_PANELS = 8, 14
"""Sets of these that each measure is listed with, the likeliest ones."""

_SIMPLEST = 2
"""Sets of no restriction, and of a single one, that it is listed with however likely larger ones are."""


@dataclass(frozen=True, slots=True)
class ScoredMeasure:
    """A function over a column, or over rows, of a table, with the score of the column: S(a)."""

    measure: Measure
    table: Table
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class ScoredSet:
    """A set of predicates with the product of their scores: ∏S(r).  A cue has each set once: it equals no other one."""

    predicates: tuple[Predicate, ...]
    score: float


def _best_shares(named_by: Mapping[str, Mapping[int, float]], words: Iterable[str]) -> dict[int, float]:
    """Return for each number that any of some words name the largest share."""
    named: dict[int, float] = {}
    for word in words:
        for number, share in named_by.get(word, {}).items():
            named[number] = max(named.get(number, 0.0), share)
    return named


@dataclass(frozen=True)
class Cue:
    """What a generator knows of a claim.

    ``amounts`` are the columns of numbers that the claim may aggregate, most relevant first.
    """

    number: Number
    relevance: Relevance
    relations: Relations
    product: ProductPart
    words: ClaimWords = NO_WORDS
    amounts: tuple[Column, ...] = ()

    @cached_property
    def view(self) -> ClaimView:
        """The claim as features see it."""
        return ClaimView(self.number, self.relevance, self.words)

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables."""
        return self.relations.tables

    def table(self, column: Column) -> Table:
        """Return the table of a column."""
        return next(table for table in self.tables if table.table_id == column.table_id)

    def column_score(self, table: Table, column: Column | None) -> float:
        """Return S(a) of a column, or of the rows of a table."""
        key = table.table_id, column
        if key not in self._column_scores:
            self._column_scores[key] = OF_COLUMN.score(self.view, table, column)
        return self._column_scores[key]

    @cached_property
    def _column_scores(self) -> dict[tuple[int, Column | None], float]:
        return {}

    def is_named(self, column: Column) -> bool:
        """Tell whether words of the claim speak for a column, or the unit of its number, other than a currency."""
        is_named = self.relevance.columns.get(column.column_id, 0.0) >= _LEAST_NAMED
        is_measured = self.number.measured is not None and self.number.unit != "currency"
        return is_named or (is_measured and compare_units(self.number, unit_of(column)).fit is Fit.AGREES)

    def kind_score(self, kind: str, weight: float) -> float:
        """Return what stands for S(f): how the number is written, and the weight of the word that names the kind."""
        form = WEIGHTS.listed.form[kind].get(number_form(self.number), 0.0)
        return form * (1 + WEIGHTS.listed.keywords * weight)

    def columns_named_by(self, *words: str) -> Mapping[int, float]:
        """Return how well each column, by its number, is named by any of some words."""
        return _best_shares(self.relevance.columns_named_by, words)

    def tables_named_by(self, *words: str) -> Mapping[int, float]:
        """Return how well each table, by its number, is named by any of some words."""
        return _best_shares(self.relevance.tables_named_by, words)

    @property
    def is_about_a_panel(self) -> bool:
        """Whether all numbers can be of one table that is a panel."""
        return len(self.tables) == 1 and bool(self.relevance.panels)

    @cached_property
    def usual_restriction(self) -> float:
        """What a restriction costs before anything is known of the document: nothing in a panel, all of whose rows do.

        A number of a panel is mostly that of one row, which takes a restriction of each dimension.
        """
        if self.is_about_a_panel:
            return 1.0
        return 1 / max(sum(len(table.columns) for table in self.tables), 1)

    @cached_property
    def best_predicates(self) -> tuple[tuple[Predicate, float], ...]:
        """The predicates with the highest scores, best first; not that a value is known: aggregates leave NULL out."""
        return self._said[: self._most_predicates]

    @property
    def _most_predicates(self) -> int:
        return _OF_PANELS if self.is_about_a_panel else _PREDICATES

    @cached_property
    def _said(self) -> tuple[tuple[Predicate, float], ...]:
        scored = zip(self.product.predicates, self.product.predicate_scores.tolist(), strict=True)
        said = (pair for pair in scored if not (isinstance(pair[0], Not) and isinstance(pair[0].predicate, IsNull)))
        return tuple(sorted(said, key=lambda pair: -pair[1]))

    @cached_property
    def _known_sets(self) -> dict[int | None, tuple[tuple[ScoredSet, frozenset[int]], ...]]:
        return {}

    def _sets_about(self, table: Table | None) -> tuple[tuple[ScoredSet, frozenset[int]], ...]:
        """Return the sets of the best predicates, with the columns that they restrict; the likeliest first.

        Of a table they are predicates that its rows can be restricted by, alone or joined.  What a restriction costs
        before anything is known of the document is the same for all columns.
        """
        key = None if table is None else table.table_id
        if key not in self._known_sets:
            best = self.best_predicates if table is None else self._best_about(table)
            self._known_sets[key] = self._combined(best)
        return self._known_sets[key]

    def _best_about(self, table: Table) -> tuple[tuple[Predicate, float], ...]:
        own = frozenset({table.table_id})
        joined = (pair for pair in self._said if self.relations.of(own | pair[0].column.table_ids) is not None)
        return tuple(islice(joined, self._most_predicates))

    def _combined(self, best: Sequence[tuple[Predicate, float]]) -> tuple[tuple[ScoredSet, frozenset[int]], ...]:
        usual = 1 / WEIGHTS.prior.restrictable(sum(len(table.columns) for table in self.tables))
        usual = max(usual, self.usual_restriction)
        best = sorted(best, key=lambda pair: self._order[pair[0]])
        sets = []
        for size in range(self.product.max_predicates + 1):
            for chosen in combinations(best, size):
                columns = frozenset(predicate.column.column_id for predicate, _ in chosen)
                if len(columns) == size and not any(pair <= columns for pair in self.product.repeats):
                    predicates = tuple(predicate for predicate, _ in chosen)
                    sets.append((ScoredSet(predicates, prod(score for _, score in chosen)), columns))
        return tuple(sorted(sets, key=lambda each: -each[0].score * usual ** len(each[1])))

    def sets(
        self,
        *,
        least: int = 0,
        without: Collection[Column] = (),
        simple: int = _SIMPLEST,
        of: Table | None = None,
    ) -> list[ScoredSet]:
        """Return sets of the best predicates, on different columns, none of those left out; the likeliest first.

        A sentence with many words that may restrict rows may still mean all rows, or those of one restriction:
        ``simple`` of either kind are among them.  ``of`` is the table whose rows they restrict, where that is known.
        """
        left_out = {column.column_id for column in without}
        fitting = [one for one, columns in self._sets_about(of) if len(columns) >= least and not columns & left_out]
        chosen = fitting[: _SELECTIONS_OF_PANELS if self.is_about_a_panel else _SELECTIONS]
        for size in (0, 1):
            chosen += islice((one for one in fitting if len(one.predicates) == size), simple)
        return list(dict.fromkeys(chosen))

    def in_order(self, predicates: Iterable[Predicate]) -> tuple[Predicate, ...]:
        """Return predicates in the order of the space; those that it does not have come last."""
        return tuple(sorted(predicates, key=lambda each: self._order.get(each, len(self._order))))

    @cached_property
    def _order(self) -> dict[Predicate, int]:
        return {predicate: index for index, predicate in enumerate(self.product.predicates)}

    def aggregate(
        self, measure: Measure, table: Table, predicates: tuple[Predicate, ...], *others: Column
    ) -> Aggregate | None:
        """Return an aggregate of selected rows, joined with the tables of other columns too; None where none can be."""
        tables = {table.table_id}
        if len(self.tables) > 1:  # of one table all columns are
            columns = [*others, *(predicate.column for predicate in predicates)]
            columns += [] if measure.column is None else [measure.column]
            tables.update(table_id for column in columns for table_id in column.table_ids)
        anchor = table.table_id if measure.column is None else None
        relations = self.relations.of(frozenset(tables), anchor)
        return None if relations is None else Aggregate(measure, Selection(relations, predicates))
