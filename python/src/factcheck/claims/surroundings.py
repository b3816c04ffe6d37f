"""What stands around a paragraph: the text that introduces its list, and the headlines above it."""

from __future__ import annotations

from factcheck.documents.document import Document, Section

_INTRODUCED = frozenset({"list_item", "table_cell"})


def list_introductions(document: Document) -> list[int | None]:
    """Return for each list item or cell the paragraph of its section that introduces it, if there is one."""
    introductions: list[int | None] = []
    latest = None
    for index, paragraph in enumerate(document.paragraphs):
        if index and document.paragraphs[index - 1].section is not paragraph.section:
            latest = None
        introductions.append(latest if paragraph.kind in _INTRODUCED else None)
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
