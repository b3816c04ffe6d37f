"""Marked documents in a browser: every note can be seen and reached at every width, in both themes, on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.marked_documents import marked_document
from support.notes_in_view import SEEN, SIZES, notes_outside
from support.page_payloads import ADDRESS, PAYLOADS

from factcheck.markup.page import Form

ROOT = Path(__file__).parents[2]
DOCUMENTS = {
    name: (ROOT / name).read_text("utf-8") for name in ("demo/report.html", "docs/catalogue.md", "docs/result.md")
}
TEA = (
    "<title>Tea of 3 towns</title><h1>Tea</h1><p>We sold 1,204 units in 7 towns, 31% more than in 2023.</p>"
    "<table><tr><th>Town</th><td>80</td></tr></table><p>See <a href='https://example.org/'>all 96 reports</a>.</p>"
)
CLAIMS = ".factcheck-document .factcheck-claim"
STEP = """number => {
  const claim = document.querySelectorAll('.factcheck-document .factcheck-claim')[number], start = performance.now();
  claim.focus();
  const note = document.getElementById(`${claim.id}-note`);
  return note.getBoundingClientRect().height > 0 ? performance.now() - start : 'no note';
}"""
"""Focuses a claim; returns the milliseconds until its note is laid out."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_note_lies_in_the_viewport(opened: Callable[..., Any], name: str, size: str) -> None:
    width, height = SIZES[size]
    seen = opened(marked_document(DOCUMENTS[name]), viewport={"width": width, "height": height}).evaluate(SEEN)
    assert seen["claims"] > 10
    assert seen["outside"] == []
    assert not seen["isWide"]


@pytest.mark.parametrize("form", ["page", "fragment"])
def test_a_step_to_the_next_claim_takes_no_longer_for_what_all_notes_have(
    opened: Callable[..., Any], form: Form
) -> None:
    """Beside the same page without any content in its notes; the quickest of some steps, in turn."""
    text = marked_document(DOCUMENTS["docs/catalogue.md"], form)
    pages = [opened(f"<!DOCTYPE html>{text}"), opened(f"<!DOCTYPE html>{text}")]
    pages[1].evaluate("document.querySelectorAll('.factcheck-note').forEach(note => note.textContent = 'said')")
    claims = pages[0].locator(CLAIMS).count()
    assert claims > 100
    times = [[page.evaluate(STEP, number) for page in pages] for number in range(1, 8)]
    assert all(isinstance(time, float | int) for both in times for time in both)
    full, empty = (min(each) for each in zip(*times, strict=True))
    assert full < 2 * empty


def test_a_note_beyond_the_edge_is_noticed(opened: Callable[..., Any]) -> None:
    """The control."""
    page = opened(marked_document(TEA), viewport={"width": 390, "height": 844})
    assert notes_outside(page) == 0
    page.add_style_tag(content=".factcheck .factcheck-note { transform: translateX(200px) }")
    assert notes_outside(page) == 6


def test_the_notes_of_a_fragment_lie_in_the_viewport(opened: Callable[..., Any]) -> None:
    for width, height in SIZES.values():
        host = f"<!DOCTYPE html><div style='padding: 0 20px'>{marked_document(TEA, 'fragment')}</div>"
        page = opened(host, viewport={"width": width, "height": height})
        seen = page.evaluate(SEEN)
        assert (seen["claims"], seen["outside"]) == (6, [])


def shown(page: Any) -> list[str]:
    """The ids of the notes that are seen."""
    names: list[str] = page.evaluate(
        "[...document.querySelectorAll('.factcheck-note')].filter(note => note.checkVisibility()).map(note => note.id)"
    )
    return names


def test_a_note_opens_where_a_claim_is_pointed_at_and_stays_while_it_is_read(opened: Callable[..., Any]) -> None:
    page = opened(marked_document(TEA), java_script_enabled=False)
    assert shown(page) == []
    page.locator("#claim-2").hover()
    assert shown(page) == ["claim-2-note"]
    note = page.locator("#claim-2-note").bounding_box()
    page.mouse.move(note["x"] + note["width"] / 2, note["y"] + note["height"] / 2, steps=30)
    assert shown(page) == ["claim-2-note"]
    page.mouse.move(1, 1)
    assert shown(page) == []


