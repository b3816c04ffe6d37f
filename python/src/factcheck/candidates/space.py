"""The product part of a claim's candidates: every function, column and set of predicates, none of them written out.

A claim with twenty predicates has millions of candidates.  What inference asks of them - how many there are, the sum
of their weights, the best ones - follows from their parts, since the weight of a candidate is a product (Equations 2
to 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from factcheck.candidates.column_sets import ColumnSets
from factcheck.candidates.integer_logs import NEVER, whole_logs
from factcheck.candidates.said_elsewhere import values_elsewhere
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.relation_sets import Relations, RelationSet
from factcheck.queries.functions.counts import CONDITIONAL_PROBABILITY, COUNT_DISTINCT, PERCENTAGE
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.measures import MeasureKind
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.product_query import product_query
from factcheck.queries.query import Measure, Query

Integers = npt.NDArray[np.int64]
SmallIntegers = npt.NDArray[np.integer]
Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]

SingleValued = tuple[MeasureKind, int]
"""A kind of measure that takes the single values of a column, and the column's number."""

_NO_ANCHOR = np.iinfo(np.int32).min
_SHARE_LOGS = -whole_logs(np.maximum(np.arange(np.iinfo(np.int8).max), 1).astype(np.float64))
"""Logarithms of one over a number of choices."""


@dataclass(frozen=True, slots=True)
class AggregateFragment:
    """A function over a column of a table, or over its ``*`` where the column is None.

    ``score`` is S(f)·S(a), of which ``function_score`` is S(f), positive.  ``dimensions`` are how many columns tell
    the rows of a panel apart; 0 for other tables.
    """

    function: AggregationFunction
    table: Table
    column: Column | None
    score: float
    function_score: float = 1.0
    dimensions: int = 0

    @property
    def measure(self) -> Measure:
        """The function and column of queries."""
        return Measure(self.function, self.column)

    @property
    def table_ids(self) -> frozenset[int]:
        """The tables that queries join for the column's values, or whose rows they count."""
        return frozenset({self.table.table_id}) if self.column is None else self.column.table_ids

    @property
    def single_valued(self) -> SingleValued | None:
        """What is asked of the single values of the column; None where rows or sums are enough."""
        kind, column = self.function.kind, self.column
        return None if column is None or kind is None or kind is MeasureKind.SUMMARY else (kind, column.column_id)

    @property
    def column_score(self) -> float:
        """S(a) of the column or of ``*``."""
        return self.score / self.function_score

    @property
    def kind(self) -> str:
        """What a number of predicates is looked at with: counted rows, shares, or all else, which are amounts.

        Amounts in a panel have a kind of their own: with as many predicates as dimensions each is that of one row.
        """
        if self.function.shape.is_share:
            return "share"
        if self.column is None:
            return "count"
        return f"amount of {self.dimensions} dimensions" if self.dimensions else "amount"


class Candidate(NamedTuple):
    """A candidate of a product part, by the indexes of its parts there.

    ``predicates`` and ``condition`` are ascending; only functions whose shape has a condition have one.  Candidates of
    equal weight come in the order of these indexes.
    """

    aggregate: int
    predicates: tuple[int, ...]
    condition: tuple[int, ...] = ()


_SHARES = (PERCENTAGE, CONDITIONAL_PROBABILITY)
"""Functions of rows that give a share of them."""


def _nothing() -> Booleans:
    return np.zeros(0, dtype=np.bool_)


@dataclass(frozen=True)
class Scope:
    """What is evaluated (PickScope, Algorithm 4): aggregates and predicates by index, anchors by ``table_id``.

    A product candidate lies inside if its aggregate, all its predicates and the anchor of its relation set do;
    ``listed`` tells of each listed candidate whether it does.  Where not all of that can be evaluated together,
    ``combined`` tells for each family of aggregates and each set of columns whether they were; None where all were.
    """

    aggregates: Booleans
    predicates: Booleans
    anchors: frozenset[int]
    listed: Booleans = field(default_factory=_nothing)
    combined: Booleans | None = None

    def is_as(self, other: Scope) -> bool:
        """Tell whether another scope has the same inside."""
        if self.combined is None or other.combined is None:
            is_combined = self.combined is other.combined
        else:
            is_combined = np.array_equal(self.combined, other.combined)
        return (
            is_combined
            and self.anchors == other.anchors
            and np.array_equal(self.aggregates, other.aggregates)
            and np.array_equal(self.predicates, other.predicates)
            and np.array_equal(self.listed, other.listed)
        )


