"""Late, on time and early are told by when something was done and when it was due."""

from __future__ import annotations

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.deadlines import deadlines
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

ORDERED, DUE, DELIVERED, BILLED = (
    Column(number, 1, name, name, "date", "D", None)
    for number, name in enumerate(("order_date", "expected_delivery_date", "delivered_on", "billed_on"), 1)
)
TAKEN, PLANNED = (
    Column(number, 1, name, name, "integer", "N", None)
    for number, name in ((5, "days_for_shipping_real"), (6, "days_for_shipment_scheduled"))
)
DELAY = Column(7, 1, "delay_minutes", "delay_minutes", "integer", "N", None)


def restrictions(text, *columns):
    cue = PredicateCue(ClaimWords((passage(text, True),)), [Table(1, "parcel", "shop.parcel", None, columns)], {})
    return [predicate.sql(predicate.column.sql_name) for predicate, _ in deadlines(cue)]


LATE = "delivered_on > expected_delivery_date"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("35 parcels arrived late .", [LATE]),
        ("35 parcels ran late .", [LATE]),
        ("Late deliveries were 35 .", [LATE]),
        ("35 parcels came later than promised .", [LATE]),
        ("35 parcels were overdue .", [LATE]),
        ("35 parcels were not delayed .", [f"NOT ({LATE})"]),
        ("35 parcels arrived on time .", [f"NOT ({LATE})"]),
        ("35 parcels did not arrive on time .", [LATE]),
        ("35 parcels arrived on time or early .", [f"NOT ({LATE})"]),
        ("35 parcels arrived early .", ["expected_delivery_date > delivered_on"]),
        ("35 parcels left by late March .", []),
        ("35 parcels were heavy .", []),
    ],
)
def test_what_was_done_is_compared_with_when_it_was_due(text, expected):
    assert restrictions(text, ORDERED, DUE, DELIVERED, BILLED)[:1] == expected


def test_days_taken_are_compared_with_days_planned():
    expected = ["days_for_shipping_real > days_for_shipment_scheduled"]
    assert restrictions("35 parcels arrived late .", ORDERED, TAKEN, PLANNED) == expected


def test_tables_that_tell_how_late_something_was_or_when_it_was_due_alone_are_left_out():
    assert restrictions("35 parcels arrived late .", ORDERED, DUE, DELIVERED, DELAY) == []
    assert restrictions("35 parcels arrived late .", ORDERED, DUE) == []
