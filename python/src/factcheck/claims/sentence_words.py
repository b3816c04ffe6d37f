"""The words of a sentence as data write them: base forms, figures for number words and ordinals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from factcheck.nlp.parser import Token
from factcheck.numbers.words import CARDINALS, ordinal_value

_NAMING = frozenset({"amod", "compound", "nummod"})
_SUPERLATIVES = frozenset({"JJS", "RBS"})
_SET_PHRASES = ("last but not least", "first and foremost", "first of all", "last of all")
"""Phrases that put what is said in order: their words name no extreme."""

_FEWEST_TOKENS, _DIGITS_OF_ITEMS = 4, 2
"""Tokens of a sentence at least, and digits at most, where it begins with the number of an item."""

_MOST_LETTERS = 3
"""Capital letters behind a figure that belong to its name, at most."""

_SYMBOLS = {"m": "mean", "mdn": "median", "n": "number"}
"""What letters stand for before a sign of equality: "(n = 84, M = 3.4)" names nothing that is called M."""

_IN_SET_PHRASES = frozenset(word for phrase in _SET_PHRASES for word in phrase.split())
ROMAN = {numeral: str(value) for value, numeral in enumerate("II III IV V VI VII VIII IX X XI XII".split(), 2)}


class SentenceWord(NamedTuple):
    """A word of a sentence with its place there and its base form, in lower case, and what stands beside a figure."""

    position: int
    word: str
    lemma: str
    beside: frozenset[str]


def sentence_word(tokens: Sequence[Token], index: int) -> SentenceWord:
    """Return the token of a sentence at an index as a word; the name of a model, such as "A-4M", is one."""
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is not None and _is_cut(tokens[index], following):
        whole = (tokens[index].text + following.text).lower()
        return SentenceWord(index, whole, whole, frozenset())
    if following is not None and following.text == "=" and (said := _SYMBOLS.get(tokens[index].text.lower())):
        return SentenceWord(index, said, said, frozenset())
    lemma = _base_form(tokens[index], following)
    beside = _beside(tokens, index) if lemma.isdecimal() else frozenset()
    letters = following.text if following is not None and _has_letters(tokens[index], following) else ""
    return SentenceWord(index, f"{tokens[index].text}{letters}".lower(), lemma, beside)


def words_of_set_phrases(tokens: Sequence[Token]) -> frozenset[int]:
    """Return the indexes of a sentence's tokens that make up a set phrase, such as "last but not least"."""
    words = [token.text.lower() for token in tokens]
    if _IN_SET_PHRASES.isdisjoint(words):
        return frozenset()
    phrases = [phrase.split() for phrase in _SET_PHRASES]
    return frozenset(
        at
        for phrase in phrases
        for start in range(len(words) - len(phrase) + 1)
        if words[start : start + len(phrase)] == phrase
        for at in range(start, start + len(phrase))
    )


def list_mark(tokens: Sequence[Token]) -> frozenset[int]:
    """Return the index of the figure that numbers an item, "1. The north sold most", as no word of its sentence."""
    if len(tokens) < _FEWEST_TOKENS or not tokens[0].text.isdigit() or len(tokens[0].text) > _DIGITS_OF_ITEMS:
        return frozenset()
    is_mark = tokens[1].text in {".", ")"} and tokens[1].start == tokens[0].end
    return frozenset({0} if is_mark else ())


def _is_cut(token: Token, following: Token) -> bool:
    """Tell whether a parser cut a word of letters and digits because it ends like a unit."""
    is_mixed = any(map(str.isdigit, token.text)) and any(map(str.isalpha, token.text))
    return is_mixed and token.end == following.start and following.text.isalpha()


def _has_letters(token: Token, following: Token) -> bool:
    """Tell whether a figure has capital letters right behind it, which belong to its name: "5G", "3D", "200GB"."""
    are_letters = len(following.text) <= _MOST_LETTERS and following.text.isalpha() and following.text.isupper()
    return token.text.isdigit() and are_letters and token.end == following.start


def _base_form(token: Token, following: Token | None) -> str:
    """Return the base form of a word; of a number word, and of an ordinal that is no rank, the figure.

    ``following`` is the token behind it: "second largest" is a rank, the "second quarter" has a number as its name.
    """
    word = token.text.lower()
    if (number := figure(word)) is not None:
        return word if _is_pronoun(token, following) else number
    if token.text in ROMAN:
        return ROMAN[token.text]
    is_rank = following is not None and following.tag in _SUPERLATIVES
    is_name = not is_rank and (word[0].isdigit() or token.dependency in _NAMING)
    place = ordinal_value(word) if is_name else None
    return token.lemma.lower() if place is None else str(place)


def _is_pronoun(token: Token, following: Token | None) -> bool:
    """Tell whether "one" stands for a noun and names no number: "the larger one has 13", "one of the plants"."""
    is_of_several = following is not None and following.text.lower() == "of"
    return token.text.lower() == "one" and (token.tag != "CD" or is_of_several)


def _beside(tokens: Sequence[Token], index: int) -> frozenset[str]:
    """Return the words beside a token, and those that it governs or is governed by, in lower case."""
    near = {index - 1, index + 1, tokens[index].head, *(i for i, token in enumerate(tokens) if token.head == index)}
    words = [tokens[i] for i in near - {index} if 0 <= i < len(tokens)]
    return frozenset(form.lower() for token in words for form in (token.text, token.lemma))


def figure(word: str) -> str | None:
    """Return the figure of a number word in lower case, as data have figures; None for any other word."""
    return str(CARDINALS[word]) if word in CARDINALS else None
