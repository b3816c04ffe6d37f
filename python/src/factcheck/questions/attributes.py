"""Words for what is asked for that names of columns do not have: adjectives and verbs, nouns, places and peoples."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import cache
from importlib.resources import files

from factcheck.words.attributes import attributes_of


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
    return tuple((noun, each.is_high) for each in attributes_of(word) for noun in (*each.nouns, *each.other_names))


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
