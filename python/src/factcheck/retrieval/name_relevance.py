"""Relevance scores of functions, aggregation columns and tables: what a claim's keywords share with their names."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from factcheck.catalogue.fragments import FUNCTION_KEYWORDS, Function
from factcheck.catalogue.schema import Table
from factcheck.claims.keywords import Keyword
from factcheck.index.postings import rarity, term_weight
from factcheck.port import Database, Row
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
        keywords = _keywords(database, "column_keyword", "column_id", numbers)
        self._columns = _heaviest(keywords)
        self._words = _heaviest(row for row in keywords if row["source"] in {"name", "part"})
        self._joined = _heaviest(row for row in keywords if row["source"] == "joined")
        self._tables = _heaviest(_keywords(database, "table_keyword", "table_id", [t.table_id for t in tables]))
        fragments = [*(dict(terms) for terms in self._columns.values()), *self._tables.values()]
        self._frequency = Counter(term for fragment in fragments for term in fragment)
        self._rarities = {count: rarity(len(fragments), count) for count in set(self._frequency.values())}
        for table in tables:
            for column in table.columns:
                terms = self._columns.setdefault(column.column_id, {})
                for term, weight in self._tables.get(table.table_id, {}).items():
                    terms[term] = max(terms.get(term, 0.0), self._TABLE_SHARE * weight)
            self._tables.setdefault(table.table_id, {})
        self._names = frozenset(term for term in self._frequency if len(term) >= _SHORTEST_ABBREVIATION)
        self._column_start = {c.column_id: _NUMBERS * c.is_numeric for t in tables for c in t.columns}
        self._in_columns = self._weighted(self._columns)
        self._in_tables = self._weighted(self._tables)

    def __contains__(self, term: str) -> bool:
        return term in self._frequency

    def with_abbreviations(self, terms: Mapping[str, float]) -> dict[str, float]:
        """The weighted terms, and those of names that shorten one of them, as "dest" shortens "destination"."""
        found = dict(terms)
        for term, weight in terms.items():
            for length in range(_SHORTEST_ABBREVIATION, len(term)):
                short = term[:length]
                if short in self._names:
                    found[short] = max(found.get(short, 0.0), _ABBREVIATED * weight)
        return found

    def score(self, terms: Mapping[str, float]) -> tuple[dict[int, float], dict[int, float]]:
        """Scores of the columns and of the tables, by their numbers; abbreviations are among the terms.

        Any claim may count rows, or aggregate a column that its words do not name: rows first, then columns of numbers.
        """
        return (
            _summed(self._column_start, self._in_columns, terms),
            _summed(dict.fromkeys(self._tables, _ROWS), self._in_tables, terms),
        )

    def named_share(self, column: int, terms: Mapping[str, float]) -> float:
        """Share of the words of a column's own name, by rarity, that are among the terms; from 0 to 1."""
        if not terms.keys().isdisjoint(self._joined.get(column, ())):
            return 1.0
        words = {term: self._rarity(term) for term in self._words.get(column, ())}
        return sum(rare for term, rare in words.items() if term in terms) / sum(words.values()) if words else 0.0

    def _weighted(self, fragments: Mapping[int, Mapping[str, float]]) -> Mapping[str, list[tuple[int, float]]]:
        """For each term the fragments that have it, and what it adds to their score per weight of the keyword."""
        found: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, fragment in fragments.items():
            for term, weight in fragment.items():
                found[term].append((number, self._rarity(term) * term_weight(weight)))
        return found

    def _rarity(self, term: str) -> float:
        return self._rarities[self._frequency[term]]


def _summed(
    start: Mapping[int, float], weighted: Mapping[str, list[tuple[int, float]]], terms: Mapping[str, float]
) -> dict[int, float]:
    scores = dict(start)
    for term, weight in terms.items():
        for number, share in weighted.get(term, ()):
            scores[number] += weight * share
    return scores


def _keywords(database: Database, source: str, key: str, numbers: Sequence[int]) -> Sequence[Row]:
    """The keywords of some columns or tables: number, terms, weight and source of each."""
    return database.query(
        f"SELECT k.{key} AS number, k.terms, k.weight::double precision AS weight, k.source FROM factcheck.{source} k"
        f" WHERE k.{key} = ANY ({integer_array(numbers)}) ORDER BY k.{key}, k.word"
    )


def _heaviest(keywords: Iterable[Row]) -> dict[int, dict[str, float]]:
    """The terms of the keywords of each column or table, each with its largest weight."""
    terms: dict[int, dict[str, float]] = defaultdict(dict)
    for row in keywords:
        own = terms[row["number"]]
        for term in row["terms"]:
            own[term] = max(own.get(term, 0.0), row["weight"])
    return dict(terms)
