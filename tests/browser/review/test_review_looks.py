"""The review page at all sizes, in both themes, and for those who do not see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.pages import SIZES, WIDE
from support.review_desk import choose_other_end
from support.trips import verified


@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_outside_of_the_page(visit: Callable[..., Any], document: int, size: str) -> None:
    width, height = SIZES[size]
    for path in ("/", "/documents/new", f"/documents/{document}/claims/2?build", f"/documents/{document}/runs"):
        page = visit(path, viewport={"width": width, "height": height})
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert not page.evaluate(WIDE), path


BROKEN_WORDS = """() => [...document.querySelectorAll('.review-list thead th')].flatMap(cell =>
    [...cell.textContent.matchAll(/\\S+/g)].filter(word => {
        const range = document.createRange();
        range.setStart(cell.firstChild, word.index);
        range.setEnd(cell.firstChild, word.index + word[0].length);
        return range.getClientRects().length > 1;
    }).map(word => word[0]))"""


@pytest.mark.parametrize("width", [768, 1280])
def test_no_word_of_a_heading_is_broken(visit: Callable[..., Any], document: int, width: int) -> None:
    page = visit("/", viewport={"width": width, "height": 800})
    assert page.locator(".review-list thead th").first.bounding_box()["x"] >= 0
    assert page.evaluate(BROKEN_WORDS) == []
    assert not page.evaluate(WIDE)


def test_a_wide_table_can_be_scrolled_and_makes_the_page_no_wider(
    visit: Callable[..., Any], analyst: Any, grave_findings: Callable[[Any], list[str]]
) -> None:
    cells = "".join(f"<td>{number} trips</td>" for number in range(101, 141))
    document = verified(analyst, f"<p>There were 60 trips.</p><table><tr>{cells}</tr></table>", "wide")
    page = visit(f"/documents/{document}", viewport={"width": 390, "height": 844}, bypass_csp=True)
    assert not page.evaluate(WIDE)
    assert page.evaluate("(() => { const text = document.getElementById('text'); text.scrollLeft = 50;"
                         " return text.scrollLeft; })()") == 50  # fmt: skip
    assert grave_findings(page) == []


@pytest.mark.parametrize("size", ["phone", "desk at 200 %"])
def test_a_claim_is_corrected_on_a_small_screen(visit: Callable[..., Any], document: int, size: str) -> None:
    width, height = SIZES[size]
    page = visit(f"/documents/{document}", viewport={"width": width, "height": height})
    page.locator("#claim-2 a").click()
    page.locator("#panel[data-claim='2']").wait_for()
    assert page.locator("#panel-heading").evaluate(
        "element => { const box = element.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"
    )
    choose_other_end(page, "Leeds")
    page.get_by_text("Your decision is stored").wait_for()
    page.get_by_role("link", name="In the text").click()
    assert page.locator("#claim-2").evaluate("element => element.getBoundingClientRect().top < innerHeight")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("has_script", [True, False])
def test_the_text_is_in_view_until_a_claim_is_chosen(
    visit: Callable[..., Any], document: int, size: str, has_script: bool
) -> None:
    width, height = SIZES[size]
    page = visit(f"/documents/{document}", viewport={"width": width, "height": height}, java_script_enabled=has_script)
    top = "element => element.getBoundingClientRect().top"
    text, panel = page.locator("#text"), page.locator("#panel")
    assert text.evaluate(top) <= panel.evaluate(top)
    page.locator("#claim-2 a").click()
    page.locator("#panel[data-claim='2']").wait_for()
    assert panel.evaluate(top) <= text.evaluate(top)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    visit: Callable[..., Any], document: int, grave_findings: Callable[[Any], list[str]], scheme: str
) -> None:
    paths = ("/", "/documents/new", f"/documents/{document}/claims/2?build", f"/documents/{document}?show=doubtful")
    for path in (*paths, f"/documents/{document}/runs", "/documents/0"):
        page = visit(path, color_scheme=scheme, bypass_csp=True)
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert grave_findings(page) == [], path
    page = visit(f"/documents/{document}/claims/2", color_scheme=scheme, bypass_csp=True)
    choose_other_end(page, "Leeds")
    page.get_by_text("Your decision is stored").wait_for()
    assert grave_findings(page) == []


def test_the_dark_theme_is_dark(visit: Callable[..., Any], document: int) -> None:
    look = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    assert visit(f"/documents/{document}").evaluate(look) == ["rgb(255, 255, 255)", "rgb(28, 31, 35)"]
    dark = visit(f"/documents/{document}", color_scheme="dark")
    assert dark.evaluate(look) == ["rgb(20, 23, 26)", "rgb(230, 232, 234)"]