def test_a_claim_that_is_tapped_shows_its_note(opened: Callable[..., Any]) -> None:
    page = opened(marked_document(TEA), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.locator("#claim-3").tap()
    assert "claim-3-note" in shown(page)


def test_the_keyboard_reaches_every_note(opened: Callable[..., Any]) -> None:
    page = opened(marked_document(TEA), java_script_enabled=False)
    opened_notes = []
    for _ in range(40):
        page.keyboard.press("Tab")
        opened_notes += shown(page)
    claims = page.locator(CLAIMS).count()
    assert list(dict.fromkeys(opened_notes)) == [f"claim-{number}-note" for number in range(1, claims + 1)]


def test_the_list_of_issues_leads_to_each_and_each_to_the_next(opened: Callable[..., Any]) -> None:
    page = opened(marked_document(TEA))
    issues = page.locator("header details").first.locator("a")
    links = [link.get_attribute("href") for link in issues.all()]
    assert len(links) == page.locator(f"{CLAIMS}:is(.factcheck-refuted, .factcheck-disputed)").count() > 1
    issues.first.click()
    page.mouse.move(1, 1)
    assert shown(page) == [f"{links[0][1:]}-note"]
    page.locator(f"{links[0]}-note").get_by_text("Next issue").click()
    page.mouse.move(1, 1)
    assert shown(page) == [f"{links[1][1:]}-note"]


def test_all_notes_can_be_read_in_one_list(opened: Callable[..., Any]) -> None:
    page = opened(marked_document(TEA), java_script_enabled=False)
    page.get_by_text("All notes in one list").click()
    assert len(shown(page)) == page.locator(CLAIMS).count()
    boxes = [note.bounding_box() for note in page.locator(".factcheck-note").all()]
    ends = [box["y"] + box["height"] for box in boxes]
    assert all(end <= following["y"] for end, following in zip(ends, boxes[1:], strict=False))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("form", ["page", "fragment"])
def test_axe_finds_nothing_serious(
    opened: Callable[..., Any], grave_findings: Callable[[Any], list[str]], form: str, scheme: str
) -> None:
    text = marked_document(TEA, form)
    page = opened(
        text if form == "page" else f"<!DOCTYPE html><html lang=en><title>Host</title><main>{text}</main>",
        color_scheme=scheme,
    )
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    assert grave_findings(page) == []
    page.locator(CLAIMS).nth(1).focus()
    assert grave_findings(page) == []
    page.goto(f"{page.url}#{page.locator('.factcheck-notes').get_attribute('id')}")
    assert grave_findings(page) == []


def test_axe_finds_what_cannot_be_read(opened: Callable[..., Any], grave_findings: Callable[[Any], list[str]]) -> None:
    """The control."""
    page = opened(marked_document(TEA).replace("--factcheck-ink: #1c1f23", "--factcheck-ink: #ddd"))
    assert grave_findings(page) != []


def test_the_dark_theme_is_dark(opened: Callable[..., Any]) -> None:
    look = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('main')).color]"
    assert opened(marked_document(TEA)).evaluate(look) == ["rgb(255, 255, 255)", "rgb(28, 31, 35)"]
    dark = opened(marked_document(TEA), color_scheme="dark")
    assert dark.evaluate(look) == ["rgb(20, 23, 26)", "rgb(230, 232, 234)"]


def test_verdicts_are_told_apart_without_colour(opened: Callable[..., Any]) -> None:
    page = opened(marked_document(DOCUMENTS["demo/report.html"]))
    looks = page.evaluate("""[...new Set([...document.querySelectorAll('.factcheck-document mark')].map(claim => {
        const style = getComputedStyle(claim), after = getComputedStyle(claim, '::after').content;
        const verdict = [...claim.classList].slice(1).join(' ');
        return [verdict, style.textDecorationStyle, after].join('; ');
    }))]""")
    told = dict(look.split("; ", 1) for look in looks)
    assert len(told) == len(looks) == len(set(told.values())) == 6  # two of the four verdicts can be unsure


