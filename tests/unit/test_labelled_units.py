"""A labelled number and the program's reading of it may be in different units: the right query is known still."""

from __future__ import annotations

import pytest

from factcheck.quality.judging.comparison import unit_between


@pytest.mark.parametrize(
    ("claimed", "labelled", "unit"),
    [
        ("25000000", 25.0, 1e6),
        ("324", 324_000_000.0, 1e-6),
        ("0.118", 11.8, 0.01),
        ("0.4066666667", 24.4, 1 / 60),
        ("36", 1.5, 24.0),
        ("1597", 15_970_000_000.0, 1e-7),
        ("12", 12.0, 1.0),
        ("12", 5.0, 1.0),
        (None, 5.0, 1.0),
    ],
)
def test_units_between(claimed, labelled, unit):
    assert unit_between(claimed, labelled) == unit
