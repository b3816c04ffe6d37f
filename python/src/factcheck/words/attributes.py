"""What common adjectives and verbs measure, and which end of it they mean, as ``attributes.toml`` has it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from factcheck.words.adjectives import positives

_FILE = Path(__file__).with_name("attributes.toml")


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a word measures: the nouns that it means, what names may call these, and whether it means much of it."""

    nouns: tuple[str, ...]
    other_names: tuple[str, ...]
    is_high: bool


def attributes_of(word: str) -> tuple[Attribute, ...]:
    """Return what an adjective or a verb in its base form measures: who is fast has a high speed and a low time."""
    return _attributes().get(word, ())


def is_known_degree(word: str) -> bool:
    """Tell whether a word is made of an adjective that measures something: "dearer" and "dearest", but not "letter"."""
    return not _attributes().keys().isdisjoint(positives(word))


def positive_of(comparative: str) -> str:
    """Return the adjective that a comparative or a superlative is made of: one that measures something, if any is."""
    adjectives = [*positives(comparative)]
    return next((each for each in adjectives if each in _attributes()), adjectives[0] if adjectives else comparative)


@cache
def _attributes() -> dict[str, tuple[Attribute, ...]]:
    held = tomllib.loads(_FILE.read_text("utf-8"))
    by_word: dict[str, tuple[Attribute, ...]] = {}
    for section, is_high in (("high", True), ("low", False)):
        for words, said in held[section].items():
            nouns, _, others = said.partition("|")
            attribute = Attribute(tuple(nouns.split()), tuple(others.split()), is_high)
            by_word |= {word: (*by_word.get(word, ()), attribute) for word in words.split()}
    return by_word
