"""Sentences with several claims on the review page: a sign says whether all of it holds, also after a decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.trips import verified

TEXT = (
    "There were 60 trips, and 20 of them started in Leeds. In all 60 trips, 20 were from Leeds and 31 were from York.\n"
)
"""The last number is wrong."""
SHOWN = "element => getComputedStyle(element, '::after').content"


@pytest.fixture
def document(admin: Any, analyst: Any, request: Any, server: Any) -> int:
    """A report of which one sentence holds and one does not."""
    admin.execute("DELETE FROM factcheck.correction")
    return verified(analyst, TEXT, request.node.name)


def signs(page: Any) -> list[str]:
    """What the signs show of those sentences that have one to be seen."""
    return [
        sign.evaluate(SHOWN).strip('"') for sign in page.locator("#text .factcheck-whole").all() if sign.is_visible()
    ]


def test_each_sentence_shows_whether_all_of_it_holds(visit: Callable[..., Any], document: int) -> None:
    page = visit(f"/documents/{document}")
    assert signs(page) == ["✓ 2 of 2", "✗ 2 of 3"]
    assert "2 sentences make several claims: 1 holds as a whole, 1 does not." in page.locator("#counts").inner_text()
    named = page.get_by_role("img", name="The sentence does not hold as a whole: “31” is refuted.")
    assert named.count() == 1


def test_a_claim_leads_to_the_one_that_fails_its_sentence(visit: Callable[..., Any], document: int) -> None:
    page = visit(f"/documents/{document}/claims/4")
    page.locator(".factcheck-of-sentence").get_by_role("link", name="31").click()
    page.locator("#panel[data-claim='5']").wait_for()


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "no script"])
def test_a_dismissed_claim_fails_its_sentence_no_more(
    visit: Callable[..., Any], document: int, has_script: bool
) -> None:
    page = visit(f"/documents/{document}/claims/5", java_script_enabled=has_script)
    page.get_by_role("button", name="Not a claim").click()
    page.locator(".review-decided").get_by_text("Dismissed").wait_for()
    page.get_by_role("img", name="The whole sentence holds: both of its claims are supported.").nth(1).wait_for()
    assert page.locator("#text .factcheck-whole-supported").count() == 2
    page.get_by_role("button", name="Undo").click()
    page.locator("#text .factcheck-whole-refuted").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_signs_are_seen_in_both_themes_and_axe_finds_nothing_serious(
    visit: Callable[..., Any], document: int, grave_findings: Callable[[Any], list[str]], scheme: str
) -> None:
    page = visit(f"/documents/{document}/claims/5", color_scheme=scheme, bypass_csp=True)
    assert page.locator("#text .factcheck-whole-refuted").bounding_box()["width"] > 20
    assert grave_findings(page) == []
