"""Entries of a list that end in a colon introduce those behind them."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.spotting import find_claims
from factcheck.claims.surroundings import list_introductions

LIST = """
We looked at all of them.

- Boats that sail by night, from 12 AM to 5 AM, are 20%.
- Details are given below:
- Red: 113 boats
- Blue: 328 boats
- All is well.
- Green: 28 boats
- By harbour:
- Oslo: 12 boats
"""


@pytest.mark.parametrize(
    ("entry", "introduction"),
    [
        ("Red", "Boats that"),
        ("Blue", "Boats that"),
        ("Oslo", "By harbour"),
        ("Green", "We looked"),
        ("All", "We looked"),
    ],
)
def test_an_entry_with_a_colon_introduces_entries_with_numbers(parser, entry, introduction):
    document, _ = parsed(parser, LIST)
    introductions = list_introductions(document)
    index = next(at for at, each in enumerate(document.paragraphs) if each.text.startswith(entry))
    assert document.paragraphs[introductions[index]].text.startswith(introduction)


def test_what_an_entry_tells_before_a_colon_is_carried_on(parser):
    document, parses = parsed(parser, LIST)
    claims = {document.paragraphs[each.paragraph].text: each for each in find_claims(document, parses)}
    carried = claims["Red: 113 boats"].carried
    assert carried
    assert " ".join(token.text for token in carried[0].passage.tokens).startswith("Boats that sail by night")
