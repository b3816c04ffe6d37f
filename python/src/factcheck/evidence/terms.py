"""Terms of passages and claims, stemmed by the server once for each different word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from factcheck.port import Database
from factcheck.words.passage_words import LONGEST_WORD, forms_of, terms_of, words_of, words_with_terms
from factcheck.words.stems import stems_of

_WORDS_AT_ONCE = 50_000
_MOST_KEPT = 200_000
"""Words of a language that a session remembers, some 30 MB."""

_FORM_COUNTS = 0.15
"""What the form of a word counts beside its term: "warming" is nearer to "warming" than to "warm".

Chosen on labelled claims, as is the square root of how often a claim has a term.
"""

_kept: dict[str, tuple[str, dict[str, list[str]]]] = {}


def _met(language: str, state: str) -> dict[str, list[str]]:
    """Return the words of a language that the session has met since it has been in this state."""
    known, stems = _kept.get(language, (state, {}))
    if known != state or len(stems) > _MOST_KEPT:
        stems = {}
    _kept[language] = (state, stems)
    return stems


class Stemmer:
    """Turns words into terms, in one language; words that were met before need no query.

    With the ``state`` of the language the words that the session has met are known: what they become depends on
    nothing else, and on no role.
    """

    def __init__(self, database: Database, language: str, state: str | None = None) -> None:
        self._database = database
        self._language = language
        self._stems: dict[str, list[str]] = {} if state is None else _met(language, state)

    def terms(self, texts: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return the terms of each text, given by its words."""
        self._meet(texts)
        return [terms_of(words, self._stems) for words in texts]

    def forms(self, texts: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return the forms in which each text, given by its words, has its terms."""
        self._meet(texts)
        return [forms_of(words, self._stems) for words in texts]

    def weights(self, claim: str) -> dict[str, float]:
        """Return what each term of a claim, and each form of its words, counts in a search."""
        words = [words_of(claim)]
        terms, forms = Counter(self.terms(words)[0]), Counter(self.forms(words)[0])
        weights = {term: count**0.5 for term, count in terms.items()}
        return weights | {form: _FORM_COUNTS * count**0.5 for form, count in forms.items()}

    def words_with(self, text: str, terms: Set[str]) -> list[str]:
        """Return the different words of a text that stand for one of some terms."""
        words = words_of(text)
        self._meet([words])
        return words_with_terms(words, self._stems, terms)

    def _meet(self, texts: Sequence[Sequence[str]]) -> None:
        unknown = sorted({word for words in texts for word in words if word not in self._stems})
        for start in range(0, len(unknown), _WORDS_AT_ONCE):
            part = [word for word in unknown[start : start + _WORDS_AT_ONCE] if len(word) <= LONGEST_WORD]
            stems = stems_of(self._database, part, self._language)
            self._stems.update((word, stems.get(word, [])) for word in unknown[start : start + _WORDS_AT_ONCE])
