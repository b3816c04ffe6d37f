"""Marks the claims of a document in its text, as sanitised HTML."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from operator import attrgetter
from typing import ClassVar, Protocol

import nh3

from factcheck.documents.document import Document
from factcheck.documents.text import without_escapes
from factcheck.markup.claim_words import Claim, as_read, claim_classes, verdict_words
from factcheck.markup.html import Mark, MarkedText, marked_html
from factcheck.markup.markdown import marked_markdown
from factcheck.markup.notes import Unchecked
from factcheck.markup.whole_sentences import WholeSentence, whole_sentences

__all__ = ["ClaimMarks", "LinkMarks", "NoteMarks", "Unchecked", "digest", "marked_body"]

_ADDRESSES = {"cite", "src"}
"""Attributes that no page has: an image would tell its server who reads the page, and ``cite`` takes any scheme."""
_DOCUMENT_TAGS: Mapping[str, Set[str]] = {
    tag: nh3.ALLOWED_ATTRIBUTES.get(tag, set()) - _ADDRESSES for tag in nh3.ALLOWED_TAGS
}
_SPAN = frozenset({"class", "title", "role", "aria-label", "data-sentence", "data-shown"})
_WRITERS = {"html": marked_html, "markdown": marked_markdown}


class ClaimMarks(Protocol):
    """How the claims of a document are marked.

    ``own`` has the tags of the marks with their attributes, ``has_links`` tells whether the document keeps its links.
    """

    own: ClassVar[Mapping[str, Set[str]]]
    has_links: ClassVar[bool]

    def tags(self, claim: Claim, key: str) -> tuple[str, str]:
        """Return what stands before and after a claim; the value of each attribute begins with the key."""
        ...


@dataclass(frozen=True, slots=True)
class NoteMarks:
    """Marks that a note belongs to, on the same page; ids begin with ``prefix``."""

    prefix: str = ""
    own: ClassVar[Mapping[str, Set[str]]] = {
        "mark": {"class", "id", "tabindex", "aria-describedby", "data-claim"},
        "span": _SPAN,
    }
    has_links: ClassVar[bool] = True

    def tags(self, claim: Claim, key: str) -> tuple[str, str]:
        """Return a mark that can be focused."""
        number = int(claim["claim_no"])
        name = f"{key}{self.prefix}claim-{number}"
        return (
            f'<mark class="{key}{_classes(claim)}" id="{name}" tabindex="{key}0" aria-describedby="{name}-said"'
            f' data-claim="{key}{number}">',
            "</mark>",
        )


@dataclass(frozen=True, slots=True)
class LinkMarks:
    """Marks that lead to the address made of the number of the claim; links of the document are left out."""

    before_number: str
    after_number: str = ""
    own: ClassVar[Mapping[str, Set[str]]] = {
        "mark": {"class", "id", "data-claim"},
        "span": _SPAN,
        "a": {"href", "aria-label"},
    }
    has_links: ClassVar[bool] = False

    def tags(self, claim: Claim, key: str) -> tuple[str, str]:
        """Return a mark around a link, which names the verdict for those who do not see it."""
        number = int(claim["claim_no"])
        told = escape(
            ", ".join(
                filter(None, [as_read(str(claim["claim_text"])), verdict_words(claim).lower(), claim.get("decision")])
            )
        )
        return (
            f'<mark class="{key}{_classes(claim)}" id="{key}claim-{number}" data-claim="{key}{number}">'
            f'<a href="{key}{escape(self.before_number)}{number}{escape(self.after_number)}" aria-label="{key}{told}">',
            "</a></mark>",
        )


def _classes(claim: Claim) -> str:
    return " ".join(["factcheck-claim", *claim_classes(claim)])


def digest(document: Document) -> str:
    """Return what no document can hold, as it would have to hold its own digest."""
    return hashlib.sha256(document.source.encode()).hexdigest()


def marked_body(document: Document, claims: Sequence[Claim], unchecked: Sequence[Unchecked], style: ClaimMarks) -> str:
    """Write the document with its claims marked, and its numbers that are no claims, without script, loading nothing.

    Each claim needs ``claim_no``, ``verdict``, ``claim_start`` and ``claim_length``.

    What the document brings along is sanitised to an allow list; only our own marks keep their attributes, which are
    told from imitations by a digest of the document, so that a document cannot mark itself as supported.  A document
    whose mark-up is too broken for every claim to be marked is shown as it is written.  Of an image its alternative
    text is kept.
    """
    key = digest(document)
    source = without_escapes(document.source)
    allowed = {tag: names for tag, names in _DOCUMENT_TAGS.items() if tag != "a" or style.has_links}
    claimed = _marks(claims, key, style)
    marks = _with_unchecked(claimed, unchecked, key)
    writer = _WRITERS.get(document.format)
    body = _sanitise(writer(source, marks, allowed), key, allowed, style.own) if writer else ""
    is_source = body.count('<mark class="factcheck-claim ') < len(claimed) or not body
    if is_source:
        text = MarkedText(source, marks, partial(escape, quote=False))
        text.write(0, len(source))
        body = _sanitise("".join(text.parts), key, allowed, style.own)
    return f'<div class="factcheck-document{" factcheck-plain" if is_source else ""}">{body}</div>'


def _marks(claims: Sequence[Claim], key: str, style: ClaimMarks) -> list[Mark]:
    """Return the marks of claims, none of which overlap: a longer claim is marked where no shorter one within it is.

    The last mark of a sentence with several claims is followed by a sign of whether all of it holds.
    """
    marks: list[Mark] = []
    of_claims: dict[int, Mark] = {}
    for claim in sorted(claims, key=lambda claim: (int(claim["claim_length"]), int(claim["claim_start"]))):
        start = int(claim["claim_start"]) - 1
        free = _longest_free(start, start + int(claim["claim_length"]), marks)
        if free is not None:
            mark = of_claims[int(claim["claim_no"])] = Mark(*free, *style.tags(claim, key))
            marks = sorted([*marks, mark], key=lambda mark: mark.start)
    signs: dict[int, str] = {}
    for sentence in whole_sentences(claims):
        written = [of_claims[number] for each in sentence.marked if (number := int(each["claim_no"])) in of_claims]
        if written:
            signs[max(mark.start for mark in written)] = _sign(sentence, key)
    return [replace(mark, after=mark.after + signs.get(mark.start, "")) for mark in marks]


def _sign(sentence: WholeSentence, key: str) -> str:
    """Write the sign of a sentence; its text comes from the style sheet, so that it is no part of the document."""
    attributes = {
        "class": sentence.classes,
        "role": "img",
        "aria-label": sentence.told,
        "title": sentence.told,
        "data-sentence": str(sentence.number),
        "data-shown": sentence.shown,
    }
    return "".join(["<span", *(f' {name}="{key}{value}"' for name, value in attributes.items()), "></span>"])


def _longest_free(start: int, end: int, marks: Sequence[Mark]) -> tuple[int, int] | None:
    """Return the longest part of a span that no mark has; ``marks`` are in order.  None where nothing is left."""
    within = [mark for mark in marks if mark.start < end and mark.end > start]
    edges = [start, *(edge for mark in within for edge in (mark.start, mark.end)), end]
    left = [(one, other) for one, other in zip(edges[::2], edges[1::2], strict=True) if one < other]
    return max(left, key=lambda part: (part[1] - part[0], -part[0]), default=None)


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


def _sanitise(html: str, key: str, allowed: Mapping[str, Set[str]], own: Mapping[str, Set[str]]) -> str:
    """Clean the document; attributes of marks survive only where they carry the key, which goes."""

    def keep(tag: str, attribute: str, value: str) -> str | None:
        if attribute in own.get(tag, ()):
            return value.removeprefix(key).strip() if value.startswith(key) else None
        return value

    return nh3.clean(
        html,
        tags={*allowed, *own},
        attributes={tag: {*names} for tag, names in ({**allowed, **own}).items()},
        attribute_filter=keep,
        link_rel="noopener noreferrer" if "a" in allowed else None,
        url_schemes={"http", "https", "mailto"},
    )
