"""Queries kept as plain values: made again as they were, of what is known now, and of nothing that no query says."""

from __future__ import annotations

import importlib
import json
import pkgutil
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import factcheck.queries
from factcheck.catalogue.derived import derived
from factcheck.catalogue.expressions import Constant, Operation, YearOf
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.column_place import ColumnPlace
from factcheck.queries.correlation import Correlation
from factcheck.queries.difference import Change, Difference
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.group_average import GroupAverage
from factcheck.queries.group_count import GroupCount
from factcheck.queries.group_extreme import GroupExtreme, GroupOwner
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.group_ratio import GroupRatioExtreme
from factcheck.queries.groups import Grouping
from factcheck.queries.kept import KINDS, Known, as_kept, from_kept, table_ids
from factcheck.queries.look_up import LookUp
from factcheck.queries.no_partner import NoPartner
from factcheck.queries.opposite import Opposite
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.quantile import Quantile
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.regression import Regression
from factcheck.queries.row_at_extreme import RowAtExtreme
from factcheck.queries.selection import Selection
from factcheck.queries.span import Span
from factcheck.queries.standard_score import StandardScore
from factcheck.queries.steady_change import SteadyChange
from factcheck.queries.top_groups import TopGroups
from factcheck.queries.top_rows import TopRows

PRICE = Column(1, 1, "price", "price", "integer", "N", None)
CITY = Column(2, 1, "city", "city", "text", "S", None)
NAME = Column(3, 2, "name", "name", "text", "S", None)
BOUGHT = Column(4, 1, "bought", "bought", "date", "D", None)
ORDERS = Table(1, "orders", "shop.orders", None, (PRICE, CITY, BOUGHT))
BUYERS = Table(2, "buyers", "shop.buyers", None, (NAME,))
JOIN = Join(1, ("buyer",), 2, ("id",), JoinSource.DECLARED)
KNOWN = Known({1: ORDERS, 2: BUYERS}, (JOIN,))
ALONE = RelationSet(ORDERS, (), (ORDERS,))
JOINED = RelationSet(ORDERS, (JOIN,), (ORDERS, BUYERS))
LEEDS = Aggregate(Measure(COUNT, None), Selection(ALONE, (OneOf(CITY, ("Leeds", "York")), Compare(PRICE, "<", "5"))))
OF_ANN = Aggregate(Measure(AVG, PRICE), Selection(JOINED, (Not(Equals(NAME, "Ann")),)))
QUERIES: list[Query] = [
    LEEDS,
    OF_ANN,
    Aggregate(Measure(AVG, derived(Operation("-", PRICE, Constant(Decimal(1))), 1)), OF_ANN.selection),
    Ratio(LEEDS, OF_ANN, 1),
    Difference(LEEDS, OF_ANN),
    Change(OF_ANN, LEEDS),
    StandardScore(OF_ANN, OF_ANN, OF_ANN, is_below=True),
    LookUp(PRICE, OF_ANN.selection),
    RowAtExtreme(PRICE, CITY, OF_ANN.selection, is_greatest=False, rank=2),
    GroupAverage(OF_ANN, Grouping(CITY)),
    GroupAverage(LEEDS, Grouping(CITY), is_median=True),
    GroupExtreme(OF_ANN, Grouping(CITY), is_greatest=False),
    GroupOwner(OF_ANN, Grouping(PRICE), rank=3),
    GroupCount(LEEDS, Grouping(CITY, "year"), ">=", Decimal("1.5"), is_share=True),
    GroupPlace(OF_ANN, Grouping(NAME), (Equals(NAME, "Ann"), Equals(NAME, "Bo")), is_greatest=False),
    GroupPlace(LEEDS, Grouping(CITY), (Equals(CITY, "York"),), event=(Equals(CITY, "Leeds"),)),
    SteadyChange(OF_ANN, Grouping(BOUGHT, "year"), is_rising=True, event=(Equals(CITY, "Leeds"),)),
    ColumnPlace((Measure(SUM, PRICE),), (Measure(AVG, PRICE), Measure(COUNT, None)), LEEDS.selection),
    NoPartner(Selection(RelationSet(BUYERS, (), (BUYERS,)), (Equals(NAME, "Ann"),)), JOINED, is_share=True),
    Quantile(PRICE, Decimal("90"), LEEDS.selection),
    Correlation(PRICE, PRICE, LEEDS.selection),
    Regression(PRICE, PRICE, "regr_slope", LEEDS.selection),
    Regression(PRICE, PRICE, "regr_r2", LEEDS.selection, factor=100),
    Opposite(OF_ANN),
    GroupRatioExtreme(LEEDS, Aggregate(Measure(COUNT, None), Selection(ALONE)), Grouping(CITY), rank=2, factor=100),
    TopGroups(LEEDS, Grouping(CITY), 10, is_share=True),
    TopRows(Measure(COUNT, None), PRICE, LEEDS.selection, 10, (Equals(NAME, "Ann"),), is_share=True),
    Span(BOUGHT, "", "years", LEEDS.selection),
    Span(BOUGHT, "", "years of 365 days", LEEDS.selection),
    Span(CITY, "year-month-day", "months", LEEDS.selection),
    Aggregate(Measure(AVG, derived(Operation("-", PRICE, YearOf(BOUGHT)), 1)), OF_ANN.selection),
    Aggregate(Measure(AVG, derived(YearOf(CITY, "year-month-day"), 1)), OF_ANN.selection),
]


