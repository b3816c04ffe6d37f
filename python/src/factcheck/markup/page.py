"""A checked document as an HTML page in which every claim is marked, as a spell checker marks words."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

import nh3

from factcheck.documents.text import without_escapes
from factcheck.markup.html import Mark, MarkedText, marked_html
from factcheck.markup.markdown import marked_markdown
from factcheck.visible import without_controls

_VERDICT_WORDS = {
    "supported": "Supported",
    "refuted": "Refuted",
    "not_enough_info": "Not enough information",
    "disputed": "Disputed",
}

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
.plain { white-space: pre-wrap; }
mark.claim { background: none; color: inherit; position: relative; cursor: help; text-decoration-line: underline;
  text-decoration-thickness: 2px; text-underline-offset: 3px; }
mark.supported { text-decoration-style: solid; text-decoration-color: #1b6e3c; }
mark.refuted { text-decoration-style: wavy; text-decoration-color: #a61b1b; font-weight: 600; }
mark.not_enough_info { text-decoration-style: dashed; text-decoration-color: #6b4e00; }
mark.disputed { text-decoration-style: double; text-decoration-color: #5b3a8c; }
.note { display: none; position: absolute; left: 0; top: 1.8em; z-index: 1; width: 22rem; max-width: 80vw;
  padding: .5rem .75rem; border: 1px solid; border-radius: .25rem; background: Canvas; color: CanvasText;
  font-weight: 400; font-size: .9rem; white-space: normal; }
mark.claim:hover .note, mark.claim:focus .note { display: block; }
@media (prefers-color-scheme: dark) {
  mark.supported { text-decoration-color: #7bd39b; } mark.refuted { text-decoration-color: #ff9a94; }
  mark.not_enough_info { text-decoration-color: #e8c15a; } mark.disputed { text-decoration-color: #c9a8ff; }
}
@media print { .note { display: inline; position: static; border: 0; padding: 0; }
  .note::before { content: " ["; } .note::after { content: "]"; } }
"""

_OWN_ATTRIBUTES = {"mark": {"class", "id", "tabindex", "aria-describedby"}, "span": {"class", "id", "role"}}


_ALLOWED_TAGS = nh3.ALLOWED_TAGS | set(_OWN_ATTRIBUTES)
_ADDRESSES = {"cite", "src"}
"""Attributes that no page has: an image would tell its server who reads the page, and ``cite`` takes any scheme."""
_ALLOWED_ATTRIBUTES = {tag: nh3.ALLOWED_ATTRIBUTES.get(tag, set()) - _ADDRESSES for tag in nh3.ALLOWED_TAGS}


_WRITERS = {"html": marked_html, "markdown": marked_markdown}


def mark_up(document: str, document_format: str, claims: Sequence[Mapping[str, Any]]) -> str:
    """Render a document (``html``, ``markdown`` or ``plain``) and the rows of its check as a complete HTML page.

    Each row needs ``claim_no``, ``verdict``, ``message``, ``claim_start`` and ``claim_length``.  What the
    document brings along is sanitised to an allow list; only our own marks keep their attributes, which are told
    from imitations by a digest of the document, so that a document cannot mark itself as supported.  A document whose
    mark-up is too broken for every claim to be marked is shown as it is written.  Of an image its alternative text is
    kept: the page loads nothing from elsewhere.
    """
    key = hashlib.sha256(document.encode()).hexdigest()
    document = without_escapes(document)
    marks = _marks(claims, key)
    writer = _WRITERS.get(document_format)
    body = _sanitise(writer(document, marks, _ALLOWED_ATTRIBUTES), key) if writer else ""
    is_source = body.count('<mark class="claim ') < len(marks) or not body
    if is_source:
        text = MarkedText(document, marks, partial(escape, quote=False))
        text.write(0, len(document))
        body = _sanitise("".join(text.parts), key)
    main = '<main class="plain">' if is_source else "<main>"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Checked document</title>'
        f"<style>{_STYLE}</style></head>\n<body>{main}{without_controls(body)}</main></body></html>\n"
    )


def _marks(claims: Sequence[Mapping[str, Any]], key: str) -> list[Mark]:
    """Return the marks of claims, none of which overlap: a longer claim is marked where no shorter one within it is."""
    marks: list[Mark] = []
    for claim in sorted(claims, key=lambda claim: (int(claim["claim_length"]), int(claim["claim_start"]))):
        start = int(claim["claim_start"]) - 1
        free = _longest_free(start, start + int(claim["claim_length"]), marks)
        if free is not None:
            marks = sorted([*marks, _mark(claim, free, key)], key=lambda mark: mark.start)
    return marks


def _longest_free(start: int, end: int, marks: Sequence[Mark]) -> tuple[int, int] | None:
    """Return the longest part of a span that no mark has; ``marks`` are in order.  None where nothing is left."""
    within = [mark for mark in marks if mark.start < end and mark.end > start]
    edges = [start, *(edge for mark in within for edge in (mark.start, mark.end)), end]
    left = [(one, other) for one, other in zip(edges[::2], edges[1::2], strict=True) if one < other]
    return max(left, key=lambda part: (part[1] - part[0], -part[0]), default=None)


def _mark(claim: Mapping[str, Any], part: tuple[int, int], key: str) -> Mark:
    number = int(claim["claim_no"])
    verdict = str(claim["verdict"])
    note = f"{_VERDICT_WORDS[verdict]}. {claim['message']}"
    return Mark(
        *part,
        f'<mark class="{key} claim {verdict}" id="{key}claim-{number}" tabindex="{key}0"'
        f' aria-describedby="{key}claim-{number}-note">',
        f'<span class="{key} note" id="{key}claim-{number}-note" role="{key}note">{escape(note)}</span></mark>',
    )


def _sanitise(html: str, key: str) -> str:
    """Clean the document; attributes of marks and notes survive only where they carry the key, which goes."""

    def keep(tag: str, attribute: str, value: str) -> str | None:
        if attribute in _OWN_ATTRIBUTES.get(tag, ()):
            return value.removeprefix(key).strip() if value.startswith(key) else None
        return value

    return nh3.clean(
        html,
        tags=_ALLOWED_TAGS,
        attributes=_ALLOWED_ATTRIBUTES | _OWN_ATTRIBUTES,
        attribute_filter=keep,
        url_schemes={"http", "https", "mailto"},
    )
