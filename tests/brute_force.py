"""Candidates written out one by one, in plain Python: what inference over the product of their parts is held against.

Also draws random schemas of up to four tables with random joins, claims on them, scopes and matches.
"""

from __future__ import annotations

from itertools import combinations
from math import fsum
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from factcheck.catalogue.fragments import Function, Predicate
from factcheck.catalogue.joins import Join, JoinSource
from factcheck.catalogue.relation_sets import Relations
from factcheck.catalogue.schema import Column, Table
from factcheck.model.query_space import Aggregate, Candidate, QuerySpace, Scope

OVER_ROWS = (Function.COUNT, Function.PERCENTAGE, Function.CONDITIONAL_PROBABILITY)
OVER_COLUMNS = tuple(
    function for function in Function if function not in (Function.COUNT, Function.CONDITIONAL_PROBABILITY)
)
LEAST = {Function.PERCENTAGE: 1, Function.CONDITIONAL_PROBABILITY: 2}
Weights = dict[Candidate, float]


class Case(NamedTuple):
    """A claim on a random schema: its candidates, what of them is evaluated, and the weights of their parts."""

    tables: list[Table]
    space: QuerySpace
    scope: Scope
    aggregate_weights: np.ndarray[Any, Any]
    predicate_weights: np.ndarray[Any, Any]


@st.composite
def schemas(draw: st.DrawFn) -> tuple[list[Table], Relations]:
    """One to four tables in a chain, a star, a cycle, or apart; their numbers do not follow their names."""
    numbers = draw(st.permutations(range(1, draw(st.integers(1, 4)) + 1)))
    tables = []
    for number, name in zip(numbers, "abcd", strict=False):
        columns = [
            Column(number * 10 + place, number, f"c{place}", f"c{place}", "numeric", "N", None)
            for place in range(draw(st.integers(1, 3)))
        ]
        tables.append(Table(number, name, f"public.{name}", None, tuple(columns)))
    ends = st.sampled_from(numbers)
    links = draw(st.lists(st.tuples(ends, ends), max_size=4, unique=True))
    joins = [Join(one, ("c0",), other, ("c0",), JoinSource.DECLARED) for one, other in links]
    return tables, Relations(tables, joins)


@st.composite
def spaces(draw: st.DrawFn, tables: list[Table], relations: Relations, scores: st.SearchStrategy[float]) -> QuerySpace:
    """The candidates of a claim: some aggregates in any order, some predicates, in the order of the tables."""
    columns = [column for table in tables for column in table.columns]
    kinds = [(function, table, None) for table in tables for function in OVER_ROWS]
    kinds += [(f, table, column) for table in tables for column in table.columns for f in OVER_COLUMNS]
    chosen = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=6, unique_by=str))
    restricted = draw(st.lists(st.sampled_from(columns), max_size=5, unique_by=str))
    predicates = [
        Predicate(column, literal)
        for column in columns
        if column in restricted
        for literal in "uvw"[: draw(st.integers(1, 3))]
    ]
    return QuerySpace(
        tuple(Aggregate(function, table, column, draw(scores)) for function, table, column in chosen),
        tuple(predicates),
        np.array([draw(scores) for _ in predicates]),
        relations,
        draw(st.sampled_from([3, 3, 3, 2, 1, 0])),
    )


@st.composite
def scopes(draw: st.DrawFn, space: QuerySpace) -> Scope:
    """A scope with most of a space, all or nothing of it."""
    share = draw(st.sampled_from([0.0, 0.3, 0.7, 1.0]))
    inside = st.floats(0, 1).map(lambda number: number <= share)
    tables = [table.table_id for table in space.relations.tables]
    return Scope(
        np.array([draw(inside) for _ in space.aggregates], dtype=bool),
        np.array([draw(inside) for _ in space.predicates], dtype=bool),
        frozenset(table for table in tables if draw(inside) or share == 1),
    )


SMOOTH = st.floats(0.01, 30)
TIED = st.sampled_from([0.25, 0.5, 1.0, 1.0])
SPARSE = st.sampled_from([0.0, 0.5, 3.7])


@st.composite
def cases(draw: st.DrawFn, scores: st.SearchStrategy[float] = SMOOTH) -> Case:
    """A claim on a random schema."""
    tables, relations = draw(schemas())
    space = draw(spaces(tables, relations, scores))
    weights = [np.array([draw(scores) for _ in parts]) for parts in (space.aggregates, space.predicates)]
    return Case(tables, space, draw(scopes(space)), weights[0], weights[1])


def anchor_of(space: QuerySpace, candidate: Candidate) -> int | None:
    """The table whose rows a candidate counts or aggregates; None where its tables cannot be joined."""
    aggregate = space.aggregates[candidate.aggregate]
    tables = {aggregate.table.table_id} | {space.predicates[p].column.table_id for p in candidate.predicates}
    joined = space.relations.of(frozenset(tables), aggregate.table.table_id if aggregate.column is None else None)
    return None if joined is None else joined.anchor.table_id


def candidates(space: QuerySpace) -> list[Candidate]:
    """All candidates of a space, in the order of their places."""
    found = []
    places = range(len(space.predicates))
    for at, aggregate in enumerate(space.aggregates):
        for size in range(LEAST.get(aggregate.function, 0), space.max_predicates + 1):
            for members in combinations(places, size):
                columns = [space.predicates[place].column.column_id for place in members]
                if aggregate.column is not None:
                    columns.append(aggregate.column.column_id)
                if len(set(columns)) < len(columns) or anchor_of(space, Candidate(at, members)) is None:
                    continue
                if aggregate.function is Function.CONDITIONAL_PROBABILITY:
                    parts = [part for most in range(1, size) for part in combinations(members, most)]
                    found += [Candidate(at, members, part) for part in parts]
                else:
                    found.append(Candidate(at, members))
    return sorted(found)


def weight_of(candidate: Candidate, aggregate_weights: Any, predicate_weights: Any) -> float:
    """The product of a candidate's factors, shared among the conditions of its predicates."""
    weight = float(aggregate_weights[candidate.aggregate])
    for place in candidate.predicates:
        weight *= float(predicate_weights[place])
    return weight / (2 ** len(candidate.predicates) - 2 if candidate.condition else 1)


def weigh(case: Case) -> Weights:
    """The weight of every candidate."""
    return {each: weight_of(each, case.aggregate_weights, case.predicate_weights) for each in candidates(case.space)}


def is_inside(space: QuerySpace, scope: Scope, candidate: Candidate) -> bool:
    """Whether a candidate is evaluated."""
    return (
        bool(scope.aggregates[candidate.aggregate])
        and all(scope.predicates[place] for place in candidate.predicates)
        and anchor_of(space, candidate) in scope.anchors
    )


def total(weights: Weights) -> float:
    """The sum of weights."""
    return fsum(weights.values())


def in_order(weights: Weights) -> list[Candidate]:
    """Candidates of positive weight, the heaviest first, ties by places."""
    return sorted((each for each in weights if weights[each] > 0), key=lambda each: (-weights[each], each))
