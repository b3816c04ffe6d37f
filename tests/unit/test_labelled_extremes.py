"""Extremes told by labels, as reports list them."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.statements.spotting import find_statements


def read(parser, text):
    document, parses = parsed(parser, text)
    found = []
    for claim in find_statements(document, parses):
        tokens = parses[claim.paragraph][claim.sentence].tokens
        owners = [" ".join(tokens[i].text for i in owner) for owner in claim.assertion.owners]
        found.append((owners, claim.assertion.dimension, claim.assertion.is_greatest, claim.assertion.is_ordered))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Guests: Most on Friday (2.08k), least on Sunday (1.41k)",
            [(["Friday"], "many", True, False), (["Sunday"], "many", False, False)],
        ),
        (
            "Day guests: Longest on Saturday (24.4 mins), shortest on Thursday (18.2 mins)",
            [(["Saturday"], "long", True, False), (["Thursday"], "short", True, False)],
        ),
        (
            "Top 3 states by sales: Ohio, New York, Iowa",
            [(["Ohio", "New York", "Iowa"], "", True, True)],
        ),
        (
            "Top channels by sales: Web ~34.9%, Shop ~23.6% (58% combined)",
            [(["Web", "Shop"], "", True, True)],
        ),
        (
            "Shortest average wait: August 2020 (33.7 mins); Longest: May 2020 (37.2 mins)",
            [(["August 2020"], "short", True, False), (["May 2020"], "", True, False)],
        ),
        (
            "Hires: Peak in 2017 (1,409 hires), lowest in 2021 (323)",
            [(["2017"], "", True, False), (["2021"], "low", True, False)],
        ),
        ("Lowest: Utah (6.3%)", []),  # of what is not told
        ("Top 5 states by sales: Ohio, Utah", [(["Ohio"], "", True, False)]),
    ],
)
def test_labels_tell_who_is_first(parser, text, expected):
    assert read(parser, text) == expected


def test_a_subject_without_words_is_nobody(parser):
    text = "▶️ 6-7pm sees the highest number of thefts; higher than 5-6am"
    assert [owners for owners, *_ in read(parser, text)]
