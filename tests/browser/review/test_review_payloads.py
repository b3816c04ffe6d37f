"""Attacks by what a document holds, on the review page in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support.page_payloads import PAYLOADS
from support.review_server import ReviewServer
from support.trips import verified

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
