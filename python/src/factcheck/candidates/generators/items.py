"""Items of a list of numbers: "31 % were gold, 33 % silver and 36 % bronze"."""

from __future__ import annotations

from itertools import takewhile

from factcheck.candidates.claim_words import ClaimWords

_ENDS_ITEM = frozenset(", ; : . and but while whereas against versus".split())


def own_item(words: ClaimWords) -> list[int]:
    """Return the tokens around the claim's number up to a comma, "and", a bracket or another number, in their order."""
    if not words.claimed:
        return []
    behind = takewhile(lambda at: not _ends_item(words, at, "("), range(words.claimed[-1] + 1, len(words.tokens)))
    before = takewhile(lambda at: not _ends_item(words, at, ")"), range(words.claimed[0] - 1, -1, -1))
    return [*reversed(list(before)), *behind]


def _ends_item(words: ClaimWords, index: int, bracket: str) -> bool:
    return words.lowered[index] in _ENDS_ITEM or words.tokens[index].tag == "CD" or words.lowered[index] == bracket
