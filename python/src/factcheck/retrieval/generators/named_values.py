"""Where the claim's own sentence names the values that the index found, and the columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.calendar_words import MONTHS, WEEKDAYS
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.slips import SHORTEST_MISSPELT, is_slip, letters_alike

_WORD = re.compile(r"\w+")
_TOGETHER = re.compile(
    r"\b(?:together|combined|jointly|both|either|or|in\stotal|altogether|in\sall|sum)\b", re.IGNORECASE
)
_OF_CALENDAR = {name[:length].lower(): name.lower() for name in (*WEEKDAYS, *MONTHS) for length in (3, 4, 5)}
"""Weekdays and months as data shorten them: "Fridays" of the value Fri."""

_JOINING = frozenset("-‐‑–/&'’")
_SHORTEST_STEM = 4
_LONGEST_ENDING = 3


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value that a sentence names with the tokens from ``first`` to ``last``."""

    predicate: Equals
    seen: Seen
    first: int
    last: int


def own_passage(cue: PredicateCue) -> Passage | None:
    """Return the claim's own sentence."""
    return next((passage for passage in cue.words.passages if passage.is_own), None)


def named_values(cue: PredicateCue, passage: Passage) -> list[NamedValue]:
    """Return the retrieved values that a sentence names in full, in the order of the sentence."""
    sentence = _Words.of(passage.tokens)
    named = []
    for predicate, seen in cue.named:
        if not isinstance(predicate, Equals) or predicate.column.is_date:
            continue
        value = _WORD.findall(predicate.literal.lower())
        place = sentence.place(value)
        if place is None and (full := _OF_CALENDAR.get("".join(value))) is not None:
            place = sentence.place([full])
        if place is not None:
            named.append(NamedValue(predicate, seen, *place))
    return sorted(named, key=lambda value: (value.first, value.predicate.column.column_id, value.predicate.literal))


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a sentence and their base forms in lower case, and where words are that may be one's form.

    ``tokens`` are the indexes of their tokens: signs that join words are none, "wi-fi" has two.  ``beginnings`` has the
    places of words, and of base forms, by their first letters, ``long`` those of long words.
    """

    words: tuple[str, ...]
    lemmas: tuple[str, ...]
    tokens: tuple[int, ...]
    beginnings: Mapping[str, Sequence[int]]
    long: Sequence[int]

    @classmethod
    def of(cls, tokens: Sequence[Token]) -> _Words:
        """Note where words are."""
        kept = [
            (word, token.lemma.lower() if word == token.text.lower() else word, index)
            for index, token in enumerate(tokens)
            if token.text not in _JOINING
            for word in _WORD.findall(token.text.lower()) or [token.text]
        ]
        beginnings: dict[str, list[int]] = {}
        for at, (word, lemma, _) in enumerate(kept):
            for beginning in {word[:_SHORTEST_STEM], lemma[:_SHORTEST_STEM]}:
                beginnings.setdefault(beginning, []).append(at)
        long = [at for at, (word, _, _) in enumerate(kept) if len(word) >= SHORTEST_MISSPELT]
        words, lemmas, indexes = zip(*kept, strict=True) if kept else ((), (), ())
        return cls(words, lemmas, indexes, beginnings, long)

    def place(self, value: Sequence[str]) -> tuple[int, int] | None:
        """Return the first and the last token where all words of a value stand side by side first; None without any."""
        last = len(self.words) - len(value)
        for first in self._places(value[0]) if value else ():
            if first <= last and all(
                _is_same(part, self.words[first + i], self.lemmas[first + i]) for i, part in enumerate(value)
            ):
                return self.tokens[first], self.tokens[first + len(value) - 1]
        return None

    def _places(self, part: str) -> Sequence[int]:
        """Return the places, in order, whose word may be a form of a part of a value, or a slip of the pen for it."""
        alike = self.beginnings.get(part[:_SHORTEST_STEM], ())
        return sorted({*alike, *self.long}) if len(part) >= SHORTEST_MISSPELT else alike


def _is_same(part: str, word: str, lemma: str) -> bool:
    """Tell whether a word is a form of a part of a value: "finish" of "finished"."""
    if part in (word, lemma):
        return True
    if part[:_SHORTEST_STEM] == lemma[:_SHORTEST_STEM]:  # few words begin alike
        rest = max(len(part), len(lemma)) - letters_alike(part, lemma)
        if rest <= _LONGEST_ENDING:
            return True
    return len(part) >= SHORTEST_MISSPELT and is_slip(part, word)


def factor_of_several(cue: PredicateCue, passage: Passage, literals: Collection[str]) -> float:
    """Return how well several values that stand side by side are taken together.

    Where nothing says so, and there are as many other numbers as values, each value has its own.
    """
    others = (number for number in cue.words.numbers if number.reason is None and number.text not in literals)
    is_sum = _TOGETHER.search(passage.text) is not None or 1 + sum(1 for _ in others) < len(literals)
    return 1.0 if is_sum else WEIGHTS.predicate.apart


def columns_told(cue: PredicateCue, word: str, columns: dict[int, Column]) -> list[Column]:
    """Return the columns that a word names, or else those that call it in another word: quantity for items."""
    named = [column for column, score in columns_named(cue, word, columns) if score >= WEIGHTS.predicate.least_named]
    return named or [columns[number] for number in sorted(cue.called.get(word.lower(), ())) if number in columns]


def columns_named(cue: PredicateCue, word: str, columns: dict[int, Column]) -> Iterator[tuple[Column, float]]:
    """Yield those of some columns that a word names best, with what it adds to their scores."""
    scores = cue.columns_named_by.get(word.lower(), {})
    known = {number: score for number, score in scores.items() if number in columns}
    best = max(known.values(), default=0.0)
    yield from ((columns[number], score) for number, score in sorted(known.items()) if score > best / 2)
