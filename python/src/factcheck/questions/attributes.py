"""Words for what is measured that names of columns do not have: adjectives, verbs and other nouns."""

from __future__ import annotations

import tomllib
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


def measured_by(word: str) -> tuple[tuple[str, ...], bool] | None:
    """Return the nouns for what an adjective or a verb in its base form measures, and whether it means much of it."""
    for section, is_high in (("high", True), ("low", False)):
        if word in _lexicon()[section]:
            return _lexicon()[section][word], is_high
    nouns, is_greatest = attribute_of(word)
    return (nouns, is_greatest is not False) if nouns else None


def other_nouns(word: str) -> tuple[str, ...]:
    """Return what names of columns may call what a noun is about."""
    return _lexicon()["nouns"].get(word, ())


def other_names(word: str) -> tuple[str, ...]:
    """Return the names, in lower case, that tables may have for the place or the people that a word is about."""
    return _lexicon()["names"].get(word, ())
