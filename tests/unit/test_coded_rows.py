"""What several codes of a small table's rows need is worked out once a row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from factcheck.catalogue.derived import derived
from factcheck.catalogue.expressions import Operation, YearOf
from factcheck.catalogue.number_forms import NumberForm, NumberKind
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import text_number
from factcheck.evaluation.coded_rows import code_sql, coded_rows
from factcheck.evaluation.cube_request import CubeRequest, layers
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.predicates.text_contains import TextContains

TITLE = Column(1, 1, "title", "title", "text", "S", None)
HIRED = Column(2, 1, "hired", "hired", "text", "S", None)
BOOK = Table(1, "book", "public.book", None, (TITLE, HIRED), rows=9_000)
CONTAINS = [TextContains(TITLE, "sea"), TextContains(TITLE, "gull"), TextContains(TITLE, "the", at_start=True)]
YEARS = [
    Period(HIRED, "2018-01-01", None, "month/day/year"),
    Period(HIRED, "2019-01-01", "2020-01-01", "month/day/year"),
]


def written(table: Table, column: Column, predicates: list[Predicate]) -> str:
    dimensions = tuple(layers(column, predicates))
    assert len(dimensions) == len(predicates)
    request = CubeRequest(RelationSet(table, (), (table,)), dimensions, (), ())
    return coded_rows(request, [list(range(len(dimensions)))], ())


@pytest.mark.parametrize(
    ("column", "predicates", "basis"), [(TITLE, CONTAINS, "lower(title::text)"), (HIRED, YEARS, "substring(hired")]
)
def test_what_several_codes_need_is_written_once_for_a_small_table(column, predicates, basis):
    assert written(BOOK, column, predicates).count(basis) == 1


@pytest.mark.parametrize(
    "table",
    [replace(BOOK, rows=5_000_000), replace(BOOK, is_stored=False), replace(BOOK, parts=("public.far_book",))],
    ids=["large", "view", "foreign parts"],
)
def test_workers_and_other_servers_get_each_code_by_itself(table):
    assert written(table, TITLE, CONTAINS).count("lower(title::text)") == len(CONTAINS)


def test_no_column_is_called_like_what_is_worked_out_once():
    shared = Column(3, 1, "shared0", "shared0", "text", "S", None)
    table = replace(BOOK, columns=(TITLE, shared))
    sql = written(table, TITLE, CONTAINS)
    assert "shared_.shared_0" in sql
    assert "shared.shared0" not in sql


def test_one_code_is_written_where_it_is_needed():
    assert "LATERAL" not in written(BOOK, TITLE, CONTAINS[:1])


PRICE = text_number(Column(5, 1, "price", "price", "text", "S", None), NumberForm(NumberKind.AMOUNT, "$"))
YEAR_HIRED = derived(YearOf(HIRED, "month/day/year"), 1)
FEE = derived(Operation("-", PRICE, YEAR_HIRED.formula), 1)


@pytest.mark.parametrize(
    ("measures", "basis"),
    [([PRICE], "substring(price"), ([PRICE, FEE], "substring(price"), ([YEAR_HIRED, FEE], "substring(hired")],
)
def test_what_measures_read_from_a_text_is_written_once_for_a_small_table(measures, basis):
    table = replace(BOOK, columns=(TITLE, HIRED, PRICE.stored))
    sql = coded_rows(CubeRequest(RelationSet(table, (), (table,)), (), (), ()), [[]], measures)
    assert sql.count(basis) == 1
    assert sql.index(basis) > sql.index("LATERAL")


KIND = Column(4, 1, "kind", "kind", "text", "S", None)


def code_of_kind(values: int, shares: list[float]) -> str:
    [dimension] = layers(KIND, [Equals(KIND, f"v{number:02}") for number in range(values)])
    return code_sql(dimension, "kind", shares=shares)


def test_frequent_values_are_tried_first():
    assert code_of_kind(3, [0.1, 0.2, 0.1, 0.6]) == (
        "CASE kind::text WHEN 'v02'::text THEN 3 WHEN 'v00'::text THEN 1 WHEN 'v01'::text THEN 2 END"
    )


@pytest.mark.parametrize(("values", "others", "is_asked"), [(10, 0.9, True), (10, 0.1, False), (8, 0.9, False)])
def test_a_hash_tells_other_values_where_there_are_many(values, others, is_asked):
    shares = [others, *[(1 - others) / values] * values]
    assert ("= ANY" in code_of_kind(values, shares)) == is_asked
