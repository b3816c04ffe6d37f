"""Sentences near a claim as they were written, with the weight of each word: what cues of several words are read in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from factcheck.nlp.parser import Token


@dataclass(frozen=True)
class Passage:
    """A sentence from which a claim has keywords.

    ``weights`` has one for each token, as keywords have, 0 for those that say what is claimed.  ``is_own`` tells the
    claim's own sentence from those of its context; ``own`` are the tokens of the claim itself.
    """

    tokens: tuple[Token, ...]
    weights: tuple[float, ...]
    is_own: bool
    own: frozenset[int] = frozenset()

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
    def _starts(self) -> tuple[int, ...]:
        starts, at, end = [], 0, self.tokens[0].start if self.tokens else 0
        for token in self.tokens:
            at += token.start > end
            starts.append(at)
            at, end = at + len(token.text), token.end
        return tuple(starts)

    def within(self, start: int, end: int) -> Iterator[int]:
        """Yield the indices of the tokens that lie, wholly or in part, between two positions of the text."""
        for index, (at, token) in enumerate(zip(self._starts, self.tokens, strict=True)):
            if at < end and at + len(token.text) > start:
                yield index

    def weight(self, start: int, end: int) -> float:
        """Return the greatest weight of a word between two positions of the text."""
        return max((self.weights[index] for index in self.within(start, end)), default=0.0)

    def start_of(self, index: int) -> int:
        """Return where a token begins in the text."""
        return self._starts[index]

    def end_of(self, index: int) -> int:
        """Return where a token ends in the text."""
        return self._starts[index] + len(self.tokens[index].text)
