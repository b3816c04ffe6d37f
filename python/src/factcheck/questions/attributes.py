"""Words for what is measured that names of columns do not have: adjectives, verbs and other nouns."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import cache
from importlib.resources import files

from factcheck.candidates.statements.words_of_measures import attribute_of


@cache
def _lexicon() -> dict[str, dict[str, tuple[str, ...]]]:
    held = tomllib.loads(files("factcheck.questions").joinpath("attributes.toml").read_text("utf-8"))
    return {
        section: {
            word: tuple(nouns.split("|") if section == "names" else nouns.split())
            for words, nouns in entries.items()
            for word in words.split()
        }
        for section, entries in held.items()
    }


def measured_by(word: str) -> tuple[tuple[str, bool], ...]:
    """Return the nouns for what an adjective or a verb in its base form measures, and whether it means much of each.

    Who is fast has a high speed and a low time.
    """
    said = [
        (noun, is_high)
        for section, is_high in (("high", True), ("low", False))
        for noun in _lexicon()[section].get(word, ())
    ]
    nouns, is_greatest = attribute_of(word)
    named = {noun for noun, _ in said}
    return (*said, *((noun, is_greatest is not False) for noun in nouns if noun not in named))


def end_meant(word: str, name: Collection[str] = ()) -> bool | None:
    """Return which end of a column an adjective means, by the words of its name; None for other words."""
    measured = measured_by(word)
    return next((is_high for noun, is_high in (*(m for m in measured if m[0] in name), *measured)), None)


def other_nouns(word: str) -> tuple[str, ...]:
    """Return what names of columns may call what a noun is about."""
    return _lexicon()["nouns"].get(word, ())


def other_names(word: str) -> tuple[str, ...]:
    """Return the names, in lower case, that tables may have for the place or the people that a word is about."""
    return _lexicon()["names"].get(word, ())
