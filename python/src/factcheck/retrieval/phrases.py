"""Phrases of a sentence that may be names of values."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.words.code_systems import LONGEST_CODE, SHORT_WORDS

_LONGEST_NAME = 5
_TURNS_INTO_ANOTHER = frozenset("african asian native latin south north central western eastern new papua".split())
"""Words before a name that make another one of it: "African American", "South Sudan"."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Some tokens of a sentence, from ``first`` on, as written and with the last one in the singular.

    ``is_name`` and ``is_singular_name`` tell whether what is written so may be another name: a code is in capitals.
    """

    first: int
    length: int
    text: str
    singular: str
    is_name: bool
    is_singular_name: bool


def phrases(tokens: tuple[Token, ...]) -> list[Phrase]:
    """Return what may be names in a sentence, given by its tokens, the longest first."""
    sentence = Passage(tokens, (), is_own=False)
    return [
        _phrase(sentence, first, length)
        for length in range(_LONGEST_NAME, 0, -1)
        for first in range(len(tokens) - length + 1)
        if not (length == 1 and first and tokens[first - 1].text.lower() in _TURNS_INTO_ANOTHER)
        and not (length == 1 and first + 1 < len(tokens) and tokens[first + 1].text == "=")  # the mean in "(M = 3.4)"
    ]


def _phrase(passage: Passage, first: int, length: int) -> Phrase:
    last = passage.tokens[first + length - 1]
    text = passage.text[passage.start_of(first) : passage.end_of(first + length - 1)]
    # a plural of proper names keeps its ending as its base form, so does one that the parser does not know
    is_kept = last.tag == "NNPS" or (last.tag.startswith("NN") and last.lemma.lower() == last.text.lower())
    base = last.text[:-1] if is_kept and last.text.endswith("s") else last.lemma
    lower, singular = text.lower(), (text[: len(text) - len(last.text)] + base).lower()
    is_name = len(text) > LONGEST_CODE or text.isupper() or lower in SHORT_WORDS
    return Phrase(first, length, lower, singular, is_name, len(singular) > LONGEST_CODE or singular in SHORT_WORDS)
