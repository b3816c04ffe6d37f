"""Keywords of tables and columns: from their names, what others wrote about them, and the lexicon (Section 4)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from factcheck.words.identifiers import (
    base_forms,
    consonants,
    irregular_base,
    is_abbreviation,
    is_function_word,
    is_known,
    long_forms,
    split_identifier,
    split_written_together,
)


@dataclass(frozen=True, slots=True)
class ColumnKeyword:
    """A keyword of a column or table: ``source`` says where it comes from, ``weight`` lies in (0, 1]."""

    word: str
    source: str
    weight: float


SOURCE_WEIGHTS: Mapping[str, float] = {
    "name": 1.0,
    "joined": 0.9,
    "part": 0.6,
    "dictionary": 0.55,
    "abbreviation": 0.5,
    "comment": 0.5,
    "synonym": 0.3,
    "expansion": 0.2,
}
"""Weights by source: a word of the name; all its words written together; a part of one written together; a word of
the site's own description; a long form of a widespread abbreviation; a word of the COMMENT; a related word of the
lexicon; a word of the lexicon that an unknown part may shorten."""

_LESS_LIKELY = 0.6
"""Factor for what stands for a word less likely: its further long forms, synonyms of long forms."""
_LEADING_WORDS = 8
_MOST_WORDS = 100
_ADDRESS = re.compile(r"\w+://\S+")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the lexicon knows of the words in some names.

    ``parts`` has those of words written together; ``synonyms`` the related words of base forms; ``shortened`` the
    words that an unknown part may shorten, the likeliest first.
    """

    parts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    synonyms: Mapping[str, Collection[str]] = field(default_factory=dict)
    shortened: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Description:
    """What a comment or a data dictionary says; ``source`` is ``comment`` or ``dictionary``."""

    source: str
    text: str


def needs_splitting(word: str, frequency: Mapping[str, float]) -> bool:
    """Tell whether a word of a name is in no dictionary, so that it may be several written together."""
    return not is_abbreviation(word) and not is_function_word(word) and not is_known(word, frequency)


def parts_of(word: str, frequency: Mapping[str, float]) -> list[str]:
    """Return the parts of an unknown word that say something; none where nothing in it is known."""
    parts = split_written_together(word, frequency)
    return [part for part in parts if len(part) > 1 and not is_function_word(part)] if len(parts) > 1 else []


def description_words(text: str) -> list[str]:
    """Return the different words of a description in the order they are met; figures and addresses are left out."""
    words = split_identifier(_ADDRESS.sub(" ", text))
    return list(dict.fromkeys(word for word in words if len(word) > 1 and not word.isdecimal()))


def name_keywords(
    name: str, descriptions: Iterable[Description], vocabulary: Vocabulary, stop_words: Collection[str] = frozenset()
) -> tuple[ColumnKeyword, ...]:
    """Return keywords of a table's or column's name and descriptions; a word met twice keeps its largest weight.

    Of a description only the first eight words weigh in full, each later one the less the later it comes, and at most
    a hundred count: a long text says most where it begins, and must not drown the name.  Words that
    ``stop_words`` holds are not counted.
    """
    by_word: dict[str, ColumnKeyword] = {}

    def add(word: str, source: str, factor: float = 1.0) -> None:
        keyword = ColumnKeyword(word, source, round(SOURCE_WEIGHTS[source] * factor, 3))
        if word not in by_word or by_word[word].weight < keyword.weight:
            by_word[word] = keyword

    def add_spoken(words: Iterable[str], source: str, factor: float = 1.0) -> None:
        for word in words:
            add(word, source, factor)
            base = irregular_base(word)
            if base is not None:
                add(base, source, factor)

    words = split_identifier(name)
    parts = [part for word in words for part in vocabulary.parts.get(word, ())]
    add_spoken(words, "name")
    if len(words) > 1 and name.isascii() and "".join(words).isalpha():
        add("".join(words), "joined")
        for spelt_out in _with_long_form(words):
            add(spelt_out, "joined", _LESS_LIKELY)
    add_spoken(parts, "part")
    for word in (*words, *parts):
        for index, long_form in enumerate(long_forms(word)):
            add_spoken(long_form.split(), "abbreviation", _LESS_LIKELY if index else 1.0)
        for index, expansion in enumerate(vocabulary.shortened.get(word, ())):
            is_whole = consonants(expansion) == word  # all of a word but its vowels: no abbreviation says it better
            factor = _LESS_LIKELY if index and is_whole else 1.0
            add_spoken(split_identifier(expansion), "abbreviation" if is_whole else "expansion", factor)
    for word, factor in words_with_synonyms(words, parts):
        for form in base_forms(word):
            for related in vocabulary.synonyms.get(form, ()):
                add_spoken(split_identifier(related), "synonym", factor)
    for description in descriptions:
        telling = [word for word in description_words(description.text) if word not in stop_words]
        for rank, word in enumerate(telling[:_MOST_WORDS], 1):
            add(word, description.source, min(1.0, _LEADING_WORDS / rank))
    return tuple(sorted(by_word.values(), key=lambda keyword: keyword.word))


def _with_long_form(words: Sequence[str]) -> list[str]:
    """Return the words of a name written together with one of them spelt out: overtime of ovr_time."""
    return [
        "".join((*words[:index], long_form, *words[index + 1 :]))
        for index, word in enumerate(words)
        for long_form in long_forms(word)
        if " " not in long_form
    ]


def words_with_synonyms(words: Sequence[str], parts: Sequence[str]) -> list[tuple[str, float]]:
    """Return the words whose related words become keywords, and how much: for abbreviations what they stand for."""
    words_of_name = [*words, *parts]
    spoken = [(long_forms(word)[0], _LESS_LIKELY) for word in words_of_name if is_abbreviation(word)]
    return [*((word, 1.0) for word in words_of_name if not is_abbreviation(word)), *spoken]
