"""Candidates over joined tables have the values their queries give: random schemas, rows without partners, NULLs."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.anchor_sizes import ANCHOR_SIZES, evaluate_as
from support.given_values import is_as_given
from support.random_derived import random_derived
from support.random_schemas import make_schema

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.candidates.build import candidate_space
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import read_tables
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
from factcheck.settings import Settings

SAMPLES_PER_FUNCTION = 200
SCHEMAS = 12
NUMBERS = find_numbers("There were 240 of them, or 12%.")  # counts and shares are written otherwise


@pytest.fixture(scope="module")
def reader(admin):
    """The database as the functions of the extension see it."""
    admin.execute("SET search_path = pg_catalog, pg_temp")
    return PsycopgDatabase(admin)


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


@pytest.mark.parametrize("size", ANCHOR_SIZES)
def test_candidates_over_joins_have_the_values_their_queries_give(admin, reader, monkeypatch, size):
    evaluate_as(size, monkeypatch)
    tested: Counter[AggregationFunction] = Counter()
    joined: Counter[AggregationFunction] = Counter()
    derived: Counter[int] = Counter()
    undefined = 0
    for seed in range(SCHEMAS):
        chance = random.Random(seed)
        space = space_of(reader, make_schema(admin, seed), chance, NUMBERS[seed % 2])
        scoped = ScopedCandidates([space], [space.whole()])
        scoped.gather()
        places = [
            (results.candidates, results, index)
            for anchor, request in scoped.requests(space.product.relations)
            for results in evaluate_candidates([scoped.candidates(0, anchor)], compute_cube(request, reader))
            for index in range(len(results.values))
        ]
        chance.shuffle(places)
        places.sort(key=lambda entry: entry[0].predicate_sets[entry[0].predicate_set[entry[2]]][-1] < 0)
        sampled: Counter[AggregationFunction] = Counter()
        for candidates, results, index in places:
            if sampled[candidates.aggregate_of(index).function] == 3 * SAMPLES_PER_FUNCTION // SCHEMAS:
                continue
            query = candidates.query(index)
            sampled[query.function] += 1
            joined[query.function] += bool(query.selection.relations.joins)
            expected = admin.execute(query.sql()).fetchone()[0]
            [exact] = results.exact([index])
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
