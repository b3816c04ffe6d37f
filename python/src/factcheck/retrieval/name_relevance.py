"""Relevance scores of functions, aggregation columns and tables: what a claim's keywords share with their names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from factcheck.catalogue.schema import Table
from factcheck.catalogue.text_numbers import TextNumber, all_columns
from factcheck.claims.keywords import Keyword
from factcheck.port import Database
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.function import AggregationFunction
from factcheck.sqltext import integer_array
from factcheck.text_index.arrays import floats, integers
from factcheck.text_index.bm25 import Bm25, rarity
from factcheck.words.identifiers import split_identifier

_SHORTEST_ABBREVIATION = 3
_SHORT = "…"
"""What a term has behind it where it stands for longer ones, as "dest" does for "destination"."""

_ABBREVIATED = 0.6
"""Weight of a term that only begins like a keyword, relative to the keyword's, and of the initials of a name."""

_WORDS_OF_INITIALS = range(2, 6)

_ROWS = 0.05
"""Relevance of counting rows where nothing names the table."""

_NUMBERS = 0.01
"""Relevance of a column of numbers that nothing names."""

_OF_NAMES = frozenset({"name", "part", "abbreviation"})
"""Sources of keywords that are words of a column's name, in full or short."""

_OF_A_MODIFIER = 0.7
"""How well a word names a table whose name has it before another one, where it is what another table is called."""

_KINDS = frozenset("type kind category class status group genre grade level tier color colour size format".split())
_OF_A_KIND = 0.2
"""How well a column of kinds is named by what it has the kinds of, for counts: "4,700 items" beside item types."""

_UNIT = "unit"
_OF_ONE_UNIT = frozenset("price cost value rate charge fee margin profit weight".split())
_OF_A_UNIT = 0.3
"""How well a column that says something of one unit is named by the word: "3,150 units" beside unit prices."""

_FUNCTIONS_OF = {
    word: [function for function in FUNCTIONS if word in function.keywords]
    for word in frozenset().union(*(function.keywords for function in FUNCTIONS))
}


def function_scores(keywords: Iterable[Keyword]) -> dict[AggregationFunction, float]:
    """Return the relevance score of each function: the weight of the heaviest of its keywords."""
    scores = dict.fromkeys(FUNCTIONS, 0.0)
    for keyword in keywords:
        for word in (keyword.word, keyword.lemma):
            for function in _FUNCTIONS_OF.get(word, ()):
                scores[function] = max(scores[function], keyword.weight)
    return scores