def kept(query: Query) -> Any:
    return json.loads(json.dumps(as_kept(query)))


def concrete(kind: type[Any]) -> set[str]:
    """Return the names of the kinds of query below one; a class with slots is there twice until it is collected."""
    names = set().union(*(concrete(each) for each in kind.__subclasses__()))
    return names if kind.__abstractmethods__ else {kind.__qualname__, *names}


def test_every_kind_of_query_is_kept_and_is_tested_here() -> None:
    for module in pkgutil.walk_packages(factcheck.queries.__path__, "factcheck.queries."):
        importlib.import_module(module.name)
    assert {kind.__qualname__ for kind in KINDS} == concrete(Query)
    assert {type(query) for query in QUERIES} == set(KINDS)


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: type(query).__name__)
def test_a_query_is_made_again_as_it_was(query: Query) -> None:
    assert from_kept(kept(query), KNOWN) == query
    assert set(table_ids(kept(query))) <= {1, 2}


def test_rows_without_partner_are_those_that_the_join_leads_to() -> None:
    [query] = (each for each in QUERIES if isinstance(each, NoPartner))
    turned = kept(replace(query, is_share=False))
    turned[2] = kept(OF_ANN)[2][1]
    assert from_kept(turned, KNOWN) == replace(query, is_share=False)
    turned[2] = kept(LEEDS)[2][1]
    with pytest.raises(LookupError):
        from_kept(turned, KNOWN)


def test_tables_of_joins_are_named() -> None:
    assert set(table_ids(kept(Aggregate(Measure(COUNT, None), Selection(JOINED))))) == {1, 2}


@pytest.mark.parametrize(
    "known",
    [
        Known({2: BUYERS}, (JOIN,)),
        Known({1: ORDERS}, (JOIN,)),
        Known({1: ORDERS, 2: BUYERS}, ()),
        Known({1: ORDERS, 2: BUYERS}, (replace(JOIN, from_columns=("seller",)),)),
        Known({1: replace(ORDERS, columns=(CITY,)), 2: BUYERS}, (JOIN,)),
        Known({1: replace(ORDERS, columns=(replace(PRICE, type_name="text"), CITY)), 2: BUYERS}, (JOIN,)),
    ],
    ids=["a table", "a joined table", "the join", "the join's columns", "a column", "a column's type"],
)
def test_what_is_not_there_any_more_cannot_be_run(known: Known) -> None:
    with pytest.raises(LookupError):
        from_kept(kept(OF_ANN), known)


def test_names_and_operators_are_those_of_now() -> None:
    orders = replace(ORDERS, sql_name="new.orders")
    compared = replace(JOIN, operators=("OPERATOR(public.=)",))
    query = from_kept(kept(OF_ANN), Known({1: orders, 2: BUYERS}, (compared,)))
    assert "new.orders" in query.sql()
    assert "OPERATOR(public.=)" in query.sql()


ATOMS = st.none() | st.booleans() | st.integers(-1, 4) | st.sampled_from(["a'b", "; DROP TABLE x", "count", "<", "all"])


@st.composite
def changed(draw: st.DrawFn, part: Any) -> Any:
    """Replace parts of what is kept by others."""
    if draw(st.integers(0, 15)) == 0:
        return draw(ATOMS | st.lists(ATOMS, max_size=3))
    return [draw(changed(each)) for each in part] if isinstance(part, list) else part


@given(st.data())
def test_what_no_query_says_is_not_taken_for_one(data: st.DataObject) -> None:
    given_value = data.draw(changed(kept(data.draw(st.sampled_from(QUERIES)))))
    list(table_ids(given_value))
    try:
        text = from_kept(given_value, KNOWN).sql()
    except LookupError:
        return
    assert "DROP" not in text.replace("'; DROP TABLE x'", "")
