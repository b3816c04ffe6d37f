"""Sentences of a document that may say several things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.check.prepare import ParsedDocument
from factcheck.nlp.parser import Parser

_JOINED = re.compile(r"\b(?:and|but|while|whereas|yet|although|though)\b|;", re.IGNORECASE)
_READ = frozenset({"paragraph", "list_item"})
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class CompoundSentence:
    """A sentence: its visible text, where each character of it stands in the source, and where its last one ends.

    Places count from 1.  ``has_clauses`` tells that clauses may be joined in it.
    """

    text: str
    starts: tuple[int, ...]
    end: int
    has_clauses: bool


def compound_sentences(parsed: ParsedDocument, parser: Parser) -> Iterator[CompoundSentence]:
    """Yield the sentences in which words join clauses or several numbers may stand, in the order of the document.

    Paragraphs that the check has parsed are not parsed again.
    """
    found = [
        (paragraph, parse)
        for paragraph, parse in zip(parsed.document.paragraphs, parsed.parses, strict=True)
        if paragraph.kind in _READ and (_JOINED.search(paragraph.text) or any(map(str.isdigit, paragraph.text)))
    ]
    others = iter(parser.parse([paragraph.text for paragraph, parse in found if not parse]))
    for paragraph, parse in found:
        for sentence in parse or next(others):
            text = paragraph.text[sentence.start : sentence.end].rstrip()
            if not text.strip() or len(text) > _LONGEST:
                continue
            span = range(sentence.start, sentence.start + len(text))
            starts = tuple(paragraph.starts[index] + 1 for index in span)
            yield CompoundSentence(text, starts, paragraph.ends[span[-1]] + 1, bool(_JOINED.search(text)))
