"""Items of a list that give a number for a name each."""

from __future__ import annotations

from support.parsing import parsed

from factcheck.claims.spotting import find_claims


def stated(parser, *items):
    claims = find_claims(
        *parsed(parser, "Records were set, as follows:\n\n" + "".join(f"- {item}\n" for item in items))
    )
    return [(claim.number.text, claim.number.is_exact) for claim in claims]


def test_the_numbers_of_several_names_are_results(parser):
    assert stated(parser, "Aberdeen 240", "Armagh 87", "Victoria 200") == [("240", True), ("87", True), ("200", True)]
    assert stated(parser, "Aberdeen 240", "Armagh 80", "Victoria 200") == [
        ("240", False),
        ("80", False),
        ("200", False),
    ]


def test_two_names_with_their_numbers_are_no_results(parser):
    assert stated(parser, "Boeing 747", "Airbus 320") == []
