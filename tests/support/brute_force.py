"""Candidates written out one by one, in plain Python: what inference over the product of their parts is held against.

Also draws random schemas of up to four tables with random joins, claims on them, scopes and matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import fsum, prod
from random import Random
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st
from support.random_derived import random_derived

from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace
from factcheck.candidates.listed import ListedCandidate, ListedPart, ListedQuery
from factcheck.candidates.space import AggregateFragment, Candidate, ProductPart, Scope
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.relation_sets import Relations
from factcheck.queries.difference import Change, Difference
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import CONDITIONAL_PROBABILITY, COUNT, COUNT_DISTINCT, PERCENTAGE
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.share_of_sum import SHARE_OF_SUM, SHARE_OF_SUM_WITHIN
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection

OVER_ROWS = (COUNT, PERCENTAGE, CONDITIONAL_PROBABILITY)
OVER_COLUMNS = tuple(function for function in FUNCTIONS if function not in (COUNT, CONDITIONAL_PROBABILITY))
LEAST = {PERCENTAGE: 1, CONDITIONAL_PROBABILITY: 2, SHARE_OF_SUM: 1, SHARE_OF_SUM_WITHIN: 2}
WITH_CONDITIONS = (CONDITIONAL_PROBABILITY, SHARE_OF_SUM_WITHIN)
Weights = dict[AnyCandidate, float]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Booleans = np.ndarray[Any, np.dtype[np.bool_]]


class Case(NamedTuple):
    """A claim on a random schema: its candidates, what of them is evaluated, and the weights of their parts."""

    tables: list[Table]
    space: CandidateSpace
    scope: Scope
    aggregate_weights: Floats
    predicate_weights: Floats
    listed_weights: Floats


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
        rows = random.choice([1_000, 1_000_000])
        tables.append(Table(number, name, f"public.{name}", None, tuple(columns), rows=rows))
    choices: dict[str, list[Sequence[int]]] = {
        "chain": list(pairwise(numbers)),
        "star": [(numbers[0], other) for other in numbers[1:]],
        "anyhow": [random.sample(numbers, 2) for _ in range(random.randint(1, 4)) if len(numbers) > 1],
        "apart": [],
    }
    links = choices[random.choice(["chain", "chain", "star", "anyhow", "apart"])]
    return tables, Relations(tables, [Join(one, ("c0",), to, ("c0",), JoinSource.DECLARED) for one, to in links])


def random_predicates(random: Random, column: Column) -> list[Predicate]:
    """Some predicates on a column, which may overlap: values, ranges, comparisons, what is not."""
    choices: list[Predicate] = [
        *(Equals(column, value) for value in "123"),
        Between(column, "1", "2"),
        Between(column, "2", "4"),
        Compare(column, ">", "2"),
        Compare(column, "<", "3"),
        Not(Equals(column, "1")),
    ]
    number = random.choice([1, 1, 2, 3])
    chosen = random.choice([choices[:number], random.sample(choices, number)])
    return sorted(chosen, key=lambda predicate: predicate.sort_key)


def random_query(random: Random, tables: list[Table], relations: Relations) -> Query | None:
    """A query of aggregates over selections of one table and perhaps another; None where they cannot be joined."""

    def aggregate() -> Aggregate | None:
        table = random.choice(tables)
        column = random.choice([None, *table.columns])
        function = random.choice([f for f in FUNCTIONS if (f.kind is None) == (column is None)])
        columns = [each for one in tables for each in one.columns]
        restricted = random.sample(columns, min(random.choice([0, 1, 1, 2]), len(columns)))
        joined = relations.of(
            frozenset({table.table_id, *(c.table_id for c in restricted)}), table.table_id if column is None else None
        )
        if joined is None:
            return None
        predicates = tuple(random_predicates(random, restriction)[0] for restriction in restricted)
        return Aggregate(Measure(function, column), Selection(joined, predicates))

    one, other = aggregate(), aggregate()
    if one is None or other is None:
        return None
    return random.choice([one, Ratio(one, other, 1), Difference(one, other), Change(one, other)])


def random_space(random: Random, tables: list[Table], relations: Relations, kind: str) -> CandidateSpace:
    """The candidates of a claim: some aggregates in any order, some predicates, in the order of the tables.

    Beside their products some queries may be listed.
    """
    columns = [(table, column) for table in tables for column in table.columns]
    kinds: list[tuple[AggregationFunction, Table, Column | None]]
    kinds = [(function, table, None) for table in tables for function in OVER_ROWS]
    kinds += [(function, table, column) for table, column in columns for function in OVER_COLUMNS]
    by_id = {table.table_id: table for table in tables}
    derived = random_derived(random, relations, random.choice([0, 2]))
    kinds += [(function, by_id[column.table_id], column) for column in derived for function in OVER_COLUMNS]
    chosen = random.sample(kinds, min(random.choice([1, 4, 8]), len(kinds)))
    share = random.choice([0.3, 0.8, 1])
    predicates = [
        predicate for _, column in columns if random.random() < share for predicate in random_predicates(random, column)
    ][:9]
    weights = scores(random, len(chosen), kind).tolist()
    most = random.choice([3, 3, 3, 3, 2, 1, 0])
    factors = [(), (1.0, 0.5, 2.0, 0.25), (0.5,)]
    sizes = {kind: random.choice(factors)[: most + 1] for kind in random.choice([(), ("count", "amount", "share")])}
    single_rows = random_columns(random, [predicate.column.column_id for predicate in predicates])
    product = ProductPart(
        tuple(AggregateFragment(*parts, score) for parts, score in zip(chosen, weights, strict=True)),
        tuple(predicates),
        scores(random, len(predicates), kind),
        relations,
        most,
        sizes,
        random_pairs(random, [column.column_id for _, column in columns]),
        single_rows,
        random_columns(random, sorted(single_rows)),
    )
    queries = [random_query(random, tables, relations) for _ in range(random.choice([0, 0, 1, 5]))]
    listed = [query for query in queries if query is not None]
    listed_scores = scores(random, len(listed), kind).tolist()
    return CandidateSpace(
        product,
        ListedPart(tuple(ListedQuery(q, score, "drawn") for q, score in zip(listed, listed_scores, strict=True))),
    )


def random_columns(random: Random, columns: list[int]) -> frozenset[int]:
    """Some columns whose values leave one row, or none."""
    return frozenset(column for column in columns if random.random() < 1 / 4)


def random_pairs(random: Random, columns: list[int]) -> frozenset[frozenset[int]]:
    """A pair of columns of which the same words name values, or none."""
    return frozenset({frozenset(random.sample(columns, 2))} if len(columns) > 1 and random.random() < 1 / 3 else ())


def random_scope(random: Random, space: CandidateSpace) -> Scope:
    """A scope with most of a space, all or nothing of it."""
    share = random.choice([0.0, 0.5, 0.8, 0.9, 0.9, 0.95, 0.95, 1.0, 1.0])

    def some(number: int) -> Booleans:
        return np.array([random.random() < share for _ in range(number)], dtype=bool)

    product = space.product
    anchors = [table.table_id for table in product.relations.tables if random.random() < max(share, 0.8)]
    sizes = (len(product.aggregates), len(product.predicates), len(space.listed.queries))
    aggregates, predicates, listed = (some(size) for size in sizes)
    shape = product.families.choices.shape
    combined = some(prod(shape)).reshape(shape) if random.random() < 0.5 else None
    return Scope(aggregates, predicates, frozenset(anchors), listed, combined)


def random_case(random: Random, kind: str) -> Case:
    """A claim on a random schema."""
    tables, relations = random_schema(random)
    space = random_space(random, tables, relations, kind)
    parts = (space.product.aggregates, space.product.predicates, space.listed.queries)
    aggregates, predicates, listed = (scores(random, len(part), kind) for part in parts)
    return Case(tables, space, random_scope(random, space), aggregates, predicates, listed)


def cases(*kinds: str) -> st.SearchStrategy[Case]:
    """Claims on random schemas."""
    return st.builds(random_case, SEEDS, st.sampled_from(kinds))


def anchor_of(space: CandidateSpace, candidate: AnyCandidate) -> int | None:
    """The table whose rows a candidate counts or aggregates; None where its tables cannot be joined."""
    if isinstance(candidate, ListedCandidate):
        return space.query(candidate).selection.anchor.table_id
    product = space.product
    aggregate = product.aggregates[candidate.aggregate]
    measured = {aggregate.table.table_id} if aggregate.column is None else aggregate.column.table_ids
    tables = measured | {product.predicates[p].column.table_id for p in candidate.predicates}
    joined = product.relations.of(frozenset(tables), aggregate.table.table_id if aggregate.column is None else None)
    return None if joined is None else joined.anchor.table_id


def candidates(space: CandidateSpace) -> list[AnyCandidate]:
    """All candidates of a space, in the order of their places; those that are listed come last."""
    listed = [ListedCandidate(number) for number in range(len(space.listed.queries))]
    return [*sorted(products(space)), *listed]


def products(space: CandidateSpace) -> list[Candidate]:
    """All candidates that are products."""
    product = space.product
    found = []
    places = range(len(product.predicates))
    for at, aggregate in enumerate(product.aggregates):
        for size in range(LEAST.get(aggregate.function, 0), product.max_predicates + 1):
            for members in combinations(places, size):
                columns = [product.predicates[place].column.column_id for place in members]
                if aggregate.column is not None:
                    columns.append(aggregate.column.column_id)
                says_twice = any(pair <= set(columns[:size]) for pair in product.repeats)
                is_one = leaves_one(product, aggregate, [product.predicates[place].column for place in members])
                if (
                    says_twice
                    or is_one
                    or len(set(columns)) < len(columns)
                    or anchor_of(space, Candidate(at, members)) is None
                ):
                    continue
                if aggregate.function in WITH_CONDITIONS:
                    parts = [part for most in range(1, size) for part in combinations(members, most)]
                    found += [Candidate(at, members, part) for part in parts]
                else:
                    found.append(Candidate(at, members))
    return found


def leaves_one(product: ProductPart, aggregate: AggregateFragment, restricted: list[Column]) -> bool:
    """Whether one row is left to count for its values, or for its share."""
    of_function = {COUNT_DISTINCT: product.single_rows, PERCENTAGE: product.keys, CONDITIONAL_PROBABILITY: product.keys}
    leaving_one = of_function.get(aggregate.function, frozenset())
    counted = aggregate.table.table_id if aggregate.column is None else aggregate.column.table_id
    return any(column.column_id in leaving_one and column.table_id == counted for column in restricted)


def weight_of(case: Case, candidate: AnyCandidate) -> float:
    """The product of a candidate's factors, shared among the conditions of its predicates."""
    if isinstance(candidate, ListedCandidate):
        return float(case.listed_weights[candidate.number])
    return product_weight(case.space, candidate, case.aggregate_weights, case.predicate_weights)


