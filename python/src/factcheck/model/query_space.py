"""The candidate queries of a claim: every function, aggregation column and set of predicates, none of them written out.

A claim with twenty predicates has millions of candidates.  What inference asks of them - how many there are, the sum
of their weights, the best ones - follows from their parts, since the weight of a candidate is a product (Equations 2
to 5).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.fragments import Function, Predicate
from factcheck.catalogue.relation_sets import Relations, RelationSet
from factcheck.catalogue.schema import Column, Table

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CandidateQuery:
    """A simple aggregate query (Definition 2) over the tables of a relation set.

    ``column`` is None for ``*``, the rows of the anchor.  For a conditional probability ``condition`` names the
    predicates that define the group; the others are the event.
    """

    relations: RelationSet
    function: Function
    column: Column | None
    predicates: tuple[Predicate, ...]
    condition: tuple[Predicate, ...] = ()


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A function over a column of a table, or over its ``*`` where the column is None; ``score`` is S(f)·S(a)."""

    function: Function
    table: Table
    column: Column | None
    score: float


class Candidate(NamedTuple):
    """A candidate of a query space, by the places of its parts there.

    ``predicates`` and ``condition`` are ascending; only conditional probabilities have a condition.  Candidates of
    equal weight come in the order of these places.
    """

    aggregate: int
    predicates: tuple[int, ...]
    condition: tuple[int, ...] = ()


@dataclass(frozen=True)
class Scope:
    """What is evaluated (PickScope, Algorithm 4): aggregates and predicates by place, anchors by ``table_id``.

    A candidate lies inside if its aggregate, all its predicates and the anchor of its relation set do.
    """

    aggregates: Booleans
    predicates: Booleans
    anchors: frozenset[int]


@dataclass(frozen=True)
class QuerySpace:
    """All candidates of a claim: each aggregate with each set of predicates that it can be joined with.

    ``predicates`` are ordered by table, column and literal; ``predicate_scores`` are their S(r).  A set holds at most
    ``max_predicates`` on different columns, none on the aggregate's own: nobody averages what is given.  A percentage
    needs a predicate, a conditional probability two; for it every proper part of the set, as the condition, makes
    a candidate, and these share the weight of the set.
    """

    aggregates: tuple[Aggregate, ...]
    predicates: tuple[Predicate, ...]
    predicate_scores: Floats
    relations: Relations
    max_predicates: int

    def query(self, candidate: Candidate) -> CandidateQuery:
        """A candidate as a query; raises ``ValueError`` where its tables cannot be joined."""
        aggregate = self.aggregates[candidate.aggregate]
        members = tuple(self.predicates[place] for place in candidate.predicates)
        relations = relations_of(self.relations, aggregate, members)
        if relations is None:
            raise ValueError(f"tables of {candidate} cannot be joined")
        condition = tuple(self.predicates[place] for place in candidate.condition)
        return CandidateQuery(relations, aggregate.function, aggregate.column, members, condition)


def relations_of(relations: Relations, aggregate: Aggregate, predicates: tuple[Predicate, ...]) -> RelationSet | None:
    """The tables that an aggregate and predicates join; the rows of ``*`` are those of its own table."""
    tables = {aggregate.table.table_id, *(predicate.column.table_id for predicate in predicates)}
    return relations.of(frozenset(tables), aggregate.table.table_id if aggregate.column is None else None)
