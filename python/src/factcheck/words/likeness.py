"""How alike two words are by their letters, where no dictionary is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from factcheck.words.slips import letters_alike

LEAST_SHARED = 5
"""Letters that two words begin with alike, at least, where one may be derived from the other."""

_SHARE_OF_WORD = 0.6


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """Return a word without the ending of a plural, well enough to compare names."""
    word = word.casefold()
    if not word.endswith("s"):
        return word
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and not word.endswith("ss") else word


def begin_alike(one: str, other: str) -> bool:
    """Tell whether two words begin alike far enough to be derived from one another."""
    shared = letters_alike(one, other)
    return shared >= LEAST_SHARED and shared >= _SHARE_OF_WORD * len(other)


def have_word_alike(words: Iterable[str], names: Collection[str]) -> bool:
    """Tell whether one of some words is one of some names, or begins alike."""
    return any(stem(word) == stem(name) or begin_alike(word, name) for word in words for name in names)
