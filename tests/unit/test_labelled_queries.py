"""Labelled SQL is read as the program's own queries, with or without a schema, and found among a claim's candidates."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from factcheck.candidates.best_first import candidates_of
from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.listed import ListedCandidate, ListedPart, ListedQuery
from factcheck.candidates.space import AggregateFragment, Candidate, ProductPart
from factcheck.catalogue.derived import DerivedColumn, derived
from factcheck.catalogue.expressions import Operation
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.relation_sets import Relations
from factcheck.quality.queries.as_candidate import MissingPart, as_candidate
from factcheck.queries.difference import Change, Difference
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import CONDITIONAL_PROBABILITY, COUNT, PERCENTAGE
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.function import Takes
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.look_up import LookUp
from factcheck.queries.opposite import Opposite
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.text_contains import TextContains
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.ratio import Ratio
from factcheck.sql_reading.from_sql import is_in_query_class, read_queries


def column(number: int, table: int, name: str, type_name: str, category: str) -> Column:
    return Column(number, table, name, name, type_name, category, None)


CITY, PRICE, AMOUNT, DAY, PAID, BUYER = (
    column(1, 1, "city", "text", "S"),
    column(2, 1, "price", "numeric", "N"),
    column(3, 1, "amount", "integer", "N"),
    column(4, 1, "day", "date", "D"),
    column(5, 1, "paid", "boolean", "B"),
    column(6, 1, "buyer", "integer", "N"),
)
KEY, NAME, AGE = column(7, 2, "id", "integer", "N"), column(8, 2, "name", "text", "S"), column(9, 2, "age", "real", "N")
ORDERS = Table(1, "orders", "shop.orders", None, (CITY, PRICE, AMOUNT, DAY, PAID, BUYER), rows=1000)
BUYERS = Table(2, "buyers", "shop.buyers", None, (KEY, NAME, AGE), rows=100)
TABLES = (BUYERS, ORDERS)
WRITTEN = "month/day/year"
YEAR = Period(DAY, "2024-01-01", "2025-01-01")
JOINED = "FROM shop.buyers b JOIN shop.orders o ON b.id = o.buyer"


def read(sql: str) -> Query:
    [reading] = read_queries(sql, TABLES)
    assert (reading.only_if, reading.times) == (None, 1)
    return reading.query


@pytest.mark.parametrize(
    ("condition", "predicate"),
    [
        ("city = 'Rome'", Equals(CITY, "Rome")),
        ("amount = '7.0'", Equals(AMOUNT, "7")),
        ("paid = 't'", Equals(PAID, "true")),
        ("NOT paid", Equals(PAID, "false")),
        ("city <> 'Rome'", Not(Equals(CITY, "Rome"))),
        ("NOT city <> 'Rome'", Equals(CITY, "Rome")),
        ("city IN ('Rome', 'Oslo')", OneOf(CITY, ("Oslo", "Rome"))),
        ("(city = 'Rome' OR 'Oslo' = city)", OneOf(CITY, ("Oslo", "Rome"))),
        ("city NOT IN ('Rome', 'Oslo')", Not(OneOf(CITY, ("Oslo", "Rome")))),
        ("price > 2.5", Compare(PRICE, ">", "2.5")),
        ("-3 >= amount", Compare(AMOUNT, "<=", "-3")),
        ("day < DATE '2024-05-01'", Period(DAY, None, "2024-05-01")),
        ("day > '2024-05-01'", Period(DAY, "2024-05-02", None)),
        ("day BETWEEN '2024-01-01' AND '2024-12-31'", YEAR),
        ("day >= '2024-01-01' AND day < '2025-01-01'", YEAR),
        ("to_char(day, 'YYYY') = '2024'", YEAR),
        ("EXTRACT(YEAR FROM day) BETWEEN 2009 AND 2011", Period(DAY, "2009-01-01", "2012-01-01")),
        ("EXTRACT(YEAR FROM day) > 2010", Period(DAY, "2011-01-01", None)),
        ("EXTRACT(YEAR FROM day) IN (2023, 2024)", Period(DAY, "2023-01-01", "2025-01-01")),
        ("EXTRACT(MONTH FROM day) = 5 AND EXTRACT(YEAR FROM day) = 2024", Period(DAY, "2024-05-01", "2024-06-01")),
        ("EXTRACT(YEAR FROM to_date(city, 'MM/DD/YYYY')) = 2024", Period(CITY, "2024-01-01", "2025-01-01", WRITTEN)),
        ("amount / 10000 = 2024", Period(AMOUNT, "2024-01-01", "2025-01-01", "digits")),
        ("EXTRACT(MONTH FROM day) <> 12", Not(DatePart(DAY, "month", 12, 12))),
        ("EXTRACT(MONTH FROM day) IN (11, 12, 1)", DatePart(DAY, "month", 11, 1)),
        ("EXTRACT(DOW FROM day) IN (0, 6)", DatePart(DAY, "isodow", 6, 7)),
        ("EXTRACT(HOUR FROM CAST(city AS time)) BETWEEN 17 AND 18", DatePart(CITY, "hour", 17, 18)),
        ("amount >= 2 AND amount <= 5", Between(AMOUNT, "2", "5")),
        ("amount > price", ColumnCompare(AMOUNT, ">", PRICE)),
        ("amount < price", ColumnCompare(PRICE, ">", AMOUNT)),
        ("amount <> price", Not(ColumnCompare(AMOUNT, "=", PRICE))),
        ("starts_with(city, 'Ro')", TextContains(CITY, "Ro", at_start=True)),
        ("position('om' IN city) > 0", TextContains(CITY, "om")),
        ("lower(city) LIKE '%om%'", TextContains(CITY, "om")),
        ("city ~ '^Ro'", TextContains(CITY, "Ro", at_start=True)),
        ("amount BETWEEN 2 AND 5", Between(AMOUNT, "2", "5")),
        ("city IS NULL", IsNull(CITY)),
        ("city IS NOT NULL", Not(IsNull(CITY))),
        ("NOT city IS NOT NULL", IsNull(CITY)),
        ("city LIKE 'Ro%'", TextContains(CITY, "Ro", at_start=True)),
        ("city ILIKE '%om%'", TextContains(CITY, "om")),
        ("city NOT LIKE 'Ro%'", Not(TextContains(CITY, "Ro", at_start=True))),
        ("EXTRACT(YEAR FROM day) = 2024", YEAR),
        ("date_part('dow', day) = 0", DatePart(DAY, "isodow", 7, 7)),
    ],
)
def test_a_condition_is_a_predicate_of_the_program(condition: str, predicate: object) -> None:
    query = read(f"SELECT COUNT(*) FROM orders WHERE {condition}")
    assert isinstance(query, Aggregate)
    assert query.predicates == (predicate,)
    assert query.column is None
    assert query.function is COUNT


@pytest.mark.parametrize(
    "condition",
    [
        "city > 'Rome'",
        "city LIKE 'R_me%'",
        "city LIKE '%me'",
        "paid IS NOT TRUE",
        "city = 'Rome' OR amount = 7",
        "amount BETWEEN SYMMETRIC 5 AND 2",
        "amount IN (SELECT id FROM buyers)",
        "lower(city) = 'rome'",
        "EXTRACT(MINUTE FROM day) = 2",
        "EXTRACT(YEAR FROM day) IN (2020, 2024)",
        "EXTRACT(MONTH FROM day) IN (3, 5)",
        "to_char(day, 'Day') = 'Monday'",
        "city ~ 'R.m'",
    ],
)
def test_other_conditions_are_not_read(condition: str) -> None:
    assert read_queries(f"SELECT COUNT(*) FROM orders WHERE {condition}", TABLES) == ()


def test_joins_lead_outward_from_the_table_with_the_most_rows() -> None:
    query = read(f"SELECT AVG(age) {JOINED} WHERE city = 'Rome'")
    [join] = query.selection.relations.joins
    assert query.selection.relations.tables == (ORDERS, BUYERS)
    assert (join.from_table, join.from_columns, join.to_table, join.to_columns) == (1, ("buyer",), 2, ("id",))
    assert query.column == AGE


def test_sub_selects_may_name_their_tables_in_any_order() -> None:
    part = "SELECT COUNT(*) FROM buyers, orders WHERE buyer = id AND city = 'Rome'"
    whole = "SELECT COUNT(*) FROM orders JOIN buyers ON id = buyer"
    assert read(f"SELECT 100.0 * ({part}) / ({whole})").function is PERCENTAGE


@pytest.mark.parametrize(
    "rows",
    [
        "orders o, buyers b",
        "orders a JOIN orders b ON a.buyer = b.buyer",
        "orders LEFT JOIN buyers ON buyer = id",
        "generate_series(1, 3)",
    ],
)
def test_other_joins_are_not_read(rows: str) -> None:
    assert read_queries(f"SELECT COUNT(*) FROM {rows}", TABLES) == ()


@pytest.mark.parametrize(
    ("sql", "kind", "words"),
    [
        (
            "SELECT price FROM orders WHERE day = '2024-05-01'",
            LookUp,
            "the price in the row of orders where day is 2024-05-01",
        ),
        (
            "SELECT 1.0 * SUM(price) / COUNT(DISTINCT city) FROM orders",
            Ratio,
            "the total of price in orders divided by the number of different values of city in orders",
        ),
        (
            "SELECT 100.0 * SUM(price) FILTER (WHERE paid) / SUM(price) FROM orders",
            Ratio,
            "the percentage of the total of price in orders that falls to rows where paid is true",
        ),
        ("SELECT MAX(price) - MIN(price) FROM orders", Difference, None),
        (
            "SELECT (SELECT 1000.0 * price FROM orders WHERE city = 'Oslo')"
            " - (SELECT 1000.0 * price FROM orders WHERE city = 'Rome')",
            Difference,
            "the largest value of price times 1000 in orders where city is 'Oslo'"
            " less the largest value of price times 1000 in orders where city is 'Rome'",
        ),
        (
            "SELECT -SUM(price) FROM orders WHERE paid",
            Opposite,
            "minus the total of price in orders where paid is true",
        ),
        ("SELECT (SELECT COUNT(*) FROM orders) - (SELECT COUNT(*) FROM buyers)", Difference, None),
        (
            "SELECT 100.0 * (SUM(price) FILTER (WHERE paid) - SUM(amount)) / NULLIF(SUM(amount), 0) FROM orders",
            Change,
            "by how many per cent the total of price in orders where paid is true is more than"
            " the total of amount in orders",
        ),
        (
            "SELECT 100 * (SUM(amount) FILTER (WHERE paid) / SUM(amount) FILTER (WHERE city = 'Oslo') - 1) FROM orders",
            Change,
            "by how many per cent the total of amount in orders where paid is true is more than"
            " the total of amount in orders where city is 'Oslo'",
        ),
        (
            "SELECT 100 * (1 - SUM(amount) FILTER (WHERE paid) / SUM(amount)) FROM orders",
            Change,
            "by how many per cent the total of amount in orders where paid is true is less than"
            " the total of amount in orders",
        ),
    ],
)
def test_queries_of_several_aggregates_are_read_and_outside_the_class(sql: str, kind: type, words: str | None) -> None:
    query = read(sql)
    assert isinstance(query, kind)
    assert words is None or query.words() == words
    assert not is_in_query_class(sql)


def test_a_functions_own_names_are_all_it_takes_to_be_read() -> None:
    for function in FUNCTIONS:
        for name in function.names_in_sql:
            readings = read_queries(f"SELECT {name.upper()}(amount) FROM orders", TABLES)
            assert readings[-1].query.function is function


def test_types_of_stand_ins_are_guessed_from_what_they_are_compared_with() -> None:
    sql = "SELECT AVG(a) FROM t WHERE b AND c > '2024-05-01' AND d > 2 AND e = 'x' AND EXTRACT(YEAR FROM f) = 2024"
    [reading] = read_queries(sql)
    columns = {column.name: column.type_name for column in reading.query.selection.anchor.columns}
    assert columns == {"a": "numeric", "b": "boolean", "c": "date", "d": "numeric", "e": "text", "f": "date"}
    assert all(column.column_id < 0 for column in reading.query.selection.anchor.columns)


JOIN = Join(1, ("buyer",), 2, ("id",), JoinSource.DECLARED)
RELATIONS = Relations(TABLES, [JOIN])
PREDICATES = (
    Equals(CITY, "Oslo"),
    Equals(CITY, "Rome"),
    Compare(AMOUNT, ">", "5"),
    Equals(PAID, "true"),
    Equals(NAME, "Ann"),
)


def space(*functions: object, listed: tuple[Query, ...] = ()) -> CandidateSpace:
    """Return all candidates of some functions, or of all functions, with the predicates."""
    aggregates = [
        AggregateFragment(function, table, measured, 1.0)
        for table in TABLES
        for measured in (None, *table.columns)
        for function in FUNCTIONS
        if function in (functions or FUNCTIONS)
        and (function.takes is Takes.ROWS) == (measured is None)
        and (measured is None or function.takes is Takes.NAMED_COLUMNS or measured in (AMOUNT, KEY))
    ]
    product = ProductPart(tuple(aggregates), PREDICATES, np.ones(len(PREDICATES)), RELATIONS, 3)
    return CandidateSpace(product, ListedPart(tuple(ListedQuery(query, 1.0, "made up") for query in listed)))


def test_every_candidate_is_found_by_its_own_sql() -> None:
    whole = space()
    found = set()
    for index, aggregate in enumerate(whole.product.aggregates):
        for size in range(aggregate.function.shape.least_predicates, 4):
            for predicates in combinations(range(len(PREDICATES)), size):
                for candidate in candidates_of(whole.product, index, predicates):
                    found.add(_found_again(candidate, whole))
    assert len(found - {None}) == whole.size()


def _found_again(candidate: Candidate, whole: CandidateSpace) -> Candidate | None:
    """Return the candidate that its own SQL leads to; None where there is no such candidate."""
    try:
        query = whole.query(candidate)
    except ValueError:
        return None
    again = as_candidate(read(query.sql()), whole)
    if isinstance(again, MissingPart):
        assert again.kind == "combination"
        return None
    assert again == candidate
    return candidate


@pytest.mark.parametrize(
    ("sql", "missing"),
    [
        ("SELECT SUM(amount) FROM orders", MissingPart("function", "sum")),
        ("SELECT MAX(price) FROM orders", MissingPart("column", "orders.price")),
        ("SELECT COUNT(amount) FROM orders", MissingPart("column", "orders.amount")),
        ("SELECT COUNT(*) FROM orders WHERE city = 'Pisa'", MissingPart("predicate", "orders.city is 'Pisa'")),
        ("SELECT COUNT(*) FROM sellers", MissingPart("table", "sellers")),
        ("SELECT MAX(amount) - COUNT(*) FROM orders", MissingPart("kind of query", "")),
        ("SELECT COUNT(*) FROM orders WHERE city = 'Rome' AND city = 'Oslo'", MissingPart("combination", "")),
        ("SELECT COUNT(*) FROM orders JOIN buyers ON amount = id WHERE name = 'Ann'", MissingPart("joins", "")),
        ("SELECT MAX(amount) FROM orders JOIN buyers ON buyer = id", MissingPart("joins", "")),
    ],
)
def test_what_is_missing_is_named(sql: str, missing: MissingPart) -> None:
    found = as_candidate(read_queries(sql, TABLES)[-1].query, space(COUNT, MAX))
    assert isinstance(found, MissingPart)
    assert found.kind == missing.kind
    assert found.text == missing.text or not missing.text


def test_numbers_compare_however_they_are_written_and_fractions_with_per_cent() -> None:
    whole = space(COUNT, PERCENTAGE, CONDITIONAL_PROBABILITY)
    [share] = read_queries("SELECT AVG(CASE WHEN amount > 5.0 THEN 1.0 ELSE 0 END) FROM orders", TABLES)
    assert isinstance(share.query, Ratio)
    assert share.query.factor == 1
    found = as_candidate(share.query, whole)
    assert isinstance(found, Candidate)
    assert whole.query(found).sql() == (
        "SELECT 100.0 * count(*) FILTER (WHERE amount > 5) / nullif(count(*), 0) FROM shop.orders"
    )


def test_listed_candidates_are_found() -> None:
    sql = f"SELECT SUM(amount) {JOINED} WHERE name = 'Ann'"
    listed = (read(f"{sql} AND paid"), read(sql), read("SELECT MAX(price) - MIN(price) FROM orders"))
    assert as_candidate(read(sql), space(AVG, listed=listed)) == ListedCandidate(1)
    assert as_candidate(listed[2], space(SUM, listed=listed)) == ListedCandidate(2)


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("SELECT sum(price * amount) FROM orders", "the total of price times amount in orders"),
        ("SELECT round(sum(amount::numeric * o.price), 2) FROM orders o", "the total of amount times price in orders"),
        ("SELECT avg(price - amount) FROM orders", "the average of price minus amount in orders"),
        ("SELECT max(price / NULLIF(amount, 0)) FROM orders", "the largest value of price divided by amount in orders"),
        (f"SELECT sum(o.amount * b.age) {JOINED}", "the total of amount times age of buyers in orders"),
        ("SELECT 1000.0 * MAX(price) FROM orders", "the largest value of price times 1000 in orders"),
        ("SELECT AVG(amount) / 100 FROM orders", "the average of amount divided by 100 in orders"),
        (
            "SELECT 1000.0 * price FROM orders WHERE city = 'Oslo'",
            "the price times 1000 in the row of orders where city is 'Oslo'",
        ),
    ],
)
def test_arithmetic_over_columns_is_read_as_a_derived_column(sql: str, words: str) -> None:
    query = read(sql)
    assert query.words() == words
    assert isinstance(query.column, DerivedColumn)
    assert not is_in_query_class(sql)


def test_arithmetic_is_found_among_candidates_in_any_order_of_factors() -> None:
    revenue = derived(Operation("*", PRICE, AMOUNT), 1)
    space = CandidateSpace(
        ProductPart((AggregateFragment(SUM, ORDERS, revenue, 1.0),), (), np.zeros(0), Relations([ORDERS]), 3)
    )
    assert as_candidate(read("SELECT sum(amount * price) FROM orders"), space) == Candidate(0, ())
    missing = as_candidate(read("SELECT sum(amount + price) FROM orders"), space)
    assert missing == MissingPart("column", "orders.amount + orders.price")
