"""Which candidates are evaluated: the likely ones, as far as they come at a bearable cost (PickScope, Algorithm 4)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace, derived_columns
from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.space import Booleans, ProductPart, Scope
from factcheck.candidates.weighted_space import Marginals
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import has_quotient
from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import all_columns
from factcheck.joins.relation_sets import Relations
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.measures import MeasureKind
from factcheck.queries.predicates.predicate import Predicate, SortKey
from factcheck.queries.query import Query, RunQuery
from factcheck.runtime.checkpoints import checkpoint, with_checkpoints
from factcheck.settings import Settings

Floats = npt.NDArray[np.float64]

_ROWS_COUNTED = 2.0
_JOIN = 2.0
_DIMENSION = 0.5
_PRICES = {MeasureKind.SUMMARY: 0.5, MeasureKind.DISTINCT: 5.0, MeasureKind.VALUES: 6.0}
_DECIMALS = {"bigint": 1.5, "numeric": 4.0}
_DIVIDED = 10.0
_QUERY = 4.0
"""Cost of a row of the anchor: to be read and grouped, to find its partner in one table, to be grouped by one column
more, to have one column measured, also where its sums or it itself are decimals, or a quotient worked out for each row,
and to be gone through by a separate query.  As measured, in the time that PostgreSQL takes to count a row."""

_ANOTHER_SCAN = 20.0
"""What a further round would cost a row: an option that is wished for less than its price in these waits for one."""

_LITTLE = 50_000_000
"""A cost up to which all that is wished for is taken at once."""

PREDICATE, QUERY = "predicate", "query"


@dataclass(frozen=True, slots=True, order=True)
class Option:
    """What is taken into the scope or left out at one price.

    ``kind`` names a kind of measure, predicates or a query; ``column_id`` is the column's number, that of a query's
    anchor for these; ``key`` tells predicates of one column apart, and queries that are not run in one pass.
    """

    kind: str
    column_id: int
    key: SortKey = ()


@dataclass(frozen=True, slots=True)
class ScopePart:
    """Something that claims ask of a column at one price, in rows read, and whether it was taken into the scope.

    ``kind`` is that of its options.  ``claims`` and ``predicates`` are how many there are.
    """

    kind: str
    column_id: int
    claims: int
    predicates: int
    price: float
    is_inside: bool


class ScopeBuilder:
    """Grows the scope of a document's claims, the likely options before the others, while its cost stays in bounds.

    Since all claims are evaluated together, what one of them needs costs nothing more for the others.  Costs are in
    rows read, as the number of each table's rows suggests: the same data give the same scope on any machine.
    """

    def __init__(
        self,
        spaces: Sequence[CandidateSpace],
        relations: Relations,
        settings: Settings,
        few_valued: frozenset[int] = frozenset(),
    ) -> None:
        """Begin with what is asked of every table; columns that are ``few_valued`` are as good as coded ones."""
        self.spaces = spaces
        self._settings = settings
        derived = derived_columns(spaces)
        self._rows = _rows_reaching(relations, derived)
        self._few_valued = few_valued
        self._prices = _summary_prices(relations, derived)
        self._table_rows = {table.table_id: float(table.rows) for table in relations.tables}
        self._anchors = frozenset(table.table_id for table in relations.tables)
        self._taken: set[Option] = set()
        self._coded: set[int] = set()
        self.cost = sum(
            table.rows * (_ROWS_COUNTED + _JOIN * (len(relations.reached_from(table.table_id)) - 1))
            for table in relations.tables
        )

    def pick(self, marginals: Sequence[Marginals], most: float) -> list[Scope]:
        """Pick the first scope of each claim: options by their greatest marginal probability, up to the cost ``most``.

        ``marginals`` are those of the claims' weights.  An option too dear is passed over, and so is one that is
        hardly wished for where the cost is no longer little; cheaper ones after it may still be taken.
        """
        wishes: dict[Option, float] = {}
        for space, weights in zip(self.spaces, marginals, strict=True):
            checkpoint()
            mass = float(weights.aggregates.sum() + weights.listed.sum()) or 1.0
            for option, weight in _wishes(space, weights):
                wishes[option] = max(wishes.get(option, 0.0), weight / mass)
        for option in with_checkpoints(sorted(wishes, key=lambda option: (-wishes[option], option))):
            is_worth_it = wishes[option] * _ANOTHER_SCAN * self._option_rows(option) >= self._price(option)
            self._take(option, most if is_worth_it else min(most, _LITTLE))
        return self.scopes(marginals)

    def extend(self, outside: Iterable[tuple[CandidateSpace, AnyCandidate]], most: float) -> bool:
        """Take in what candidates outside the scope are made of; return whether anything was taken."""
        before = len(self._taken)
        for space, candidate in outside:
            for option in _options_of(space, candidate):
                self._take(option, most)
        return len(self._taken) > before

    def could_take(self, most: float) -> bool:
        """Tell whether up to the cost ``most`` more options could be taken in than were."""
        return any(
            option not in self._taken and self.cost + self._price(option) <= most
            for space in self.spaces
            for option in _all_options(space)
        )

    def scopes(self, marginals: Sequence[Marginals]) -> list[Scope]:
        """Return the scope of each claim; the likeliest of its predicates where it has too many candidates."""
        scopes = []
        for space, weights in zip(self.spaces, marginals, strict=True):
            checkpoint()
            product = space.product
            aggregates = np.array([self._has(_measured(a.function, a.column)) for a in product.aggregates], bool)
            inside = [i for i, predicate in enumerate(product.predicates) if _restriction(predicate) in self._taken]
            inside.sort(key=lambda index: -weights.predicates[index])
            listed = np.array([self._has(_asked_of(one.query)) for one in space.listed.queries], bool)
            scopes.append(self._within_bounds(product, aggregates, inside, listed))
        return scopes

    def parts(self) -> list[ScopePart]:
        """Return all that claims ask of columns."""
        asked: dict[tuple[str, int], tuple[set[int], set[SortKey]]] = {}
        for index, space in enumerate(self.spaces):
            for option in _all_options(space):
                claims, keys = asked.setdefault((option.kind, option.column_id), (set(), set()))
                claims.add(index)
                keys.add(option.key)
        inside = {(option.kind, option.column_id) for option in self._taken}
        return [
            ScopePart(*part, len(claims), len(keys), self._full_price(*part), part in inside)
            for part, (claims, keys) in asked.items()
        ]

    def _has(self, options: Iterable[Option]) -> bool:
        return all(option in self._taken for option in options)

    def _take(self, option: Option, most: float) -> None:
        if option in self._taken:
            return
        price = self._price(option)
        if self.cost + price <= most:
            self._taken.add(option)
            self.cost += price
            if option.kind == PREDICATE:
                self._coded.add(option.column_id)

    def _price(self, option: Option) -> float:
        """Return what an option costs more than what was taken in.

        Another value of a column that is coded costs nothing: each row has one.  Other predicates are looked at one by
        one.
        """
        is_value = option.kind == PREDICATE and option.key[0] == ""
        return 0.0 if is_value and option.column_id in self._coded else self._full_price(option.kind, option.column_id)

    def _option_rows(self, option: Option) -> float:
        return (self._table_rows if option.kind == QUERY else self._rows)[option.column_id]

    def _full_price(self, kind: str, column_id: int) -> float:
        if kind == QUERY:
            return self._table_rows[column_id] * _QUERY
        if kind == PREDICATE:
            return self._rows[column_id] * _DIMENSION
        if kind == MeasureKind.SUMMARY.name:
            return self._rows[column_id] * self._prices[column_id]
        return self._rows[column_id] * (_DIMENSION if column_id in self._few_valued else _PRICES[MeasureKind[kind]])

    def _within_bounds(
        self, product: ProductPart, aggregates: Booleans, likely: Sequence[int], listed: Booleans
    ) -> Scope:
        """Return the scope with as many of some predicates, the likeliest first, as keep its candidates in bounds."""

        def first(number: int) -> Scope:
            predicates = np.zeros(len(product.predicates), dtype=bool)
            predicates[list(likely[:number])] = True
            return Scope(aggregates, predicates, self._anchors, listed)

        most = self._settings.candidates_per_claim
        if product.size(first(len(likely))) <= most:
            return first(len(likely))
        numbers = range(len(likely))
        return first(max(bisect_right(numbers, most, key=lambda number: product.size(first(number))) - 1, 0))


def _rows_reaching(relations: Relations, derived: Iterable[Column]) -> dict[int, float]:
    """Return for each column, and each derived one, the rows of all anchors that its tables can be joined to."""
    columns = [*(column for table in relations.tables for column in all_columns(table)), *derived]
    rows: dict[int, float] = {}
    for anchor in relations.tables:
        reached = relations.reached_from(anchor.table_id)
        for column in columns:
            if column.table_ids <= reached:
                rows[column.column_id] = rows.get(column.column_id, 0.0) + anchor.rows
    return rows


def _summary_prices(relations: Relations, derived: Iterable[Column]) -> dict[int, float]:
    """Return for each column what summarizing it costs a row."""
    columns = (*(column for table in relations.tables for column in all_columns(table)), *derived)
    return {column.column_id: _summary_price(column) for column in columns}


def _summary_price(column: Column) -> float:
    if isinstance(column, DerivedColumn) and has_quotient(column.formula):
        return _DIVIDED
    if not column.is_exact:
        return _PRICES[MeasureKind.SUMMARY]
    return _DECIMALS.get(column.type_name.partition("(")[0], _PRICES[MeasureKind.SUMMARY])


def _wishes(space: CandidateSpace, weights: Marginals) -> Iterator[tuple[Option, float]]:
    """Yield each option of a claim with the sum of the weights of candidates that ask for it."""
    product = space.product
    for aggregate, weight in zip(product.aggregates, weights.aggregates.tolist(), strict=True):
        yield from ((option, weight) for option in _measured(aggregate.function, aggregate.column))
    for predicate, weight in zip(product.predicates, weights.predicates.tolist(), strict=True):
        yield _restriction(predicate), weight
    for one, weight in zip(space.listed.queries, weights.listed.tolist(), strict=True):
        yield from ((option, weight) for option in _asked_of(one.query))


def _all_options(space: CandidateSpace) -> Iterator[Option]:
    for aggregate in space.product.aggregates:
        yield from _measured(aggregate.function, aggregate.column)
    for predicate in space.product.predicates:
        yield _restriction(predicate)
    for one in space.listed.queries:
        yield from _asked_of(one.query)


def _options_of(space: CandidateSpace, candidate: AnyCandidate) -> Iterator[Option]:
    """Yield what a candidate is made of."""
    if isinstance(candidate, ListedCandidate):
        yield from _asked_of(space.listed.query(candidate))
        return
    aggregate = space.product.aggregates[candidate.aggregate]
    yield from _measured(aggregate.function, aggregate.column)
    for index in candidate.predicates:
        yield _restriction(space.product.predicates[index])


def _asked_of(query: Query) -> Iterator[Option]:
    """Yield what a listed query asks for: what its operands do, or to be run itself."""
    if isinstance(query, RunQuery):
        yield Option(QUERY, query.selection.anchor.table_id, query.batch())
    for operand in query.operands():
        yield from _measured(operand.function, operand.column)
        for predicate in operand.predicates:
            yield _restriction(predicate)


def single_valued(spaces: Iterable[CandidateSpace]) -> tuple[Column, ...]:
    """Return the columns whose single values candidates ask for."""
    kinds = {MeasureKind.DISTINCT, MeasureKind.VALUES}
    columns: dict[Column, None] = {}
    for space in spaces:
        operands = (operand for one in space.listed.queries for operand in one.query.operands())
        asked = [(each.function, each.column) for each in space.product.aggregates]
        asked += [(each.function, each.column) for each in operands]
        columns |= {column: None for function, column in asked if column is not None and function.kind in kinds}
    return tuple(columns)


def _measured(function: AggregationFunction, column: Column | None) -> Iterator[Option]:
    """Yield what a function asks of a column; rows are always counted."""
    if column is not None and function.kind is not None:
        yield Option(function.kind.name, column.column_id)


def _restriction(predicate: Predicate) -> Option:
    return Option(PREDICATE, predicate.column.column_id, predicate.sort_key)
