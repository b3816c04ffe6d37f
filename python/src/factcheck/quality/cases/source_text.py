"""Finding labelled sentences and numbers in the source of a document, with or without markup."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from factcheck.documents.document import read_document

_TOKEN = re.compile(
    r"(?P<comment><!--.*?-->)"
    r"|(?P<tag></?(?P<name>[a-zA-Z][a-zA-Z0-9]*)[^<>]*>|<![^<>]*>)"
    r"|(?P<entity>&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);)"
    r"|(?P<character>.)",
    re.DOTALL,
)
_INLINE = re.compile(
    r"a|abbr|b|bdi|bdo|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u|var",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A piece of a document's source: 0-based characters, ``end`` exclusive."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two share a character."""
        return self.start < other.end and other.start < self.end


class SourceText:
    """The readable text of a source, each of its characters with its span there.

    Tags and comments are left out (block tags separate words), entities are decoded.  The text of a source
    without markup is the source.
    """

    def __init__(self, source: str) -> None:
        characters: list[str] = []
        self._spans: list[Span] = []
        for token in _TOKEN.finditer(source):
            if token["comment"] or (token["tag"] and _INLINE.fullmatch(token["name"] or "")):
                continue
            shown = " " if token["tag"] else html.unescape(token[0])
            for character in shown:
                characters.append(character)
                self._spans.append(Span(token.start(), token.end()))
        self.text = "".join(characters)
        self._solid = [i for i, character in enumerate(characters) if not character.isspace()]
        self._compact = "".join(characters[i] for i in self._solid)

    def sentences(self, sentence: str) -> list[tuple[int, int]]:
        """Find a sentence, white space aside; returns ranges of ``text``."""
        wanted = "".join(sentence.split())
        ranges: list[tuple[int, int]] = []
        start = self._compact.find(wanted) if wanted else -1
        while start >= 0:
            ranges.append((self._solid[start], self._solid[start + len(wanted) - 1] + 1))
            start = self._compact.find(wanted, start + len(wanted))
        return ranges

    def numbers(self, sentence: str, value_text: str) -> list[Span]:
        """Find a number as written in the labelled sentence; returns spans of the source, in order."""
        pattern = number_pattern(value_text)
        return [
            self.span(number.start(), number.end())
            for start, end in self.sentences(sentence)
            for number in pattern.finditer(self.text, start, end)
        ]

    def span(self, start: int, end: int) -> Span:
        """Turn a range of ``text`` into the span of the source it comes from."""
        return Span(self._spans[start].start, self._spans[end - 1].end)


def cell_spans(source: str) -> list[Span]:
    """Return the spans of a document's source that the cells of its tables take."""
    paragraphs = (paragraph for paragraph in read_document(source).paragraphs if paragraph.kind == "table_cell")
    return [Span(paragraph.starts[0], paragraph.ends[-1]) for paragraph in paragraphs]


def number_pattern(value_text: str) -> re.Pattern[str]:
    """Match a number as written, but not inside a longer number or word."""
    pattern = r"\s+".join(re.escape(part) for part in value_text.split())
    before, after = "", ""
    if value_text[:1].isdigit():
        before = r"(?<![0-9])(?<![0-9][.,])"
    elif value_text[:1].isalpha():
        before = r"(?<![^\W_])"
    if value_text[-1:].isdigit():
        after = r"(?![0-9]|[.,][0-9])"
    elif value_text[-1:].isalpha():
        after = r"(?![^\W_])"
    return re.compile(before + pattern + after)
