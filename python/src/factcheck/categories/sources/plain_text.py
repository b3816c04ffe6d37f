"""Reads plain text: a paragraph is a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.categories.sources.entry import Entry

_PARAGRAPH_END = re.compile(r"\n\s*\n")
_SPACES = re.compile(r"\s+")
_LONGEST = 20_000


def read_paragraphs(content: str) -> Iterator[Entry]:
    """Yield the paragraphs of a text."""
    for paragraph in _PARAGRAPH_END.split(content):
        text = _SPACES.sub(" ", paragraph).strip()
        for begin in range(0, len(text), _LONGEST):
            yield Entry("", text[begin : begin + _LONGEST])
