"""Noun phrases of a sentence by the tags of its words."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.nlp.parser import Token


def noun_after(tokens: Sequence[Token], index: int, most: int = 4) -> int | None:
    """Return the index of the last noun of the noun phrase that begins behind a token; None without one.

    That of "the province's population" is its last one.
    """
    noun = None
    for at in range(index + 1, min(index + 1 + most, len(tokens))):
        tag = tokens[at].tag
        if tag.startswith("NN"):
            noun = at
        elif tag == "POS":
            noun = None
        elif noun is not None or not tag.startswith(("JJ", "DT", "PRP$", "VB", "HYPH", "CD")):
            break
    return noun
