"""Where the claim's own sentence names the values that the index found, and the columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.slips import SHORTEST_MISSPELT, is_slip, letters_alike

_WORD = re.compile(r"\w+")
_TOGETHER = re.compile(
    r"\b(?:together|combined|jointly|both|either|or|in\stotal|altogether|in\sall|sum)\b", re.IGNORECASE
)
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
    words = [token.text.lower() for token in passage.tokens]
    lemmas = [token.lemma.lower() for token in passage.tokens]
    named = []
    for predicate, seen in cue.named:
        if not isinstance(predicate, Equals) or predicate.column.is_date:
            continue
        value = _WORD.findall(predicate.literal.lower())
        place = _place(value, words, lemmas)
        if place is not None:
            named.append(NamedValue(predicate, seen, place, place + len(value) - 1))
    return sorted(named, key=lambda value: (value.first, value.predicate.column.column_id, value.predicate.literal))


def _place(value: Sequence[str], words: Sequence[str], lemmas: Sequence[str]) -> int | None:
    if not value:
        return None
    for first in range(len(words) - len(value) + 1):
        if _is_same(value[0], words[first], lemmas[first]) and all(
            _is_same(value[i], words[first + i], lemmas[first + i]) for i in range(1, len(value))
        ):
            return first
    return None


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
