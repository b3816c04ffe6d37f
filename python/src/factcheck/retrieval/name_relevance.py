"""Relevance scores of functions, aggregation columns and tables: what a claim's keywords share with their names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from factcheck.catalogue.fragments import FUNCTION_KEYWORDS, Function
from factcheck.catalogue.schema import Table
from factcheck.claims.keywords import Keyword
from factcheck.index.postings import integers, rarity, term_weight
from factcheck.port import Database
from factcheck.sqltext import integer_array

_SHORTEST_ABBREVIATION = 3
_ABBREVIATED = 0.6
"""Weight of a term that only begins like a keyword, relative to the keyword's."""

_ROWS = 0.05
"""Relevance of counting rows where nothing names the table."""

_NUMBERS = 0.01
"""Relevance of a column of numbers that nothing names."""


def function_scores(keywords: Iterable[Keyword]) -> dict[Function, float]:
    """Relevance score of each function: the weight of the heaviest of its own keywords."""
    scores = dict.fromkeys(Function, 0.0)
    for keyword in keywords:
        for function, words in FUNCTION_KEYWORDS.items():
            if keyword.word in words or keyword.lemma in words:
                scores[function] = max(scores[function], keyword.weight)
    return scores


class NameCollection:
    """The keywords of the tables' columns and of the tables themselves, in memory.

    A column has its table's keywords too, at less weight; how rare a term is, only names of its own decide.  Scores are
    BM25 without length normalisation.
    """

    _TABLE_SHARE = 0.1

    def __init__(self, database: Database, tables: Sequence[Table]) -> None:
        numbers = [column.column_id for table in tables for column in table.columns]
        self._keywords = _keywords(database, "column_keyword", "column_id", numbers)
        columns = _heaviest(self._keywords)
        table_terms = _heaviest(_keywords(database, "table_keyword", "table_id", [t.table_id for t in tables]))
        fragments = [*columns.values(), *table_terms.values()]
        self._frequency = Counter(term for fragment in fragments for term in fragment)
        self._rarities = {count: rarity(len(fragments), count) for count in set(self._frequency.values())}
        self._names = frozenset(term for term in self._frequency if len(term) >= _SHORTEST_ABBREVIATION)
        self._column_start = {c.column_id: _NUMBERS * c.is_numeric for t in tables for c in t.columns}
        self._table_start = {table.table_id: _ROWS for table in tables}
        self._members = {table.table_id: [column.column_id for column in table.columns] for table in tables}
        self._columns_of = _by_term(columns)
        self._tables_of = _by_term(table_terms)
        self._in_columns: dict[str, list[tuple[int, float]]] = {}
        self._in_tables: dict[str, list[tuple[int, float]]] = {}
        self._shortened: dict[str, list[str]] = {}

    def __contains__(self, term: str) -> bool:
        return term in self._frequency

    def with_abbreviations(self, terms: Mapping[str, float]) -> dict[str, float]:
        """The weighted terms, and those of names that shorten one of them, as "dest" shortens "destination"."""
        found = dict(terms)
        for term, weight in terms.items():
            if term not in self._shortened:
                beginnings = (term[:length] for length in range(_SHORTEST_ABBREVIATION, len(term)))
                self._shortened[term] = [short for short in beginnings if short in self._names]
            for short in self._shortened[term]:
                found[short] = max(found.get(short, 0.0), _ABBREVIATED * weight)
        return found

    def score(self, terms: Mapping[str, float]) -> tuple[dict[int, float], dict[int, float]]:
        """Scores of the columns and of the tables, by their numbers; abbreviations are among the terms.

        Any claim may count rows, or aggregate a column that its words do not name: rows first, then columns of numbers.
        """
        known = {term: weight for term, weight in terms.items() if term in self._frequency}
        for term in known.keys() - self._in_columns.keys():
            self._weigh(term)
        return (
            _summed(self._column_start, self._in_columns, known),
            _summed(self._table_start, self._in_tables, known),
        )

    def named_share(self, column: int, terms: Mapping[str, float]) -> float:
        """Share of the words of a column's own name, by rarity, that are among the terms; from 0 to 1."""
        own = [(term, source) for number, term, _, source in self._keywords if number == column and term is not None]
        if any(source == "joined" and term in terms for term, source in own):
            return 1.0
        words = {term: self._rarity(term) for term, source in own if source in {"name", "part"}}
        named = math.fsum(rare for term, rare in words.items() if term in terms)
        return named / math.fsum(words.values()) if words else 0.0

    def _weigh(self, term: str) -> None:
        """Find the columns and the tables that have a term, and what it adds to their score per weight of a keyword."""
        tables = self._tables_of.get(term, {})
        columns = dict(self._columns_of.get(term, {}))
        for table, weight in tables.items():
            for number in self._members[table]:
                columns[number] = max(columns.get(number, 0.0), self._TABLE_SHARE * weight)
        rare = self._rarity(term)
        self._in_columns[term] = [(number, rare * term_weight(weight)) for number, weight in columns.items()]
        self._in_tables[term] = [(number, rare * term_weight(weight)) for number, weight in tables.items()]

    def _rarity(self, term: str) -> float:
        return self._rarities[self._frequency[term]]


def _summed(
    start: Mapping[int, float], weighted: Mapping[str, list[tuple[int, float]]], terms: Mapping[str, float]
) -> dict[int, float]:
    scores = dict(start)
    for term, weight in terms.items():
        for number, share in weighted[term]:
            scores[number] += weight * share
    return scores


_NameTerm = tuple[int, str | None, float, str]
"""A stem of a keyword: the number of its column or table, the stem, the keyword's weight and source.

A keyword of stop words alone has one entry, without a stem.
"""


def _keywords(database: Database, source: str, key: str, numbers: Sequence[int]) -> list[_NameTerm]:
    """The stems of the keywords of some columns or tables, read in one row: in rows of their own they take longer."""
    [row] = database.query(
        f"SELECT string_agg(int4send(k.{key}), ''::bytea) AS numbers, array_agg(t.term) AS terms,"
        " string_agg(float4send(k.weight), ''::bytea) AS weights, array_agg(k.source) AS sources"
        f" FROM factcheck.{source} k LEFT JOIN LATERAL unnest(k.terms) AS t (term) ON true"
        f" WHERE k.{key} = ANY ({integer_array(numbers)})"
    )
    weights = np.frombuffer(row["weights"] or b"", dtype=">f4").astype(np.float64).tolist()
    parts = (integers(row["numbers"]).tolist(), row["terms"] or (), weights, row["sources"] or ())
    return list(zip(*parts, strict=True))


def _heaviest(keywords: Iterable[_NameTerm]) -> dict[int, dict[str, float]]:
    """The terms of each column or table, each with its largest weight."""
    terms: dict[int, dict[str, float]] = {}
    for number, term, weight, _ in keywords:
        own = terms.get(number)
        if own is None:
            own = terms[number] = {}
        if term is not None and weight > own.get(term, 0.0):
            own[term] = weight
    return terms


def _by_term(fragments: Mapping[int, Mapping[str, float]]) -> dict[str, dict[int, float]]:
    found: dict[str, dict[int, float]] = {}
    for number, terms in fragments.items():
        for term, weight in terms.items():
            found.setdefault(term, {})[number] = weight
    return found
