"""Sentences near a claim as they were written, with the weight of each word: what cues of several words are read in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, TypeVar

from factcheck.nlp.parser import Token
from factcheck.numbers.mentions import Number

_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Written:
    """A sentence as it is written, which the passages of all claims near it share."""

    tokens: tuple[Token, ...]

    @cached_property
    def text(self) -> str:
        """The sentence, with one blank for any white space between tokens."""
        parts: list[str] = []
        end = self.tokens[0].start if self.tokens else 0
        for token in self.tokens:
            parts += [" " if token.start > end else "", token.text]
            end = token.end
        return "".join(parts)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each token begins in the text."""
        starts, at, end = [], 0, self.tokens[0].start if self.tokens else 0
        for token in self.tokens:
            at += token.start > end
            starts.append(at)
            at, end = at + len(token.text), token.end
        return tuple(starts)

    @cached_property
    def _has(self) -> dict[int, bool]:
        return {}

    def has(self, pattern: re.Pattern[str]) -> bool:
        """Tell whether the text has a pattern of a module; each is looked for once."""
        known = self._has
        key = id(pattern)  # to hash a pattern takes as long as to go through all of it
        if key not in known:
            known[key] = pattern.search(self.text) is not None
        return known[key]


_NOT_SHARED = Written(())


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """The tokens of the side of a comparison that a number is of, and those of the other side; either may be empty."""

    name: tuple[int, ...] = ()
    other: tuple[int, ...] = ()


NO_SIDE = ComparedSide()


@dataclass(frozen=True)
class Passage:
    """A sentence from which a claim has keywords.

    ``weights`` has one for each token, as keywords have, 0 for those that say what is claimed.  ``is_own`` tells the
    claim's own sentence from those of its context; ``own`` are the tokens of the claim itself.  ``side`` is that of a
    comparison beside the claim's number that the number is of, where it is set against another one.  ``written`` is the
    sentence that other passages share, one of its own where it is left out.
    """

    tokens: tuple[Token, ...]
    weights: tuple[float, ...]
    is_own: bool
    own: frozenset[int] = frozenset()
    side: ComparedSide = NO_SIDE
    written: Written = field(default=_NOT_SHARED, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Write the sentence where nothing shares it."""
        if self.written is _NOT_SHARED:
            object.__setattr__(self, "written", Written(self.tokens))

    @property
    def text(self) -> str:
        """The sentence, with one blank for any white space between tokens."""
        return self.written.text

    @property
    def _starts(self) -> tuple[int, ...]:
        return self.written.starts

    @cached_property
    def found(self) -> dict[object, tuple[Any, ...]]:
        """What readers of the passage have found, by reader."""
        return {}

    def within(self, start: int, end: int) -> Iterator[int]:
        """Yield the indices of the tokens that lie, wholly or in part, between two positions of the text."""
        for index, (at, token) in enumerate(zip(self._starts, self.tokens, strict=True)):
            if at < end and at + len(token.text) > start:
                yield index

    def tokens_of(self, number: Number) -> list[int]:
        """Return the indices of the tokens that a number of the sentence is written in."""
        return [i for i, token in enumerate(self.tokens) if token.start < number.end and token.end > number.start]

    def weight(self, start: int, end: int) -> float:
        """Return the greatest weight of a word between two positions of the text."""
        return max((self.weights[index] for index in self.within(start, end)), default=0.0)

    def start_of(self, index: int) -> int:
        """Return where a token begins in the text."""
        return self._starts[index]

    def end_of(self, index: int) -> int:
        """Return where a token ends in the text."""
        return self._starts[index] + len(self.tokens[index].text)


def read_once(read: Callable[[Passage], Iterable[_Found]]) -> Callable[[Passage], tuple[_Found, ...]]:
    """Let a reader go through each passage once: what it finds stays with the passage, for all that ask."""

    @wraps(read)
    def found(passage: Passage) -> tuple[_Found, ...]:
        if read not in passage.found:
            passage.found[read] = tuple(read(passage))
        return passage.found[read]

    return found
