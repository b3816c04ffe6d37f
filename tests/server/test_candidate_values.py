"""The value of a candidate is what its query gives: random tables of all types, every function, every predicate."""

from __future__ import annotations

import math
import random
from collections import Counter
from decimal import Decimal
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from support.anchor_sizes import ANCHOR_SIZES, evaluate_as
from support.given_values import is_as_given
from support.random_derived import random_derived
from support.random_predicates import random_predicates

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.candidates.build import candidate_space
from factcheck.catalogue.expressions import Operation
from factcheck.catalogue.schema import read_tables
from factcheck.catalogue.text_numbers import all_columns
from factcheck.evaluation.cube_contents import describe, from_bytes, request_of, to_bytes
from factcheck.evaluation.lookup import evaluate_candidates
from factcheck.evaluation.merged_query import compute_cube
from factcheck.evaluation.scoped_candidates import ScopedCandidates
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.sums import SUM
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.either_equals import EitherEquals
from factcheck.queries.predicates.either_outcome import EitherOutcome
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.expression_compare import ExpressionCompare
from factcheck.queries.predicates.kept import KINDS
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.ratio import Ratio
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.settings import Settings

SAMPLES_PER_FUNCTION = 60
SAMPLES = 16
NUMBERS = find_numbers("There were 240 of them, or 12%.")  # counts and shares are written otherwise
GENERATORS = {
    "integer": lambda r: r.choice(["NULL", "0", "-2147483648", "2147483647", str(r.randint(-50, 50))]),
    "smallint": lambda r: r.choice(["NULL", str(r.randint(-9, 9))]),
    "bigint": lambda r: r.choice(["NULL", "9223372036854775807", str(r.randint(0, 10**15))]),
    "numeric(12, 2)": lambda r: r.choice(["NULL", f"{r.randint(-(10**9), 10**9)}.{r.randint(0, 99):02}"]),
    "numeric": lambda r: r.choice(["NULL", "'NaN'", "'Infinity'", "1e30", "1e-20", f"{r.randint(-999, 999)}.125"]),
    "real": lambda r: r.choice(["NULL", "3.3e38", "0.1", "16777217", f"{r.uniform(-99, 99):.3f}"]),
    "double precision": lambda r: r.choice(
        ["NULL", "'NaN'", "'-Infinity'", "1e-300", "0", "'-0'", f"{r.uniform(-99, 99)!r}"]
    ),
    "text": lambda r: r.choice(["NULL", "''", "'it''s'", r"E'back\\slash'", r"E'two\nlines'", "'Tea'", "'100%'"]),
    "varchar(9)": lambda r: r.choice(["NULL", "'\"q\"'", "'Tea'"]),
    "char(5)": lambda r: r.choice(["NULL", "'ab'", "'ab   '", "''"]),
    "boolean": lambda r: r.choice(["NULL", "true", "false"]),
    "date": lambda r: r.choice(["NULL", "'infinity'", "'0044-03-15 BC'", "'2021-03-04'"]),
    "public.mood": lambda r: r.choice(["NULL", "'sad'", "'it''s ok'"]),
    "public.small_number": lambda r: r.choice(["NULL", str(r.randint(1, 4))]),
    "jsonb": lambda r: r.choice(["NULL", "'{}'", "'[1]'"]),
    "json": lambda r: r.choice(["NULL", "'{}'"]),
    "integer[]": lambda r: r.choice(["NULL", "'{1}'", "'{1,2}'"]),
    "interval": lambda r: r.choice(["NULL", "'1 day'", "'24 hours'"]),
    "money": lambda r: r.choice(["NULL", "12.5"]),
    "bytea": lambda r: r.choice(["NULL", r"'\x00ff'"]),
    "timestamptz": lambda r: r.choice(["NULL", "'2021-03-04 10:00+00'"]),
    "uuid": lambda r: r.choice(["NULL", "'123e4567-e89b-12d3-a456-426614174000'"]),
    "int4range": lambda r: r.choice(["NULL", "'[1,4)'", "'empty'"]),
    "xml": lambda r: r.choice(["NULL", "'<a/>'"]),
    "point": lambda r: r.choice(["NULL", "'(1,2)'"]),
}
NAMES = [
    "Select",
    "odd name",
    'q"uote',
    "apo'strophe",
    "back\\slash",
    "per%cent",
    "ünïcödé",
    "user",
    "n",
    "k0",
    "表" * 21,
]


@pytest.fixture(scope="module")
def reader(admin):
    """The database as the functions of the extension see it, with types to use."""
    admin.execute("""
        SET search_path = pg_catalog, pg_temp;
        CREATE TYPE public.mood AS ENUM ('sad', 'it''s ok');
        CREATE DOMAIN public.positive AS integer CHECK (value > 0);
        CREATE DOMAIN public.small_number AS public.positive CHECK (value < 9);
        CREATE SCHEMA "Odd schema";
    """)
    return PsycopgDatabase(admin)


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


@pytest.fixture(scope="module")
def tables(admin, reader):
    """Makes the random table of a seed, once for all sizes that it is evaluated as; its name for the server."""

    @cache
    def table_of(seed):
        name = make_table(admin, seed)
        return admin.execute("SELECT %s::regclass::text", [name]).fetchone()[0]

    return table_of