@dataclass(frozen=True)
class ProductPart:
    """The candidates that are products: each aggregate with each set of predicates that it can be joined with.

    ``predicates`` are ordered by table, column and key; ``predicate_scores`` are their S(r).  A set holds at most
    ``max_predicates`` on different columns, none on the aggregate's column, whose value it would fix, and no two on
    columns that a join makes equal.  The function's shape says how many predicates a query needs, and which parts of
    the set may be its condition: each makes a candidate, and these share the weight of the set.  ``said_once`` are more
    pairs of columns, by number, that no set restricts both of: the same words name the value of either.
    ``single_rows`` are columns each of whose predicates leaves one row: with these nothing of their table is counted
    for its different values, which would be one whatever the data say.  ``keys`` are those of them that have another
    value in each row of their table: nor is any share of its rows asked for with these.
    ``size_scores`` are factors by the kind of the aggregate and the number of predicates, 1 where there are none.
    """

    aggregates: tuple[AggregateFragment, ...]
    predicates: tuple[Predicate, ...]
    predicate_scores: Floats
    relations: Relations
    max_predicates: int
    size_scores: Mapping[str, Sequence[float]] = field(default_factory=dict)
    said_once: frozenset[frozenset[int]] = frozenset()
    single_rows: frozenset[int] = frozenset()
    keys: frozenset[int] = frozenset()

    @property
    def repeats(self) -> frozenset[frozenset[int]]:
        """The pairs of columns that no set of predicates restricts both of."""
        return self.relations.equal_columns | self.said_once

    @cached_property
    def column_sets(self) -> ColumnSets:
        """The sets of columns that predicates restrict together."""
        return ColumnSets(self.predicates, self.max_predicates)

    @cached_property
    def families(self) -> Families:
        """The aggregates by the sets of columns that they go with."""
        elsewhere = values_elsewhere(self.predicates, self.predicate_scores.tolist())
        return _families(
            self.aggregates, self.column_sets, self.relations, self.repeats, self.single_rows, self.keys, elsewhere
        )

    @cached_property
    def size_factors(self) -> Floats:
        """The factor of each family, in rows, with each number of predicates."""
        factors = np.ones((len(self.families.aggregates), self.max_predicates + 1))
        for family, indexes in enumerate(self.families.aggregates):
            scores = self.size_scores.get(self.aggregates[indexes[0]].kind, ())
            factors[family, : len(scores)] = scores
        return factors

    @cached_property
    def size_logs(self) -> Integers:
        """The logarithms of ``size_factors``."""
        return whole_logs(self.size_factors)

    @property
    def set_factors(self) -> Floats:
        """The factor of each family, in rows, with each column set."""
        factors: Floats = self.size_factors[:, self.column_sets.sizes]
        return factors

    @property
    def set_logs(self) -> Integers:
        """The logarithms of ``set_factors``."""
        logs: Integers = self.size_logs[:, self.column_sets.sizes]
        return logs

    def size(self, scope: Scope | None = None) -> int:
        """Count the candidates, all of them or those inside a scope; conditions count."""
        inside = np.ones(len(self.predicates), dtype=np.bool_) if scope is None else scope.predicates
        numbers = self.column_sets.numbers(inside)
        choices = np.where(self.families.inside(scope), self.families.choices, 0)
        total = 0
        for family, aggregates in enumerate(self.families.aggregates):
            chosen = len(aggregates) if scope is None else int(scope.aggregates[list(aggregates)].sum())
            total += chosen * int((choices[family] * numbers).sum())
        return total

    def sizes(self, scope: Scope) -> dict[int, int]:
        """Count the candidates inside a scope by the number of their anchor."""
        numbers = self.column_sets.numbers(scope.predicates)
        families = self.families
        choices = np.where(families.inside(scope), families.choices, 0) * numbers
        choices *= np.bincount(families.of[scope.aggregates], minlength=len(choices))[:, None]
        anchors = np.unique(families.anchors[choices > 0]).tolist()
        return {anchor: int(choices[families.anchors == anchor].sum()) for anchor in anchors}

    def used(self, scope: Scope) -> Iterator[tuple[int, Booleans, Booleans]]:
        """Yield anchors that a scope has candidates over, with the aggregates and predicates that these have."""
        families, sets = self.families, self.column_sets
        has_aggregates = np.zeros(len(families.aggregates), dtype=np.bool_)
        has_aggregates[families.of[scope.aggregates]] = True
        is_restricted = np.zeros(len(sets.columns) + 1, dtype=np.bool_)
        is_restricted[sets.column_of[scope.predicates]] = True
        is_restricted[-1] = True  # what sets are filled up with
        exists = families.inside(scope) & has_aggregates[:, None] & is_restricted[sets.members].all(axis=0)
        for anchor in families.known_anchors:
            is_there = exists if len(families.known_anchors) == 1 else exists & (families.anchors == anchor)
            if not is_there.any():
                continue
            is_used = np.zeros(len(sets.columns) + 1, dtype=np.bool_)
            is_used[sets.members[:, is_there.any(axis=0)]] = True
            of_families: Booleans = np.asarray(is_there.any(axis=1))
            yield anchor, scope.aggregates & of_families[families.of], scope.predicates & is_used[sets.column_of]

    def is_within(self, scope: Scope, other: Scope) -> bool:
        """Tell whether all candidates inside a scope are inside another one, too, as the parts of both say."""
        return not (
            (scope.aggregates & ~other.aggregates).any()
            or (scope.predicates & ~other.predicates).any()
            or (self.families.inside(scope) & ~self.families.inside(other)).any()
        )

    def query(self, candidate: Candidate) -> Query:
        """Return a candidate as a query; raises ``ValueError`` where its tables cannot be joined."""
        aggregate = self.aggregates[candidate.aggregate]
        predicates = tuple(self.predicates[index] for index in candidate.predicates)
        tables = frozenset(predicate.column.table_id for predicate in predicates)
        relations = _joined(aggregate, tables, self.relations)
        if relations is None:
            raise ValueError(f"tables of {candidate} cannot be joined")
        condition = tuple(self.predicates[index] for index in candidate.condition)
        return product_query(aggregate.measure, relations, predicates, condition)

    def anchor(self, candidate: Candidate) -> int:
        """Return the ``table_id`` of the table whose rows a candidate is about."""
        column_set = self.column_sets.index_of([self.predicates[index].column for index in candidate.predicates])
        return int(self.families.anchors[self.families.of[candidate.aggregate], column_set])


