"""Slips of the pen: words that differ in one letter."""

from __future__ import annotations

SHORTEST_MISSPELT = 7
"""Letters of words of which one that differs a little is taken for a slip."""


def letters_alike(one: str, other: str) -> int:
    """Return how many letters two words begin with alike."""
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return at
    return min(len(one), len(other))


def is_slip(part: str, word: str) -> bool:
    """Tell whether a long word is another with one letter left out, added or changed: "Azerbaijan", "Azerbajan"."""
    if not (-1 <= len(part) - len(word) <= 1 and len(part) >= SHORTEST_MISSPELT and len(word) >= SHORTEST_MISSPELT):
        return False
    if part[0] != word[0] and part[-1] != word[-1] and part != word:
        return False  # two letters differ
    head = letters_alike(part, word)
    tail = letters_alike(part[head:][::-1], word[head:][::-1])
    return max(len(part), len(word)) - head - tail <= 1
