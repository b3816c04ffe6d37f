"""Sentences near a claim, made of words at single blanks, for generators that look for cues."""

from __future__ import annotations

from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token


def passage(text: str, is_own: bool) -> Passage:
    """Cut a sentence at blanks; all words are nouns, and weigh more in the claim's own sentence."""
    tokens, at = [], 0
    for word in text.split(" "):
        tokens.append(Token(word, at, at + len(word), word.lower(), "NN", "", 0))
        at += len(word) + 1
    return Passage(tuple(tokens), (0.5 if is_own else 0.2,) * len(tokens), is_own)
