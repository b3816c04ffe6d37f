"""Values that are called together by one word: makes of cards, countries of the north."""

from __future__ import annotations

import pytest

from factcheck.words.kinds import members_of_kinds


@pytest.mark.parametrize(
    ("values", "kind", "members"),
    [
        (["Visa", "Amex", "Cash", "PayPal"], "card", {"Visa", "Amex"}),
        (["DE", "SE", "DK", "FR"], "scandinavian", {"SE", "DK"}),
        (["DEU", "EST", "LTU", "FRA"], "baltic state", {"EST", "LTU"}),
        (["Cash", "PayPal"], "card", None),
        (["Visa", "Cash"], "cheque", None),
    ],
)
def test_values_are_of_a_kind_by_any_of_their_names(values, kind, members):
    assert members_of_kinds(values, {kind}).get(kind) == members
