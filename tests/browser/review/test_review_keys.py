"""The review page gone through by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support.review_desk import heading
from support.trips import long_report, verified


def test_all_is_done_by_keyboard(visit: Callable[..., Any], document: int, analyst: Any) -> None:
    page = visit(f"/documents/{document}")

    def press(key: str, claim_no: int) -> None:
        page.keyboard.press(key)
        page.locator(f"#panel[data-claim='{claim_no}']:not([aria-busy])").wait_for()

    def decision(claim_no: int) -> str | None:
        asked = "SELECT decision FROM factcheck.claims WHERE document_id = %s AND claim_no = %s"
        row = analyst.execute(asked, [document, claim_no]).fetchone()
        return None if row is None else row[0]

    assert heading(page).startswith("Claim 1 of")
    press("j", 2)
    press("j", 3)
    press("k", 2)
    page.keyboard.press("2")
    page.locator(".review-decided").get_by_text("Corrected").wait_for()
    assert decision(2) == "corrected"
    page.keyboard.press("u")
    page.locator(".review-decided").wait_for(state="detached")
    assert decision(2) is None
    page.keyboard.press("d")
    page.locator(".review-decided").get_by_text("Dismissed").wait_for()
    assert decision(2) == "dismissed"
    press("j", 3)
    page.keyboard.press("c")
    page.locator(".review-decided").get_by_text("Confirmed").wait_for()
    assert decision(3) == "confirmed"


def test_a_text_is_typed_in_checked_and_corrected_without_a_mouse(
    visit: Callable[..., Any], admin: Any, analyst: Any
) -> None:
    admin.execute("DELETE FROM factcheck.correction")
    page = visit()

    def tab_to(name: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            focused = "(e => e.labels?.[0]?.textContent ?? e.textContent)(document.activeElement)"
            if page.evaluate(focused).strip() == name:
                return
        raise AssertionError(f"{name} cannot be reached")

    tab_to("Check a document")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Check a document").wait_for()
    tab_to("Title")
    page.keyboard.type("Typed in")
    tab_to("Text")
    page.keyboard.type("There were 60 trips. There were 24 trips for Leeds.")
    tab_to("Check")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Typed in", exact=True).wait_for(timeout=60_000)
    page.keyboard.press("j")
    page.locator("#panel[data-claim='2']:not([aria-busy])").wait_for()
    page.keyboard.press("2")
    page.locator(".review-decided").get_by_text("Corrected").wait_for()
    decided = "SELECT claim_no, decision FROM factcheck.claims WHERE title = 'Typed in' AND decision IS NOT NULL"
    assert analyst.execute(decided).fetchall() == [(2, "corrected")]


def test_keys_do_nothing_while_a_field_is_typed_in(visit: Callable[..., Any], document: int, analyst: Any) -> None:
    page = visit(f"/documents/{document}/claims/2?build")
    page.locator("#query").fill("")
    page.locator("#query").press_sequentially("dcu12jk")
    assert page.locator("#query").input_value() == "dcu12jk"
    page.wait_for_timeout(200)
    assert analyst.execute("SELECT FROM factcheck.corrections WHERE document_id = %s", [document]).fetchall() == []


def test_the_tab_key_reaches_claims_and_readings_and_shows_where_it_is(
    visit: Callable[..., Any], document: int
) -> None:
    page = visit(f"/documents/{document}/claims/2")
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("""() => {
                const focused = document.activeElement, style = getComputedStyle(focused);
                const isSeen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
                const name = focused.closest('mark')?.id || focused.dataset.key || focused.textContent.trim();
                return (isSeen ? '' : 'not seen: ') + name;
            }""")
        )
    assert {"claim-1", "claim-4", "1", "2", "d", "None of these"} <= reached
    assert {
        name for name in reached if name.startswith("not seen") and "Skip" not in name and name != "not seen: "
    } <= {name for name in reached if "Trips of the week" in name}


def test_a_document_of_300_claims_stays_quick_to_go_through(visit: Callable[..., Any], analyst: Any) -> None:
    number = verified(analyst, long_report(300), "Three hundred")
    page = visit(f"/documents/{number}")
    assert page.locator("#text mark.factcheck-claim").count() >= 300
    for claim_no in range(2, 12):
        page.keyboard.press("j")
        page.locator(f"#panel[data-claim='{claim_no}']:not([aria-busy])").wait_for(timeout=5000)
    page.locator("#claim-290 a").click()
    page.locator("#panel[data-claim='290']").wait_for()
    box = page.locator("#panel").bounding_box()
    assert 0 <= box["y"] < 800  # it is seen beside the claim
    page.keyboard.press("c")
    page.locator(".review-decided").get_by_text("Confirmed").wait_for(timeout=60_000)
