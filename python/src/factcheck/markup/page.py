"""A checked document as HTML in which every claim is marked, as a spell checker marks words: a page or a part."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, partial
from html import escape, unescape
from importlib.resources import files
from operator import attrgetter
from typing import Literal

import nh3

from factcheck.documents.document import Document
from factcheck.documents.text import without_escapes
from factcheck.markup.html import Mark, MarkedText, marked_html
from factcheck.markup.markdown import marked_markdown
from factcheck.markup.notes import Claim, is_unsure, notes, summary
from factcheck.markup.unchecked import Unchecked
from factcheck.visible import without_controls

Form = Literal["page", "fragment"]
"""A complete page, or a part to be put into another one, such as the output of a notebook's cell."""

_UNTITLED = "Checked document"
_LONGEST_TITLE = 200
_TAG = re.compile(r"<[^<>]*+>")

_OWN_ATTRIBUTES = {
    "mark": {"class", "id", "tabindex", "aria-describedby", "data-claim"},
    "span": {"class", "title"},
}


_ALLOWED_TAGS = nh3.ALLOWED_TAGS | set(_OWN_ATTRIBUTES)
_ADDRESSES = {"cite", "src"}
"""Attributes that no page has: an image would tell its server who reads the page, and ``cite`` takes any scheme."""
_ALLOWED_ATTRIBUTES = {tag: nh3.ALLOWED_ATTRIBUTES.get(tag, set()) - _ADDRESSES for tag in nh3.ALLOWED_TAGS}


_WRITERS = {"html": marked_html, "markdown": marked_markdown}


def mark_up(
    document: Document, claims: Sequence[Claim], unchecked: Sequence[Unchecked] = (), form: Form = "page"
) -> str:
    """Render a document and the rows of its check as HTML, without script, that loads nothing.

    Each row needs ``claim_no``, ``verdict``, ``message``, ``claim_start`` and ``claim_length``; what else a row of
    ``fact_check`` has is shown where it is there.  ``unchecked`` are numbers that are no claims.  A ``fragment`` has
    styles for its own classes alone, and ids that begin with a digest of the document.

    What the document brings along is sanitised to an allow list; only our own marks keep their attributes, which are
    told from imitations by a digest of the document, so that a document cannot mark itself as supported.  A document
    whose mark-up is too broken for every claim to be marked is shown as it is written.  Of an image its alternative
    text is kept.
    """
    key = hashlib.sha256(document.source.encode()).hexdigest()
    prefix = "" if form == "page" else f"factcheck-{key[:8]}-"
    if document.format != "plain":
        claims = [{**claim, "claim_text": _as_read(str(claim.get("claim_text") or ""))} for claim in claims]
    numbers = [int(claim["claim_no"]) for claim in claims]
    body = _document(document, claims, unchecked, key, prefix)
    head = summary(claims, unchecked, prefix)
    own = f"{_style('marked.css')}{_opening_rules(numbers, prefix)}"
    if form == "fragment":
        return without_controls(
            f'<div class="factcheck"><style>{own}</style><div class="factcheck-summary">{head}</div>'
            f"{body}{notes(claims, prefix)}</div>\n"
        )
    return without_controls(
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(_title(document))}</title><style>{own}{_style('page.css')}</style></head>\n"
        '<body class="factcheck-page"><div class="factcheck">'
        f'<header class="factcheck-summary">{head}</header>\n<main>{body}</main>\n'
        f'<section aria-label="Notes">{notes(claims, prefix)}</section></div></body></html>\n'
    )


def _document(
    document: Document, claims: Sequence[Claim], unchecked: Sequence[Unchecked], key: str, prefix: str
) -> str:
    """Write the document with its marks, sanitised."""
    source = without_escapes(document.source)
    claimed = _marks(claims, key, prefix)
    marks = _with_unchecked(claimed, unchecked, key)
    writer = _WRITERS.get(document.format)
    body = _sanitise(writer(source, marks, _ALLOWED_ATTRIBUTES), key) if writer else ""
    is_source = body.count('<mark class="factcheck-claim ') < len(claimed) or not body
    if is_source:
        text = MarkedText(source, marks, partial(escape, quote=False))
        text.write(0, len(source))
        body = _sanitise("".join(text.parts), key)
    return f'<div class="factcheck-document{" factcheck-plain" if is_source else ""}">{body}</div>'


