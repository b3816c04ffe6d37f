"""Split a text into the passages that are found on their own: its sentences, with the place where each stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LONGEST = 1_000
"""Characters: a run without the end of a sentence, as of a table or a list, is cut at a blank."""

_SHORTEST = 10
_PARAGRAPHS = re.compile(r"\S(?:[^\n]|\n(?![ \t\r]*(?:\n|[-*\u2022#]|\d+[.)])))*")
_SENTENCE_END = re.compile(r"[.!?\u2026\u3002]+[\"'\u201d\u2019)\]]*\s+(?=[\"'\u201c\u2018(\[]*[A-Z\u00c0-\u00de0-9])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Za-z]|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|No|Nos|Fig|Figs|Eq|Vol|Art|Sec|cf|vs|al|ca|approx|Inc|Ltd|Co|Corp|Gen"
    r"|Gov|Sen|Rep|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|pp|p|ed|eds|e\.g|i\.e|U\.S|U\.K))\.\s+$"
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands in its text: ``text[start:end]``."""

    start: int
    end: int


def passages_of(text: str) -> list[Place]:
    """Return the passages of a text in order; white space around them is left out.

    Sentences end at a full stop, a question or exclamation mark before a capital or a figure, and where a paragraph
    or an item of a list ends.  A piece of a few letters goes with the sentence before it.
    """
    places: list[Place] = []
    for paragraph in _PARAGRAPHS.finditer(text):
        begins = len(places)
        start = paragraph.start()
        ends = [end.end() for end in _SENTENCE_END.finditer(text, start, paragraph.end())]
        for end in [*ends, paragraph.end()]:
            if end < paragraph.end() and _ABBREVIATION.search(text, max(start, end - 12), end):
                continue
            for piece in _cut(text, start, end):
                is_short = piece.end - piece.start < _SHORTEST and len(places) > begins
                if is_short and piece.end - places[-1].start <= _LONGEST:
                    places[-1] = Place(places[-1].start, piece.end)
                else:
                    places.append(piece)
            start = end
    return places


def _cut(text: str, start: int, end: int) -> list[Place]:
    """Cut a sentence that is too long, and take the white space around the pieces away."""
    pieces = []
    while start < end:
        stop = end
        if end - start > _LONGEST:
            blank = text.rfind(" ", start, start + _LONGEST)
            stop = blank if blank > start else start + _LONGEST
        piece = text[start:stop]
        first = start + len(piece) - len(piece.lstrip())
        last = start + len(piece.rstrip())
        if last > first:
            pieces.append(Place(first, last))
        start = stop
    return pieces
