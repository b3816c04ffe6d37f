"""Short names that a text explains: "Foreign Exchange (FX) purchases" makes FX stand for these two words elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

_SHORT = re.compile(
    r"(?<![\w'’&-])(?P<before>(?:(?:[^\W\d_][\w'’&-]*|&)\s){1,7})\((?P<short>[A-Z](?:&?[A-Z]){1,5})s?\)"
)
_WORD = re.compile(r"[^\W\d_]+")
_SMALL = frozenset("of and the per on for in to a an with by at &".split())
_FEWEST = 2


def told_short_names(texts: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the words, in lower case, that stand before short names of capitals in brackets, and spell them out."""
    told: dict[str, tuple[str, ...]] = {}
    for text in texts:
        for found in _SHORT.finditer(text) if "(" in text else ():
            short = found["short"].replace("&", "")
            words = _spelt_out(_WORD.findall(found["before"]), short)
            if len(words) >= _FEWEST:
                told.setdefault(found["short"], tuple(word.lower() for word in words))
    return told


def _spelt_out(words: Sequence[str], short: str) -> list[str]:
    """Return the last of some words, whose initials are the letters of a short name; none where they are not.

    Small words may have no letter, and X is the sound of a word that begins with "ex".
    """
    kept: list[str] = []
    letters = list(short)
    for word in reversed(words):
        if letters and _begins(word, letters[-1]):
            kept.insert(0, word)
            letters.pop()
        elif not letters or word.lower() not in _SMALL:
            break
    return [] if letters else kept


def _begins(word: str, letter: str) -> bool:
    return word[0].upper() == letter or (letter == "X" and word[:2].lower() == "ex")