@dataclass(frozen=True)
class Families:
    """Aggregates that go with the same sets of columns: alike in table, in column where it is restricted, in shape.

    Over large tables, those are apart that ask for single values of different columns: what they cost differs.
    This is the one rule that says which candidates exist.  ``aggregates`` has their indexes, family by family; ``of``
    the family of each aggregate.  For family f and column set s, ``choices[f, s]`` is the number of candidates that an
    aggregate makes with one predicate on each of the columns: none, one, or the number of conditions; ``anchors[f, s]``
    their relation set's anchor.  Claims keep these while they are checked, so they are in few bytes.
    """

    aggregates: tuple[tuple[int, ...], ...]
    of: Integers
    choices: SmallIntegers
    anchors: SmallIntegers

    @cached_property
    def known_anchors(self) -> frozenset[int]:
        """The anchors of all candidates."""
        return frozenset(np.unique(self.anchors).tolist()) - {_NO_ANCHOR}

    def firsts(self, logs: Integers, maxima: Integers) -> Integers:
        """Return the first aggregate of each family whose logarithm is the greatest."""
        first = np.full(len(self.aggregates), len(self.of), dtype=np.int64)
        is_greatest = logs == maxima[self.of]
        np.minimum.at(first, self.of[is_greatest], np.flatnonzero(is_greatest))
        return first

    def exists(self, anchors: frozenset[int] | None = None) -> Booleans:
        """Tell whether there are candidates and, unless all are asked for, they have one of these anchors."""
        exists: Booleans = self.choices > 0
        if anchors is None or self.known_anchors <= anchors:
            return exists
        return exists & np.isin(self.anchors, sorted(anchors))

    def inside(self, scope: Scope | None) -> Booleans:
        """Tell which families have candidates with which column sets, as far as a scope allows, if one is given."""
        if scope is None:
            return self.exists()
        exists = self.exists(scope.anchors)
        return exists if scope.combined is None else exists & scope.combined

    def maxima(self, logs: Integers) -> Integers:
        """Return the greatest of the logarithms of each family's aggregates."""
        greatest = np.full(len(self.aggregates), NEVER, dtype=np.int64)
        np.maximum.at(greatest, self.of, logs)
        return greatest

    def share_logs(self, scope: Scope | None, sets: Integers | None = None) -> Integers:
        """Return logarithms of the share of a set's weight that a candidate has, ``NEVER`` outside of a scope.

        Of all sets of columns, or of those with some indexes.
        """
        chosen = slice(None) if sets is None else sets
        logs: Integers = np.where(self.inside(scope)[:, chosen], _SHARE_LOGS[self.choices[:, chosen]], NEVER)
        return logs


