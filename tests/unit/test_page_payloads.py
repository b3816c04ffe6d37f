"""Nothing that a document brings along is alive in its page: neither in the text nor in what is said of its claims."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import nh3
import pytest
from support.marked_documents import marked_document
from support.page_payloads import PAYLOADS

OWN_TAGS = set("html head meta title style body header main section details summary svg rect text".split())
TAGS = OWN_TAGS | nh3.ALLOWED_TAGS | {"mark"}
ATTRIBUTES = {"class", "id", "tabindex", "href", "title", "alt", "lang", "open", "value", "rel", "charset"} | set(
    "name content role aria-label aria-describedby data-claim data-sentence data-shown data-claim-link".split()
    + "viewbox x y width height dir start colspan".split()
    + "rowspan scope headers align char charoff summary datetime type hreflang size reversed".split()
    + "border span color face".split()
)
OWN_NAMES = re.compile(r"(factcheck[\w-]*\s?)+")
DOCUMENTS = {
    "html": "<h1>Tea</h1><p>There were 240 {} sales and 12 more.</p>",
    "markdown": "# Tea\n\n**b** There were 240 {} sales\n\n{}\n\nand 12 more.",
    "plain": "There were 240 {} sales and 12 more.",
}


class Page(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def require_harmless(page: str) -> None:
    """Require that a page has only tags and attributes that can do nothing, and of styles only its own."""
    tags = Page(page).tags
    for tag, attributes in tags:
        assert tag in TAGS
        assert not {name for name in attributes if name not in ATTRIBUTES}
        assert re.match(r"(#|https?:|mailto:|[\w./-]*$)", str(attributes.get("href", "")))
    assert [tag for tag, _ in tags].count("style") == 1


@pytest.mark.parametrize("form", ["page", "fragment"])
@pytest.mark.parametrize("document_format", DOCUMENTS)
@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_payload_of_a_document_is_alive(payload: str, document_format: str, form: str) -> None:
    page = marked_document(DOCUMENTS[document_format].replace("{}", payload), form)
    require_harmless(page)
    assert '<mark class="factcheck-claim ' in page
    document = page[page.index('<div class="factcheck-document') :].partition('<ol class="factcheck-notes"')[0]
    for tag, attributes in Page(document).tags[1:]:
        if names := attributes.get("class"):
            assert tag in {"mark", "span"}
            assert OWN_NAMES.fullmatch(names)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_payload_in_what_is_said_of_a_claim_is_alive(payload: str) -> None:
    said = {"message": payload, "description": payload, "query": payload, "claim_text": payload}
    readings = [{"description": payload, "value": 5, "probability": 0.5, "matches": True}] * 3
    plain = marked_document(DOCUMENTS["plain"], **said, alternatives=readings)
    require_harmless(plain)
    assert Page(plain).tags.count(("script", {})) == 0
    named = [{"compared": [{"name": payload, "value": 1}, {"name": "other", "value": 2, "is_claimed": True}]}]
    require_harmless(marked_document(DOCUMENTS["plain"], **said, alternatives=named))


def test_what_is_harmful_would_be_told() -> None:
    """The control."""
    page = marked_document(DOCUMENTS["html"])
    require_harmless(page)
    for harm in PAYLOADS[:4] + PAYLOADS[5:20]:
        with pytest.raises(AssertionError):
            require_harmless(page.replace("There were", harm))
