"""What claims ask of the data together: how likely each measure is meant, with restrictions of which columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace
from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.space import Floats, Integers, SingleValued
from factcheck.candidates.weighted_space import Marginals
from factcheck.queries.measures import MeasureKind
from factcheck.queries.query import Aggregate
from factcheck.runtime.checkpoints import with_checkpoints

_CODE_BITS = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """What a candidate asks of the rows of an anchor, given by its number: columns to restrict together, by theirs.

    ``single`` tells which column's single values it needs; None where rows or sums are enough.
    """

    anchor: int
    single: SingleValued | None
    columns: frozenset[int]


class Demand:
    """How much speaks for what the claims ask, each claim by itself: of all of them the greatest probability counts.

    A claim restricts a set of columns with the product of their probabilities, as if these were independent.
    """

    def __init__(self, spaces: Sequence[CandidateSpace], marginals: Sequence[Marginals]) -> None:
        """``marginals`` are those of the claims' weights before the data are asked."""
        self._spaces = spaces
        self._marginals = marginals

    @cached_property
    def _claims(self) -> list[_Shares]:
        """Return what each claim asks; of no use where all tables are small."""
        return [_Shares.of(*claim) for claim in with_checkpoints(zip(self._spaces, self._marginals, strict=True))]

    def single(self, single: SingleValued) -> float:
        """Return how likely the single values of a column are meant."""
        return max((claim.single.get(single, 0.0) for claim in self._claims), default=0.0)

    def columns_with(self, single: SingleValued) -> dict[int, float]:
        """Return how likely each column is restricted where the single values of one are meant."""
        likely: dict[int, float] = {}
        for claim in self._claims:
            share = claim.single.get(single, 0.0)
            if share > 0:
                for column, of_column in claim.columns.items():
                    likely[column] = max(likely.get(column, 0.0), share * of_column)
        return likely

    @cached_property
    def sets(self) -> Mapping[frozenset[int], float]:
        """Return how likely each set of columns is restricted."""
        number_of = {column: number for number, column in enumerate(self._columns)}
        codes: list[Integers] = [np.zeros(0, dtype=np.int64)]
        shares: list[Floats] = [np.zeros(0)]
        for space, claim in with_checkpoints(list(zip(self._spaces, self._claims, strict=True))):
            sets = space.product.column_sets
            columns = [column.column_id for column in sets.columns]
            members = np.array([*(number_of[each] + 1 for each in columns), 0], dtype=np.int64)[sets.members]
            of_columns = np.array([*(claim.columns.get(each, 0.0) for each in columns), 1.0])[sets.members]
            # in ascending order, a set has the same code in all claims
            codes.append(_coded(np.sort(members, axis=0)))
            shares.append(of_columns.prod(axis=0))
        different, indexes = np.unique(np.concatenate(codes), return_inverse=True)
        greatest = np.zeros(len(different))
        np.maximum.at(greatest, indexes.reshape(-1), np.concatenate(shares))
        named = (self._decoded(code) for code in different.tolist())
        return dict(zip(named, greatest.tolist(), strict=True))

    @cached_property
    def _columns(self) -> list[int]:
        return sorted({c.column_id for space in self._spaces for c in space.product.column_sets.columns})

    def _decoded(self, code: int) -> frozenset[int]:
        columns = []
        while code:
            code, number = divmod(code, 1 << _CODE_BITS)
            if number:
                columns.append(self._columns[number - 1])
        return frozenset(columns)


def _coded(members: Integers) -> Integers:
    codes = np.zeros(members.shape[1], dtype=np.int64)
    for numbers in members:
        codes = (codes << _CODE_BITS) + numbers
    return codes


@dataclass(frozen=True, slots=True)
class _Shares:
    """How likely a claim restricts each column, by its number, and means the single values of one."""

    columns: Mapping[int, float]
    single: Mapping[SingleValued, float]

    @classmethod
    def of(cls, space: CandidateSpace, weights: Marginals) -> _Shares:
        mass = float(weights.aggregates.sum() + weights.listed.sum()) or 1.0
        columns: dict[int, float] = {}
        single: dict[SingleValued, float] = {}
        for predicate, weight in zip(space.product.predicates, weights.predicates.tolist(), strict=True):
            number = predicate.column.column_id
            columns[number] = columns.get(number, 0.0) + weight / mass
        for aggregate, weight in zip(space.product.aggregates, weights.aggregates.tolist(), strict=True):
            if aggregate.single_valued is not None:
                single[aggregate.single_valued] = single.get(aggregate.single_valued, 0.0) + weight / mass
        for one, weight in zip(space.listed.queries, weights.listed.tolist(), strict=True):
            for operand in one.query.operands():
                if (key := single_valued(operand)) is not None:
                    single[key] = single.get(key, 0.0) + weight / mass
        return cls(columns, single)


def single_valued(operand: Aggregate) -> SingleValued | None:
    """Return which column's single values an operand needs; None where rows or sums are enough."""
    kind, column = operand.function.kind, operand.column
    return None if column is None or kind is None or kind is MeasureKind.SUMMARY else (kind, column.column_id)


def asked_of(operand: Aggregate) -> Asked:
    """Return what an operand of a listed candidate asks."""
    columns = frozenset(predicate.column.column_id for predicate in operand.predicates)
    return Asked(operand.selection.anchor.table_id, single_valued(operand), columns)


def asked_by(space: CandidateSpace, candidate: AnyCandidate) -> Iterator[Asked]:
    """Yield what a candidate asks."""
    if isinstance(candidate, ListedCandidate):
        yield from map(asked_of, space.listed.query(candidate).operands())
        return
    product = space.product
    columns = frozenset(product.predicates[index].column.column_id for index in candidate.predicates)
    yield Asked(product.anchor(candidate), product.aggregates[candidate.aggregate].single_valued, columns)
