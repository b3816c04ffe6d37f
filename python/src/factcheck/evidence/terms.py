"""Terms of passages and claims, stemmed by the server once for each different word."""

from __future__ import annotations

from collections.abc import Sequence, Set

from factcheck.port import Database
from factcheck.words.passage_words import LONGEST_WORD, terms_of, words_of, words_with_terms
from factcheck.words.stems import stems_of

_WORDS_AT_ONCE = 50_000


class Stemmer:
    """Turns words into terms, in one language; words that were met before need no query."""

    def __init__(self, database: Database, language: str) -> None:
        self._database = database
        self._language = language
        self._stems: dict[str, list[str]] = {}

    def terms(self, texts: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return the terms of each text, given by its words."""
        self._meet(texts)
        return [terms_of(words, self._stems) for words in texts]

    def words_with(self, text: str, terms: Set[str]) -> list[str]:
        """Return the different words of a text that stand for one of some terms."""
        words = words_of(text)
        self._meet([words])
        return words_with_terms(words, self._stems, terms)

    def _meet(self, texts: Sequence[Sequence[str]]) -> None:
        unknown = sorted({word for words in texts for word in words} - self._stems.keys())
        for start in range(0, len(unknown), _WORDS_AT_ONCE):
            part = [word for word in unknown[start : start + _WORDS_AT_ONCE] if len(word) <= LONGEST_WORD]
            stems = stems_of(self._database, part, self._language)
            self._stems |= {word: stems.get(word, []) for word in unknown[start : start + _WORDS_AT_ONCE]}
