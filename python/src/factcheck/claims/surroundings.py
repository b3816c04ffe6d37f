"""What stands around a paragraph: the text that introduces its list, and the headlines above it."""

from __future__ import annotations

import re

from factcheck.documents.document import Document, Section

_INTRODUCED = frozenset({"list_item", "table_cell"})
_POINTS_BELOW = re.compile(r"\b(?:below|as\sfollows|break-?downs?|details?)\b", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_LONGEST_LIST = 40


def introducing_entry(entry: int, document: Document) -> int | None:
    """Return the entry of a list that ends in a colon and so introduces one behind it; None without such an entry.

    It and all entries in between have numbers.  One that only says that more is told below goes on about another one.
    """
    paragraphs, section = document.paragraphs, document.paragraphs[entry].section
    if not _DIGIT.search(paragraphs[entry].text):
        return None
    for before in range(entry - 1, max(-1, entry - 1 - _LONGEST_LIST), -1):
        paragraph = paragraphs[before]
        if paragraph.kind != "list_item" or paragraph.section is not section:
            return None
        if paragraph.text.rstrip().endswith(":"):
            above = paragraphs[before - 1] if before and _POINTS_BELOW.search(paragraph.text) else None
            goes_on = above is not None and above.kind == "list_item" and above.section is section
            return before - 1 if goes_on else before
        if not _DIGIT.search(paragraph.text):
            return None
    return None


def list_introductions(document: Document) -> list[int | None]:
    """Return for each list item or cell the paragraph or entry of its section that introduces it, if there is one."""
    introductions: list[int | None] = []
    latest = None
    for index, paragraph in enumerate(document.paragraphs):
        if index and document.paragraphs[index - 1].section is not paragraph.section:
            latest = None
        entry = introducing_entry(index, document) if paragraph.kind == "list_item" else None
        introductions.append(entry if entry is not None else latest if paragraph.kind in _INTRODUCED else None)
        if paragraph.kind == "paragraph":
            latest = index
    return introductions


def headlines_above(section: Section | None, document: Document) -> list[int]:
    """Return the headlines of a section and of those that it lies in, the nearest first, and the title."""
    headlines = []
    while section is not None:
        if section.headline is not None:
            headlines.append(section.headline)
        section = section.parent
    if document.title is not None and document.title not in headlines:
        headlines.append(document.title)
    return headlines
