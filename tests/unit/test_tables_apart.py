"""Rows of tables that tell of the same things are counted where most joins begin."""

from __future__ import annotations

import pytest

from factcheck.candidates.tables_apart import with_rows_of_main_table
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.graph import Join, JoinSource
from factcheck.retrieval.relevance import Relevance

FACTS, TERMS, PLACES = 1, 2, 3
RELEVANCE = Relevance({}, {}, {FACTS: 0.1, TERMS: 0.4, PLACES: 0.2}, (), counted_tables=frozenset({TERMS}))


def table(number: int, *names: str) -> Table:
    columns = tuple(Column(10 * number + at, number, name, name, "integer", "N", None) for at, name in enumerate(names))
    return Table(number, f"table_{number}", f"public.table_{number}", None, columns)


TABLES = [table(FACTS, "id", "amount"), table(TERMS, "id", "term"), table(PLACES, "id", "place")]


def join(begin: int, end: int) -> Join:
    return Join(begin, ("id",), end, ("id",), JoinSource.INFERRED)


def test_facts_are_counted_where_a_dimension_has_a_row_for_each() -> None:
    found = with_rows_of_main_table(RELEVANCE, TABLES, [join(FACTS, TERMS), join(TERMS, FACTS), join(FACTS, PLACES)])
    assert found.tables == {FACTS: 0.4, TERMS: 0.2, PLACES: 0.2}
    assert found.counted_tables == {FACTS}


@pytest.mark.parametrize(
    "joins",
    [
        [join(FACTS, TERMS), join(FACTS, PLACES)],
        [join(FACTS, TERMS), join(TERMS, FACTS)],
        [],
    ],
    ids=["several facts of a term", "two tables alone", "no joins"],
)
def test_otherwise_each_table_has_rows_of_its_own(joins: list[Join]) -> None:
    assert with_rows_of_main_table(RELEVANCE, TABLES, joins) is RELEVANCE


def test_of_two_tables_alone_the_rows_are_counted_that_the_join_numbers() -> None:
    tables = [TABLES[0], table(TERMS, "term_id", "id", "term")]  # a term of each fact, with a number of its own
    found = with_rows_of_main_table(RELEVANCE, tables, [join(FACTS, TERMS), join(TERMS, FACTS)])
    assert found.tables == {FACTS: 0.4, TERMS: 0.2, PLACES: 0.2}
    assert found.counted_tables == {FACTS}


def test_tables_without_columns_that_may_be_read_are_numbered_by_nothing() -> None:
    tables = [table(FACTS), table(TERMS)]
    assert with_rows_of_main_table(RELEVANCE, tables, [join(FACTS, TERMS), join(TERMS, FACTS)]) is RELEVANCE
