"""All candidates of a claim: the sum of a product part and a listed part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from factcheck.candidates.listed import ListedCandidate, ListedPart
from factcheck.candidates.space import Candidate, ProductPart, Scope
from factcheck.catalogue.derived import DerivedColumn
from factcheck.queries.query import Query

AnyCandidate = Candidate | ListedCandidate


@dataclass(frozen=True, slots=True)
class CandidateSpace:
    """The candidates of a claim, in parts that have none in common."""

    product: ProductPart
    listed: ListedPart = field(default_factory=ListedPart)

    @property
    def is_empty(self) -> bool:
        """Whether there is no candidate at all."""
        return not self.product.aggregates and not self.listed.queries

    def size(self, scope: Scope | None = None) -> int:
        """Count the candidates, all of them or those inside a scope."""
        return self.product.size(scope) + self.listed.size(scope)

    def query(self, candidate: AnyCandidate) -> Query:
        """Return a candidate as a query."""
        if isinstance(candidate, ListedCandidate):
            return self.listed.query(candidate)
        return self.product.query(candidate)

    def whole(self) -> Scope:
        """Return the scope with all candidates."""
        return Scope(
            np.ones(len(self.product.aggregates), dtype=bool),
            np.ones(len(self.product.predicates), dtype=bool),
            frozenset(table.table_id for table in self.product.relations.tables),
            np.ones(len(self.listed.queries), dtype=bool),
        )


def derived_columns(spaces: Iterable[CandidateSpace]) -> tuple[DerivedColumn, ...]:
    """Return all derived columns that candidates aggregate, each once."""
    aggregated = (
        column
        for space in spaces
        for column in (
            *(aggregate.column for aggregate in space.product.aggregates),
            *(part.column for one in space.listed.queries for part in (one.query, *one.query.operands())),
        )
    )
    return tuple(dict.fromkeys(column for column in aggregated if isinstance(column, DerivedColumn)))


def rank_key(log: int, candidate: AnyCandidate) -> tuple[int, bool, AnyCandidate]:
    """Return what orders candidates: the heaviest first, of equal weight products before listed ones, then by index."""
    return -log, isinstance(candidate, ListedCandidate), candidate
