"""Names of tables and columns: split into words, and the keywords they give (Section 4)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class ColumnKeyword:
    """A keyword of a column: ``source`` says where it comes from, ``weight`` lies in (0, 1]."""

    word: str
    source: str
    weight: float


SOURCE_WEIGHTS: Mapping[str, float] = {"name": 1.0, "part": 0.6, "comment": 0.5, "synonym": 0.3}

_RUN = re.compile(r"[^\W\d_]+|\d+")
_SHORTEST_PART = 3


def split_identifier(name: str) -> list[str]:
    """Split a name into lower-case words at underscores, other signs, digits and changes of case.

    >>> split_identifier("avgTemp_2019")
    ['avg', 'temp', '2019']
    """
    return [word.lower() for run in _RUN.findall(name) for word in _split_at_case(run)]


def _split_at_case(run: str) -> list[str]:
    """Split letters before a capital that a small letter precedes or follows: ``HTMLPage`` gives HTML, Page."""
    cuts = [
        at
        for at in range(1, len(run))
        if run[at].isupper() and (run[at - 1].islower() or (at + 1 < len(run) and run[at + 1].islower()))
    ]
    return [run[start:end] for start, end in pairwise([0, *cuts, len(run)])]


def substrings(word: str) -> set[str]:
    """All parts of a word that may be dictionary words themselves; for a word of n letters about n²/2."""
    return {
        word[start:end]
        for start in range(len(word))
        for end in range(start + _SHORTEST_PART, len(word) + 1)
        if end - start < len(word)
    }


def split_written_together(word: str, dictionary: Mapping[str, float]) -> list[str]:
    """Split a word that is several dictionary words written together, such as "nflsuspensions".

    ``dictionary`` maps the known parts of the word to how frequent they are.  The split with the
    fewest letters left over wins, then the fewest parts, then the most frequent ones; letters that belong
    to no part are dropped.  An empty list means that no part is known.
    """
    best: list[tuple[int, int, float, tuple[str, ...]]] = [(0, 0, 0.0, ())]
    for end in range(1, len(word) + 1):
        left, parts, frequency, words = best[end - 1]
        options = [(left + 1, parts, frequency, words)]
        for start in range(0, end - _SHORTEST_PART + 1):
            part = word[start:end]
            if part in dictionary:
                left, parts, frequency, words = best[start]
                options.append((left, parts + 1, frequency - dictionary[part], (*words, part)))
        best.append(min(options))
    return list(best[-1][3])


def base_forms(word: str) -> list[str]:
    """The word and its possible singular forms, as the lexicon holds base forms only."""
    forms = [word]
    if word.endswith("ies") and len(word) > 4:
        forms.append(word[:-3] + "y")
    if word.endswith("es") and len(word) > 4:
        forms.append(word[:-2])
    if word.endswith("s") and len(word) > 3:
        forms.append(word[:-1])
    return forms


def name_keywords(
    name: str,
    comment: str | None,
    dictionary: Mapping[str, float],
    synonyms: Mapping[str, Collection[str]],
) -> tuple[ColumnKeyword, ...]:
    """Keywords of a table's or column's name and comment; a word met twice keeps its largest weight.

    ``dictionary`` knows base forms and their frequency, ``synonyms`` related words of base forms.
    """
    found: dict[str, ColumnKeyword] = {}

    def add(words: Iterable[str], source: str) -> None:
        for word in words:
            keyword = ColumnKeyword(word, source, SOURCE_WEIGHTS[source])
            if word not in found or found[word].weight < keyword.weight:
                found[word] = keyword

    words = split_identifier(name)
    add(words, "name")
    parts = [
        part
        for word in words
        if not any(form in dictionary for form in base_forms(word))
        for part in split_written_together(word, dictionary)
    ]
    add(parts, "part")
    if comment:
        add(split_identifier(comment), "comment")
    for word in (*words, *parts):
        for form in base_forms(word):
            for related in synonyms.get(form, ()):
                add(split_identifier(related), "synonym")
    return tuple(sorted(found.values(), key=lambda keyword: keyword.word))
