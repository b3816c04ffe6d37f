"""Candidates written out one by one, in plain Python: what inference over the product of their parts is held against.

Also draws random schemas of up to four tables with random joins, claims on them, scopes and matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import fsum
from random import Random
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from factcheck.candidates.space import Aggregate, Candidate, QuerySpace, Scope
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.relation_sets import Relations
from factcheck.queries.fragments import Function, Predicate

OVER_ROWS = (Function.COUNT, Function.PERCENTAGE, Function.CONDITIONAL_PROBABILITY)
OVER_COLUMNS = tuple(
    function for function in Function if function not in (Function.COUNT, Function.CONDITIONAL_PROBABILITY)
)
LEAST = {Function.PERCENTAGE: 1, Function.CONDITIONAL_PROBABILITY: 2}
Weights = dict[Candidate, float]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Booleans = np.ndarray[Any, np.dtype[np.bool_]]


class Case(NamedTuple):
    """A claim on a random schema: its candidates, what of them is evaluated, and the weights of their parts."""

    tables: list[Table]
    space: QuerySpace
    scope: Scope
    aggregate_weights: Floats
    predicate_weights: Floats


SMOOTH, TIED, SPARSE = "smooth", "tied", "sparse"
SCORES = (SMOOTH, TIED, SPARSE)

# Drawn at once from a seed: drawn bit by bit, most schemas would be too small to hold a join.
SEEDS = st.integers(0, 2**32).map(Random)


def scores(random: Random, number: int, kind: str) -> Floats:
    """Scores that are all different, that often tie, or of which some are 0."""
    choices = {TIED: (0.25, 0.5, 1.0, 1.0), SPARSE: (0.0, 0.5, 3.7)}
    return np.array(
        [random.uniform(0.01, 30) if kind == SMOOTH else random.choice(choices[kind]) for _ in range(number)]
    )


def random_schema(random: Random) -> tuple[list[Table], Relations]:
    """One to four tables in a chain, a star, anyhow, or apart; their numbers do not follow their names."""
    numbers = random.sample(range(1, 5), random.choice([1, 2, 3, 4]))
    tables = []
    for number, name in zip(numbers, "abcd", strict=False):
        columns = [
            Column(number * 10 + place, number, f"c{place}", f"c{place}", "numeric", "N", None)
            for place in range(random.randint(1, 3))
        ]
        tables.append(Table(number, name, f"public.{name}", None, tuple(columns)))
    choices: dict[str, list[Sequence[int]]] = {
        "chain": list(pairwise(numbers)),
        "star": [(numbers[0], other) for other in numbers[1:]],
        "anyhow": [random.sample(numbers, 2) for _ in range(random.randint(1, 4)) if len(numbers) > 1],
        "apart": [],
    }
    links = choices[random.choice(["chain", "chain", "star", "anyhow", "apart"])]
    return tables, Relations(tables, [Join(one, ("c0",), to, ("c0",), JoinSource.DECLARED) for one, to in links])


def random_space(random: Random, tables: list[Table], relations: Relations, kind: str) -> QuerySpace:
    """The candidates of a claim: some aggregates in any order, some predicates, in the order of the tables."""
    columns = [(table, column) for table in tables for column in table.columns]
    kinds: list[tuple[Function, Table, Column | None]]
    kinds = [(function, table, None) for table in tables for function in OVER_ROWS]
    kinds += [(function, table, column) for table, column in columns for function in OVER_COLUMNS]
    chosen = random.sample(kinds, min(random.choice([1, 4, 8]), len(kinds)))
    share = random.choice([0.3, 0.8, 1])
    predicates = [
        Predicate(column, literal)
        for _, column in columns
        if random.random() < share
        for literal in "uvw"[: random.choice([1, 1, 2, 3])]
    ][:9]
    weights = scores(random, len(chosen), kind).tolist()
    return QuerySpace(
        tuple(Aggregate(*parts, score) for parts, score in zip(chosen, weights, strict=True)),
        tuple(predicates),
        scores(random, len(predicates), kind),
        relations,
        random.choice([3, 3, 3, 3, 2, 1, 0]),
    )


def random_scope(random: Random, space: QuerySpace) -> Scope:
    """A scope with most of a space, all or nothing of it."""
    share = random.choice([0.0, 0.5, 0.8, 0.9, 0.9, 0.95, 0.95, 1.0, 1.0])

    def some(number: int) -> Booleans:
        return np.array([random.random() < share for _ in range(number)], dtype=bool)

    anchors = [table.table_id for table in space.relations.tables if random.random() < max(share, 0.8)]
    return Scope(some(len(space.aggregates)), some(len(space.predicates)), frozenset(anchors))


def random_case(random: Random, kind: str) -> Case:
    """A claim on a random schema."""
    tables, relations = random_schema(random)
    space = random_space(random, tables, relations, kind)
    weights = [scores(random, len(parts), kind) for parts in (space.aggregates, space.predicates)]
    return Case(tables, space, random_scope(random, space), weights[0], weights[1])


def cases(*kinds: str) -> st.SearchStrategy[Case]:
    """Claims on random schemas."""
    return st.builds(random_case, SEEDS, st.sampled_from(kinds))


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
                says_twice = any(pair <= set(columns[:size]) for pair in space.relations.equal_columns)
                if says_twice or len(set(columns)) < len(columns) or anchor_of(space, Candidate(at, members)) is None:
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
