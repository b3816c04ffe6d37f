"""Queries over groups give the same however a check runs them, and what is read from a text is read once a row."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal

import pytest

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.catalogue.derived import derived
from factcheck.catalogue.expressions import YearOf
from factcheck.catalogue.number_forms import NumberForm, NumberKind
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import text_number
from factcheck.evaluation.listed_results import _statement
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.group_average import GroupAverage
from factcheck.queries.group_extreme import GroupExtreme, GroupOwner
from factcheck.queries.group_ratio import GroupRatioExtreme
from factcheck.queries.groups import Grouping
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.quick_selection import quickened
from factcheck.queries.row_at_extreme import RowAtExtreme
from factcheck.queries.selection import Selection

WAY = "month/day/year"
SAID = Column(1, 1, "said", "said", "text", "S", None)
DAY = Column(2, 1, "day", "day", "text", "S", None)
PRICE = Column(3, 1, "price", "price", "text", "S", None)
SHOP = Column(4, 1, "worked_out0", "worked_out0", "text", "S", None)
SALE = Table(1, "sale", "public.quick_sale", None, (SAID, DAY, PRICE, SHOP), rows=3_000)
AMOUNT = text_number(PRICE, NumberForm(NumberKind.AMOUNT, "$"))
YEAR = derived(YearOf(DAY, WAY), 1)

GROUPINGS = (Grouping(SAID, "hour"), Grouping(YEAR), Grouping(SHOP))
PREDICATES = (
    Period(DAY, "2018-01-01", "2020-01-01", WAY),
    Period(DAY, "2018-03-01", "2019-07-01", WAY),
    DatePart(SAID, "hour", 9, 12),
    Equals(SHOP, "it's '1'"),
)


@pytest.fixture(scope="module")
def sale(admin):
    """Sales whose hours, days and prices are text, some of which says none."""
    draw = random.Random(5)
    hours = [
        "09:30",
        "9:15",
        "23:59:10",
        "2021-03-04 10:30",
        "x",
        "",
        "12:00 PM",
        None,
        "11:15",
    ]
    days = ["3/4/2018", "12/31/2019", "7/1/2020", "soon", None, "6/30/2019"]
    prices = ["$3.50", "$1,200", "$0.99", "free", None, "$7"]
    rows = [
        (
            draw.choice(hours),
            draw.choice(days),
            draw.choice(prices),
            draw.choice(["it's '1'", "b", None]),
        )
        for _ in range(SALE.rows)
    ]
    admin.execute("CREATE TABLE public.quick_sale (said text, day text, price text, worked_out0 text)")
    with admin.cursor() as cursor:
        cursor.executemany("INSERT INTO public.quick_sale VALUES (%s, %s, %s, %s)", rows)


def queries(table: Table):
    relations = RelationSet(table, (), (table,))
    for by in GROUPINGS:
        for predicates in (
            (),
            PREDICATES[:1],
            PREDICATES[1:3],
            PREDICATES[2:],
            PREDICATES[:1] + PREDICATES[3:],
        ):
            rows = Selection(relations, predicates)
            for measure in (
                Measure(SUM, AMOUNT),
                Measure(AVG, AMOUNT),
                Measure(COUNT, None),
                Measure(AVG, YEAR),
            ):
                one = Aggregate(measure, rows)
                yield GroupExtreme(one, by)
                yield GroupAverage(one, by)
                yield GroupRatioExtreme(one, Aggregate(Measure(COUNT, None), Selection(relations)), by)
                if by.column is not SHOP:
                    yield GroupOwner(one, by)


def test_queries_give_the_same_however_a_check_runs_them(admin, sale):
    database = PsycopgDatabase(admin)
    batches: dict[tuple[str, ...], list] = {}
    for query in queries(SALE):
        batches.setdefault(query.batch(), []).append(query)
    compared = 0
    for batch in batches.values():
        [row] = database.query(_statement(batch))
        for query, value in zip(batch, row.values(), strict=True):
            [plain] = database.query(f"SELECT ({query.sql()}) AS value")
            given, wanted = (None if each is None else Decimal(each) for each in (value, plain["value"]))
            assert given == wanted, query.sql()
            compared += wanted is not None
    assert compared > 100


def test_what_is_read_from_a_text_is_read_once_a_row():
    for query in queries(SALE):
        [quick] = quickened([query])
        sql = quick.sql()
        assert sql.count("substring(price") <= 1, sql
        if query.by.column is YEAR:
            assert sql.count("1-9][0-9]{3}") == 1 or len(query.aggregate.predicates) == 2, sql


def rows_at_extremes():
    relations = RelationSet(SALE, (), (SALE,))
    for predicates in ((), PREDICATES[:1], PREDICATES[3:]):
        for by, value in ((AMOUNT, YEAR), (YEAR, AMOUNT), (AMOUNT, AMOUNT)):
            for is_greatest, rank in ((True, 1), (False, 1), (True, 2)):
                yield RowAtExtreme(value, by, Selection(relations, predicates), is_greatest, rank)


def test_rows_with_extremes_give_the_same_however_a_check_runs_them(admin, sale):
    database = PsycopgDatabase(admin)
    asked = list(rows_at_extremes())
    for batch in ([query for query in asked if query.rank == 1], *([query] for query in asked)):
        sql = _statement(batch)
        assert sql.count("substring(price") <= 2, (
            sql
        )  # the rows are gone through for the extremes, then for what has them
        [row] = database.query(sql)
        for query, value in zip(batch, row.values(), strict=True):
            [plain] = database.query(f"SELECT ({query.sql()}) AS value")
            assert value == plain["value"], query.sql()


def test_workers_get_large_tables_without_it():
    for table in (replace(SALE, rows=5_000_000), replace(SALE, is_stored=False)):
        assert not any("LATERAL" in quickened([query])[0].sql() for query in queries(table))


def test_no_column_is_called_like_what_is_worked_out():
    [quick] = quickened(
        [
            GroupExtreme(
                Aggregate(Measure(SUM, AMOUNT), Selection(RelationSet(SALE, (), (SALE,)))),
                Grouping(YEAR),
            )
        ]
    )
    assert "worked_out_.worked_out_0" in quick.sql()
    assert "worked_out.worked_out0" not in quick.sql()
