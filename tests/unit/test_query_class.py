"""What is in the paper's query class and what is outside, and the fragments of what is inside."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Query
from factcheck.sql_reading.from_sql import is_in_query_class, is_share, read_queries
from factcheck.sql_reading.labelled_query import Condition
from factcheck.sql_reading.paper_class import is_in_paper_class


@pytest.mark.parametrize(
    "query",
    [
        "SELECT COUNT(*) FROM t",
        "SELECT COUNT(a) FROM s.t WHERE b = 'x' AND c = 1 AND d AND NOT e AND f IS TRUE",
        "SELECT COUNT(DISTINCT a) FROM t",
        "SELECT ROUND(AVG(a::numeric), 2) FROM t WHERE 'x' = b",
        "SELECT MIN(a) FROM t",
        "SELECT MAX(a) FILTER (WHERE b = 1) FROM t",
        "SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a) FROM t",
        "SELECT SUM(t.a) FROM t JOIN u ON t.k = u.k JOIN v USING (m) WHERE u.b = 'x'",
        "SELECT COUNT(*) FROM t, u WHERE t.k = u.k AND u.b = 'x'",
        "SELECT SUM(CASE WHEN a = 'x' THEN 1 ELSE 0 END) FROM t",
        "SELECT 100.0 * COUNT(*) FILTER (WHERE a = 'x') / COUNT(*) FROM t",
        "SELECT 100.0 * COUNT(*) FILTER (WHERE a = 'x') / NULLIF(COUNT(*), 0) FROM t WHERE b = 'y'",
        "SELECT COUNT(*) FILTER (WHERE a = 'x')::numeric / COUNT(*) FROM t",
        "SELECT 100.0 * COUNT(*) FILTER (WHERE a = 1 AND b = 2) / COUNT(*) FILTER (WHERE b = 2) FROM t",
        "SELECT ROUND(100.0 * SUM(CASE WHEN a = 'x' THEN 1 ELSE 0 END) / COUNT(*), 1) FROM t",
        "SELECT COUNT(CASE WHEN a = 'x' THEN 1 END) * 1.0 / COUNT(*) FROM t",
        "SELECT AVG(CASE WHEN a = 'x' THEN 100.0 ELSE 0 END) FROM t",
        "SELECT 100 * AVG((a = 'x')::int) FROM t",
        "SELECT 100.0 * SUM(flag) / COUNT(*) FROM t WHERE b = 'y'",
        "SELECT (SELECT COUNT(*) FROM t WHERE a = 1) * 100.0 / (SELECT COUNT(*) FROM t)",
    ],
)
def test_inside(query: str) -> None:
    assert is_in_query_class(query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT a FROM t WHERE k = 'x'",
        "SELECT COUNT(*) FROM t WHERE a > 1",
        "SELECT COUNT(*) FROM t WHERE a <> 'x'",
        "SELECT COUNT(*) FROM t WHERE a = 1 OR b = 2",
        "SELECT COUNT(*) FROM t WHERE a IN (1, 2)",
        "SELECT COUNT(*) FROM t WHERE a IS NULL",
        "SELECT COUNT(*) FROM t WHERE EXTRACT(YEAR FROM a) = 2024",
        "SELECT COUNT(*) FROM t WHERE a = b",
        "SELECT COUNT(*) FROM t, u",
        "SELECT COUNT(*) FROM t LEFT JOIN u ON t.k = u.k",
        "SELECT SUM(a * b) FROM t",
        "SELECT STDDEV_POP(a) FROM t",
        "SELECT PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY a) FROM t",
        "SELECT MAX(a) - MIN(a) FROM t",
        "SELECT -MIN(a) FROM t",
        "SELECT COUNT(*) / COUNT(DISTINCT a) FROM t",
        "SELECT 100.0 * SUM(a) / SUM(b) FROM t",
        "SELECT 1000 * COUNT(*) FROM t",
        "SELECT 100.0 * COUNT(*) FILTER (WHERE a = 1) / COUNT(*) FILTER (WHERE b = 2) FROM t",
        "SELECT 100.0 * COUNT(*) FILTER (WHERE a > 1) / COUNT(*) FROM t",
        "SELECT 100.0 * COUNT(*) / COUNT(*) FROM t",
        "SELECT COUNT(*) FROM t GROUP BY a",
        "SELECT COUNT(*) FROM (SELECT 1) x",
        "SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM t GROUP BY a) x",
        "SELECT COUNT(*), 1 FROM t",
        "SELECT 5",
        "nonsense",
    ],
)
def test_outside(query: str) -> None:
    assert not is_in_query_class(query)


def test_shares() -> None:
    assert is_share("SELECT 100.0 * COUNT(*) FILTER (WHERE a = 1) / COUNT(*) FROM t")
    assert is_share("SELECT AVG(CASE WHEN a = 1 THEN 1.0 ELSE 0 END) FROM t")
    assert is_share("SELECT SUM(a) / SUM(b) FROM t")
    assert not is_share("SELECT AVG(a) FROM t")
    assert not is_share("SELECT COUNT(*) FROM t")


def table(number: int, name: str, *columns: str) -> Table:
    numbers = range(10 * number, 10 * number + len(columns))
    return Table(
        number,
        name,
        name,
        None,
        tuple(
            Column(at, number, column, column, "text", "S", None) for at, column in zip(numbers, columns, strict=True)
        ),
    )


Values = frozenset[tuple[str, str]]


def where(**values: str) -> Values:
    return frozenset(values.items())


def equalities(query: Query) -> Values:
    """Return column and value of each predicate, the table's name first where several are joined."""
    tables = {table.table_id: f"{table.name}." for table in query.selection.relations.tables[1:]}
    return frozenset(
        (tables.get(predicate.column.table_id, "") + predicate.column.name, predicate.literal)
        for predicate in query.predicates
        if isinstance(predicate, Equals)
    )


