"""Of several joins of the same tables that is taken which the text speaks of."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.relation_sets import Relations
from factcheck.joins.said_roles import roles_said

TRIP, PLACE = 1, 2


def table(number, name, *columns):
    made = (Column(10 * number + at, number, each, each, "text", "S", None) for at, each in enumerate(columns))
    return Table(number, name, f"public.{name}", None, tuple(made))


TABLES = (
    table(TRIP, "trip", "trip_id", "pickup_location_id", "dropoff_location_id"),
    table(PLACE, "location", "location_id", "zone"),
)
DROPOFF, PICKUP = (
    Join(TRIP, (f"{role}_location_id",), PLACE, ("location_id",), JoinSource.INFERRED) for role in ("dropoff", "pickup")
)


def relations(text):
    joins = (DROPOFF, PICKUP)
    return Relations(TABLES, joins, roles_said(joins, text.lower().replace(".", "").split()))


@pytest.mark.parametrize(
    ("text", "taken", "is_in_doubt"),
    [
        ("Venice is the first pickup zone with 427 trips.", PICKUP, False),
        ("Pickups in Venice were 427. Pickups in Soho were 12. One had no dropoff.", PICKUP, False),
        ("Venice is the last stop before dropoff of 427 trips.", DROPOFF, False),
        ("Venice is the location of 427 trips.", DROPOFF, True),
    ],
)
def test_the_words_of_the_text_choose_the_join(text, taken, is_in_doubt):
    found = relations(text)
    assert found.of(frozenset({TRIP, PLACE})).joins == (taken,)
    assert (taken in found.joins_in_doubt) is is_in_doubt


def test_a_join_alone_is_never_in_doubt():
    assert Relations(TABLES, (PICKUP,)).joins_in_doubt == frozenset()