class NameCollection:
    """The keywords of the tables' columns and of the tables themselves, in memory.

    A column has its table's keywords too, at less weight; how rare a term is depends only on the names that have it
    themselves.  Scores are BM25 without length normalisation.
    """

    _TABLE_SHARE = 0.1
    _BM25 = Bm25(b=0.0)

    def __init__(
        self, database: Database, tables: Sequence[Table], learned: Mapping[str, Sequence[int]] | None = None
    ) -> None:
        """Read the keywords of tables; ``learned`` are further terms of columns, by whose numbers they count fully."""
        numbers = [column.column_id for table in tables for column in table.columns]
        self._keywords = _keywords(database, "column_keyword", "column_id", numbers)
        self._keywords += [
            (number, term, 1.0, "learned") for term, columns in (learned or {}).items() for number in columns
        ]
        self._named_by: dict[int, list[tuple[str, str]]] = {}
        for number, term, _, source in self._keywords:
            if term is not None:
                self._named_by.setdefault(number, []).append((term, source))
        columns = _heaviest(self._keywords)
        for table in tables:
            for column in table.columns:
                if _UNIT in (words := set(split_identifier(column.name))) and words & _OF_ONE_UNIT:
                    terms = columns.get(column.column_id, {})
                    terms |= {_UNIT: _OF_A_UNIT * terms[_UNIT]} if _UNIT in terms else {}
                if (initials := _initials(column.name)) is not None:
                    columns.setdefault(column.column_id, {}).setdefault(initials, _ABBREVIATED)
        table_terms = _heaviest(_keywords(database, "table_keyword", "table_id", [t.table_id for t in tables]))
        _weaken_modifiers(tables, table_terms)
        for terms_of_name in (*columns.values(), *table_terms.values()):
            _add_abbreviations(terms_of_name)
        fragments = [*columns.values(), *table_terms.values()]
        self._frequency = Counter(term for fragment in fragments for term in fragment)
        self._kinds = {
            column.column_id: last for table in tables for column in table.columns if (last := _kind_of(column.name))
        }
        self._read_from = _read_from(tables)
        columns |= {number: columns[source] for number, source in self._read_from if source in columns}
        self._rarities = {count: rarity(len(fragments), count) for count in set(self._frequency.values())}
        self._abbreviations: dict[str, list[str]] = {}
        for term in sorted(self._frequency, key=len):
            if term.endswith(_SHORT):
                self._abbreviations.setdefault(term[:_SHORTEST_ABBREVIATION], []).append(term)
        self._column_start = {c.column_id: _NUMBERS * c.is_numeric for t in tables for c in all_columns(t)}
        self._table_start = {table.table_id: _ROWS for table in tables}
        self._members = {table.table_id: [column.column_id for column in all_columns(table)] for table in tables}
        self._columns_of = _by_term(columns)
        self._tables_of = _by_term(table_terms)
        self._in_columns: dict[str, list[tuple[int, float]]] = {}
        self._in_tables: dict[str, list[tuple[int, float]]] = {}

    def __contains__(self, term: str) -> bool:
        return term in self._frequency

    def with_abbreviations(self, terms: Mapping[str, float]) -> dict[str, float]:
        """Return the weighted terms, and those of names that shorten one of them, as "dest" shortens "destination".

        A name that has the longer term, too, is not named twice by one word.
        """
        extended = dict(terms)
        for term, weight in terms.items():
            for short in self._abbreviations.get(term[:_SHORTEST_ABBREVIATION], ()):
                if len(short) <= len(term) and term.startswith(short.removesuffix(_SHORT)):
                    extended[short] = max(extended.get(short, 0.0), _ABBREVIATED * weight)
        return extended

    def name_terms(self) -> dict[int, frozenset[str]]:
        """Return the stems of the words that each column's name is made of, abbreviations spelt out."""
        stems: dict[int, set[str]] = {number: set() for number in self._column_start}
        for number, term, _, source in self._keywords:
            if term is not None and source in _OF_NAMES:
                stems[number].add(term)
        stems |= {number: stems[source] for number, source in self._read_from}
        return {number: frozenset(terms) for number, terms in stems.items()}

    def score(self, terms: Mapping[str, float]) -> tuple[dict[int, float], dict[int, float]]:
        """Return the scores of the columns and of the tables, by their numbers; abbreviations are among the terms.

        Any claim may count rows, or aggregate a column that its words do not name: rows first, then columns of numbers.
        """
        known = {term: weight for term, weight in terms.items() if term in self._frequency}
        for term in known.keys() - self._in_columns.keys():
            self._weigh(term)
        return (
            _summed(self._column_start, self._in_columns, known),
            _summed(self._table_start, self._in_tables, known),
        )

    def columns_with(self, terms: Iterable[str]) -> set[int]:
        """Return the numbers of the columns whose names or descriptions have one of the terms, or shorten one."""
        known = self.with_abbreviations(dict.fromkeys(terms, 1.0))
        return {number for term in known for number in self._columns_of.get(term, ())}

    def counted(self, terms: Collection[str], *, are_values: bool) -> dict[int, float]:
        """Return how well the terms of what is counted name each column that they name, by its number; from 0 to 1.

        What names a table means its rows, unless ``are_values``: a word says that different values are counted.  Items
        are not what a column of item types has one of each of.
        """
        scores: dict[int, float] = {}
        for term in terms:
            of_table = max(self._tables_of.get(term, {}).values(), default=0.0)
            share = 1.0 if are_values else 1.0 - of_table
            for number, weight in self._columns_of.get(term, {}).items() if share > 0 else ():
                is_kind = number in self._kinds and not are_values and not self._kinds[number].startswith(term)
                of_column = weight * share * (_OF_A_KIND if is_kind else 1.0)
                scores[number] = max(scores.get(number, 0.0), of_column)
        return scores

    def named_by(
        self, stems: Mapping[str, Iterable[str]]
    ) -> tuple[dict[str, dict[int, float]], dict[str, dict[int, float]]]:
        """Return what each word adds to the scores of columns and of tables, by their numbers; words by their stems."""
        columns: dict[str, dict[int, float]] = {}
        tables: dict[str, dict[int, float]] = {}
        for word, terms in stems.items():
            named = self.with_abbreviations(dict.fromkeys(terms, 1.0))
            known = {term: weight for term, weight in named.items() if term in self._frequency}
            if known:
                for term in known.keys() - self._in_columns.keys():
                    self._weigh(term)
                columns[word], tables[word] = _summed({}, self._in_columns, known), _summed({}, self._in_tables, known)
        return columns, tables

    def named_share(self, column: int, terms: Mapping[str, float]) -> float:
        """Return which share of the words of a column's name, by rarity, is among the terms; from 0 to 1."""
        named_by = self._named_by.get(column, ())
        if any(source == "joined" and term in terms for term, source in named_by):
            return 1.0
        words = {term: self._rarity(term) for term, source in named_by if source in {"name", "part"}}
        named = math.fsum(rare for term, rare in words.items() if term in terms or term + _SHORT in terms)
        return named / math.fsum(words.values()) if words else 0.0

    def _weigh(self, term: str) -> None:
        """Find the columns and the tables that have a term, and what it adds to their score per weight of a keyword."""
        rare, weigh = self._rarity(term), self._BM25.term_weight
        tables = self._tables_of.get(term, {})
        columns = {number: rare * weigh(weight) for number, weight in self._columns_of.get(term, {}).items()}
        for table, weight in tables.items():
            share = rare * weigh(self._TABLE_SHARE * weight)
            for number in self._members[table]:
                if share > columns.get(number, 0.0):
                    columns[number] = share
        self._in_columns[term] = list(columns.items())
        self._in_tables[term] = [(number, rare * weigh(weight)) for number, weight in tables.items()]

    def _rarity(self, term: str) -> float:
        return self._rarities[self._frequency[term]]


