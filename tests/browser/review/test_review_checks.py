"""Checks that the review page begins, how they go on, and sessions that end meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from support.trips import REPORT, long_report


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
    page.get_by_label("Text", exact=True).fill(long_report(60))
    with admin.transaction():
        admin.execute("LOCK TABLE public.trip")  # the check waits for it when it has found the claims
        page.get_by_role("button", name="Check").click()
        page.locator("#step").filter(has_text=re.compile(r"Finding the claims: [1-9]\d* claims")).wait_for(
            timeout=60_000
        )
        told = page.locator("#share")
        assert 0 < (told.evaluate("bar => bar.value") if has_script else float(told.get_attribute("value"))) < 1
    page.get_by_role("heading", name=f"A long report with a bar: {has_script}").wait_for(timeout=60_000)
    page.locator("#claim-60").wait_for(timeout=60_000)


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
