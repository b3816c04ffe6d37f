"""What names of columns say their numbers are, and which words of a claim ask for what follows from several columns.

The words are those of ``measures.toml``, beside the synonyms that WordNet has of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from factcheck.port import Database
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import base_forms, split_identifier
from factcheck.words.likeness import stem
from factcheck.words.stems import stems_of

_FILE = Path(__file__).with_name("measures.toml")
_LEXICON: Mapping[str, Any] = tomllib.loads(_FILE.read_text("utf-8"))

OPPOSITES: tuple[tuple[str, str], ...] = tuple(
    (pair.split()[0], pair.split()[1]) for pair in _LEXICON["opposites"]["pairs"]
)
"""Pairs of words of names: the earlier or lower of two amounts, and the later or higher one."""

PARTS_OF_A_WHOLE: frozenset[frozenset[str]] = frozenset(frozenset(pair.split()) for pair in _LEXICON["parts"]["pairs"])
"""Pairs of words of names: the two parts of what they tell of."""

STAGES: Mapping[str, int] = {
    word: stage for stage, words in enumerate(_LEXICON["stages"]["words"]) for word in words.split()
}
"""Words of names of dates, with their places in the course of things."""

AMOUNTS_OF_MONEY: frozenset[str] = frozenset(
    word for concept in ("revenue", "spending", "profit") for word in _LEXICON["concepts"][concept].split()
)
"""Words, as written, for what is earned, spent or gained."""

KINDS_OF_MONEY = frozenset({"price", "cost", "income", "profit", "outgo"})
"""Kinds of columns that hold amounts of money."""

MONEY_IN_NAMES: frozenset[str] = frozenset(
    word for kind in sorted(KINDS_OF_MONEY) for word in _LEXICON["kinds"][kind].split()
).union(_LEXICON["money"]["names"].split())
"""Words of names of columns that hold amounts of money."""


@dataclass(frozen=True, slots=True)
class NamedRatio:
    """A ratio of two sums that a trade has a name for: its names, and what columns may call what is divided by what."""

    names: tuple[str, ...]
    above: tuple[str, ...]
    below: tuple[str, ...]
    is_percent: bool


NAMED_RATIOS: tuple[NamedRatio, ...] = tuple(
    NamedRatio(tuple(each["names"]), tuple(each["above"]), tuple(each["below"]), each.get("percent", False))
    for each in _LEXICON["ratios"]
)
"""Ratios such as the return on ad spend, with their names in small letters and blanks for hyphens."""


def words_of_ratio(above: str, below: str) -> frozenset[str]:
    """Return the words of the names of a ratio of two columns' sums, in lower case: "cpc" of costs and clicks."""
    return frozenset(
        word
        for ratio in NAMED_RATIOS
        if _is_called(above, ratio.above) and _is_called(below, ratio.below)
        for name in ratio.names
        for word in name.split()
    )


def is_divided(ratio: NamedRatio, names: Collection[str]) -> bool:
    """Tell whether some names of columns call what a ratio divides, and by what."""
    return any(_is_called(name, ratio.above) for name in names) and any(_is_called(name, ratio.below) for name in names)


def _is_called(column: str, names: Iterable[str]) -> bool:
    """Tell whether a column's name has all words of one of several names, in any form."""
    words = stems_of_name(column)
    return any(all(stem(part) in words for part in name.split()) for name in names)


@lru_cache(maxsize=4096)
def stems_of_name(name: str) -> frozenset[str]:
    """Return the stems of the words of a column's name, in any form."""
    return frozenset(stem(form) for word in split_identifier(name) for form in (word, *base_forms(word)))


_CALLED: Mapping[str, frozenset[str]] = {name: frozenset(words.split()) for name, words in _LEXICON["called"].items()}


def words_of_names_called(words: Collection[str]) -> frozenset[str]:
    """Return the words by which names of columns call what texts call by any of some words: miles for "mileage"."""
    return frozenset(name for name, listed in _CALLED.items() if not listed.isdisjoint(words))


def measure_words() -> frozenset[str]:
    """Return all words that are compared by stem."""
    return frozenset(
        word
        for part in ("kinds", "qualities", "concepts", "called")
        for name, words in _LEXICON[part].items()
        for word in (*words.split(), name)
    )


_CHANGE = frozenset({"chang", "growth", "differ"})
"""Stems of words for what becomes of an amount."""

Called = Mapping[str, frozenset[int]]
"""For words, the numbers of columns."""


@dataclass(frozen=True, slots=True)
class CueWord:
    """A word of a claim that asks for a measure: its stem, and the weight of the keyword."""

    stem: str
    weight: float


