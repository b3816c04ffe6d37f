"""Words as the model has them: those of the templates, and stand-ins for all other words of a question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

PAD, START, END, NUMBERS, TIMES, CATEGORIES = "<pad>", "<s>", "</s>", "<n>", "<t>", "<c>"
SIGNS = (PAD, START, END, NUMBERS, TIMES, CATEGORIES)
OTHERS = 60
"""How many different words a question and its columns may have that the templates do not have."""
LONGEST_INPUT, LONGEST_PART = 60, 28

_WORD = re.compile(r"\w+|[^\w\s]")


def words_of(text: str) -> list[str]:
    """Return the words and signs of a text in lower case; names like "birth_year" are one word each."""
    return _WORD.findall(text.lower())


@dataclass(frozen=True, slots=True)
class Names:
    """The columns of a table by what they hold, as the words of their names."""

    numbers: tuple[str, ...]
    times: tuple[str, ...]
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that the model can write itself, by their places; places after them stand for other words."""

    places: Mapping[str, int]

    @classmethod
    def of(cls, words: Sequence[str]) -> Vocabulary:
        """Make a vocabulary of words, the signs first."""
        return cls({word: place for place, word in enumerate(dict.fromkeys((*SIGNS, *words)))})

    @property
    def size(self) -> int:
        """How many words the model can write."""
        return len(self.places)

    def encoded(self, words: Sequence[str], others: dict[str, int]) -> list[int]:
        """Return the places of words; ``others`` gathers stand-ins for those that the vocabulary lacks."""
        encoded = []
        for word in words:
            place = self.places.get(word)
            if place is None:
                place = self.size + others.setdefault(word, len(others) % OTHERS)
            encoded.append(place)
        return encoded


def input_words(question: str, names: Names) -> list[str]:
    """Return a question's words with the columns of its table after it, each kind behind its sign."""
    words = words_of(question)[: LONGEST_INPUT - len(SIGNS)]
    for sign, columns in ((NUMBERS, names.numbers), (TIMES, names.times), (CATEGORIES, names.categories)):
        words.append(sign)
        for column in columns:
            words += words_of(column)
    return words[:LONGEST_INPUT]
