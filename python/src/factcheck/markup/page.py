"""A checked document as HTML in which every claim is marked, as a spell checker marks words: a page or a part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Literal

from factcheck.documents.document import Document
from factcheck.markup.claim_words import Claim, as_read
from factcheck.markup.marks import NoteMarks, Unchecked, digest, marked_body
from factcheck.markup.notes import notes, summary
from factcheck.markup.passages import CitedPassages, Context
from factcheck.visible import without_controls

Form = Literal["page", "fragment"]
"""A complete page, or a part to be put into another one, such as the output of a notebook's cell."""

_UNTITLED = "Checked document"
_LONGEST_TITLE = 200


def mark_up(
    document: Document,
    claims: Sequence[Claim],
    unchecked: Sequence[Unchecked] = (),
    form: Form = "page",
    contexts: Sequence[Context] = (),
) -> str:
    """Render a document and the rows of its check as HTML, without script, that loads nothing.

    Each row needs ``claim_no``, ``verdict``, ``message``, ``claim_start`` and ``claim_length``; what else a row of
    ``fact_check`` has is shown where it is there.  ``unchecked`` are numbers that are no claims, ``contexts`` passages
    as their sources have them, to which the notes lead.  A ``fragment`` has styles for its own classes alone, and ids
    that begin with a digest of the document.  See ``marked_body`` for what becomes of the document.
    """
    prefix = "" if form == "page" else f"factcheck-{digest(document)[:8]}-"
    if document.format != "plain":
        claims = [{**claim, "claim_text": as_read(str(claim.get("claim_text") or ""))} for claim in claims]
    numbers = [int(claim["claim_no"]) for claim in claims]
    body = marked_body(document, claims, unchecked, NoteMarks(prefix))
    head = summary(claims, unchecked, prefix)
    cited = CitedPassages(claims, contexts, prefix)
    text, noted = ("main", "section") if form == "page" else (".factcheck-document", ".factcheck-notes")
    own = f"{_style('marked.css')}{_opening_rules(numbers, prefix, text, noted)}"
    if form == "fragment":
        return without_controls(
            f'<div class="factcheck"><style>{own}</style><div class="factcheck-summary">{head}</div>'
            f"{body}{notes(claims, prefix, cited)}{cited.section()}</div>\n"
        )
    return without_controls(
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(_title(document))}</title><style>{own}{_style('page.css')}</style></head>\n"
        '<body class="factcheck-page"><div class="factcheck">'
        f'<header class="factcheck-summary">{head}</header>\n<main>{body}</main>\n'
        f'<section aria-label="Notes">{notes(claims, prefix, cited)}</section>{cited.section()}</div></body></html>\n'
    )


def _title(document: Document) -> str:
    """Return the document's own title: that which it gives, or its first headline."""
    index = document.title
    if index is None:
        index = next((i for i, paragraph in enumerate(document.paragraphs) if paragraph.kind == "headline"), None)
    own = "" if index is None else " ".join(document.paragraphs[index].text.split())
    return f"{own[:_LONGEST_TITLE]} – checked" if own else _UNTITLED


@cache
def _style(name: str) -> str:
    return files("factcheck.markup").joinpath(name).read_text("utf-8")


def _opening_rules(numbers: Sequence[int], prefix: str, text: str, noted: str) -> str:
    """Write the rules by which a note opens beside its claim: pointed at, or else focused, without script.

    ``text`` and ``noted`` select the parts with the claims and with the notes.  Of each claim the browser looks for it
    in the text alone: notes have ten times as many elements, and would cost each step through them a fifth of a second.
    """
    if not numbers:
        return ""
    names = [f"{prefix}claim-{number}" for number in numbers]
    anchors = "".join(f"#{name}{{anchor-name:--{name}}}#{name}-note{{position-anchor:--{name}}}" for name in names)
    pointed_at = ",".join(f".factcheck>{text}:has(#{name}:hover)~{noted} #{name}-note" for name in names)
    focused = ",".join(f"&>{text}:has(#{name}:focus)~{noted} #{name}-note,#{name}-note:focus-within" for name in names)
    return (
        f"@media screen{{{anchors}{pointed_at}{{display:block}}"
        f".factcheck:not(:has(.factcheck-claim:hover,.factcheck-note:hover)){{{focused}{{display:block}}}}}}"
    )
