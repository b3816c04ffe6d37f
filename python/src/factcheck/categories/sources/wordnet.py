"""Reads the nouns of WordNet: their definitions, and what they are kinds of."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from factcheck.categories.sources.entry import Entry
from factcheck.categories.text.phrases import normal_phrase

_HYPERNYMS = frozenset({"@", "@i"})
_MOST_STEPS = 12


class _Noun(NamedTuple):
    words: tuple[str, ...]
    hypernyms: tuple[int, ...]
    definition: str


class WordKinds(NamedTuple):
    """What a word is a kind of.

    ``steps`` has the number of steps to each kind, 0 for a synonym; ``rarities`` how rare each kind is among the words,
    as a logarithm; ``name_share`` the share of names among the words that are of the kind that the word is.
    """

    word: str
    kinds: list[str]
    steps: list[int]
    rarities: list[float]
    name_share: float


class WordNetNouns:
    """The nouns of one WordNet, from its file ``data.noun`` (format: wndb(5WN))."""

    def __init__(self, content: str) -> None:
        self._nouns: dict[int, _Noun] = {}
        self._names: set[str] = set()
        for line in content.splitlines():
            if line and not line.startswith(" "):  # the licence at the top is indented
                offset, noun = _parse(line)
                self._nouns[offset] = noun

    def definitions(self) -> Iterator[Entry]:
        """Yield the definition of each word in each of its senses."""
        for noun in self._nouns.values():
            for word in noun.words:
                yield Entry(word, noun.definition)

    def kinds(self) -> Iterator[WordKinds]:
        """Yield what each word is a kind of, in any sense."""
        steps_of = {word: self._steps(word, offsets) for word, offsets in self._senses().items() if word}
        below = Counter(kind for steps in steps_of.values() for kind in steps)
        names = Counter(kind for word, steps in steps_of.items() if word in self._names for kind in steps)
        for word, steps in steps_of.items():
            rarities = [math.log(len(steps_of) / below[kind]) for kind in steps]
            share = (names[word] + 1) / (below[word] + 2)
            yield WordKinds(word, list(steps), list(steps.values()), rarities, share)

    def _senses(self) -> dict[str, list[int]]:
        senses: dict[str, list[int]] = {}
        for offset, noun in self._nouns.items():
            for word in noun.words:
                senses.setdefault(normal_phrase(word), []).append(offset)
                if word[0].isupper():
                    self._names.add(normal_phrase(word))
        return senses

    def _steps(self, word: str, offsets: list[int]) -> dict[str, int]:
        steps: dict[str, int] = {}
        for step, reached in enumerate(self._upwards(offsets)):
            for offset in reached:
                for kind in self._nouns[offset].words:
                    steps.setdefault(normal_phrase(kind), step)
        steps.pop(word, None)
        return steps

    def _upwards(self, offsets: list[int]) -> Iterator[list[int]]:
        """Yield the senses themselves, then those one step above, and so on."""
        seen = set(offsets)
        reached = offsets
        for _ in range(_MOST_STEPS):
            yield reached
            above = {hypernym for offset in reached for hypernym in self._nouns[offset].hypernyms} - seen
            seen |= above
            reached = sorted(above)


def _parse(line: str) -> tuple[int, _Noun]:
    """Parse ``offset file type count (word id)* count (symbol offset pos source-target)* | gloss``."""
    data, _, gloss = line.partition(" | ")
    fields = data.split()
    words_end = 4 + 2 * int(fields[3], 16)
    words = tuple(word.replace("_", " ") for word in fields[4:words_end:2])
    pointers = fields[words_end + 1 :]
    hypernyms = tuple(
        int(offset) for symbol, offset in zip(pointers[::4], pointers[1::4], strict=False) if symbol in _HYPERNYMS
    )
    definition = gloss.partition('; "')[0].strip()
    return int(fields[0]), _Noun(words, hypernyms, definition)
