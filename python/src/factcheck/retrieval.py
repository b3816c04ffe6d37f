"""Relevance scores of query fragments for a claim (Algorithm 1): what its keywords have in common with each."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from factcheck.fragments import FUNCTION_KEYWORDS, Function, Predicate
from factcheck.keywords import Keyword
from factcheck.port import Database
from factcheck.schema import Column, Table
from factcheck.settings import Settings
from factcheck.sqltext import integer_array, literal, text_array

_LONGEST_WORD = 200  # characters: the server stems no word much longer, and says so each time


@dataclass(frozen=True, slots=True)
class Relevance:
    """Relevance scores of one claim; all are at least zero, zero meaning no keyword in common.

    ``columns`` and ``tables`` are keyed by ``column_id`` and ``table_id``; a table's score is that of its
    fragment ``*``.  ``predicates`` are the retrieved ones, best first.
    """

    functions: Mapping[Function, float]
    columns: Mapping[int, float]
    tables: Mapping[int, float]
    predicates: tuple[tuple[Predicate, float], ...]


def retrieve(
    claims: Sequence[Sequence[Keyword]], tables: Sequence[Table], database: Database, settings: Settings
) -> list[Relevance]:
    """Score the fragments of the tables for each claim, given by its keywords.

    Functions and columns are few and all scored; of the predicates the best are retrieved from the index by
    BM25, where each keyword counts with its weight.
    """
    words = {form for keywords in claims for k in keywords for form in (k.word, k.lemma)}
    stems = _stems(database, {word for word in words if len(word) <= _LONGEST_WORD})
    collection = _KeywordCollection(database, tables)
    columns = {column.column_id: column for table in tables for column in table.columns}
    unnamed = _unnamed_predicates(columns, database, settings)
    found = []
    for keywords in claims:
        terms = _weighted_terms(keywords, stems)
        column_scores, table_scores = collection.score(terms)
        found.append(
            Relevance(
                _function_scores(keywords),
                column_scores,
                table_scores,
                _filled_up(_predicates(terms, columns, database, settings), unnamed, settings),
            )
        )
        database.checkpoint()
    return found


def _stems(database: Database, words: set[str]) -> dict[str, list[str]]:
    """Stem words as the index does; stop words have no stem."""
    rows = database.query(
        "SELECT w.word, t.lexeme FROM unnest("
        f"{text_array(sorted(words))}) AS w (word), unnest(factcheck._terms(w.word)) AS t"
    )
    stems: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        stems[row["word"]].append(row["lexeme"])
    return stems


def _weighted_terms(keywords: Iterable[Keyword], stems: Mapping[str, list[str]]) -> dict[str, float]:
    terms: dict[str, float] = {}
    for keyword in keywords:
        for form in (keyword.word, keyword.lemma):
            for term in stems.get(form, ()):
                terms[term] = max(terms.get(term, 0.0), keyword.weight)
    return terms


def _function_scores(keywords: Iterable[Keyword]) -> dict[Function, float]:
    scores = dict.fromkeys(Function, 0.0)
    for keyword in keywords:
        for function, words in FUNCTION_KEYWORDS.items():
            if keyword.word in words or keyword.lemma in words:
                scores[function] = max(scores[function], keyword.weight)
    return scores


_SHORTEST_ABBREVIATION = 3
_ABBREVIATED = 0.6
"""Weight of a term that only begins like a keyword, relative to the keyword's."""

_FEW_VALUES = 10
_UNNAMED = 0.004
"""Relevance of a predicate without any keyword in common with the claim."""

_UNCOVERED = 0.2
"""What is left of a predicate's score where the claim has none of its value's own words."""


class _KeywordCollection:
    """The keywords of the tables' columns and of the tables themselves, in memory.

    A column has its table's keywords too, at less weight.  Scores are BM25 without length
    normalisation, the inverse document frequency again divided by that of a term met once.
    """

    _TABLE_SHARE = 0.1

    def __init__(self, database: Database, tables: Sequence[Table]) -> None:
        self._columns = _keyword_terms(
            database, "column_keyword", "column_id", [c.column_id for t in tables for c in t.columns]
        )
        self._tables = _keyword_terms(database, "table_keyword", "table_id", [t.table_id for t in tables])
        for table in tables:
            for column in table.columns:
                own = self._columns.setdefault(column.column_id, {})
                for term, weight in self._tables.get(table.table_id, {}).items():
                    own[term] = max(own.get(term, 0.0), self._TABLE_SHARE * weight)
            self._tables.setdefault(table.table_id, {})
        fragments = [*self._columns.values(), *self._tables.values()]
        self._frequency = Counter(term for fragment in fragments for term in fragment)
        self._size = len(fragments)
        self._names = frozenset(term for term in self._frequency if len(term) >= _SHORTEST_ABBREVIATION)

    def score(self, terms: Mapping[str, float]) -> tuple[dict[int, float], dict[int, float]]:
        """Scores of the columns and of the tables."""
        terms = self._with_abbreviations(terms)
        return (
            {number: self._score(fragment, terms) for number, fragment in self._columns.items()},
            {number: self._score(fragment, terms) for number, fragment in self._tables.items()},
        )

    def _with_abbreviations(self, terms: Mapping[str, float]) -> dict[str, float]:
        """The terms, and those of the collection that shorten one of them, as "dest" shortens "destination"."""
        found = dict(terms)
        for term, weight in terms.items():
            for length in range(_SHORTEST_ABBREVIATION, len(term)):
                short = term[:length]
                if short in self._names:
                    found[short] = max(found.get(short, 0.0), _ABBREVIATED * weight)
        return found

    def _score(self, fragment: Mapping[str, float], terms: Mapping[str, float]) -> float:
        return sum(
            weight * self._rarity(term) * fragment[term] * 2.2 / (fragment[term] + 1.2)
            for term, weight in terms.items()
            if term in fragment
        )

    def _rarity(self, term: str) -> float:
        return _inverse_frequency(self._size, self._frequency[term]) / _inverse_frequency(self._size, 1)


