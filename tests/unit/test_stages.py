"""Which of two days comes first, as the names of their columns say."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column
from factcheck.retrieval.stages import comes_before


def columns(*names: str) -> list[Column]:
    return [Column(number, 1, name, name, "date", "D", None) for number, name in enumerate(names, 1)]


@pytest.mark.parametrize(
    ("earlier", "later", "others"),
    [
        ("ordered_at", "shipped_at", ()),
        ("departure_date", "arrival_date", ("flight", "carrier")),
        ("departure_date", "arrival_date", ()),
        ("arrival_date", "departure_date", ("patient_id", "ward")),
        ("arrival", "departure", ("guest", "room")),
    ],
)
def test_a_trip_departs_before_it_arrives_and_a_guest_after_that(earlier, later, others) -> None:
    first, second, *rest = columns(earlier, later, *others)
    assert comes_before(first, second, [first, second, *rest])
    assert not comes_before(second, first, [first, second, *rest])
