"""What the form of a claim's sentence says of its words: which are names, and whether the number is an extreme."""

from __future__ import annotations

import re

from factcheck.candidates.claim_words import ClaimWords
from factcheck.nlp.parser import Token

_WORD = re.compile(r"[^\W_]+")
_SOME_OF_THEM = re.compile(r"of (?:(?:all|both) )?(?:the|these|those|its|our|their|his|her|my|your|them|us)\b")
_QUOTES = frozenset("“ ” \" '' `` ‘ ’ « »".split())
_LEADING_TO_AMOUNT = frozenset("at of with ( : – —".split())
_BESIDE_AMOUNT = frozenset("$ € £ ¥ about around nearly almost just over a an only roughly some ~".split())
_SUPERLATIVE_NOUNS = frozenset("maximum minimum max min".split())
_COMPLEMENTS = frozenset({"attr", "acomp"})
SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_RANKS = frozenset(
    "second third fourth fifth sixth seventh eighth ninth tenth 2nd 3rd 4th 5th 6th 7th 8th 9th 10th next".split()
)


def is_common_word(words: ClaimWords, literal: str) -> bool:
    """Tell whether a sentence has words of a value, but none as a name: not capitalised as written, nor quoted.

    A word in another form than the value's is no name of it: "Shows" does not name "The Show".
    """
    parts = {part.lower() for part in _WORD.findall(literal)}
    places = [at for at, token in enumerate(words.tokens) if _is_form_of(token, parts)]
    return bool(places) and not any(_is_name(words, at, parts) for at in places)


def _is_form_of(token: Token, parts: set[str]) -> bool:
    word = token.text.lower().strip(".")
    return word in parts or token.lemma.lower() in parts or word.removesuffix("s") in parts


def _is_name(words: ClaimWords, at: int, parts: set[str]) -> bool:
    token = words.tokens[at]
    if at and words.tokens[at - 1].text in _QUOTES:
        return True
    is_capitalised = token.text[:1].isupper() and (at > 0 or token.tag.startswith("NNP"))
    return is_capitalised and token.text.lower() in parts


def counts_some_of_them(words: ClaimWords) -> bool:
    """Tell whether the number counts members of something: "3 of the shops", "two of them"; no amount is meant then."""
    return bool(words.claimed) and _SOME_OF_THEM.match(words.text_after()) is not None


def is_an_extreme(words: ClaimWords) -> bool:
    """Tell whether the sentence says which extreme the number is: "the highest fee was 31", "the deepest is 31 metres".

    Not where it says what has the extreme, "the largest port has 31 cranes", nor where it is one of most or a rank.
    """
    tokens = words.tokens
    for at, token in enumerate(tokens):
        noun = tokens[token.head]
        verb = tokens[noun.head]
        word = token.text.lower()
        is_superlative = (token.tag == "JJS" and word != "most") or word in _SUPERLATIVE_NOUNS
        is_subject = is_superlative and noun.dependency == "nsubj" and verb.lemma.lower() == "be"
        if is_subject and tokens[max(0, at - 1)].text.lower() not in _RANKS:
            return any(_is_complement(words, at, noun.head) for at in words.claimed)
    return False


def _is_complement(words: ClaimWords, at: int, verb: int) -> bool:
    """Tell whether a token, or the noun that it stands with, says what the subject of a verb is."""
    token = words.tokens[at]
    if token.head == verb:
        return token.dependency in _COMPLEMENTS
    noun = words.tokens[token.head]
    return token.dependency in {"nummod", "quantmod"} and noun.head == verb and noun.dependency in _COMPLEMENTS


def states_extreme(words: ClaimWords) -> bool:
    """Tell whether the number is said to be the extreme of all: "she was the tallest player, at 87 inches".

    Not where it is the second highest, nor where the superlative belongs to another number of the sentence.
    """
    before = [token.text.lower() for token in words.tokens[: words.claimed[0]]] if words.claimed else []
    while before and before[-1] in _BESIDE_AMOUNT:
        before.pop()
    if not before or before[-1] not in _LEADING_TO_AMOUNT | {","}:
        return False
    own = {keyword.word for keyword in words.keywords if keyword.is_said}
    for at, token in enumerate(words.tokens):
        if token.tag in {"JJS", "RBS"} and token.text.lower() in own:
            around = {each.text.lower() for each in words.tokens[max(0, at - 2) : at]}
            if around.isdisjoint(_RANKS | {"at"}):
                return True
    return False
