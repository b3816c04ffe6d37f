"""Columns that have nothing to do with each other are grouped in blocks; what no block has is not evaluated."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import psycopg
import pytest
from support.anchor_sizes import evaluate_as
from support.given_values import is_as_given

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.candidates.build import candidate_space
from factcheck.candidates.demand import Demand
from factcheck.candidates.enumerate import enumerate_candidates
from factcheck.catalogue.schema import FEW_ROWS, read_tables
from factcheck.evaluation import blocks, cubes, evaluate_scope, merged_query
from factcheck.evaluation.claim_results import values_of
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.evaluate_scope import ScopeEvaluation
from factcheck.evaluation.lookup import evaluate_candidates
from factcheck.evaluation.merged_query import compute_cube
from factcheck.evaluation.row_sample import RowSample
from factcheck.inference.document_prior import uniform_prior, weigh
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.runtime.context import CheckContext
from factcheck.settings import Settings

WORDS = ("city", "grade", "branch", "channel", "season", "brand", "depot", "route", "agent", "customer")
VALUES = (4, 6, 8, 12, 20, 30, 50, 100, 200, 1000)
NUMBERS = find_numbers("There were 240 of them, or 12%.")


def make_table(admin: psycopg.Connection[Any], name: str, rows: int, words: tuple[str, ...]) -> None:
    """A table of columns that are drawn by themselves, the lower numbers of each more often; and three measures."""
    columns = ", ".join(
        f"'{word} ' || (floor({values} * power(random(), 2)))::integer AS {word}"
        for word, values in zip(words, VALUES, strict=False)
    )
    admin.execute("SELECT setseed(0.5)")
    admin.execute(
        f"CREATE TABLE public.{name} AS SELECT {columns}, nullif(floor(random() * 40), 7)::integer AS parcels,"
        " round((random() * 900)::numeric, 2) AS price, random() * 40 AS weight"
        f" FROM generate_series(1, {rows}) AS n".encode()
    )
    admin.execute(f"ANALYZE public.{name}".encode())
    admin.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{name}"])


@pytest.fixture(scope="module")
def small(admin: psycopg.Connection[Any]) -> None:
    make_table(admin, "errand", 4_000, WORDS[:7])


@pytest.fixture
def reader(admin: psycopg.Connection[Any], small: None) -> Iterator[PsycopgDatabase]:
    """The database as the functions of the extension see it."""
    admin.execute("SET search_path = pg_catalog, pg_temp")
    yield PsycopgDatabase(admin)
    admin.execute("RESET search_path")


@pytest.fixture(scope="module")
def large(admin: psycopg.Connection[Any], analyst_name: str) -> None:
    make_table(admin, "delivery", 300_000, WORDS)
    admin.execute(f"GRANT SELECT ON public.delivery TO {analyst_name}".encode())


@pytest.fixture(scope="module")
def just_small(admin: psycopg.Connection[Any], analyst_name: str) -> None:
    """As many rows as a table has that needs no blocks unless memory is short."""
    make_table(admin, "handover", FEW_ROWS, WORDS)
    admin.execute(f"GRANT SELECT ON public.handover TO {analyst_name}".encode())


def a_claim(database: PsycopgDatabase, chance: random.Random, number: int):
    """All candidates of a claim that has to do with every column, some more than others."""
    tables = read_tables(database, ["public.errand"])
    columns = {column.name: column for column in tables[0].columns}
    predicates = tuple(
        (Equals(columns[word], f"{word} {value}"), Seen(chance.random(), {}))
        for word in WORDS[:7]
        for value in range(3)
    )
    scores = {column.column_id: chance.random() for column in tables[0].columns}
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 1.0), scores, dict(scores), predicates)
    relations = Relations(tables)
    space = candidate_space(NUMBERS[number], relevance, relations, Settings(columns_per_claim=60))
    return space, weigh(space, uniform_prior(tables)).marginals(), relations


def evaluation_of(database, relations, number, demand):
    context = CheckContext(database, Settings())
    return ScopeEvaluation(relations, Cubes(database, relations), context, [NUMBERS[number]], demand)


@pytest.mark.parametrize(("groups", "values"), [(150, 100), (700, 400), (3_000, 3_000)])
@pytest.mark.parametrize("number", [0, 1])
def test_candidates_of_blocks_have_the_values_their_queries_give(admin, reader, monkeypatch, groups, values, number):
    evaluate_as("large", monkeypatch)
    monkeypatch.setattr(blocks, "_BYTES", groups * 1500)
    monkeypatch.setattr(blocks, "_BYTES_OF_VALUE", 600)
    monkeypatch.setattr(blocks, "_FEW_VALUES", values)
    chance = random.Random(groups)
    space, marginals, relations = a_claim(reader, chance, number)
    evaluation = evaluation_of(reader, relations, number, Demand([space], [marginals]))
    [claim], [scope] = evaluation.run([space], [space.whole()])
    assert len(evaluation.requests) > 1
    assert space.size(scope) < space.size()
    [inside] = enumerate_candidates(space.product, scope)
    assert len(inside.aggregate) == space.product.size(scope)
    sampled = [inside.candidate(index) for index in sorted(chance.sample(range(len(inside.aggregate)), 120))]
    [found] = values_of([claim], [sampled])
    for candidate, value in zip(sampled, found, strict=True):
        query = space.query(candidate)
        assert is_as_given(query, value, admin.execute(query.sql().encode()).fetchone()[0]), query.sql()
    # what is near the number is what is near it of all candidates, as far as these were evaluated
    [whole], _ = evaluation_of(reader, relations, number, None).run([space], [space.whole()])
    everything = {inside.candidate(index) for index in range(len(inside.aggregate))}
    assert near(claim) == {(each, kind) for each, kind in near(whole) if each in everything}


def near(claim):
    """The product candidates whose results are not far from the claim's number, and how near they are."""
    matches = claim.matches
    rows = zip(matches.aggregate, matches.predicates, matches.condition, matches.closeness, strict=True)
    return {((int(a), members(p), members(c)), int(kind)) for a, p, c, kind in rows}