def parts(query: Query) -> tuple[str, str | None, Values, list[str]]:
    tables = [table.name for table in query.selection.relations.tables]
    return query.function.name, query.column.name if query.column else None, equalities(query), tables


@pytest.mark.parametrize(
    ("query", "function", "aggregated", "predicates"),
    [
        ("SELECT COUNT(*) FROM t", "count", None, where()),
        ("SELECT COUNT(*) FROM s.t x WHERE x.B = 'X' AND 1 = c", "count", None, where(b="X", c="1")),
        (
            'SELECT COUNT(*) FROM t WHERE "B" AND NOT d AND e',
            "count",
            None,
            where(B="true", d="false", e="true"),
        ),
        ("SELECT COUNT(*) FILTER (WHERE b = 1) FROM t WHERE c = 2", "count", None, where(b="1", c="2")),
        ("SELECT SUM(CASE WHEN b = 'x' THEN 1 ELSE 0 END) FROM t", "count", None, where(b="x")),
        ("SELECT COUNT(DISTINCT a) FROM t WHERE b = DATE '2024-05-01'", "count_distinct", "a", where(b="2024-05-01")),
        ("SELECT ROUND(AVG(a::numeric), 2) FROM t", "avg", "a", where()),
        ("SELECT MAX(a) FILTER (WHERE b = '-1') FROM t", "max", "a", where(b="-1")),
        ("SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a) FROM t WHERE b = -1", "median", "a", where(b="-1")),
        ("SELECT 100.0 * COUNT(*) FILTER (WHERE b = 'x') / COUNT(*) FROM t", "percentage", None, where(b="x")),
        ("SELECT 100 * AVG((b = 'x')::int) FROM t", "percentage", None, where(b="x")),
        (
            "SELECT 100.0 * COUNT(*) FILTER (WHERE b = 'x') / COUNT(*) FROM t WHERE c = 'y'",
            "conditional_probability",
            None,
            where(b="x", c="y"),
        ),
        (
            "SELECT (SELECT COUNT(*) FROM t WHERE b = 1 AND c = 2) * 100.0 / (SELECT COUNT(*) FROM t x WHERE x.c = 2)",
            "conditional_probability",
            None,
            where(b="1", c="2"),
        ),
    ],
)
def test_fragments(query: str, function: str, aggregated: str | None, predicates: Values) -> None:
    [reading] = read_queries(query)
    assert parts(reading.query) == (function, aggregated, predicates, ["t"])
    assert (reading.only_if, reading.times) == (None, 1)


def test_fragments_of_a_join_name_the_table_of_each_column() -> None:
    tables = [table(1, "t", "a", "k"), table(2, "u", "b", "m")]
    [reading] = read_queries("SELECT SUM(a) FROM t JOIN u ON k = m WHERE b = 'x'", tables)
    assert parts(reading.query) == ("sum", "a", frozenset({("u.b", "x")}), ["t", "u"])
    [join] = reading.query.selection.relations.joins
    assert (join.from_table, join.from_columns, join.to_table, join.to_columns) == (1, ("k",), 2, ("m",))


def test_a_share_of_a_flag_is_also_its_average() -> None:
    share, average = read_queries("SELECT 100.0 * SUM(flag) / COUNT(*) FROM t WHERE b = 'y'")
    assert share.query.function.name == "conditional_probability"
    assert equalities(share.query) == where(flag="1", b="y")
    assert average.query.column is not None
    assert share.only_if == Condition(average.query.column, "is 0 or 1")
    assert parts(average.query) == ("avg", "flag", where(b="y"), ["t"])
    assert (average.only_if, average.times) == (None, 100)


def test_a_count_of_a_column_is_also_one_of_rows() -> None:
    rows, values = read_queries("SELECT COUNT(a) FROM t")
    assert values.query.column is not None
    assert (rows.query.column, rows.only_if) == (None, Condition(values.query.column, "has no NULL"))
    assert (values.query.column.name, values.only_if) == ("a", None)
    assert values.query.sql() == 'SELECT count("a") FROM "t"'


def test_no_fragments_outside() -> None:
    assert not any(is_in_paper_class(reading.query) for reading in read_queries("SELECT MAX(a) - MIN(a) FROM t"))