def test_paper_has_numbered_footnotes(opened: Callable[..., Any]) -> None:
    page = opened(marked_document(TEA))
    page.emulate_media(media="print")
    claims = page.locator(CLAIMS).count()
    assert shown(page) == [f"claim-{number}-note" for number in range(1, claims + 1)]
    numbers = page.evaluate(
        "[...document.querySelectorAll('.factcheck-document .factcheck-claim')]"
        ".map(claim => [claim.dataset.claim, getComputedStyle(claim, '::after').content])"
    )
    assert [number for number, _ in numbers] == [str(number) for number in range(1, claims + 1)]
    assert all("attr(data-claim)" in content or number in content for number, content in numbers)
    marker = (
        "[...document.querySelectorAll('.factcheck-note')].map(note => [note.value, getComputedStyle(note).display])"
    )
    assert page.evaluate(marker) == [[number, "list-item"] for number in range(1, claims + 1)]


HOST = """<!DOCTYPE html><html lang="en"><title>Notebook</title><body><h1>Host</h1><p>Text <mark id=a>with</mark>
<a href="#a">link</a></p><table><tr><th>a</th><td>b</td></tr></table><ul><li>one</li></ul><pre>code</pre>
<details><summary>s</summary></details><svg width=9 height=9><rect width=9 height=9 /><text>t</text></svg>{}</body>"""
LOOKS = """[...document.querySelectorAll('body, body *')].filter(each => !each.closest('.factcheck')).map(each => {
    const style = getComputedStyle(each);
    const skipped = /^(block-size|height|perspective-origin|transform-origin|.*-end|bottom)$/;
    const names = [...style].filter(name => !skipped.test(name));
    return each.tagName + names.map(name => name + style.getPropertyValue(name));
})"""


def test_a_fragment_leaks_no_style(opened: Callable[..., Any]) -> None:
    plain = opened(HOST.format("")).evaluate(LOOKS)
    assert len(plain) > 15
    assert opened(HOST.format(marked_document(TEA, "fragment"))).evaluate(LOOKS) == plain
    assert opened(HOST.format("<style>td { color: red }</style>")).evaluate(LOOKS)[: len(plain)] != plain


def test_two_fragments_on_one_page_stay_apart(opened: Callable[..., Any]) -> None:
    page = opened(HOST.format(marked_document(TEA, "fragment") + marked_document(f"{TEA}<p>9", "fragment")))
    names = page.evaluate("[...document.querySelectorAll('.factcheck [id]')].map(element => element.id)")
    assert len(names) == len(set(names)) > 20
    second = page.locator(".factcheck").nth(1).locator(CLAIMS).nth(1)
    second.focus()
    assert shown(page) == [f"{second.get_attribute('id')}-note"]


def test_no_payload_runs_or_loads_anything(opened: Callable[..., Any]) -> None:
    page = opened("<!DOCTYPE html><title>to come</title>")
    events: list[str] = []
    page.on("dialog", lambda dialog: (events.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: events.append(request.url))
    for document in (
        "<p>There were 240 sales.</p>{}",
        "# Tea\n\n**b** There were 240 sales.\n\n{}",
        "There were 240. {}",
    ):
        for payload in PAYLOADS:
            page.set_content(marked_document(document.replace("{}", payload)))
    page.wait_for_timeout(200)
    assert events == []


def test_a_payload_that_is_not_disarmed_is_noticed(opened: Callable[..., Any]) -> None:
    """The control."""
    page = opened("<!DOCTYPE html><title>to come</title>")
    events: list[str] = []
    page.on("dialog", lambda dialog: (events.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: events.append(request.url))
    page.set_content("<img src=x onerror=alert(1)><img src=https://evil.example/pixel.png>")
    page.wait_for_timeout(200)
    assert "1" in events
    assert any(ADDRESS in event for event in events)


def test_the_sign_of_a_sentence_is_seen_and_is_no_part_of_its_text(
    opened: Callable[..., Any], grave_findings: Callable[[Any], list[str]]
) -> None:
    page = opened(marked_document("We sold 1,204 units in 7 towns.", sentence="We sold 1,204 units in 7 towns."))
    sign = page.locator(".factcheck-document .factcheck-whole")
    assert sign.evaluate("element => getComputedStyle(element, '::after').content") == '"✗ 0 of 2"'
    assert sign.bounding_box()["width"] > 20
    assert page.locator(".factcheck-document").inner_text().strip() == "We sold 1,204 units in 7 towns."
    page.locator("#claim-1").hover()
    assert "does not hold as a whole" in page.locator("#claim-1-note").inner_text()
    assert grave_findings(page) == []
