"""The words of running text as passages and the claims about them are compared: in lower case, without accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence, Set

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+\d*|\w")
_ACCENTS = re.compile("[\u0300-\u036f]")
_LONGEST_SYMBOL = 3
LONGEST_WORD = 200
"""Characters; longer runs of letters are no words, and the server stems none of them."""


def words_of(text: str) -> list[str]:
    """Return the words of a text in order.

    >>> words_of("CO2 rose by 1.5 % in Malm\u00f6")
    ['co2', 'rose', 'by', '1.5', 'in', 'malmo']
    """
    if not text.isascii():
        text = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return _WORD.findall(text.lower())


def word_places(text: str) -> list[tuple[int, int, str]]:
    """Return where each word of a text stands, and the word as ``words_of`` has it.

    >>> word_places("In Malm\u00f6: 1.5")
    [(0, 2, 'in'), (3, 8, 'malmo'), (10, 13, '1.5')]
    """
    places = []
    for found in _WORD.finditer(text):
        words = words_of(found[0])
        places.append((found.start(), found.end(), words[0] if words else found[0]))
    return places


def words_with_terms(words: Sequence[str], stems: Mapping[str, Sequence[str]], terms: Set[str]) -> list[str]:
    """Return the different words that stand for one of some terms, in order.

    >>> words_with_terms(["co", "2", "levels"], {"co": ["co"], "2": ["2"], "levels": ["level"]}, {"co2", "level"})
    ['co', '2', 'levels']
    """
    chosen: dict[str, None] = {}
    previous = ""
    for word in words:
        if is_lowered_figure(previous, word) and previous + word in terms:
            chosen |= {previous: None, word: None}
        elif not terms.isdisjoint(stems.get(word, ())):
            chosen[word] = None
        previous = word
    return list(chosen)


def terms_of(words: Sequence[str], stems: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the terms of words in order: their stems, and formulas whose figure stands apart.

    Text that was taken from a page has "CO 2" where the page lowers the figure, and texts that were typed have "CO2".

    >>> terms_of(["the", "co", "2", "levels"], {"co": ["co"], "2": ["2"], "levels": ["level"]})
    ['co', '2', 'co2', 'level']
    """
    terms: list[str] = []
    previous = ""
    for word in words:
        terms += stems.get(word, ())
        if is_lowered_figure(previous, word):
            terms.append(previous + word)
        previous = word
    return terms


FORM_MARK = "="
"""What the name of a word's form begins with, so that no form is taken for a term."""


def forms_of(words: Sequence[str], stems: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the forms of words that have terms, in order, and of formulas as ``terms_of`` does.

    >>> forms_of(["the", "co", "2", "levels"], {"co": ["co"], "2": ["2"], "levels": ["level"]})
    ['=co', '=2', '=co2', '=levels']
    """
    forms: list[str] = []
    previous = ""
    for word in words:
        if stems.get(word):
            forms.append(FORM_MARK + word)
        if is_lowered_figure(previous, word):
            forms.append(FORM_MARK + previous + word)
        previous = word
    return forms


def is_lowered_figure(previous: str, word: str) -> bool:
    """Tell whether a word may be the lowered figure of the symbol before it."""
    return len(word) == 1 and word.isdigit() and 0 < len(previous) <= _LONGEST_SYMBOL and previous.isalpha()
