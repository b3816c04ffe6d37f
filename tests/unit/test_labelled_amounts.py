"""The label of an entry tells the unit of a decimal behind it."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.spotting import find_claims


@pytest.mark.parametrize(
    ("entry", "unit"),
    [
        ("Hours run: 179.32", "hours"),
        ("Total distance in km: 12.5", "km"),
        ("Days with rain: 12", None),
        ("Hours run: 179.32 by Ann", None),
        ("Boats sold: 12.5", None),
    ],
)
def test_a_decimal_is_in_the_unit_of_its_label(parser, entry, unit):
    document, parses = parsed(parser, f"# Report\n\n- {entry}\n")
    [claim] = find_claims(document, parses)
    assert (claim.number.measured.text if claim.number.measured else None) == unit