def product_weight(
    space: CandidateSpace, candidate: Candidate, aggregate_weights: Any, predicate_weights: Any
) -> float:
    """The weight of a candidate that is a product."""
    weight = float(aggregate_weights[candidate.aggregate])
    for place in candidate.predicates:
        weight *= float(predicate_weights[place])
    size = len(candidate.predicates)
    of_kind = space.product.size_scores.get(space.product.aggregates[candidate.aggregate].kind, ())
    if size < len(of_kind):
        weight *= of_kind[size]
    return weight / (2**size - 2 if candidate.condition else 1)


def weigh(case: Case) -> Weights:
    """The weight of every candidate."""
    return {each: weight_of(case, each) for each in candidates(case.space)}


def is_inside(space: CandidateSpace, scope: Scope, candidate: AnyCandidate) -> bool:
    """Whether a candidate is evaluated."""
    if isinstance(candidate, ListedCandidate):
        return bool(scope.listed[candidate.number])
    return (
        bool(scope.aggregates[candidate.aggregate])
        and all(scope.predicates[place] for place in candidate.predicates)
        and anchor_of(space, candidate) in scope.anchors
        and _is_combined(space.product, scope, candidate)
    )


def _is_combined(product: ProductPart, scope: Scope, candidate: Candidate) -> bool:
    """Whether the candidate's aggregate was evaluated with the columns that it restricts."""
    if scope.combined is None:
        return True
    columns = [product.predicates[place].column for place in candidate.predicates]
    return bool(scope.combined[product.families.of[candidate.aggregate], product.column_sets.index_of(columns)])


def rank(candidate: AnyCandidate) -> tuple[bool, AnyCandidate]:
    """What orders candidates of equal weight: products first, then by their places."""
    return isinstance(candidate, ListedCandidate), candidate


def total(weights: Weights) -> float:
    """The sum of weights."""
    return fsum(weights.values())


def in_order(weights: Weights) -> list[AnyCandidate]:
    """Candidates of positive weight, the heaviest first, ties by places."""
    return sorted((each for each in weights if weights[each] > 0), key=lambda each: (-weights[each], rank(each)))
