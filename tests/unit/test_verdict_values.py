"""The small chart of a note: both values of a refuted claim, the groups of a statement, and nothing where unsure."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest

from factcheck.markup.notes import chart, values
from factcheck.markup.verdict_values import ComparedGroup, verdict_values

REFUTED: dict[str, Any] = {
    "verdict": "refuted",
    "claimed_value": 960,
    "found_value": 910,
    "p_query": 0.9,
    "alternatives": [],
}
COMPARED = [{"name": "Ford", "value": 7, "is_claimed": True}, {"name": "Audi", "value": 9, "is_claimed": False}]


def told(claim: dict[str, Any]) -> list[str]:
    """What the chart tells those who do not see it."""
    return re.findall(r'aria-label="([^"]*)"', chart(claim))


def test_a_refuted_number_stands_beside_what_was_found() -> None:
    assert told(REFUTED) == ["stated 960, found 910"]


def test_a_statement_shows_the_groups_that_it_compares() -> None:
    statement = {**REFUTED, "claimed_value": None, "alternatives": [{"compared": COMPARED}]}
    assert told(statement) == ["Ford 7, Audi 9"]
    assert verdict_values(statement).groups[0] == ComparedGroup("Ford", Decimal(7), True)


@pytest.mark.parametrize(
    "changes",
    [{"verdict": "supported"}, {"p_query": 0.2}, {"found_value": None}, {"claimed_high": 1200}, {"found_value": "NaN"}],
)
def test_nothing_is_drawn_where_both_need_not_be_comparable(changes: dict[str, Any]) -> None:
    assert chart({**REFUTED, **changes}) == ""


def test_a_claim_without_a_reading_has_no_likelihood() -> None:
    read = {"claimed_value": 960, "found_value": 910, "p_query": 0.9, "p_correct": 0.1}
    assert "Claim 10 % likely right" in values(read)
    assert "likely right" not in values({**read, "verdict": "not_enough_info"})
    assert values({**read, "found_value": None, "p_query": None, "p_correct": 0.9}) == (
        '<p class="factcheck-values"><span>Stated <b>960</b></span></p>'
    )
