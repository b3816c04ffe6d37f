"""The review page in a browser: from a pasted text to a corrected one, by mouse, by keyboard and without script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from support.page_payloads import PAYLOADS
from support.pages import SIZES, WIDE
from support.review_server import ReviewServer, review_server
from support.trips import REPORT, add_trips, long_report, verified


@pytest.fixture(scope="module")
def server(database: str, admin: psycopg.Connection[Any], analyst_name: str) -> Iterator[ReviewServer]:
    """The page, as a role that may check and read the trips, and nothing else."""
    add_trips(admin, analyst_name)
    with review_server(database, analyst_name) as started:
        yield started


@pytest.fixture
def document(admin: psycopg.Connection[Any], analyst: psycopg.Connection[Any], request: Any, server: Any) -> int:
    """A report that was checked, and about which nothing was decided before."""
    admin.execute("DELETE FROM factcheck.correction")
    return verified(analyst, REPORT, request.node.name)


def verdict(page: Any, claim_no: int) -> str:
    """The verdict that the mark of a claim shows."""
    found = re.search(
        r"factcheck-(supported|refuted|not_enough_info)", page.locator(f"#claim-{claim_no}").get_attribute("class")
    )
    assert found is not None
    return found[1]


def heading(page: Any) -> str:
    return str(page.locator("#panel-heading").inner_text())


def choose_other_end(page: Any, city: str) -> None:
    """Click on the reading that counts the trips from a city instead of those to it, or the other way round."""
    column = "start city" if "end city" in page.locator(".review-readings li p").first.inner_text() else "end city"
    meant = re.compile(f"the number of rows in trip where {column} is '{city}'$")
    page.get_by_role("button", name=meant).first.click()


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


def end_sessions(admin: psycopg.Connection[Any]) -> int:
    ended = admin.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = 'factcheck serve' AND datname = current_database()"
    )
    return ended.rowcount


def test_an_expired_session_is_replaced_and_nothing_typed_is_lost(
    visit: Callable[..., Any], document: int, admin: Any, database: str, analyst_name: str
) -> None:
    page = visit(f"/documents/{document}/claims/4?build")
    page.locator("#query").fill("SELECT count(*) FROM public.trip WHERE hours > 9")
    assert end_sessions(admin) > 0
    page.locator("form", has=page.locator("#query")).get_by_role("button", name="Try it").click()
    page.locator("#tried-query").get_by_text("Nothing is stored yet").wait_for()
    # and where the server lets nobody in for a while
    admin.execute(f"ALTER ROLE {analyst_name} NOLOGIN")
    try:
        end_sessions(admin)
        page.locator("form", has=page.locator("#query")).get_by_role("button", name="This is meant").click()
        page.get_by_text("The database cannot be reached").wait_for(timeout=30_000)
        assert "hours > 9" in page.locator("#query").input_value()
    finally:
        admin.execute(f"ALTER ROLE {analyst_name} LOGIN")
    page.locator("form", has=page.locator("#query")).get_by_role("button", name="This is meant").click()
    page.locator(".review-decided").get_by_text("Corrected").wait_for(timeout=30_000)


def test_a_check_whose_session_ends_is_told_and_the_text_stays(
    visit: Callable[..., Any], admin: Any, analyst_name: str
) -> None:
    page = visit("/documents/new", java_script_enabled=False)
    page.get_by_label("Text", exact=True).fill(REPORT)
    admin.execute(f"ALTER ROLE {analyst_name} NOLOGIN")
    try:
        end_sessions(admin)
        page.get_by_role("button", name="Check").click()
        page.get_by_text("cannot be reached").wait_for(timeout=30_000)
        assert page.get_by_label("Text", exact=True).input_value().strip() == REPORT.strip()
    finally:
        admin.execute(f"ALTER ROLE {analyst_name} LOGIN")


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "no script"])
def test_a_bar_shows_the_stage_of_a_check_until_its_document_is_shown(
    visit: Callable[..., Any], admin: Any, has_script: bool
) -> None:
    page = visit("/documents/new", java_script_enabled=has_script)
    page.get_by_label("Title").fill(f"A long report with a bar: {has_script}")
    page.get_by_label("Text", exact=True).fill(long_report(300))
    with admin.transaction():
        admin.execute("LOCK TABLE public.trip")  # the check waits for it when it has found the claims
        page.get_by_role("button", name="Check").click()
        page.locator("#step").filter(has_text=re.compile(r"Finding the claims: [1-9]\d* claims")).wait_for(
            timeout=60_000
        )
        told = page.locator("#share")
        assert 0 < (told.evaluate("bar => bar.value") if has_script else float(told.get_attribute("value"))) < 1
    page.get_by_role("heading", name=f"A long report with a bar: {has_script}").wait_for(timeout=60_000)
    page.locator("#claim-300").wait_for(timeout=60_000)


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


def test_a_long_check_tells_its_time_and_can_be_stopped(visit: Callable[..., Any]) -> None:
    page = visit("/documents/new")
    text = long_report(600)
    page.get_by_label("Text", exact=True).fill(text)
    page.get_by_role("button", name="Check").click()
    page.locator("#progress").wait_for()
    assert f"{len(text):,} characters" in page.locator("#progress").inner_text()
    page.locator("#seconds").filter(has_text=re.compile("[1-9]")).wait_for()
    page.get_by_role("button", name="Stop the check").click()
    page.get_by_text("The check was stopped").wait_for(timeout=30_000)
    assert page.get_by_label("Text", exact=True).input_value().strip() == text.strip()


@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_outside_of_the_page(visit: Callable[..., Any], document: int, size: str) -> None:
    width, height = SIZES[size]
    for path in ("/", "/documents/new", f"/documents/{document}/claims/2?build", f"/documents/{document}/runs"):
        page = visit(path, viewport={"width": width, "height": height})
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert not page.evaluate(WIDE), path


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


def test_who_goes_on_while_a_decision_is_stored_sees_both(visit: Callable[..., Any], analyst: Any) -> None:
    number = verified(analyst, long_report(300), "Quick reader")
    page = visit(f"/documents/{number}/claims/5")
    page.keyboard.press("d")
    page.keyboard.press("j")
    page.locator("#panel[data-claim='6']").wait_for(timeout=60_000)
    assert "factcheck-decided" in page.locator("#claim-5").get_attribute("class")
    assert "1 of" in page.locator("#counts").inner_text()


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


STRANGE = """() => {
    const tags = new Set(('script style link meta base form input button select textarea iframe frame object embed svg'
        + ' math video audio source template a').split(' '));
    const names = /^(on.*|style|src|srcset|form.*|action|background|ping|target|href)$/;
    return [...document.querySelectorAll('#text .factcheck-document *')].flatMap(element => {
        const isOurs = element.parentElement.matches('mark.factcheck-claim[id^=claim-]') && element.tagName === 'A';
        const strange = [...element.attributes].filter(each => names.test(each.name)
            || each.name === 'id' && !/^claim-[0-9]+$/.test(each.value));
        return isOurs ? strange.slice(1) : [
            ...(tags.has(element.tagName.toLowerCase()) ? [element.tagName] : []),
            ...strange.map(each => element.tagName + ' ' + each.name),
        ];
    });
}"""
"""What no document may bring along."""


def test_no_payload_of_a_document_reaches_the_page(
    visit: Callable[..., Any], analyst: Any, server: ReviewServer
) -> None:
    page = visit()
    events: list[str] = []
    page.on("dialog", lambda dialog: (events.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda asked: None if asked.url.startswith(server.base) else events.append(asked.url))
    forms = ("<p>There were 60 trips.</p>{}", "# Trips\n\n**b** There were 60 trips.\n\n{}", "There were 60 trips. {}")
    for number, form in enumerate(forms):
        for part in range(0, len(PAYLOADS), 12):
            text = form.replace("{}", "\n\n".join(PAYLOADS[part : part + 12]))
            document = verified(analyst, text, f"payloads {number} {part} <script>alert(1)</script>")
            page.goto(f"{server.base}/documents/{document}")
            assert page.locator("#claim-1").count() == 1
            assert page.evaluate(STRANGE) == []
    page.goto(server.base)
    page.wait_for_timeout(200)
    assert events == []


def test_a_payload_that_were_let_through_would_be_noticed(visit: Callable[..., Any], document: int) -> None:
    """The control."""
    page = visit(f"/documents/{document}", bypass_csp=True)
    page.evaluate("document.querySelector('.factcheck-document').innerHTML += '<form action=x><p style=color:red>'")
    assert set(page.evaluate(STRANGE)) >= {"FORM", "FORM action", "P style"}
