"""Passages on the page of a checked document: where links lead, which words are marked, and none of it alive."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from factcheck.documents.document import read_document
from factcheck.markup.page import mark_up
from factcheck.markup.passages import Context, Place, context_of, highlighted

BODY = "Nothing is known of it. Prices did not rise in May. Nobody objected."
PASSAGE = "Prices did not rise in May."
PLACE = Place("prices", "7", BODY.index(PASSAGE) + 1, len(PASSAGE))


def passage(**columns: Any) -> dict[str, Any]:
    """A passage as an alternative of a claim."""
    return {
        "rank": 1,
        "query": "SELECT 1",
        "description": PASSAGE,
        "value": None,
        "probability": 0.8,
        "matches": False,
        "label": "refuted",
        "p_label": 0.69,
        "source": PLACE.source,
        "key": PLACE.key,
        "start": PLACE.start,
        "length": PLACE.length,
        "words": "prices rise may",
    } | columns


def page(*alternatives: dict[str, Any], contexts: list[Context] | None = None, form: Any = "page") -> str:
    """The page of a document whose one claim has these alternatives."""
    text = "Prices rose in May."
    row = {"claim_no": 1, "verdict": "refuted", "message": "no", "claim_text": text, "p_query": 0.8}
    row |= {"claim_start": 1, "claim_length": len(text), "alternatives": list(alternatives)}
    known = [context_of(PLACE, BODY, 600)] if contexts is None else contexts
    return mark_up(read_document(text), [row], (), form, [each for each in known if each])


class Links(HTMLParser):
    """Addresses of links, and ids."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "a":
            self.addresses.append(str(attributes["href"]))
        if "id" in attributes:
            self.ids.add(str(attributes["id"]))


@pytest.mark.parametrize("form", ["page", "fragment"])
def test_a_passage_leads_to_its_place_and_back(form: str) -> None:
    links = Links(page(passage(), form=form))
    assert {address.removeprefix("#") for address in links.addresses} <= links.ids
    assert any(address.endswith("passage-1") for address in links.addresses)


def test_the_words_of_the_claim_are_marked_in_the_source() -> None:
    sources = page(passage()).split('class="factcheck-sources"')[1]
    assert (
        'tabindex="-1"><mark class="factcheck-word">Prices</mark> did not <mark class="factcheck-word">rise</mark> in'
        ' <mark class="factcheck-word">May</mark>.</span> Nobody objected.'
    ) in sources
    assert "Nothing is known of it. <span" in sources


def test_a_passage_that_cannot_be_read_any_more_has_no_link() -> None:
    written = page(passage(), contexts=[])
    assert "speaks against it (69 % likely); prices, 7" in written
    assert 'class="factcheck-sources"' not in written
    assert "passage-1" not in Links(written).addresses


def test_two_claims_of_one_passage_share_its_place() -> None:
    written = page(passage(), passage(rank=2, words="nobody"))
    assert written.count('id="passage-1"') == 1
    assert 'id="passage-2"' not in written


def test_nothing_that_a_source_says_is_alive() -> None:
    evil = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    place = Place(f"<b>{evil}", f'"{evil}', 1, len(evil))
    written = page(
        passage(description=evil, source=place.source, key=place.key, start=1, length=len(evil), words="alert script"),
        contexts=[Context(place, evil, evil, evil)],
    )
    assert "<script" not in written
    assert "<img" not in written
    assert written.count("&lt;") > 5


@pytest.mark.parametrize("odd", [{"key": 7}, {"start": "1"}, {"source": None}, {"words": 5}, {"label": "<b>"}])
def test_what_is_in_another_form_is_no_passage_and_harms_nothing(odd: dict[str, Any]) -> None:
    assert "<b>passage" not in page(passage(**odd))


def test_a_text_that_is_too_short_has_no_context() -> None:
    assert context_of(PLACE, BODY[: PLACE.start + 3], 10) is None
    assert context_of(Place("s", "1", 0, 3), BODY, 10) is None


def test_words_are_marked_whatever_their_case_and_accents() -> None:
    assert highlighted("In MALM\u00d6.", {"malmo"}) == 'In <mark class="factcheck-word">MALM\u00d6</mark>.'
