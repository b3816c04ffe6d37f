"""How far the names of tables and columns account for the words of what a statement measures."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.candidates.statements.words_of_measures import AVERAGES, MEDIANS, NUMBERS, TOTALS, attribute_of, counts
from factcheck.catalogue.schema import Table
from factcheck.words.identifiers import ROW_WORDS, split_identifier
from factcheck.words.likeness import begin_alike, stem

SAY_NOTHING = (
    AVERAGES
    | TOTALS
    | MEDIANS
    | NUMBERS
    | frozenset("the a an of in by per for from on among all and its their be have it".split())
    | frozenset(
        "day weekday week month year quarter hour date season period time list place position spot one single".split()
    )
)
_ROWS = ROW_WORDS | {"listing"}
"""What rows are called whatever their table holds: "Rome has the most entries"."""
_SHORTEST = 3


def is_open(said: frozenset[str], dimension: str) -> bool:
    """Tell whether nothing is said of what is measured: "Rome has the second highest"."""
    is_settled = counts(dimension) or bool(attribute_of(dimension)[0]) or any(stem(word) in _ROWS for word in said)
    return not is_settled and not any(word not in SAY_NOTHING for word in said)


def is_named(word: str, name: str) -> bool:
    """Tell whether a word of a name says a word, shortens it ("exp") or is derived from it."""
    is_short = len(name) >= _SHORTEST and word.startswith(name)
    return word == name or is_short or begin_alike(word, name)


def text_names(table: Table) -> list[str]:
    """Return the names of the columns of text of a table."""
    return [column.name for column in table.columns if column.is_text]


def named_share(name: str, words: set[str]) -> float:
    """Return the share of the words of a name that are among some words, or derived from one."""
    names = {stem(word) for word in split_identifier(name)}
    return sum(any(part == word or begin_alike(word, part) for word in words) for part in names) / max(len(names), 1)


def unnamed_share(said: frozenset[str], names: Sequence[str]) -> float:
    """Return the share of the words of a measure that no name accounts for."""
    known = {stem(word) for name in names for word in split_identifier(name)}
    words = {stem(word) for word in said if word not in SAY_NOTHING and not any(map(str.isdigit, word))} - _ROWS
    left = {word for word in words if not any(is_named(word, name) for name in known)}
    return len(left) / len(words) if words else 0.0


def is_of_unnamed(said: frozenset[str], tables: Sequence[Table]) -> bool:
    """Tell whether what is measured has a name, and no table or text of a table has one of its words."""
    names = [name for table in tables for name in (table.name, *text_names(table))]
    return unnamed_share(said, names) == 1
