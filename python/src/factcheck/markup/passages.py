"""Passages that speak about claims: in the notes of claims, and where they stand in their sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from html import escape
from typing import Any

from factcheck.words.passage_words import word_places

Claim = Mapping[str, Any]
Passage = Mapping[str, Any]
"""An alternative of a claim that is a passage of a source."""

MOST_SHOWN = 4
"""Passages that the note of a claim shows."""

STANCES = {
    "supported": "supports it",
    "refuted": "speaks against it",
    "not_enough_info": "does not decide it",
    "disputed": "says both",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands: the source, the key of the row, and its characters in the row's text, from 1."""

    source: str
    key: str
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Context:
    """A passage as its source has it now, with what stands before and after it."""

    place: Place
    before: str
    text: str
    after: str


def place_of(passage: Passage) -> Place | None:
    """Return where a passage stands; None for a reading of a number, and for what is not in this form."""
    source, key, start, length = (passage.get(name) for name in ("source", "key", "start", "length"))
    if isinstance(source, str) and isinstance(key, str) and isinstance(start, int) and isinstance(length, int):
        return Place(source, key, start, length)
    return None


def shown_passages(claim: Claim) -> list[tuple[Place, Passage]]:
    """Return the passages among the alternatives of a claim with their places, as many as its note shows."""
    alternatives = claim.get("alternatives") or []
    placed = [(place, each) for each in alternatives if (place := place_of(each)) is not None]
    return placed[:MOST_SHOWN]


def context_of(place: Place, body: str, around: int) -> Context | None:
    """Take a passage out of its text, with so many characters around it; None where the text ends before.

    >>> context_of(Place("s", "1", 5, 3), "One two three.", 4)
    Context(place=Place(source='s', key='1', start=5, length=3), before='One ', text='two', after=' thr…')
    """
    start, end = place.start - 1, place.start - 1 + place.length
    if start < 0 or place.length < 1 or end > len(body):
        return None
    before, after = body[max(0, start - around) : start], body[end : end + around]
    return Context(
        place,
        before if start <= around else f"…{before}",
        body[start:end],
        after if end + around >= len(body) else f"{after}…",
    )


def highlighted(text: str, words: Set[str]) -> str:
    """Write a text with some of its words marked.

    >>> highlighted("Prices < 5 rose", {"rose"})
    'Prices &lt; 5 <mark class="factcheck-word">rose</mark>'
    """
    written, end = [], 0
    for start, stop, word in word_places(text):
        if word in words:
            written.append(f'{escape(text[end:start])}<mark class="factcheck-word">{escape(text[start:stop])}</mark>')
            end = stop
    return "".join([*written, escape(text[end:])])


class CitedPassages:
    """The passages that the notes of a page cite, and the parts of their sources that it shows."""

    def __init__(self, claims: Sequence[Claim], contexts: Sequence[Context], prefix: str) -> None:
        self._prefix = prefix
        self._words: dict[Place, set[str]] = {}
        self._claims: dict[Place, list[int]] = {}
        for claim in claims:
            for place, passage in shown_passages(claim):
                self._words.setdefault(place, set()).update(_words(passage))
                self._claims.setdefault(place, []).append(int(claim["claim_no"]))
        known = {each.place: each for each in contexts if each.place in self._words}
        ordered = sorted(known.values(), key=lambda each: (each.place.source, each.place.key, each.place.start))
        self._contexts = ordered
        self._numbers = {each.place: number for number, each in enumerate(ordered, 1)}

    def list_of(self, claim: Claim) -> str:
        """Write the passages of a claim as a list, each with what it says of it, and a link to its source."""
        items = "".join(f"<li>{self._cited(*cited)}</li>" for cited in shown_passages(claim))
        return f'<p class="factcheck-label">Passages</p><ul class="factcheck-readings">{items}</ul>' if items else ""

    def _cited(self, place: Place, passage: Passage) -> str:
        quoted = f"“{highlighted(str(passage.get('description') or ''), _words(passage))}”"
        number = self._numbers.get(place)
        if number is not None:
            quoted = f'<a href="#{self._prefix}passage-{number}">{quoted}</a>'
        stance = STANCES.get(str(passage.get("label")), "")
        likely = f" ({100 * float(passage['p_label']):.0f} % likely)" if passage.get("p_label") is not None else ""
        return f"{quoted} {stance}{likely}; {escape(place.source)}, {escape(place.key)}"

    def section(self) -> str:
        """Write the parts of the sources that hold the passages, with the words that claims have, too, marked."""
        parts = "".join(self._part(context) for context in self._contexts)
        return (
            f'<section class="factcheck-sources" aria-label="Sources"><h2>Sources</h2>{parts}</section>'
            if parts
            else ""
        )

    def _part(self, context: Context) -> str:
        place = context.place
        back = " ".join(
            f'<a href="#{self._prefix}claim-{number}">To claim {number}</a>'
            for number in dict.fromkeys(self._claims[place])
        )
        return (
            f"<h3>{escape(place.source)}, {escape(place.key)}</h3>"
            f'<blockquote class="factcheck-context">{escape(context.before)}'
            f'<span class="factcheck-passage" id="{self._prefix}passage-{self._numbers[place]}" tabindex="-1">'
            f"{highlighted(context.text, self._words[place])}</span>{escape(context.after)}</blockquote>"
            f'<p class="factcheck-ways">{back}</p>'
        )


def _words(passage: Passage) -> set[str]:
    words = passage.get("words")
    return set(words.split()) if isinstance(words, str) else set()
