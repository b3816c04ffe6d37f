"""The review page in a browser: from a pasted text to a corrected one, by mouse and without script."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from support.pages import SIZES
from support.review_desk import choose_other_end, heading, verdict
from support.trips import REPORT, long_report, verified


def test_from_a_pasted_text_to_a_corrected_one(visit: Callable[..., Any], admin: Any) -> None:
    admin.execute("DELETE FROM factcheck.correction")
    page = visit()
    page.get_by_role("link", name="Check a document").first.click()
    page.get_by_label("Title").fill("Pasted")
    page.get_by_label("Text", exact=True).fill(REPORT)
    page.get_by_role("button", name="Check").click()
    page.get_by_role("heading", name="Pasted").wait_for()
    page.locator("#claim-3").wait_for()
    clicks = 0
    page.locator("#claim-3 a").click()
    clicks += 1
    page.locator("#panel[data-claim='3']").wait_for()
    readings = page.locator(".review-readings button")
    assert readings.count() > 1
    chosen = page.locator(".review-readings li").nth(1).locator("p span").first.inner_text()
    readings.nth(1).click()
    clicks += 1
    page.get_by_text("Your decision is stored").wait_for()
    assert clicks == 2
    assert page.locator(".review-readings li").first.locator("p span").first.inner_text() == chosen
    assert "Corrected" in page.locator(".review-decided").inner_text()
    assert "factcheck-decided" in page.locator("#claim-3").get_attribute("class")
    page.reload()
    assert "Corrected" in page.locator(".review-decided").inner_text()


def test_what_a_decision_moves_is_shown_and_marked(visit: Callable[..., Any], document: int) -> None:
    page = visit(f"/documents/{document}/claims/2")
    before = {number: verdict(page, number) for number in (1, 2, 3, 4)}
    choose_other_end(page, "Leeds")
    page.get_by_text("Your decision is stored").wait_for()
    moved = [int(link.get_attribute("data-claim-link")) for link in page.locator("#moved a").all()]
    assert moved
    assert 2 not in moved
    after = {number: verdict(page, number) for number in (1, 2, 3, 4)}
    page.reload()
    assert {number: verdict(page, number) for number in (1, 2, 3, 4)} == after
    assert {number for number in after if after[number] != before[number]} <= {2, *moved}


def test_all_works_without_script(visit: Callable[..., Any], admin: Any, analyst: Any) -> None:
    admin.execute("DELETE FROM factcheck.correction")
    page = visit("/documents/new", java_script_enabled=False)
    page.get_by_label("Title").fill("Without script")
    page.get_by_label("Text", exact=True).fill(REPORT)
    page.get_by_role("button", name="Check").click()
    page.locator("#claim-2 a").click(timeout=60_000)
    assert heading(page).startswith("Claim 2 of")
    choose_other_end(page, "Leeds")
    page.get_by_text("Your decision is stored").wait_for()
    page.locator(".review-decided").get_by_text("Corrected").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator(".review-decided").wait_for(state="detached")
    page.get_by_role("link", name="None of these").click()
    page.locator("#more_predicates").fill("trip.end_city = York")
    page.get_by_role("button", name="Try it").first.click()
    page.locator("#tried-build").get_by_text("Nothing is stored yet").wait_for()
    assert page.locator("#more_predicates").input_value() == "trip.end_city = York"
    page.locator("form", has=page.locator("#more_predicates")).get_by_role("button", name="This is meant").click()
    page.locator(".review-decided").get_by_text("Corrected").wait_for()
    assert page.get_by_role("link", name="Previous").is_visible()
    page.get_by_role("link", name="Doubtful").click()
    assert page.url.endswith("show=doubtful")


def test_a_reading_is_put_together_with_its_result_as_one_types(
    visit: Callable[..., Any], document: int, analyst: Any
) -> None:
    page = visit(f"/documents/{document}/claims/4")
    page.get_by_role("link", name="None of these").click()
    page.locator("#more_predicates").fill("trip.end_city = Hull")
    page.locator("#tried-build").get_by_text("15").wait_for()
    assert analyst.execute("SELECT FROM factcheck.corrections WHERE document_id = %s", [document]).fetchall() == []
    page.locator("#column").fill("trip.nowhere")
    page.locator("#tried-build .review-told").wait_for()
    assert page.locator("#more_predicates").input_value() == "trip.end_city = Hull"
    page.locator("#column").fill("trip.*")
    page.locator("#tried-build").get_by_text("15").wait_for()
    page.locator("form", has=page.locator("#more_predicates")).get_by_role("button", name="This is meant").click()
    page.locator(".review-decided").get_by_text("Corrected").wait_for()
    assert "15" in page.locator(".factcheck-values").inner_text()


IN_WINDOW = """element => {
    const box = element.getBoundingClientRect();
    return box.top >= 0 && element.contains(document.elementFromPoint(box.left + 2, box.top + 2));
}"""
"""Tells in the browser whether the upper edge of a part of the page is seen."""


@pytest.mark.parametrize("has_script", [True, False])
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_form_and_what_it_tells_come_into_view(
    visit: Callable[..., Any], document: int, size: str, has_script: bool
) -> None:
    width, height = SIZES[size]
    options = {"viewport": {"width": width, "height": height}, "java_script_enabled": has_script}
    page = visit(f"/documents/{document}/claims/4", **options)
    page.get_by_role("link", name="None of these").click()
    page.locator("#function").wait_for()
    assert page.locator("#build").evaluate(IN_WINDOW)
    page.locator("#column").fill("trip.nowhere")
    page.get_by_role("button", name="Try it").first.click()
    told = page.locator("#tried-build .review-told")
    told.wait_for()
    assert told.evaluate(IN_WINDOW)


def test_readings_beyond_the_fifth_are_folded_and_their_keys_work(visit: Callable[..., Any], document: int) -> None:
    page = visit(f"/documents/{document}/claims/2")
    buttons = page.locator(".review-readings button")
    assert buttons.count() > 5
    assert [each.is_visible() for each in buttons.all()] == [place < 5 for place in range(buttons.count())]
    sixth = page.locator('button[data-key="6"]').get_attribute("aria-label")
    page.locator(".review-more summary").first.click()
    assert page.locator('button[data-key="6"]').is_visible()
    page.locator(".review-more summary").first.click()
    page.keyboard.press("6")
    page.locator(".review-decided").get_by_text("Corrected").wait_for()
    assert sixth is not None
    first = page.locator(".review-readings li p span").first.inner_text()
    assert sixth.endswith(first)


def test_sql_of_ones_own_is_tried_and_taken(visit: Callable[..., Any], document: int) -> None:
    page = visit(f"/documents/{document}/claims/4?build")
    page.locator("#query").fill("SELECT count(*) FROM public.trip WHERE hours > 9")
    form = page.locator("form", has=page.locator("#query"))
    form.get_by_role("button", name="Try it").click()
    page.locator("#tried-query").get_by_text("Nothing is stored yet").wait_for()
    page.locator("#query").fill("DELETE FROM public.trip")
    form.get_by_role("button", name="This is meant").click()
    page.locator("#told .review-told").wait_for()
    assert page.locator("#query").input_value() == "DELETE FROM public.trip"
    page.locator("#query").fill("SELECT count(*) FROM public.trip WHERE hours > 9")
    page.locator("form", has=page.locator("#query")).get_by_role("button", name="This is meant").click()
    page.locator(".review-decided").get_by_text("Corrected").wait_for()
    assert page.locator("#told .review-told").count() == 0


def test_only_doubtful_claims_are_gone_through(visit: Callable[..., Any], document: int) -> None:
    page = visit(f"/documents/{document}")
    page.get_by_role("link", name="Doubtful").click()
    page.wait_for_url("**show=doubtful")  # a key that is pressed before the new page has its script is lost
    count = int(page.locator("#n-doubtful").inner_text())
    assert 0 < count < 4
    seen = [int(page.locator("#panel").get_attribute("data-claim"))]
    while len(seen) < count:
        page.keyboard.press("j")
        page.locator(f"#panel:not([data-claim='{seen[-1]}'], [aria-busy])").wait_for()
        seen.append(int(page.locator("#panel").get_attribute("data-claim")))
    assert len(set(seen)) == count
    assert 1 not in seen  # it is supported
    page.keyboard.press("d")
    page.locator(".review-decided").wait_for()
    assert int(page.locator("#n-doubtful").inner_text()) < count


def test_two_reviewers_see_of_each_other_and_overrule_nobody_unseen(visit: Callable[..., Any], document: int) -> None:
    one, other = visit(f"/documents/{document}/claims/2"), visit(f"/documents/{document}/claims/2")
    one.keyboard.press("d")
    one.locator(".review-decided").get_by_text("Dismissed").wait_for()
    other.get_by_text("Another decision was made").wait_for(timeout=15_000)
    other.keyboard.press("2")
    other.get_by_text("was decided by somebody else meanwhile").wait_for()
    assert "Dismissed" in other.locator(".review-decided").inner_text()
    other.keyboard.press("2")  # now it was seen
    other.locator(".review-decided").get_by_text("Corrected").wait_for()
    one.get_by_role("link", name="Show what holds now").click(timeout=15_000)
    one.locator(".review-decided").get_by_text("Corrected").wait_for()


def test_who_goes_on_while_a_decision_is_stored_sees_both(visit: Callable[..., Any], analyst: Any) -> None:
    number = verified(analyst, long_report(300), "Quick reader")
    page = visit(f"/documents/{number}/claims/5")
    page.keyboard.press("d")
    page.keyboard.press("j")
    page.locator("#panel[data-claim='6']").wait_for(timeout=60_000)
    assert "factcheck-decided" in page.locator("#claim-5").get_attribute("class")
    assert "1 of" in page.locator("#counts").inner_text()


def test_numbers_that_were_not_checked_are_told_of_also_after_a_decision(
    visit: Callable[..., Any], admin: Any, analyst: Any
) -> None:
    admin.execute("DELETE FROM factcheck.correction")
    number = verified(analyst, "There were 60 trips. This was written on 5 May 2021.", "Dated")
    page = visit(f"/documents/{number}")
    told = page.get_by_text(re.compile(r"\d numbers? (was|were) not checked"))
    assert told.count() == 1
    page.keyboard.press("d")
    page.locator(".review-decided").get_by_text("Dismissed").wait_for()
    assert "1 of 1 decided" in page.locator("#counts").inner_text()
    assert told.count() == 1


def test_check_again_lists_the_verdicts_that_flipped(visit: Callable[..., Any], document: int, admin: Any) -> None:
    admin.execute("INSERT INTO public.trip SELECT g, 'Leeds', 'York', 2 FROM generate_series(101, 110) AS g")
    try:
        page = visit(f"/documents/{document}")
        page.get_by_role("button", name="Check again").click()
        flipped = page.locator(".review-flipped")
        flipped.filter(has_text=re.compile(r"60:\s+supported → refuted\.\s+The data say 70 now, 60 before")).wait_for()
        assert verdict(page, 1) == "refuted"
        flipped.get_by_role("link", name="60", exact=True).click()
        page.locator("#panel[data-claim='1']").wait_for()
    finally:
        admin.execute("DELETE FROM public.trip WHERE trip_id > 100")
