"""Which columns hold money, by the words of their names in singular and plural."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column
from factcheck.retrieval.money_columns import holds_money


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("MonthlyCharges", True),
        ("total_charge", True),
        ("fares", True),
        ("tenure", False),
        ("months", False),
    ],
)
def test_names_tell_money(name, expected):
    assert holds_money(Column(1, 1, name, name, "numeric", "N", None)) is expected