@pytest.fixture(scope="module")
def given(admin):
    """What a query over the random tables gives, which never change."""
    return cache(lambda statement: admin.execute(statement).fetchone()[0])


def make_table(admin, seed):
    """A random table, added; its qualified name."""
    chance = random.Random(seed)
    chosen = chance.sample(sorted(GENERATORS), 9)
    table = f"{quoted('Odd schema')}.{quoted(f'{NAMES[seed % len(NAMES)]}'[:20] + str(seed))}"
    names = [quoted(f"{NAMES[(seed + place) % len(NAMES)]}"[:20] + str(place)) for place in range(len(chosen))]
    columns = ", ".join(f"{name} {kind}" for name, kind in zip(names, chosen, strict=True))
    rows = [", ".join(GENERATORS[kind](chance) for kind in chosen) for _ in range(chance.choice([0, 1, 30, 80]))]
    admin.execute(f"CREATE TABLE {table} ({columns})")
    admin.execute(";".join(f"INSERT INTO {table} VALUES ({row})" for row in rows))
    admin.execute("SELECT factcheck.add_table(%s::regclass, data_set => 'odd')", [table])
    return table


def literals_of(admin, table):
    """The numbers of a table's columns, with the values that the index has of them."""
    return admin.execute(
        "SELECT column_id, literal FROM factcheck.fragment JOIN factcheck.visibility USING (visibility_id)"
        " WHERE column_id = ANY (%s) ORDER BY column_id, fragment_no",
        [[column.column_id for column in table.columns]],
    ).fetchall()


def scores_of(table, chance):
    """How much a claim has to do with each column: most with those of numbers."""
    return {column.column_id: chance.random() + column.is_numeric for column in table.columns}


def predicates_of(admin, table, chance):
    literals = literals_of(admin, table)
    columns = {column.column_id: column for column in table.columns}
    chosen = chance.sample(literals, min(len(literals), 9))
    return tuple((Equals(columns[column], text), Seen(1.0, {})) for column, text in chosen)


def overlapping_predicates(admin, table, chance):
    """Predicates of all kinds on a few columns, those of one column overlapping."""
    literals: dict[int, list[str]] = {}
    for number, literal in literals_of(admin, table):
        literals.setdefault(number, []).append(literal)
    usable = [column for column in table.columns if column.equality is not None]
    chosen = chance.sample(usable, min(len(usable), 4))
    numbers = [column for column in usable if column.is_numeric]
    pairs = [tuple(chance.sample(numbers, 2))] if len(numbers) > 1 else []
    sums = [ExpressionCompare(one, Operation("+", one, other), ">", "5") for one, other in pairs]
    alike = [(one, other) for one, other in combinations(usable, 2) if one.type_name == other.type_name]
    either = [
        EitherEquals(one, other, literals[one.column_id][0])
        for one, other in chance.sample(alike, min(len(alike), 1))
        if literals.get(one.column_id)
    ]
    either += [
        EitherOutcome(each.column, each.other, *amounts, each.literal, chance.choice("<=>"))
        for each, amounts in zip(either, pairs, strict=False)
    ]
    return tuple(
        (each, Seen(1.0, {})) for each in (*(ColumnCompare(one, ">", other) for one, other in pairs), *sums, *either)
    ) + tuple(
        (predicate, Seen(1.0, {}))
        for column in chosen
        for predicate in random_predicates(chance, column, sorted(literals.get(column.column_id, []))[:9], 6)
    )


def evaluated(number, relevance, table, reader, settings):
    """All candidates of a claim over one table, and their results."""
    relations = Relations([table])
    space = candidate_space(number, relevance, relations, settings)
    scoped = ScopedCandidates([space], [space.whole()])
    scoped.gather()
    [(anchor, request)] = scoped.requests(relations)
    candidates = scoped.candidates(0, anchor)
    cube = compute_cube(request, reader)
    [results] = evaluate_candidates([candidates], cube)
    return candidates, results


def kept(cube, table):
    """The cube as a later check reads it."""
    columns = {column.column_id: column for column in all_columns(table)}
    held = request_of(describe(cube.request), Relations([table]), columns)
    assert held == cube.request
    return from_bytes(held, to_bytes(cube))


def compare(given, candidates, results, chance):
    """Compare some candidates of each function with their queries; return these, and how many have no value."""
    order = list(range(len(results.values)))
    chance.shuffle(order)
    sampled: Counter[AggregationFunction] = Counter()
    chosen = []
    without = 0
    for index in order:
        function = candidates.aggregate_of(index).function
        if sampled[function] < SAMPLES:
            sampled[function] += 1
            chosen.append(index)
    exact_results = dict(zip(sorted(chosen), results.exact(sorted(chosen)), strict=True))
    queries = []
    for index in chosen:
        query = candidates.query(index)
        queries.append(query)
        expected = given(query.sql())
        if isinstance(query, Ratio) and expected == 0:
            whole = given(query.denominator.sql())
            expected = expected if math.isfinite(whole) else None  # nothing is a share of infinity; 0 to the server
        shown = query.shown(exact_results[index])
        assert is_as_given(query, shown, expected), (query.sql(), shown, expected)
        without += shown is None
    return queries, without


