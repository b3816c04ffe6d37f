"""The noun behind "46 % of" asks for a share of a sum only where a column says how much there is of it."""

from __future__ import annotations

import pytest

from factcheck.candidates.percent_of import is_amount_of, with_names_called
from factcheck.catalogue.schema import Column


@pytest.mark.parametrize(
    ("name", "forms", "expected"),
    [
        ("fee", {"fees", "fee"}, True),
        ("total_fees", {"fees", "fee"}, True),
        ("passengersCount", {"passengers", "passenger"}, True),
        ("revenue_usd", {"revenue"}, True),
        ("miles", {"mileage"}, False),
        ("residents_2020", {"residents", "resident"}, True),
        ("2020", {"residents", "resident"}, False),
        ("reader_age", {"readers", "reader"}, False),
        ("reader_id", {"readers", "reader"}, False),
        ("count", {"readers", "reader"}, False),
        ("", {"fees", "fee"}, False),
    ],
)
def test_a_column_is_an_amount_of_what_its_name_ends_in(name, forms, expected):
    column = Column(1, 1, name, name, "integer", "N", None)
    assert is_amount_of(column, forms) is expected
    assert not is_amount_of(Column(1, 1, name, name, "text", "S", None), forms)


def test_a_noun_may_stand_for_another_word_in_a_name():
    assert {"mileage", "miles"} <= with_names_called({"mileage"})
    assert {"passengers", "aboard"} <= with_names_called({"passengers"})
