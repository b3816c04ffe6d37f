"""Queries that are listed have the values that the server gives: over random tables, joins and predicates."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from decimal import Decimal

import pytest
from support.given_values import is_as_given
from support.random_predicates import random_predicates
from support.random_schemas import make_schema

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.candidates.build import candidate_space
from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.demand import Demand
from factcheck.candidates.listed import ListedPart, ListedQuery
from factcheck.catalogue.schema import read_tables
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.evaluate_scope import ScopeEvaluation
from factcheck.evaluation.kept_rows import QueryRows
from factcheck.evaluation.listed_results import run_queries
from factcheck.evaluation.query_results import QueryResults
from factcheck.evaluation.statement_results import _places_sql, _ranked
from factcheck.inference.document_prior import uniform_prior, weigh
from factcheck.joins.relation_sets import Relations
from factcheck.joins.store import read_joins
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.column_place import ColumnPlace
from factcheck.queries.correlation import Correlation
from factcheck.queries.difference import Change, Difference
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.function import Takes
from factcheck.queries.functions.stddev import STDDEV, STDDEV_POP, VAR_POP, VARIANCE
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.group_average import GroupAverage
from factcheck.queries.group_count import GroupCount
from factcheck.queries.group_extreme import GroupExtreme, GroupOwner
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.group_ratio import GroupRatioExtreme
from factcheck.queries.groups import Grouping
from factcheck.queries.kept import KINDS, Known, as_kept, from_kept
from factcheck.queries.look_up import LookUp
from factcheck.queries.no_partner import NoPartner
from factcheck.queries.opposite import Opposite
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.quantile import Quantile
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.quick_selection import quickened
from factcheck.queries.ratio import Ratio
from factcheck.queries.regression import Regression
from factcheck.queries.row_at_extreme import RowAtExtreme
from factcheck.queries.selection import Selection
from factcheck.queries.shapes import PLAIN
from factcheck.queries.span import Span
from factcheck.queries.standard_score import StandardScore
from factcheck.queries.steady_change import SteadyChange
from factcheck.queries.top_groups import TopGroups
from factcheck.queries.top_rows import TopRows
from factcheck.retrieval.relevance import Relevance
from factcheck.runtime.context import CheckContext
from factcheck.runtime.work import counting
from factcheck.settings import Settings

SCHEMAS = range(200, 208)
QUERIES_PER_KIND = 12
[NUMBER] = find_numbers("There were 240 of them.")
# The server gives standard deviations to fewer digits than differences of them are compared to.
DEVIATIONS = {STDDEV, STDDEV_POP, VARIANCE, VAR_POP}
PLAIN_FUNCTIONS = [function for function in FUNCTIONS if function.shape is PLAIN and function not in DEVIATIONS]
LITERALS = {
    "id": ["0", "1", "7", "40"],
    "kind": ["a", "b", "c d", "none"],
    "is_open": ["true", "false"],
    "amount": ["-500.25", "0.25", "10.25"],
    "level": ["0.5", "NaN", "1"],
}


@pytest.fixture(scope="module")
def reader(admin):
    """The database as the functions of the extension see it."""
    admin.execute("SET search_path = pg_catalog, pg_temp")
    return PsycopgDatabase(admin)


@pytest.fixture(scope="module")
def schemas(admin, reader):
    """The names of the tables of each random schema, by its seed."""
    return {seed: make_schema(admin, seed) for seed in SCHEMAS}


_ELSEWHERE = {ColumnPlace, GroupRatioExtreme, Span, SteadyChange, TopGroups, TopRows}
DRAWN = tuple(kind for kind in KINDS if kind not in _ELSEWHERE)
"""The kinds of queries that are drawn here; the others have tests of values in files of their own."""


class Queries:
    """Draws queries over some tables."""

    def __init__(self, relations, seed):
        self.relations = relations
        self.random = random.Random(seed)
        self.columns = [column for table in relations.tables for column in table.columns if column.name in LITERALS]

    def predicates(self):
        """Return up to three predicates, which may be about the same column or exclude one another."""
        drawn = []
        for _ in range(self.random.choice([0, 1, 1, 2, 3])):
            column = self.random.choice([*self.columns, *(p.column for p in drawn)])
            drawn.append(self.random.choice(random_predicates(self.random, column, LITERALS[column.name], 6)))
        return tuple(dict.fromkeys(drawn))

    def measure(self):
        """Return a function over a column that it takes, or over rows."""
        function = self.random.choice(PLAIN_FUNCTIONS)
        if function.takes is Takes.ROWS:
            return Measure(function, None)
        fitting = [c for c in self.columns if c.is_numeric or function.takes is Takes.NAMED_COLUMNS]
        return Measure(function, self.random.choice(fitting))

    def selection(self, measure, predicates):
        """Return rows that a measure and predicates can be about, perhaps joined to more tables than they name."""
        tables = {predicate.column.table_id for predicate in predicates}
        if measure.column is not None:
            tables.add(measure.column.table_id)
        if not tables or self.random.random() < 0.3:
            tables.add(self.random.choice(self.relations.tables).table_id)
        relations = self.relations.of(frozenset(tables))
        return None if relations is None else Selection(relations, predicates)

    def aggregate(self):
        """Return an aggregate whose tables can be joined."""
        while True:
            measure = self.measure()
            selection = self.selection(measure, self.predicates())
            if selection is not None:
                return Aggregate(measure, selection)

    def share(self):
        """Return the share of rows, of a sum or of any other measure that falls to some of the rows."""
        while True:
            whole = self.aggregate()
            event = self.predicates()
            column = self.random.choice(["amount", "level", None])
            tables = {table.table_id for table in whole.selection.relations.tables}
            inside = [c for c in self.columns if c.table_id in tables and c.name == column]
            measure = Measure(SUM, self.random.choice(inside)) if inside else Measure(COUNT, None)
            if {predicate.column.table_id for predicate in event} <= tables:
                relations, given = whole.selection.relations, whole.predicates
                part = Selection(relations, tuple(dict.fromkeys([*given, *event])))
                return Ratio(Aggregate(measure, part), Aggregate(measure, Selection(relations, given)))

    def group_extreme(self):
        """Return an extreme of groups by a column of the tables that an aggregate joins."""
        aggregate = self.aggregate()
        tables = {table.table_id for table in aggregate.selection.relations.tables}
        by = self.random.choice([column for column in self.columns if column.table_id in tables])
        return GroupExtreme(aggregate, Grouping(by), is_greatest=self.random.random() < 0.5)

    def of_groups(self):
        """Return queries over groups of different kinds."""
        aggregate = self.aggregate()
        tables = {table.table_id for table in aggregate.selection.relations.tables}
        by = self.random.choice([column for column in self.columns if column.table_id in tables])
        number = self.random.choice([c for c in self.columns if c.table_id in tables and c.name == "id"])
        comparison = self.random.choice(["=", "<", "<=", ">", ">="])
        bound = Decimal(self.random.choice(["0", "1", "2", "2.5"]))
        yield GroupExtreme(aggregate, Grouping(by), self.random.random() < 0.5, self.random.choice([2, 3]))
        yield GroupExtreme(aggregate, Grouping(by), self.random.random() < 0.5, is_share=True)
        yield GroupAverage(aggregate, Grouping(by))
        yield GroupAverage(aggregate, Grouping(by), is_median=True)
        yield GroupOwner(aggregate, Grouping(number), self.random.random() < 0.5, self.random.choice([1, 2]))
        yield GroupCount(aggregate, Grouping(by), comparison, bound, self.random.random() < 0.5)
        named = self.random.choice([c for c in self.columns if c.table_id in tables and c.name in {"id", "kind"}])
        owners = self.random.sample(LITERALS[named.name], self.random.choice([1, 2]))
        places = tuple(Equals(named, owner) for owner in owners)
        yield GroupPlace(aggregate, Grouping(named), places, self.random.random() < 0.5)

    def without_partner(self):
        """Return the number, or the share, of rows that another table does not refer to; none without joins."""
        pairs = [frozenset({a.table_id, b.table_id}) for a in self.relations.tables for b in self.relations.tables]
        joined = (self.relations.of(pair, one) for pair in pairs for one in sorted(pair))
        referring = [each for each in joined if each is not None and len(each.joins) == 1]
        if referring:
            one = self.random.choice(referring)
            rows = self.relations.of(frozenset({one.tables[1].table_id}))
            own = [each for each in self.predicates() if each.column.table_id == rows.anchor.table_id]
            yield NoPartner(Selection(rows, tuple(own)), one, self.random.random() < 0.6)

    def of_rows(self):
        """Return queries over the values of selected rows."""
        aggregate = self.aggregate()
        tables = {table.table_id for table in aggregate.selection.relations.tables}
        numbers = [c for c in self.columns if c.table_id in tables and c.is_numeric]
        one, other = (self.random.choice(numbers) for _ in range(2))
        is_greatest, rank = self.random.random() < 0.5, self.random.choice([1, 1, 2])
        yield RowAtExtreme(one, other, aggregate.selection, is_greatest, rank)
        yield RowAtExtreme(other, other, aggregate.selection, is_greatest, self.random.choice([1, 2]))
        yield Correlation(one, other, aggregate.selection)
        yield self.regression(one, other, aggregate)
        yield Opposite(aggregate)
        yield Quantile(one, Decimal(self.random.choice(["0", "10", "25", "99.5", "100"])), aggregate.selection)

    def regression(self, response, predictor, aggregate):
        """Return a number of the line over another column."""
        statistic = self.random.choice(["regr_slope", "regr_intercept", "regr_r2"])
        return Regression(response, predictor, statistic, aggregate.selection, self.random.choice([1, 1, -1, 100]))

    def standard_score(self):
        """Return how far a value lies from the average of the same column, in standard deviations."""
        numbers = [column for column in self.columns if column.name in {"id", "amount"}]
        column = self.random.choice(numbers)
        drawn = (self.selection(Measure(SUM, column), self.predicates()) for _ in range(99))
        rows = next(selection for selection in drawn if selection is not None)
        value, average, deviation = (Aggregate(Measure(each, column), rows) for each in (MAX, AVG, STDDEV_POP))
        return StandardScore(value, average, deviation, self.random.random() < 0.5)

    def look_up(self):
        """Return a look-up, mostly of a row by its number."""
        while True:
            value = self.random.choice([column for column in self.columns if column.is_numeric])
            [key] = [c for c in self.columns if c.table_id == value.table_id and c.name == "id"]
            predicates = (
                self.predicates() if self.random.random() < 0.4 else (Equals(key, self.random.choice("012345")),)
            )
            selection = self.selection(Measure(SUM, value), predicates)
            if selection is not None:
                return LookUp(value, selection)

    def all_kinds(self):
        """Return some queries of each kind."""
        for _ in range(QUERIES_PER_KIND):
            yield self.aggregate()
            yield Ratio(self.aggregate(), self.aggregate(), self.random.choice([1, 100]))
            yield self.share()
            yield Difference(self.aggregate(), self.aggregate())
            yield Change(self.aggregate(), self.aggregate())
            yield self.group_extreme()
            yield self.look_up()
            yield Difference(self.share(), self.share())
            yield from self.of_groups()
            yield from self.of_rows()
            yield from self.without_partner()
            yield self.standard_score()


def evaluated(reader, names, seed):
    """Evaluate queries of all kinds over some tables; return them with their results."""
    tables = read_tables(reader, names)
    relations = Relations(tables, read_joins(reader, tables))
    queries = list(dict.fromkeys(Queries(relations, seed).all_kinds()))
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 1.0), {}, {}, ())
    space = candidate_space(NUMBER, relevance, relations, Settings(columns_per_claim=1))
    listed = ListedPart(tuple(ListedQuery(query, 1.0, "drawn") for query in queries))
    space = CandidateSpace(space.product, listed)
    evaluation = ScopeEvaluation(relations, Cubes(reader, relations), CheckContext(reader, Settings()), [NUMBER])
    [results], [scope] = evaluation.run([space], [space.whole()])
    assert scope.listed.all()
    return queries, results


def test_queries_that_come_up_later_are_asked_for_alone_and_give_the_same(reader, schemas):
    further = 0
    for seed in SCHEMAS:
        queries, at_once = evaluated(reader, schemas[seed], seed)
        tables = read_tables(reader, schemas[seed])
        relations = Relations(tables, read_joins(reader, tables))
        relevance = Relevance(dict.fromkeys(FUNCTIONS, 1.0), {}, {}, ())
        product = candidate_space(NUMBER, relevance, relations, Settings(columns_per_claim=1)).product
        listed = tuple(ListedQuery(query, 1.0, "drawn") for query in queries)
        before, after = (CandidateSpace(product, ListedPart(some)) for some in (listed[: len(listed) // 2], listed))
        demand = Demand([after], [weigh(after, uniform_prior(tables)).marginals()])
        cubes = Cubes(reader, relations)
        evaluation = ScopeEvaluation(relations, cubes, CheckContext(reader, Settings()), [NUMBER], demand)
        evaluation.run([before], [before.whole()])
        first = evaluation.requests
        [results], _ = evaluation.run([after], [after.whole()])
        anchors = [request.relations.anchor for request in first]
        assert [request for request in evaluation.requests if request in first] == list(first)
        further += any(request.relations.anchor in anchors for request in evaluation.requests if request not in first)
        assert {at: each.shown for at, each in results.listed.items()} == {
            at: each.shown for at, each in at_once.listed.items()
        }
    assert further


def test_queries_made_again_of_what_is_kept_are_the_same_and_give_what_their_text_gives(admin, reader, schemas):
    wrong = []
    kinds: Counter[type] = Counter()
    for seed in SCHEMAS:
        tables = read_tables(reader, schemas[seed])
        joins = read_joins(reader, tables)
        known = Known({table.table_id: table for table in tables}, joins)
        queries = list(dict.fromkeys(Queries(Relations(tables, joins), seed).all_kinds()))
        again = [from_kept(json.loads(json.dumps(as_kept(query))), known) for query in queries]
        assert again == queries
        results = QueryResults(Relations(tables, joins), reader)
        results.add(again)
        for query in again:
            kinds[type(query)] += 1
            [expected] = admin.execute(query.sql().encode()).fetchone()
            if not is_as_given(query, results[query].shown, expected):
                wrong.append((results[query].shown, expected, query.sql()))
    assert wrong == []
    assert min(kinds[kind] for kind in DRAWN) >= 50


def test_listed_queries_have_the_values_that_the_server_gives(admin, reader, schemas):
    tested: Counter[type] = Counter()
    without: Counter[type] = Counter()
    joined = apart = 0
    wrong = []
    for seed in SCHEMAS:
        queries, results = evaluated(reader, schemas[seed], seed)
        for index, query in enumerate(queries):
            [expected] = admin.execute(query.sql().encode()).fetchone()
            result = results.listed[index]
            if not all(is_as_given(query, value, expected) for value in (result.shown, result.value)):
                wrong.append((result.shown, result.value, expected, query.sql()))
            tested[type(query)] += 1
            without[type(query)] += result.shown is None
            anchors = {operand.selection.anchor.table_id for operand in query.operands()}
            apart += len(anchors) > 1
            joined += any(operand.selection.relations.joins for operand in query.operands())
    assert wrong == []
    assert min(tested[kind] for kind in DRAWN) >= 50
    assert min(without[kind] for kind in DRAWN) >= 3
    assert joined >= 50
    assert apart >= 50


def test_rows_that_have_extremes_are_found_by_one_statement_for_all_selections(admin, reader, schemas):
    compared = of_several = 0
    for seed in SCHEMAS:
        tables = read_tables(reader, schemas[seed])
        drawn = Queries(Relations(tables, read_joins(reader, tables)), seed)
        queries = {query: None for _ in range(40) for query in drawn.of_rows() if isinstance(query, RowAtExtreme)}
        first = [query for query in queries if query.rank == 1]
        rows = QueryRows(reader)
        with counting() as work:
            results = dict(run_queries(first, rows))
        selected = Counter(query.selection.rows_sql() for query in first)
        assert work.scans == len(selected)
        of_several += sum(len({q.batch() for q in first if q.selection.rows_sql() == each}) > 3 for each in selected)
        for query, result in results.items():
            [expected] = admin.execute(query.sql().encode()).fetchone()
            assert is_as_given(query, result.shown, expected), query.sql()
            compared += expected is not None
    assert of_several >= 8
    assert compared >= 100


def test_places_of_groups_are_those_that_all_in_order_have(admin, reader, schemas):
    of_members = tied = 0
    for seed in SCHEMAS:
        tables = read_tables(reader, schemas[seed])
        joins = read_joins(reader, tables)
        queries = [
            query
            for query in Queries(Relations(tables, joins), seed).all_kinds()
            if isinstance(query, GroupPlace) and len(query.owners) == 2
        ]
        for query in queries:
            among = [query, replace(query, aggregate=Aggregate(Measure(COUNT, None), query.selection))]
            among.append(replace(query, owners=query.owners[1:], is_greatest=not query.is_greatest))
            quick = quickened(among)
            rows = [dict(row) for row in reader.query(_places_sql(quick))]
            for each, ranked in zip(among, _ranked(quick), strict=True):
                shown = 3 + len(each.owners)
                place = f"rank() OVER (ORDER BY value {each.order}) AS place"
                groups = reader.query(
                    f"SELECT owner::text AS name, value::numeric AS value, {place}"
                    f" FROM ({each.groups_sql()}) AS groups WHERE value IS NOT NULL ORDER BY value {each.order}, owner"
                )
                place_of = {(row["name"], str(row["value"])): row["place"] for row in groups}
                of_one = [row for row in rows if (row["measure"], row["ranking"]) == ranked]
                first = [row for row in of_one if (row["name"], str(row["value"])) in list(place_of)[:shown]]
                assert {(row["name"], str(row["value"])) for row in first} == set(list(place_of)[:shown])
                assert all(row["place"] == place_of[row["name"], str(row["value"])] for row in of_one), each.sql()
                members = [row["place"] for row in of_one if row["member"] is not None]
                assert max(members, default=None) == admin.execute(each.sql().encode()).fetchone()[0], each.sql()
                of_members += max(members, default=0) > 5
                tied += len(set(place_of.values())) < len(place_of)
    assert of_members
    assert tied