def _kind_of(name: str) -> str | None:
    """Return the word for a kind that a name of several words ends in, None for any other name."""
    words = split_identifier(name)
    return words[-1] if len(words) > 1 and words[-1] in _KINDS else None


def _weaken_modifiers(tables: Sequence[Table], terms: Mapping[int, dict[str, float]]) -> None:
    """Let a word name the table that is called so better than one that says more: "orders" beside order_items."""
    lasts = {table.table_id: words[-1] for table in tables if (words := split_identifier(table.name))}
    beginnings = {last[:end] for last in lasts.values() for end in range(1, len(last) + 1)}
    for number, last in lasts.items():
        for term, weight in terms.get(number, {}).items():
            if term in beginnings and not last.startswith(term):  # then it begins what another table is called
                terms[number][term] = _OF_A_MODIFIER * weight


def _add_abbreviations(terms: dict[str, float]) -> None:
    """Add the terms of a name that may shorten a word of a claim, but where the name has the longer term as well."""
    # of terms in order the first one behind a term is longer, if any is: it begins with the term
    lengthened = {term for term, other in pairwise(sorted(terms)) if other.startswith(term)}
    shortening = {
        term: weight for term, weight in terms.items() if len(term) >= _SHORTEST_ABBREVIATION and term not in lengthened
    }
    terms.update((term + _SHORT, weight) for term, weight in shortening.items())


def _initials(name: str) -> str | None:
    """Return the initials by which texts call a column whose name is of several words: "otd" for on_time_delivery.

    A year behind them does not count.  Two initials are in capitals, as no term is: only so does a text have them.
    """
    words = split_identifier(name)
    while words and words[-1].isdecimal():
        words.pop()
    if len(words) not in _WORDS_OF_INITIALS or not all(word.isalpha() for word in words):
        return None
    letters = "".join(word[0] for word in words)
    return letters.upper() if len(letters) == min(_WORDS_OF_INITIALS) else letters


def _summed(
    start: Mapping[int, float], weighted: Mapping[str, list[tuple[int, float]]], terms: Mapping[str, float]
) -> dict[int, float]:
    scores = dict(start)
    for term, weight in sorted(terms.items()):  # one order, so that sums that decide ties are the same to the last bit
        for number, share in weighted[term]:
            scores[number] = scores.get(number, 0.0) + weight * share
    return scores


def _read_from(tables: Iterable[Table]) -> list[tuple[int, int]]:
    """Return the numbers of columns of numbers inside text, each with that of the column of text."""
    columns = (column for table in tables for column in all_columns(table))
    return [(c.column_id, c.stored.column_id) for c in columns if isinstance(c, TextNumber)]


_NameTerm = tuple[int, str | None, float, str]
"""A stem of a keyword: the number of its column or table, the stem, the keyword's weight and source.

A keyword of stop words alone has one entry, without a stem.
"""


def _keywords(database: Database, source: str, key: str, numbers: Sequence[int]) -> list[_NameTerm]:
    """Read the stems of the keywords of some columns or tables."""
    # All in one row, which takes less time than a row each.  Stems hold no blank and no end of a line.
    [row] = database.query(
        f"SELECT string_agg(int4send({key}), ''::bytea) AS numbers,"
        " string_agg(float4send(weight), ''::bytea) AS weights,"
        " string_agg(array_to_string(terms, ' '), chr(10)) AS terms, string_agg(source, ' ') AS sources"
        f" FROM factcheck.{source} WHERE {key} = ANY ({integer_array(numbers)})"
    )
    if row["numbers"] is None:
        return []
    parts = (
        integers(row["numbers"]).tolist(),
        row["terms"].split("\n"),
        floats(row["weights"]).tolist(),
        row["sources"].split(" "),
    )
    return [
        (number, term or None, weight, kind)
        for number, terms, weight, kind in zip(*parts, strict=True)
        for term in terms.split(" ")
    ]


def _heaviest(keywords: Iterable[_NameTerm]) -> dict[int, dict[str, float]]:
    """Return the terms of each column or table, each with its largest weight."""
    weights: dict[int, dict[str, float]] = {}
    for number, term, weight, _ in keywords:
        by_term = weights.get(number)
        if by_term is None:
            by_term = weights[number] = {}
        if term is not None and weight > by_term.get(term, 0.0):
            by_term[term] = weight
    return weights


def _by_term(fragments: Mapping[int, Mapping[str, float]]) -> dict[str, dict[int, float]]:
    weights: dict[str, dict[int, float]] = {}
    for number, terms in fragments.items():
        for term, weight in terms.items():
            weights.setdefault(term, {})[number] = weight
    return weights