@dataclass(frozen=True, slots=True)
class MeasureCues:
    """What a claim's words say of measures that follow from several columns.

    ``kinds`` and ``qualities`` are those of columns, by their numbers; ``names`` the stems of columns' names;
    ``concepts`` what the claim asks for, with the words that do; ``terms`` all its stems with their weights.
    """

    kinds: Mapping[int, str] = field(default_factory=dict)
    qualities: Mapping[int, frozenset[str]] = field(default_factory=dict)
    names: Mapping[int, frozenset[str]] = field(default_factory=dict)
    concepts: Mapping[str, tuple[CueWord, ...]] = field(default_factory=dict)
    terms: Mapping[str, float] = field(default_factory=dict)

    def names_any_of(self, column_id: int) -> bool:
        """Tell whether the claim has a word of a column's name."""
        return not self.names.get(column_id, frozenset()).isdisjoint(self.terms)

    def has(self, column_id: int, quality: str) -> bool:
        """Tell whether a column has a quality."""
        return quality in self.qualities.get(column_id, ())


NO_CUES = MeasureCues()
"""What says nothing."""


class MeasureWords:
    """The lexicon of measures with its words stemmed as those of names and claims are."""

    def __init__(self, stems: Mapping[str, Sequence[str]]) -> None:
        """Take the stems of the words, of ``measure_words`` at least."""
        self._kinds = _stemmed(_LEXICON["kinds"], stems)
        self._qualities = _stemmed(_LEXICON["qualities"], stems)
        self._concepts = _stemmed(_LEXICON["concepts"], stems)
        called = _stemmed(_LEXICON["called"], stems)
        self._called = {name: (frozenset(stems.get(name) or [name]), words) for name, words in called.items()}
        self._calling: dict[str, list[int]] = {}
        for number, words in enumerate(called.values()):
            for word in words:
                self._calling.setdefault(word, []).append(number)

    def kind(self, name: Collection[str]) -> str | None:
        """Return what the numbers of a column are, given the stems of its name; None where no word tells."""
        return next((kind for kind, words in self._kinds.items() if not words.isdisjoint(name)), None)

    def qualities(self, name: Collection[str]) -> frozenset[str]:
        """Return what else the words of a name say of its numbers."""
        return frozenset(quality for quality, words in self._qualities.items() if not words.isdisjoint(name))

    def with_names(self, terms: Mapping[str, float]) -> dict[str, float]:
        """Return the weighted terms of a claim, and those by which names of columns may call what it is about."""
        extended = dict(terms)
        heaviest: dict[int, float] = {}
        for word, of_word in terms.items():
            for number in self._calling.get(word, ()):
                heaviest[number] = max(heaviest.get(number, 0.0), of_word)
        names = list(self._called.values())
        for number in sorted(heaviest):
            name, weight = names[number][0], WEIGHTS.terms.called * heaviest[number]
            for term in name if weight else ():
                extended[term] = max(extended.get(term, 0.0), weight)
        return extended

    def columns_called(self, stems: Mapping[str, Collection[str]], names: Mapping[int, Collection[str]]) -> Called:
        """Return for words, given by their stems, the columns whose names call what each is about; "people" population.

        ``names`` are the stems of columns' names.  Rates and changes of what a word is about are not called so.
        """
        amounts = {
            number: name for number, name in names.items() if self.kind(name) != "rate" and _CHANGE.isdisjoint(name)
        }
        called = {
            word: {term for name, words in self._called.values() if not words.isdisjoint(of_word) for term in name}
            for word, of_word in stems.items()
        }
        found = {
            word: frozenset(number for number, name in amounts.items() if not terms.isdisjoint(name))
            for word, terms in called.items()
            if terms
        }
        return {word: numbers for word, numbers in found.items() if numbers}

    def cues(self, names: Mapping[int, frozenset[str]], claims: Iterable[Mapping[str, float]]) -> list[MeasureCues]:
        """Return what the words of each claim ask for, given its stems with their weights."""
        kinds = {number: kind for number, name in names.items() if (kind := self.kind(name)) is not None}
        qualities = {number: self.qualities(name) for number, name in names.items()}
        return [MeasureCues(kinds, qualities, names, self._asked(terms), terms) for terms in claims]

    def _asked(self, terms: Mapping[str, float]) -> dict[str, tuple[CueWord, ...]]:
        asked = {
            concept: tuple(CueWord(stem, terms[stem]) for stem in sorted(words & terms.keys()))
            for concept, words in self._concepts.items()
        }
        return {concept: words for concept, words in asked.items() if words}


_lexicon_of_session: list[MeasureWords] = []


def measure_lexicon(database: Database) -> MeasureWords:
    """Return the lexicon of measures, whose words the server stems once a session: they are always the same."""
    if not _lexicon_of_session:
        _lexicon_of_session.append(MeasureWords(stems_of(database, measure_words())))
    return _lexicon_of_session[0]


def _stemmed(words: Mapping[str, str], stems: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    """Return the stems of each group of words; stop words are compared as they are."""
    return {
        group: frozenset(stem for word in listed.split() for stem in (stems.get(word) or [word]))
        for group, listed in words.items()
    }
