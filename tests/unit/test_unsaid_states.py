"""Rows that a text leaves out without saying so."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.generators.unsaid_states import unsaid_states
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen

LEFT_ON = Column(1, 1, "termdate", "termdate", "text", "S", None, has_missing=True)
HIRED_ON = Column(2, 1, "hire_date", "hire_date", "date", "D", None, has_missing=True)
STAFF = Table(1, "staff", "hr.staff", None, (LEFT_ON, HIRED_ON))
STATUS = Column(3, 2, "order_status", "order_status", "text", "S", None)
CANCELLED = Column(4, 2, "is_canceled", "is_canceled", "integer", "N", None)
REGION = Column(5, 2, "region", "region", "text", "S", None)
ORDERS = Table(2, "orders", "shop.orders", None, (STATUS, CANCELLED, REGION))
VALUES = {3: ("Delivered", "Canceled", "Pending"), 4: ("0", "1"), 5: ("North", "Active")}


def left_out(parser, sentence, table, **known):
    passage, _ = parsed_passage(parser, sentence)
    cue = PredicateCue(ClaimWords((passage,)), [table], {}, values=VALUES, **known)
    return [predicate.sql(predicate.column.sql_name) for predicate, _ in unsaid_states(cue)]


def test_those_who_have_left_may_be_left_out(parser):
    assert left_out(parser, "We have 608 research assistants.", STAFF) == ["termdate IS NULL"]


def test_those_who_have_left_are_not_left_out_where_the_sentence_tells_of_them(parser):
    named = {"terminated": {1: 1.0}}
    assert left_out(parser, "608 were terminated.", STAFF, columns_named_by=named) == []


def test_a_retention_rate_is_of_those_who_have_not_left(parser):
    named = {"terminations": {1: 1.0}}
    sentence = "With 966 terminations we keep an 89% retention rate."
    assert left_out(parser, sentence, STAFF, columns_named_by=named) == ["termdate IS NULL"]


def test_a_day_that_all_have_leaves_nobody_out(parser):
    complete = Column(1, 1, "termdate", "termdate", "date", "D", None)
    assert left_out(parser, "We have 608 assistants.", Table(1, "staff", "hr.staff", None, (complete,))) == []


def test_orders_that_are_not_completed_may_be_left_out(parser):
    found = left_out(parser, "The North has 608 orders.", ORDERS)
    assert found == ["order_status = 'Delivered'", "NOT (order_status = 'Canceled')", "is_canceled = 0"]


@pytest.mark.parametrize("column", [STATUS, CANCELLED])
def test_a_column_of_which_the_sentence_says_a_value_leaves_nothing_else_out(parser, column):
    named = [(Equals(column, "Pending"), Seen(1.0, {}))]
    found = left_out(parser, "608 orders are pending.", ORDERS, named=named)
    assert not any(column.name in each for each in found)
    assert found
