"""Decimals that may be shares, as parts of one."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.spotting import find_claims


@pytest.mark.parametrize(
    ("text", "is_of_one"),
    [
        ("The proportion of renters is 0.39.", True),
        ("P(late) = 0.39", True),
        ("They survive, so that 0.86 × 0.39 is the answer.", True),
        ("The ships carried 0.39 on average.", False),
        ("The price (in pounds) is 0.39.", False),
    ],
)
def test_a_probability_is_a_part_of_one(parser, text, is_of_one):
    document, parses = parsed(parser, text)
    claims = [claim for claim in find_claims(document, parses) if claim.number.text == "0.39"]
    assert [claim.number.is_of_one for claim in claims] == [is_of_one]