@pytest.mark.parametrize("size", ANCHOR_SIZES)
def test_candidates_have_the_values_their_queries_give(admin, reader, tables, given, monkeypatch, size):
    evaluate_as(size, monkeypatch)
    settings = Settings(columns_per_claim=60)
    tested: Counter[AggregationFunction] = Counter()
    undefined = 0
    for seed in range(14):
        chance = random.Random(seed)
        [table] = read_tables(reader, [tables(seed)])
        scores = scores_of(table, chance)
        derived = random_derived(random.Random(seed), Relations([table]), 4)
        relevance = Relevance(
            dict.fromkeys(FUNCTIONS, 1.0), scores, {}, predicates_of(admin, table, chance), derived=derived
        )
        candidates, results = evaluated(NUMBERS[seed % 2], relevance, table, reader, settings)
        sampled, without = compare(given, candidates, results, chance)
        tested += Counter(query.function for query in sampled)
        undefined += without
    assert set(tested) == set(FUNCTIONS)
    assert min(tested.values()) >= SAMPLES_PER_FUNCTION
    assert undefined


@pytest.mark.parametrize("size", ANCHOR_SIZES)
def test_candidates_with_predicates_that_overlap_have_the_values_their_queries_give(
    admin, reader, tables, given, monkeypatch, size
):
    evaluate_as(size, monkeypatch)
    settings = Settings(columns_per_claim=60)
    tested: Counter[AggregationFunction] = Counter()
    kinds: Counter[type[Predicate]] = Counter()
    layered = 0
    for seed in range(100, 112):
        chance = random.Random(seed)
        [table] = read_tables(reader, [tables(seed)])
        scores = scores_of(table, chance)
        derived = random_derived(random.Random(seed), Relations([table]), 4)
        predicates = overlapping_predicates(admin, table, chance)
        relevance = Relevance(dict.fromkeys(FUNCTIONS, 1.0), scores, {}, predicates, derived=derived)
        candidates, results = evaluated(NUMBERS[seed % 2], relevance, table, reader, settings)
        sampled, _ = compare(given, candidates, results, chance)
        tested += Counter(query.function for query in sampled)
        kinds += Counter(type(predicate) for query in sampled for predicate in query.predicates)
        dimensions = results.cube.request.dimensions
        layered += len(dimensions) > len({dimension.column for dimension in dimensions})
        [again] = evaluate_candidates([candidates], kept(results.cube, table))
        assert np.array_equal(again.values, results.values, equal_nan=True)
        indexes = sorted(chance.sample(range(len(results.values)), min(200, len(results.values))))
        assert again.exact(indexes) == results.exact(indexes)
    assert set(tested) == set(FUNCTIONS)
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 4
    assert layered >= 6


@pytest.fixture(scope="module")
def ledger(admin):
    admin.execute("""
        CREATE TABLE public.ledger (booking text, amount numeric(12, 2));
        INSERT INTO public.ledger
        SELECT 'booking ' || g, sign * (g * 7919 % 10007) / 100.0
        FROM generate_series(1, 2000) AS g, (VALUES (1), (-1)) AS s (sign);
        INSERT INTO public.ledger VALUES ('rest', 0.07);
        SELECT factcheck.add_table('public.ledger');
    """)


@pytest.mark.parametrize("size", ANCHOR_SIZES)
def test_sums_that_cancel_are_exact(reader, ledger, monkeypatch, size):
    evaluate_as(size, monkeypatch)
    [table] = read_tables(reader, ["public.ledger"])
    [text, _] = table.columns
    predicates = tuple((Equals(text, f"booking {g}"), Seen(1.0, {})) for g in range(1, 12))
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 1.0), {}, {}, predicates)
    candidates, results = evaluated(NUMBERS[0], relevance, table, reader, Settings())
    sums = {
        query.shown(results.exact([index])[0])
        for index in range(len(results.values))
        if (query := candidates.query(index)).function is SUM and not query.predicates
    }
    assert sums == {Decimal("0.07")}


@pytest.fixture(scope="module")
def wide(admin):
    columns = ", ".join(f"measure_{n} integer DEFAULT {n}" for n in range(500))
    admin.execute(f"CREATE TABLE public.wide ({columns})")
    admin.execute("INSERT INTO public.wide DEFAULT VALUES")
    admin.execute("SELECT factcheck.add_table('public.wide')")


@pytest.mark.parametrize("size", ANCHOR_SIZES)
def test_a_table_of_very_many_columns(reader, wide, monkeypatch, size):
    evaluate_as(size, monkeypatch)
    [table] = read_tables(reader, ["public.wide"])
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 1.0), {}, {}, ())
    candidates, results = evaluated(NUMBERS[0], relevance, table, reader, Settings(columns_per_claim=500))
    found = {
        candidates.query(index).column.name: result
        for index, result in enumerate(results.values)
        if candidates.query(index).function is MAX
    }
    assert found == {f"measure_{n}": n for n in range(500)}