def _inverse_frequency(size: int, frequency: int) -> float:
    return math.log(1 + (size - frequency + 0.5) / (frequency + 0.5))


def _keyword_terms(database: Database, source: str, key: str, numbers: Sequence[int]) -> dict[int, dict[str, float]]:
    rows = database.query(
        f"SELECT k.{key} AS number, t.lexeme AS term, max(k.weight)::double precision AS weight"
        f" FROM factcheck.{source} k, unnest(factcheck._terms(k.word)) AS t"
        f" WHERE k.{key} = ANY ({integer_array(numbers)}) GROUP BY k.{key}, t.lexeme ORDER BY 1, 2"
    )
    terms: dict[int, dict[str, float]] = defaultdict(dict)
    for row in rows:
        terms[row["number"]][row["term"]] = row["weight"]
    return dict(terms)


def _filled_up(
    retrieved: tuple[tuple[Predicate, float], ...], unnamed: Sequence[Predicate], settings: Settings
) -> tuple[tuple[Predicate, float], ...]:
    known = {predicate.fragment_id for predicate, _ in retrieved}
    rest = [(predicate, _UNNAMED) for predicate in unnamed if predicate.fragment_id not in known]
    return (*retrieved, *rest)[: max(len(retrieved), settings.predicates_per_claim)]


def _unnamed_predicates(columns: Mapping[int, Column], database: Database, settings: Settings) -> tuple[Predicate, ...]:
    """Predicates that a claim may mean in words that nothing here knows, as "lifetime" for the value "indef".

    They are the most frequent values of each text column with few values; their score is so small that only a
    matching result makes them likely.
    """
    texts = sorted(column.column_id for column in columns.values() if column.is_text)
    rows = database.query(
        "SELECT f.fragment_id, f.column_id, f.literal FROM factcheck.fragment f JOIN"
        f" (SELECT column_id FROM factcheck.fragment WHERE column_id = ANY ({integer_array(texts)})"
        f" GROUP BY column_id HAVING count(*) <= {_FEW_VALUES}) AS small ON small.column_id = f.column_id"
        " ORDER BY row_number() OVER (PARTITION BY f.column_id ORDER BY f.frequency DESC, f.fragment_id),"
        f" f.frequency DESC, f.fragment_id LIMIT {settings.predicates_per_claim}"
    )
    return tuple(Predicate(row["fragment_id"], columns[row["column_id"]], row["literal"]) for row in rows)


def _predicates(
    terms: Mapping[str, float], columns: Mapping[int, Column], database: Database, settings: Settings
) -> tuple[tuple[Predicate, float], ...]:
    """The best predicates: at most so many a column, so many in all.

    A whole number is retrieved only where the claim has it: its column's name alone says nothing about which.
    The score is BM25 times the share of the value's own words that the claim has, so that a long value that shares a
    word with the claim does not crowd out a short one that the claim names in full.
    """
    if not terms or not columns:
        return ()
    values = ", ".join(f"({literal(term)}, {literal(weight)})" for term, weight in sorted(terms.items()))
    figures = integer_array(sorted(column.column_id for column in columns.values() if column.is_integer))
    rows = database.query(
        "WITH scored AS (SELECT p.fragment_id, p.column_id, sum(p.impact * k.weight)"
        f" * ({_UNCOVERED} + {1 - _UNCOVERED} * least(sum(p.share), 1)) AS score"
        f' FROM (VALUES {values}) AS k (term, weight) JOIN factcheck.posting p ON p.term = k.term COLLATE "C"'
        f" AND p.column_id = ANY ({integer_array(sorted(columns))}) GROUP BY p.fragment_id, p.column_id"
        f" HAVING sum(p.share) > 0 OR p.column_id <> ALL ({figures})),"
        " ranked AS (SELECT *, row_number() OVER (PARTITION BY column_id ORDER BY score DESC, fragment_id) AS place"
        " FROM scored),"
        f" best AS (SELECT * FROM ranked WHERE place <= {settings.predicates_per_column}"
        f" ORDER BY score DESC, fragment_id LIMIT {settings.predicates_per_claim})"
        " SELECT b.fragment_id, b.column_id, b.score, f.literal FROM best b"
        " JOIN factcheck.fragment f ON f.fragment_id = b.fragment_id ORDER BY b.score DESC, b.fragment_id"
    )
    return tuple(
        (Predicate(row["fragment_id"], columns[row["column_id"]], row["literal"]), float(row["score"])) for row in rows
    )