def members(indexes):
    return tuple(int(index) for index in indexes if index >= 0)


def test_what_a_certificate_asks_for_is_evaluated_next(admin, reader, monkeypatch):
    evaluate_as("large", monkeypatch)
    monkeypatch.setattr(blocks, "_BYTES", 150 * 1500)
    monkeypatch.setattr(blocks, "_BYTES_OF_VALUE", 3)
    monkeypatch.setattr(blocks, "_FEW_VALUES", 100)
    space, marginals, relations = a_claim(reader, random.Random(3), 0)
    weighed = weigh(space, uniform_prior(relations.tables))
    evaluation = evaluation_of(reader, relations, 0, Demand([space], [marginals]))
    _, [scope] = evaluation.run([space], [space.whole()])
    log, candidate = next(weighed.outside(scope))
    assert evaluation.want([(space, candidate)])
    [claim], [wider] = evaluation.run([space], [space.whole()])
    assert next(weighed.outside(wider))[0] < log
    [[value]] = values_of([claim], [[candidate]])
    query = space.query(candidate)
    assert is_as_given(query, value, admin.execute(query.sql().encode()).fetchone()[0])


@pytest.mark.parametrize(("size", "groups"), [("small", 0), ("large", 60_000), ("large", 700)])
@pytest.mark.parametrize("number", [0, 1])
def test_a_wider_scope_has_computed_and_looked_up_what_is_new_alone(admin, reader, monkeypatch, size, groups, number):
    evaluate_as(size, monkeypatch)
    if groups:
        monkeypatch.setattr(blocks, "_BYTES", groups * 1500)
    looked_up, computed = [], []

    def noted(claims, cube):
        looked_up.extend(each.candidate(index) for each in claims for index in range(len(each.aggregate)))
        return evaluate_candidates(claims, cube)

    def noted_request(request, *arguments):
        computed.append(request)
        return compute_cube(request, *arguments)

    monkeypatch.setattr(evaluate_scope, "evaluate_candidates", noted)
    monkeypatch.setattr(cubes, "compute_cube", noted_request)
    chance = random.Random(groups)
    space, marginals, relations = a_claim(reader, chance, number)
    evaluation = evaluation_of(reader, relations, number, Demand([space], [marginals]))
    whole = space.whole()
    few = np.arange(len(whole.aggregates)) % 3 > 0
    _, [scope] = evaluation.run([space], [replace(whole, aggregates=few)])
    assert 0 < len(looked_up) == space.product.size(scope)
    before = {measure for request in computed for measure in request.measures}
    computed.clear()
    [claim], [wider] = evaluation.run([space], [whole])
    assert len(set(looked_up)) == len(looked_up) == space.product.size(wider) > space.product.size(scope)
    assert computed or number == 1  # a share has no measure
    assert before.isdisjoint(measure for request in computed for measure in request.measures)
    # what is near the number is what is near it where all is evaluated at once
    [at_once], _ = evaluation_of(reader, relations, number, None).run([space], [whole])
    [inside] = enumerate_candidates(space.product, wider)
    everything = {inside.candidate(index) for index in range(len(inside.aggregate))}
    assert near(claim) == {(each, kind) for each, kind in near(at_once) if each in everything}
    sampled = sorted(chance.sample(sorted(everything), 60))
    [found] = values_of([claim], [sampled])
    for candidate, value in zip(sampled, found, strict=True):
        query = space.query(candidate)
        assert is_as_given(query, value, admin.execute(query.sql().encode()).fetchone()[0]), query.sql()


@pytest.fixture
def little_memory(admin):
    """A check may take so little memory that the groups of all columns would be too many."""
    admin.execute("UPDATE factcheck.setting SET value = 150000000 WHERE name = 'check_bytes'")
    yield
    admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'check_bytes'")


