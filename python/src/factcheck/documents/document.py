"""A document as the other stages see it: paragraphs in a hierarchy of sections, with offsets in the source."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from factcheck.documents.cells import Cell
from factcheck.documents.entries import with_entries
from factcheck.documents.format import document_format
from factcheck.documents.html import read_html
from factcheck.documents.plain import read_plain
from factcheck.documents.text import TextBlock, without_escapes


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the document under one headline.

    ``level`` is 0 for the document itself, 1 to 6 below; ``headline`` is an index into
    ``Document.paragraphs``; ``parent`` is the section around it (None for the document itself).
    """

    level: int
    headline: int | None
    parent: Section | None


@dataclass(slots=True)
class Paragraph:
    r"""One paragraph of visible text.

    ``text`` has its entities decoded and each block of white space as one space (or one ``\n`` where the
    document begins a new line).  Character ``i`` was read from ``source[starts[i]:ends[i]]``, so
    ``text[i:j]`` stands in ``source[starts[i]:ends[j - 1]]``.  ``section`` of a headline is the section it
    opens.  ``kind`` is ``title``, ``headline``, ``paragraph``, ``list_item`` or ``table_cell``.  ``code`` holds the
    spans of ``text`` that are written as code, in order and apart from each other.  ``cell`` is the table's cell that
    the paragraph stands in, if any.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    section: Section
    kind: str
    code: tuple[tuple[int, int], ...] = ()
    cell: Cell | None = None

    def is_code(self, start: int, end: int) -> bool:
        """Tell whether any of ``text[start:end]`` is written as code."""
        following = bisect_right(self.code, end - 1, key=itemgetter(0))
        return start < end and following > 0 and self.code[following - 1][1] > start


@dataclass(slots=True)
class Document:
    """A document as read; ``format`` is ``html``, ``markdown`` or ``plain``, ``title`` an index into ``paragraphs``."""

    source: str
    format: str
    title: int | None
    paragraphs: tuple[Paragraph, ...]


def read_document(source: str) -> Document:
    """Read a text, HTML, Markdown or plain (told apart by its content), in time linear in its length; never fails.

    Checkpoints come often, so that a long document can be given up.
    """
    readable = without_escapes(source)
    format_ = document_format(readable)
    blocks: list[TextBlock] = []
    if format_ == "markdown":
        # Its library is loaded for Markdown only: a tenth of a second that other first checks do without.
        from factcheck.documents.markdown import TooDeepError, read_markdown  # noqa: PLC0415

        try:
            blocks = read_markdown(readable)
        except TooDeepError:
            format_ = "plain"
    if format_ == "html":
        blocks = read_html(readable)
    elif format_ == "plain":
        blocks = read_plain(readable)
    paragraphs: list[Paragraph] = []
    title = None
    section = Section(0, None, None)
    for index, block in enumerate(with_entries(blocks, readable if format_ == "markdown" else "")):
        if block.kind == "headline":
            section = _open_section(section, block, index)
        elif block.kind == "title" and title is None:
            title = index
        paragraphs.append(Paragraph(block.text, block.starts, block.ends, section, block.kind, block.code, block.cell))
    return Document(source, format_, title, tuple(paragraphs))


def _open_section(section: Section, headline: TextBlock, index: int) -> Section:
    parent = section
    while parent.parent is not None and parent.level >= headline.level:
        parent = parent.parent
    return Section(headline.level, index, parent)
