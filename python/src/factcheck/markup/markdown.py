"""Writes a Markdown document as HTML, with marks around some of its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from factcheck.documents.markdown import TooDeepError, walk_markdown
from factcheck.markup.html import Mark, MarkedPage


def marked_markdown(source: str, marks: Sequence[Mark], allowed: Mapping[str, Set[str]]) -> str:
    """Write a Markdown source as HTML with marks; see ``MarkedPage``.  Nothing where the mark-up is not meant so.

    The walk is the one by which the document was read: a mark stands where its claim was found, and the document
    cannot move, imitate or swallow it.
    """
    page = MarkedPage(source, marks, allowed)
    try:
        walk_markdown(source, page)
    except TooDeepError:
        return ""
    return page.finish()