def report_of(admin: psycopg.Connection[Any]) -> tuple[str, dict[str, str]]:
    """A report that restricts most columns, some of them two at a time; and the verdict on each of its numbers.

    Two sentences more take ten times as long, as the scope is widened again and again.
    """
    sentences, expected = [], {}
    for number, word in enumerate(WORDS[:6]):
        other = WORDS[(number * 3 + 1) % 10]
        where = f"{word} {number % 3}"
        conditions = f"{word} = '{where}'"
        if other != word and number % 2 == 0:
            where, conditions = f"{where} and {other} 1", f"{conditions} AND {other} = '{other} 1'"
        [[count]] = admin.execute(f"SELECT count(*) FROM public.delivery WHERE {conditions}".encode()).fetchall()
        stated = count if number % 3 else count + 3 + count // 7
        sentences.append(f"There were {stated:,} deliveries of {where}.")
        expected[f"{stated:,}"] = "supported" if stated == count else "refuted"
    return " ".join(sentences), expected


def test_a_check_of_many_unrelated_columns_ends_with_verdicts(admin, analyst, large, little_memory):
    report, expected = report_of(admin)
    rows = analyst.execute(
        "SELECT claim_text, verdict, found_value, query FROM fact_check(%s, ARRAY['public.delivery'::regclass])"
        " WHERE claim_text = ANY (%s)",
        [report, list(expected)],
    ).fetchall()
    assert len(rows) == len(expected)
    assert sum(verdict == expected[text] for text, verdict, _, _ in rows) >= 5, rows
    for _, verdict, value, query in rows:
        if verdict != "not_enough_info":
            [given] = analyst.execute(query.encode()).fetchone()
            assert float(given) == pytest.approx(float(value), rel=1e-11)


def test_a_table_of_fewer_rows_goes_over_to_blocks_where_memory_is_short(analyst, just_small, little_memory):
    [price] = analyst.execute("SELECT avg(price) FROM public.handover WHERE city = 'city 1'").fetchone()
    report = (
        f"The average price of handovers of city 1 was {price:.3f}. The median weight of branch 2 was 20."
        " There were 12 customers of brand 2 and depot 3. The total of parcels of season 3 was 12,000."
        " There were 23,442 handovers of city 1 and grade 2. The average weight of agent 4 was 19."
        " The median price of route 3 was 440. The highest price of season 1 and brand 2 was 899."
    )
    rows = analyst.execute(
        "SELECT claim_text, verdict FROM fact_check(%s, ARRAY['public.handover'::regclass])", [report]
    ).fetchall()
    verdicts = dict(rows)
    assert verdicts[f"{price:.3f}"] == "supported"
    assert len(verdicts) > 8


def test_the_plan_shows_each_block(analyst, large, little_memory):
    steps = analyst.execute(
        "SELECT part, detail FROM factcheck.explain_plan(%s, ARRAY['public.delivery'::regclass])"
        " WHERE part IN ('block', 'query')",
        ["The average price of deliveries of city 1 was 450. There were 12 customers of brand 2 and depot 3."],
    ).fetchall()
    shown = [detail for part, detail in steps if part == "block"]
    assert len(shown) > 1
    assert sum("different values" in detail for detail in shown) >= 1
    assert all("FROM public.delivery" in detail for part, detail in steps if part == "query")


def test_far_more_groups_than_expected_are_no_error(admin, reader, monkeypatch):
    evaluate_as("large", monkeypatch)
    monkeypatch.setattr(blocks, "_BYTES", 300 * 1500)
    monkeypatch.setattr(merged_query, "_FEW_GROUPS", 1)
    extrapolated = RowSample.extrapolated

    def far_too_few(sample, numbers):
        return extrapolated(replace(sample, rows=20 * sample.rows), numbers) / 20

    factors = []

    def noted(*arguments):
        factors.append(arguments[-1])
        return planned(*arguments)

    planned = blocks.planned
    monkeypatch.setattr(RowSample, "extrapolated", far_too_few)
    monkeypatch.setattr(evaluate_scope, "planned", noted)
    space, marginals, relations = a_claim(reader, random.Random(5), 0)
    evaluation = evaluation_of(reader, relations, 0, Demand([space], [marginals]))
    [claim], [scope] = evaluation.run([space], [space.whole()])
    assert max(factors) > 1
    assert len(evaluation.requests) > 1
    assert 0 < space.size(scope) < space.size()
    best = [candidate for _, candidate in islice(weigh(space, uniform_prior(relations.tables)).in_order(scope), 20)]
    [found] = values_of([claim], [best])
    for candidate, value in zip(best, found, strict=True):
        query = space.query(candidate)
        assert is_as_given(query, value, admin.execute(query.sql().encode()).fetchone()[0]), query.sql()
