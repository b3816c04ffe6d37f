"""In which respects a sentence compares: "bigger in area", "scored higher in reading", "did better in science"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.claims.statements.tree import Words

IN_RESPECT = frozenset({"on", "by", "for"})
"""Prepositions of what a verb does more of: "spent more on energy"."""


def is_respect(noun: int, words: Words) -> bool:
    """Tell whether a noun says in which respect, rather than where: "in area", not "in Rome", "in the south"."""
    return words.tag(noun) == "NN" and not words.is_point(noun) and not words.children(noun, "det", "amod", "poss")


def respects(degree: int, verb: int, than: int | None, words: Words) -> Iterator[int]:
    """Yield what a comparison is in respect of: "scored higher in reading than boys"."""
    for source in (verb, degree):
        for target in words.objects(source, *IN_RESPECT, "in"):
            if (than is None or target < than) and target > verb and not words.is_point(target):
                yield from (i for i in words.description(target) if than is None or i < than)


def respects_behind(than: int | None, words: Words) -> Iterator[int]:
    """Yield what a comparison is in respect of where that comes last: "did better than boys in science"."""
    for index in range(len(words.tokens) if than is None else than + 2, len(words.tokens)):
        if words.lower(index) == "in":
            for target in words.children(index, "pobj"):
                if is_respect(target, words):
                    yield from words.description(target)
