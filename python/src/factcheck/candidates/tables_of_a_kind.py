"""Tables that tell the same of other places or years, such as sales_2021 and sales_2022, and which of them is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from factcheck.candidates.claim_words import ClaimWords
from factcheck.catalogue.schema import Table
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import base_forms, split_identifier

_ALIKE = 0.6
"""Share of the columns of the smaller table that the other one has by a word of their names, at least."""

_FEWEST_COLUMNS = 3
_OF_ANY = frozenset("id no number code name type date day time key".split())
"""Words of names of columns that tables of any kind have."""

_COMPARED = frozenset("from than since before after".split())
"""Words before a year that something is compared with."""


class TablesOfAKind:
    """The tables that others are of the same kind as: words of their names and of their columns are the same."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._others: dict[int, set[int]] = {}
        for one, other in combinations(map(_Names.of, tables), 2):
            if one.table & other.table and one.table != other.table and _are_alike(one, other):
                self._others.setdefault(one.table_id, set()).add(other.table_id)
                self._others.setdefault(other.table_id, set()).add(one.table_id)

    def with_table_named(self, relevance: Relevance, words: ClaimWords) -> Relevance:
        """Return what a claim's words find, with the tables of whose kind its sentence names another one alone.

        A year that something is compared with names none: "down from 2018".
        """
        named: dict[int, float] = {}
        for keyword in words.keywords if self._others else ():
            if not keyword.is_said:
                continue  # what a headline is about need not hold for a sentence about "the year before"
            tables = set(relevance.tables_named_by.get(keyword.word, {})) & self._others.keys()
            for number in tables:
                if tables.isdisjoint(self._others[number]) and not _is_compared_with(keyword.word, words):
                    named[number] = max(keyword.weight, named.get(number, 0.0))
        unnamed = {
            other
            for number, weight in named.items()
            for other in self._others[number]
            if named.get(other, 0.0) < weight
        }
        return replace(relevance, others_of_kind=frozenset(unnamed)) if unnamed else relevance


def _is_compared_with(word: str, words: ClaimWords) -> bool:
    places = [at for at, lowered in enumerate(words.lowered) if lowered == word and at] if word.isdigit() else []
    return any(words.lowered[at - 1] in _COMPARED for at in places)


@dataclass(frozen=True)
class _Names:
    """The words of the name of a table, and of each of its columns those that tell of its content, in base forms."""

    table_id: int
    table: frozenset[str]
    columns: tuple[frozenset[str], ...]
    words: frozenset[str]

    @classmethod
    def of(cls, table: Table) -> _Names:
        columns = tuple(_words_of(column.name) for column in table.columns)
        return cls(table.table_id, frozenset(split_identifier(table.name)), columns, frozenset().union(*columns))


def _words_of(name: str) -> frozenset[str]:
    return frozenset(form for word in set(split_identifier(name)) - _OF_ANY for form in base_forms(word))


def _are_alike(one: _Names, other: _Names) -> bool:
    smaller, larger = sorted((one, other), key=lambda names: len(names.columns))
    named = [words for words in smaller.columns if words]
    shared = sum(not words.isdisjoint(larger.words) for words in named)
    return shared >= max(_FEWEST_COLUMNS, _ALIKE * len(named))
