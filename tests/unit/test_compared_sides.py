"""Numbers set against each other are of the sides of the comparison beside them, the first of what is named first."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.compared_sides import compared_sides
from factcheck.claims.number_context import Tree
from factcheck.claims.spotting import find_claims


def sides(parser, text):
    """The side of each number of a sentence that is of any, with the other side, as written."""
    document, parses = parsed(parser, text)
    claims = find_claims(document, parses)
    tree = Tree.of(parses[0][0])
    found = {}
    for claim, side in zip(claims, compared_sides(tree, [claim.tokens for claim in claims]), strict=True):
        name, other = (" ".join(tree.tokens[index].text for index in phrase) for phrase in (side.name, side.other))
        if name or other:
            found[claim.number.text] = (name, other)
    return found


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("Oaks are older than elms: 53.4 against 51.9 years.", ("53.4", "Oaks"), ("51.9", "elms")),
        ("Red boats carry more crates than blue ones: 40 compared with 31.", ("40", "Red boats"), ("31", "blue ones")),
        ("Ferries were slower in winter than in summer, at 62 and 48 minutes.", ("62", "winter"), ("48", "summer")),
        ("At 62 to 48 minutes, ferries were slower than trains.", ("62", "ferries"), ("48", "trains")),
        ("Oaks outnumber elms, 412 to 97.", ("412", "Oaks"), ("97", "elms")),
        (
            "Barges are worth twice as much as canoes: $40,936 against $20,815.",
            ("$40,936", "Barges"),
            ("$20,815", "canoes"),
        ),
    ],
)
def test_each_number_is_of_one_side(parser, text, first, second):
    found = sides(parser, text)
    assert found == {first[0]: (first[1], second[1]), second[0]: (second[1], first[1])}


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("Dinner pays better: $3.10 a table as opposed to $2.73.", ("$3.10", "Dinner"), "$2.73"),
        ("Women tip more in percent: 16.6% against 15.8%.", ("16.6%", "Women"), "15.8%"),
    ],
)
def test_a_side_without_a_name_is_what_the_other_is_not(parser, text, first, second):
    assert sides(parser, text) == {first[0]: (first[1], ""), second: ("", first[1])}


@pytest.mark.parametrize(
    "text",
    [
        "The mean of oaks rose from 12 to 14, higher than in Leeds.",
        "They tip a bit more in dollars, $3.09 to $2.83.",
        "Oaks were taller than elms, and in May the mean was 12 and 13 later.",
        "Oaks (53.4) are older than elms (51.9).",
        "Oaks are older than elms, with 41 trees in Leeds.",
    ],
)
def test_other_numbers_are_of_no_side(parser, text):
    assert sides(parser, text) == {}
