"""The numbers of a document that no check looks at, with the reason."""

from __future__ import annotations

from factcheck.check.prepare import ParsedDocument
from factcheck.claims.spotting import find_mentions
from factcheck.markup.notes import Unchecked


def unchecked_numbers(parsed: ParsedDocument) -> list[Unchecked]:
    """Return the numbers of a document that are no claims, in reading order."""
    unchecked = []
    for mention in find_mentions(parsed.document, parsed.parses, parsed.style, parsed.cells):
        if not mention.is_claim:
            number, paragraph = mention.number, parsed.document.paragraphs[mention.paragraph]
            start, end = paragraph.starts[number.start], paragraph.ends[number.end - 1]
            text = paragraph.text[number.start : number.end]
            unchecked.append(Unchecked(text, start + 1, end - start, mention.reason))
    return unchecked
