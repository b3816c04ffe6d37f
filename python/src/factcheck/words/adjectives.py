"""Adjectives that comparatives and superlatives may be made of."""

from __future__ import annotations

from collections.abc import Iterator

_SHORTEST_DOUBLED = 3
_IRREGULAR = dict.fromkeys(("farther", "farthest", "further", "furthest"), "far")


def positives(word: str) -> Iterator[str]:
    """Yield the adjectives that a word may be the comparative or superlative of, the likeliest first.

    These are wet of "wetter", rainy of "rainiest", large of "larger"; none of a word with another ending.
    """
    if word in _IRREGULAR:
        yield _IRREGULAR[word]
        return
    for ending in ("est", "er"):
        stem = word.removesuffix(ending)
        if stem == word or not stem:
            continue
        if stem.endswith("i"):
            yield f"{stem[:-1]}y"
        if len(stem) > _SHORTEST_DOUBLED and stem[-1] == stem[-2]:
            yield stem[:-1]
        yield stem
        yield f"{stem}e"
