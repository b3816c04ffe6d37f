"""Says by how much somebody is first, which names nobody: "by far", "by a wide margin", "by a hair"."""

from __future__ import annotations

from factcheck.claims.statements.tree import Words

_MARGINS = frozenset("far margin mile miles distance hair whisker nose length lengths way ways".split())
_FARTHEST = 4
"""Tokens from "by" to its noun, at most: "by a very wide margin"."""
_BESIDE = ("DT", "JJ", "RB")


def margins(words: Words) -> frozenset[int]:
    """Return the tokens of a sentence that say by how much."""
    found: set[int] = set()
    for index in range(len(words.tokens)):
        if words.lower(index) != "by":
            continue
        for at in range(index + 1, index + 1 + _FARTHEST):
            if words.lower(at) in _MARGINS:
                if words.lower(at + 1) != "of":  # "by length of stay"
                    found.update(range(index, at + 1))
                break
            if not words.tag(at).startswith(_BESIDE):
                break
    return frozenset(found)
