"""Which claims stand in the same place of entries of a list, or of a sentence."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from support.parsing import parsed

from factcheck.check.entries import entries_alike
from factcheck.claims.spotting import find_claims


def alike(parser, source):
    document, parses = parsed(parser, source)
    claims = find_claims(document, parses)
    check = SimpleNamespace(claims=claims, parsed=SimpleNamespace(document=document, parses=parses))
    return [[claims[index].number.text for index in members] for members in entries_alike(check)]


def html(*entries):
    return f"<html><body><ul>{''.join(f'<li>{entry}</li>' for entry in entries)}</ul></body></html>"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Houses by heating: Wind (227), Solar (250), Hydro (199).", [["227", "250", "199"]]),
        ("Houses by heating: Wind (227), Solar (250%), Hydro (199).", []),
        (html("Oslo, 12", "Bergen, 31", "Hull, 40"), [["12", "31", "40"]]),
        (
            html("Oslo: 12 boats (40%)", "Bergen: 31 boats (35%)", "Hull: 40 boats (9%)"),
            [["12", "31", "40"], ["40%", "35%", "9%"]],
        ),
        (html("Oslo, 12", "Bergen, 31"), []),
        ("Oslo has 12 boats. Bergen has 31 boats. Hull has 40 boats.", []),
    ],
)
def test_claims_in_the_same_place_of_entries_are_found(parser, source, expected):
    assert alike(parser, source) == expected


def test_entries_of_different_lists_are_apart(parser):
    two = html("Oslo, 12", "Bergen, 31", "Hull, 40").replace(
        "</body></html>", "<p>By year:</p><ul><li>2019, 7</li><li>2020, 8</li><li>2021, 9</li></ul></body></html>"
    )
    assert alike(parser, two) == [["12", "31", "40"], ["7", "8", "9"]]
