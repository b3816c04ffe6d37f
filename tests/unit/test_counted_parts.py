"""A number may be a part of what another number, or a pronoun, counts."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.claim import Told
from factcheck.claims.spotting import find_claims


@pytest.mark.parametrize(
    ("text", "number", "is_part"),
    [
        ("With sails, it was 19 of 52.", "19", True),
        ("In 1999, 12 out of the 40 boats sank.", "12", True),
        ("Of the 339 red boats, 96 were sold.", "96", True),
        ("There were 40 boats, and 12 of them sank.", "12", True),
        ("90% (36) of the boats sank.", "36", True),
        ("In all, 36 boats (90%) sank.", "36", True),
        ("Some 36 of them sank (90%), and 4 (10%) did not.", "4", True),
        ("All sank: 100% (40) of the boats.", "40", False),
        ("The harbour has 40 boats (36 in winter).", "40", False),
        ("The harbour has 40 boats, 9.5% more than before.", "40", False),
        ("The harbour has 40 boats.", "40", False),
        ("Of the boats, 96 were sold.", "96", False),
        ("The 40 boats of 12 owners sank.", "12", False),
        ("The mean is 12 of 40 percent.", "12", False),
    ],
)
def test_a_claim_tells_whether_it_is_a_part(parser, text, number, is_part):
    [claim] = [each for each in find_claims(*parsed(parser, text)) if each.number.text == number]
    assert (claim.told is Told.PART) is is_part
