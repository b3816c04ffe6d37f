"""Candidates over joined tables have the values their queries give: random schemas, rows without partners, NULLs."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from support.anchor_sizes import ANCHOR_SIZES, evaluate_as
from support.given_values import is_as_given
from support.random_derived import random_derived
from support.random_schemas import make_schema

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.candidates.build import candidate_space
from factcheck.candidates.enumerate import enumerate_candidates
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import read_tables
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.evaluate_scope import ScopeEvaluation
from factcheck.evaluation.lookup import evaluate_candidates
from factcheck.evaluation.merged_query import compute_cube
from factcheck.evaluation.scoped_candidates import ScopedCandidates
from factcheck.joins.relation_sets import Relations
from factcheck.joins.store import read_joins
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.runtime.context import CheckContext
from factcheck.settings import Settings

SAMPLES_PER_FUNCTION = 200
SCHEMAS = 12
PLACES = 5_000
"""Candidates of each anchor that those which are compared are drawn from: a schema has up to a million."""
NUMBERS = find_numbers("There were 240 of them, or 12%.")  # counts and shares are written otherwise


@pytest.fixture(scope="module")
def reader(admin):
    """The database as the functions of the extension see it."""
    admin.execute("SET search_path = pg_catalog, pg_temp")
    return PsycopgDatabase(admin)


@pytest.fixture(scope="module")
def schemas(admin):
    """Makes the random tables of a seed, once for all sizes that they are evaluated as."""
    return cache(lambda seed: make_schema(admin, seed))


@pytest.fixture(scope="module")
def given(admin):
    """What a query over the random tables gives, which never change."""
    return cache(lambda statement: admin.execute(statement).fetchone()[0])


def space_of(reader, names, chance, number):
    """A claim over all fragments of some tables."""
    tables = read_tables(reader, names)
    relations = Relations(tables, read_joins(reader, tables))
    literals = {"kind": ["a", "b", "c d"], "is_open": ["true", "false"]}
    predicates: list[tuple[Predicate, Seen]] = []
    for column in (column for table in tables for column in table.columns):
        predicates += [(Equals(column, literal), Seen(1.0, {})) for literal in literals.get(column.name, [])]
        if column.name in {"kind", "amount"}:
            predicates.append((IsNull(column), Seen(1.0, {})))
    named = {"amount", "level"}
    scores = {c.column_id: chance.random() + (c.name in named) for table in tables for c in table.columns}
    derived = random_derived(chance, relations, 4)
    relevance = Relevance(
        dict.fromkeys(FUNCTIONS, 1.0), scores, {}, tuple(chance.sample(predicates, 12)), derived=derived
    )
    return candidate_space(number, relevance, relations, Settings(columns_per_claim=60))


def chosen_of(evaluations, chance, sampled):
    """Draw candidates of each function, those with most predicates first; return the indexes of each evaluation."""
    places = [
        (place, index)
        for place, results in enumerate(evaluations)
        for index in chance.sample(range(len(results.values)), min(PLACES, len(results.values)))
    ]
    sets = [(results.candidates.predicate_sets, results.candidates.predicate_set) for results in evaluations]
    chance.shuffle(places)
    places.sort(key=lambda entry: sets[entry[0]][0][sets[entry[0]][1][entry[1]]][-1] < 0)
    chosen: list[list[int]] = [[] for _ in evaluations]
    for place, index in places:
        function = evaluations[place].candidates.aggregate_of(index).function
        if sampled[function] < 3 * SAMPLES_PER_FUNCTION // SCHEMAS:
            sampled[function] += 1
            chosen[place].append(index)
    return [sorted(indexes) for indexes in chosen]


@pytest.mark.parametrize("size", ANCHOR_SIZES)
def test_candidates_over_joins_have_the_values_their_queries_give(reader, schemas, given, monkeypatch, size):
    evaluate_as(size, monkeypatch)
    tested: Counter[AggregationFunction] = Counter()
    joined: Counter[AggregationFunction] = Counter()
    derived: Counter[int] = Counter()
    undefined = 0
    for seed in range(SCHEMAS):
        chance = random.Random(seed)
        space = space_of(reader, schemas(seed), chance, NUMBERS[seed % 2])
        scoped = ScopedCandidates([space], [space.whole()])
        scoped.gather()
        evaluations = [
            results
            for anchor, request in scoped.requests(space.product.relations)
            for results in evaluate_candidates([scoped.candidates(0, anchor)], compute_cube(request, reader))
        ]
        sampled: Counter[AggregationFunction] = Counter()
        for results, indexes in zip(evaluations, chosen_of(evaluations, chance, sampled), strict=True):
            for index, exact in zip(indexes, results.exact(indexes), strict=True):
                query = results.candidates.query(index)
                joined[query.function] += bool(query.selection.relations.joins)
                expected = given(query.sql())
                shown = query.shown(exact)
                assert is_as_given(query, shown, expected), (query.sql(), shown, expected)
                undefined += shown is None
                if isinstance(query.column, DerivedColumn):
                    derived[len(query.column.table_ids)] += 1
        tested += sampled
    assert set(tested) == set(FUNCTIONS)
    assert min(tested.values()) >= SAMPLES_PER_FUNCTION
    assert min(joined.values()) >= SAMPLES_PER_FUNCTION // 4
    assert undefined
    assert min(derived[1], derived[2]) >= SAMPLES_PER_FUNCTION // 4


def matching(matches):
    """Return what matches of a claim, in an order of its own."""
    parts = matches.aggregate, matches.predicates, matches.condition, matches.closeness
    return sorted(np.column_stack([np.asarray(part).reshape(len(parts[0]), -1) for part in parts]).tolist())


def evaluated(reader, space, number, scopes):
    """Evaluate one scope of a claim after the other; return what was asked first and then, and the last results."""
    relations = space.product.relations
    evaluation = ScopeEvaluation(relations, Cubes(reader, relations), CheckContext(reader, Settings()), [number])
    asked = []
    for scope in scopes:
        [results], [left] = evaluation.run([space], [scope])
        asked.append(evaluation.requests)
    assert left.combined is None  # all was evaluated
    return asked, results


def test_candidates_that_come_up_later_are_asked_for_alone_and_have_the_same_values(reader, schemas):
    shares = smaller = 0
    for seed in range(SCHEMAS):
        chance, number = random.Random(seed), NUMBERS[seed % 2]
        space = space_of(reader, schemas(seed), chance, number)
        whole = space.whole()
        some = replace(
            whole,
            aggregates=np.array([chance.random() < 0.5 for _ in whole.aggregates]),
            predicates=np.array([chance.random() < 0.5 for _ in whole.predicates]),
        )
        (before, after), later = evaluated(reader, space, number, [some, whole])
        [at_once], expected = evaluated(reader, space, number, [whole])
        assert set(before) <= set(after)
        of_anchors = {request.relations.anchor: request for request in at_once}
        later_asked = set(after) - set(before)
        smaller += any(not request.covers(of_anchors[request.relations.anchor]) for request in later_asked)
        drawn = []
        for listed in enumerate_candidates(space.product, whole):
            indexes = chance.sample(range(len(listed.aggregate)), min(PLACES, len(listed.aggregate)))
            shares += sum(listed.aggregate_of(index).function.shape.is_share for index in indexes)
            drawn += [listed.candidate(index) for index in indexes]
        values, known = later.values(drawn), expected.values(drawn)
        np.testing.assert_array_equal([values[each][0] for each in drawn], [known[each][0] for each in drawn])
        assert matching(later.matches) == matching(expected.matches)
    assert shares >= PLACES
    assert smaller
