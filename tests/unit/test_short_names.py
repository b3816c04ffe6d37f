"""Short names that a text explains in brackets stand for the words before these."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.keywords import all_keywords
from factcheck.claims.short_names import told_short_names
from factcheck.claims.spotting import find_claims


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Foreign Exchange (FX) purchases make up 9% of debits.", {"FX": ("foreign", "exchange")}),
        ("The average order value (AOV) was $38.", {"AOV": ("average", "order", "value")}),
        ("We measured the Rate of Return (RR).", {"RR": ("rate", "return")}),
        ("Research & Development (R&D) costs rose.", {"R&D": ("research", "development")}),
        ("The harbour office (KLM) has 12 clerks.", {}),
        ("Sales (USD) were 12.", {}),
        ("Oslo (N) has 12 ports.", {}),
    ],
)
def test_the_words_before_a_short_name_spell_it_out(text, told):
    assert told_short_names([text]) == told


def test_a_short_name_brings_its_words_to_a_claim(parser):
    text = "# Report\n\nForeign Exchange (FX) purchases are common.\n\nIn Oslo there were 13 FX transactions."
    document, parses = parsed(parser, text)
    [keywords] = all_keywords(find_claims(document, parses), document, parses)
    weights = {each.word: each.weight for each in keywords}
    assert weights["foreign"] == weights["exchange"] == weights["fx"]
    assert all(each.is_said for each in keywords if each.word in {"foreign", "exchange"})
