"""A click on a passage leads to where it stands in its source, with the words of the claim marked there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from support.policies import CHANGED, HOME, add_policies
from support.review_server import ReviewServer, review_server
from support.trips import add_trips

SOURCE = "{public policies}"
FILLER = " ".join(f"Item {number} was read and nobody objected to it." for number in range(150))


@pytest.fixture(scope="module")
def policies(admin: psycopg.Connection[Any], analyst_name: str) -> None:
    """Policies, and one long minute between which a passage stands."""
    add_trips(admin, analyst_name)
    add_policies(admin, analyst_name)
    admin.execute("INSERT INTO public.policy VALUES (3, %s)", [f"{FILLER} Visitors wear a badge. {FILLER}"])
    admin.execute("SELECT factcheck.refresh_source('public policies')")


@pytest.fixture(scope="module")
def server(database: str, policies: None, analyst_name: str) -> Iterator[ReviewServer]:
    """The page, as a role that may read the policies."""
    with review_server(database, analyst_name) as started:
        yield started


def page_of(session: psycopg.Connection[Any], document: str) -> str:
    [(page,)] = session.execute(
        "SELECT factcheck.check_html(%s, sources => %s)", [document, "{public policies}"]
    ).fetchall()
    return str(page)


def verified(session: psycopg.Connection[Any], document: str, title: str) -> int:
    row = session.execute(
        "SELECT max(document_id) FROM factcheck.verify(%s, %s, sources => %s)", [document, title, SOURCE]
    ).fetchone()
    assert row is not None
    return int(row[0])


def is_in_sight(passage: Any) -> bool:
    return bool(
        passage.evaluate(
            "it => { const box = it.getBoundingClientRect();"
            " return box.top >= 0 && box.bottom <= innerHeight && it.checkVisibility(); }"
        )
    )


@pytest.mark.parametrize("has_script", [True, False])
def test_a_click_in_a_note_leads_to_the_passage(
    opened: Callable[..., Any], analyst: psycopg.Connection[Any], policies: None, has_script: bool
) -> None:
    document = "\n\n".join([HOME, FILLER, "Visitors wear a badge."])
    page = opened(page_of(analyst, document), viewport={"width": 800, "height": 500}, java_script_enabled=has_script)
    page.locator("#claim-1").click()
    link = page.locator("#claim-1-note .factcheck-readings a").first
    address = str(link.get_attribute("href"))
    link.click()
    passage = page.locator(address)
    assert passage.inner_text() == "Employees may not work from home on Fridays."
    if has_script:
        assert is_in_sight(passage)
        assert page.evaluate("document.activeElement.id") == address[1:]
    assert passage.locator("mark").all_inner_texts() == ["Employees", "may", "work", "home", "Fridays"]
    assert not page.locator("#claim-1-note").is_visible()


def test_the_page_with_sources_has_no_grave_findings(
    opened: Callable[..., Any], analyst: psycopg.Connection[Any], policies: None, grave_findings: Callable[[Any], Any]
) -> None:
    written = page_of(analyst, f"<title>Policies</title><h1>Policies</h1><p>{CHANGED} {HOME}</p>")
    for theme in ("light", "dark"):
        page = opened(written, color_scheme=theme)
        page.locator("#claim-1").focus()
        assert grave_findings(page) == []


def test_a_click_in_the_review_page_leads_to_the_passage(
    browser: Any, server: ReviewServer, analyst: psycopg.Connection[Any], grave_findings: Callable[[Any], Any]
) -> None:
    number = verified(analyst, "Visitors wear a badge.", "badges")
    page = browser.new_context(viewport={"width": 800, "height": 500}).new_page()
    page.goto(server.address)
    page.goto(f"{server.base}/documents/{number}")
    page.locator(".review-readings a").first.click()
    page.wait_for_url("**/passages/1#passage")
    passage = page.locator("#passage")
    assert passage.inner_text() == "Visitors wear a badge."
    assert is_in_sight(passage)
    assert passage.locator("mark").all_inner_texts() == ["Visitors", "wear", "badge"]
    assert "nobody objected" in page.locator(".factcheck-context").inner_text()
    assert grave_findings(page) == []
    page.get_by_role("link", name="claim 1").click()
    page.wait_for_url(f"**/documents/{number}/claims/1")
    page.context.close()


def test_a_text_that_has_changed_is_not_shown_around_the_passage(
    browser: Any, server: ReviewServer, analyst: psycopg.Connection[Any], admin: psycopg.Connection[Any]
) -> None:
    admin.execute("INSERT INTO public.policy VALUES (4, 'Dogs are let in. The office opens at dawn.')")
    admin.execute("SELECT factcheck.refresh_source('public policies')")
    number = verified(analyst, "The office opens at dawn.", "dawn")
    admin.execute("UPDATE public.policy SET body = 'Cats are let in now. The office opens late.' WHERE policy_id = 4")
    page = browser.new_context().new_page()
    page.goto(server.address)
    page.goto(f"{server.base}/documents/{number}/claims/1/passages/1")
    assert page.locator("#passage").inner_text() == "The office opens at dawn."
    assert "Cats" not in page.content()
    assert "the text has changed" in page.locator("main").inner_text()
    page.context.close()
