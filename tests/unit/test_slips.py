"""A value that a slip of the pen has changed has its digits in another order, or its point elsewhere."""

from __future__ import annotations

from decimal import Decimal

import pytest

from factcheck.numbers.slips import is_slip


@pytest.mark.parametrize(
    ("stated", "value"),
    [("19", "91"), ("1.92", "2.9118"), ("5200", "52"), ("50", "5"), ("0.4", "4.01"), ("-31", "-13"), ("102", "120")],
)
def test_slips(stated: str, value: str) -> None:
    assert is_slip(Decimal(stated), Decimal(value))


@pytest.mark.parametrize(
    ("stated", "value"),
    [("50", "49"), ("50", "50"), ("0", "12"), ("12", "0"), ("7", "8"), ("12", "2.1E+40"), ("1E+30", "7")],
)
def test_other_values_are_none(stated: str, value: str) -> None:
    assert not is_slip(Decimal(stated), Decimal(value))
