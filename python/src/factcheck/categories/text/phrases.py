"""Phrases as the tables of categories have them: lower case, words apart by one blank, singular and plural."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?", re.UNICODE)
_POSSESSIVE = re.compile(r"'s?$")
_DETERMINERS = frozenset("a an the any some this that these those its their his her our your my".split())
_IRREGULAR_SINGULARS = {
    "men": "man",
    "women": "woman",
    "children": "child",
    "people": "person",
    "feet": "foot",
    "teeth": "tooth",
    "geese": "goose",
    "mice": "mouse",
    "lives": "life",
    "wives": "wife",
    "knives": "knife",
    "leaves": "leaf",
    "wolves": "wolf",
    "halves": "half",
    "series": "series",
    "species": "species",
    "movies": "movie",
    "cookies": "cookie",
    "phenomena": "phenomenon",
    "criteria": "criterion",
    "bacteria": "bacterium",
}
_IRREGULAR_PLURALS = {singular: plural for plural, singular in _IRREGULAR_SINGULARS.items()}
_NO_PLURAL = re.compile(r"(?:ss|us|is)$")
_AFTER_SIBILANT = re.compile(r"(?:ss|x|z|ch|sh)es$")
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without punctuation and without the s of a possessive."""
    return [_POSSESSIVE.sub("", word) for word in _WORD.findall(text.lower().replace("’", "'"))]


def normal_phrase(text: str) -> str:
    """Return a phrase as the tables have it: its words in lower case, without a determiner in front."""
    words = words_of(text)
    if len(words) > 1 and words[0] in _DETERMINERS:
        del words[0]
    return " ".join(words)


@lru_cache(maxsize=100_000)
def singular(word: str) -> str:
    """Return the singular of an English noun, or the word itself where it has no plural's ending."""
    if word in _IRREGULAR_SINGULARS:
        return _IRREGULAR_SINGULARS[word]
    if len(word) <= 3 or not word.endswith("s") or _NO_PLURAL.search(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if _AFTER_SIBILANT.search(word):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=100_000)
def plural(word: str) -> str:
    """Return the plural of an English noun in the singular."""
    if word in _IRREGULAR_PLURALS:
        return _IRREGULAR_PLURALS[word]
    if _CONSONANT_Y.search(word):
        return word[:-1] + "ies"
    return word + ("es" if _SIBILANT.search(word) else "s")


def singular_phrase(phrase: str) -> str:
    """Return a phrase with its last word, the head, in the singular."""
    before, _, head = phrase.rpartition(" ")
    return f"{before} {singular(head)}" if before else singular(head)


def plural_phrase(phrase: str) -> str:
    """Return a phrase in the singular with its head in the plural."""
    before, _, head = phrase.rpartition(" ")
    return f"{before} {plural(head)}" if before else plural(head)


def head_of(phrase: str) -> str:
    """Return the head of a normal phrase in the singular: its last word, or that before "of"."""
    words = phrase.split()
    if "of" in words[1:-1]:
        words = words[: words.index("of", 1)]
    return singular(words[-1]) if words else ""
