"""Whose standard deviation a text means: that of a sample, or that of all there are."""

from __future__ import annotations

from factcheck.candidates.claim_words import ClaimWords

_SHORT = frozenset({"SD", "SDs"})
_DETERMINERS = frozenset({"the", "their", "its", "an", "one", "this", "that"})


def is_of_population(words: ClaimWords) -> bool:
    """Tell whether a sentence says "the SD" or "2.3 SDs", as textbooks do, which divide by the number of all values.

    Papers write "(SD 4.3)" of a sample, and so do programs that call it a standard deviation.
    """
    tokens = words.tokens
    return any(
        token.text in _SHORT and (token.text == "SDs" or (index > 0 and tokens[index - 1].text.lower() in _DETERMINERS))
        for index, token in enumerate(tokens)
    )