def _families(
    aggregates: Sequence[AggregateFragment],
    sets: ColumnSets,
    relations: Relations,
    pairs: frozenset[frozenset[int]],
    single_rows: frozenset[int],
    keys: frozenset[int],
    elsewhere: Mapping[int, frozenset[int]],
) -> Families:
    members: dict[tuple[frozenset[int], bool, frozenset[int], str, SingleValued | None], list[int]] = {}
    is_large = any(table.is_large for table in relations.tables)
    for index, aggregate in enumerate(aggregates):
        fixing = _fixing(aggregate, sets.columns, single_rows, keys)
        single = aggregate.single_valued if is_large else None
        key = (aggregate.table_ids, aggregate.column is None, fixing, aggregate.function.shape.name, single)
        members.setdefault(key, []).append(index)
    repeats = sets.have_both(pairs)
    of = np.zeros(len(aggregates), dtype=np.int64)
    choices = np.zeros((len(members), len(sets)), dtype=np.int8)
    anchors = np.full((len(members), len(sets)), _NO_ANCHOR, dtype=np.int32)
    anchored: dict[tuple[frozenset[int], bool], Integers] = {}  # by what it depends on, which many families share
    for family, ((of_aggregate, is_of_rows, fixing, _, _), indexes) in enumerate(members.items()):
        of[indexes] = family
        first = aggregates[indexes[0]]
        shape = first.function.shape
        of_tables = anchored.get((of_aggregate, is_of_rows))
        if of_tables is None:
            of_tables = np.array([_anchor(first, tables, relations) for tables in sets.tables], dtype=np.int64)
            anchored[of_aggregate, is_of_rows] = of_tables
        anchors[family] = of_tables[sets.tables_of]
        exists = (anchors[family] != _NO_ANCHOR) & (sets.sizes >= shape.least_predicates) & ~repeats
        apart = {column_id for column_id, tables in elsewhere.items() if not tables.isdisjoint(of_aggregate)}
        for column_id in fixing | apart:
            exists &= ~sets.has(column_id)
        splits = np.array([shape.splits(size) for size in range(int(sets.sizes.max(initial=0)) + 1)])
        choices[family] = np.where(exists, splits[sets.sizes], 0)
    return Families(tuple(tuple(indexes) for indexes in members.values()), of, choices, anchors)


def _fixing(
    aggregate: AggregateFragment, restricted: Sequence[Column], single_rows: frozenset[int], keys: frozenset[int]
) -> frozenset[int]:
    """Return the restricted columns that would fix an aggregate's result: its own, and what leaves one row to count."""
    column, function = aggregate.column, aggregate.function
    leaving_one = single_rows if function is COUNT_DISTINCT else keys if function in _SHARES else frozenset()
    counted = aggregate.table.table_id if column is None else column.table_id
    return frozenset(
        each.column_id
        for each in restricted
        if (column is not None and each.column_id == column.column_id)
        or (each.column_id in leaving_one and each.table_id == counted)
    )


def _anchor(aggregate: AggregateFragment, tables: frozenset[int], relations: Relations) -> int:
    joined = _joined(aggregate, tables, relations)
    return _NO_ANCHOR if joined is None else joined.anchor.table_id


def _joined(aggregate: AggregateFragment, tables: frozenset[int], relations: Relations) -> RelationSet | None:
    """Return what an aggregate and predicates on some tables join; the rows of ``*`` are those of its own table."""
    anchor = aggregate.table.table_id if aggregate.column is None else None
    return relations.of(tables | aggregate.table_ids, anchor)
