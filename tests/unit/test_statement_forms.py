"""Forms of statements: parts set off, values set against others, places from an end, changes between values."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.statements.spotting import find_statements


def statements(parser, text):
    document, parses = parsed(parser, text)
    return [(claim, parses[claim.paragraph][claim.sentence].tokens) for claim in find_statements(document, parses)]


def words(phrase, tokens):
    return " ".join(tokens[index].text for index in phrase)


@pytest.mark.parametrize(
    ("text", "place", "is_greatest"),
    [
        ("Vaasa ranked fourth from the bottom.", 4, False),
        ("Vaasa came third from last.", 3, False),
        ("Vaasa ranked second from the top.", 2, True),
        ("Vaasa ranked second.", 2, True),
    ],
)
def test_a_place_is_counted_from_an_end(parser, text, place, is_greatest):
    [(claim, _)] = statements(parser, text)
    assert (claim.assertion.first, claim.assertion.is_greatest) == (place, is_greatest)


def test_a_name_behind_a_noun_with_an_owner_is_the_subject(parser):
    [(claim, tokens)] = statements(parser, "Its rival the silver fir is second with 48.5.")
    assert words(claim.assertion.owners[0], tokens) == "the silver fir"
    assert claim.antecedent is None