def _title(document: Document) -> str:
    """Return the document's own title: that which it gives, or its first headline."""
    index = document.title
    if index is None:
        index = next((i for i, paragraph in enumerate(document.paragraphs) if paragraph.kind == "headline"), None)
    own = "" if index is None else " ".join(document.paragraphs[index].text.split())
    return f"{own[:_LONGEST_TITLE]} – checked" if own else _UNTITLED


def _as_read(text: str) -> str:
    return unescape(_TAG.sub("", text))


@cache
def _style(name: str) -> str:
    return files("factcheck.markup").joinpath(name).read_text("utf-8")


def _opening_rules(numbers: Sequence[int], prefix: str) -> str:
    """Write the rules by which a note opens beside its claim: pointed at, or else focused, without script."""
    if not numbers:
        return ""
    names = [f"{prefix}claim-{number}" for number in numbers]
    anchors = "".join(f"#{name}{{anchor-name:--{name}}}#{name}-note{{position-anchor:--{name}}}" for name in names)
    pointed_at = ",".join(f".factcheck:has(#{name}:hover) #{name}-note" for name in names)
    focused = ",".join(f"&:has(#{name}:focus) #{name}-note,#{name}-note:focus-within" for name in names)
    return (
        f"@media screen{{{anchors}{pointed_at}{{display:block}}"
        f".factcheck:not(:has(.factcheck-claim:hover,.factcheck-note:hover)){{{focused}{{display:block}}}}}}"
    )


def _marks(claims: Sequence[Claim], key: str, prefix: str) -> list[Mark]:
    """Return the marks of claims, none of which overlap: a longer claim is marked where no shorter one within it is."""
    marks: list[Mark] = []
    for claim in sorted(claims, key=lambda claim: (int(claim["claim_length"]), int(claim["claim_start"]))):
        start = int(claim["claim_start"]) - 1
        free = _longest_free(start, start + int(claim["claim_length"]), marks)
        if free is not None:
            marks = sorted([*marks, _mark(claim, free, key, prefix)], key=lambda mark: mark.start)
    return marks


def _longest_free(start: int, end: int, marks: Sequence[Mark]) -> tuple[int, int] | None:
    """Return the longest part of a span that no mark has; ``marks`` are in order.  None where nothing is left."""
    within = [mark for mark in marks if mark.start < end and mark.end > start]
    edges = [start, *(edge for mark in within for edge in (mark.start, mark.end)), end]
    left = [(one, other) for one, other in zip(edges[::2], edges[1::2], strict=True) if one < other]
    return max(left, key=lambda part: (part[1] - part[0], -part[0]), default=None)


def _mark(claim: Claim, part: tuple[int, int], key: str, prefix: str) -> Mark:
    name = f"{prefix}claim-{int(claim['claim_no'])}"
    unsure = " factcheck-unsure" if is_unsure(claim) else ""
    return Mark(
        *part,
        f'<mark class="{key}factcheck-claim factcheck-{claim["verdict"]}{unsure}" id="{key}{name}" tabindex="{key}0"'
        f' aria-describedby="{key}{name}-said" data-claim="{key}{int(claim["claim_no"])}">',
        "</mark>",
    )


def _with_unchecked(claimed: Sequence[Mark], unchecked: Sequence[Unchecked], key: str) -> list[Mark]:
    """Add marks of numbers that are no claims, where no claim has any of them."""
    marks = list(claimed)
    last = 0
    for number in sorted(unchecked, key=attrgetter("start")):
        start, end = number.start - 1, number.start - 1 + number.length
        following = bisect_left(claimed, end, key=attrgetter("start"))
        if start < last or start >= end or (following and claimed[following - 1].end > start):
            continue
        last = end
        told = f"Not checked: {number.reason}"
        before = f'<span class="{key}factcheck-unchecked" title="{key}{escape(told)}">'
        marks.append(Mark(start, end, before, "</span>"))
    return sorted(marks, key=attrgetter("start"))


def _sanitise(html: str, key: str) -> str:
    """Clean the document; attributes of marks survive only where they carry the key, which goes."""

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
