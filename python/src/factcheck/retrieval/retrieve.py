"""Retrieval of query fragments for claims (Algorithm 1): what keywords and fragments have in common, scored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.catalogue.schema import Table
from factcheck.claims.keywords import Keyword
from factcheck.port import Database
from factcheck.queries.fragments import Function, Predicate
from factcheck.retrieval.literal_sources import (
    ColumnLiterals,
    LiteralSources,
    collect,
    look_up,
    name_literals,
    read_columns,
)
from factcheck.retrieval.name_relevance import NameCollection, function_scores
from factcheck.retrieval.related_terms import related_terms
from factcheck.runtime.time_budget import NO_LIMIT, TimeLimit
from factcheck.settings import Settings
from factcheck.sqltext import text_array
from factcheck.text_index.literal_collection import LiteralCollection
from factcheck.text_index.spelling import beginnings, similar_terms
from factcheck.words.stems import terms_sql

_LONGEST_WORD = 200  # characters: the server stems no word much longer, and says so each time

_COLUMN_SHARE = 0.4
"""Share of a column's own relevance score in that of its predicates."""

_UNCOVERED_VALUE = 0.13
"""What a value that a claim does not name scores, relative to its column, which has few values."""

_FLAG_PAIRS = (("1", "0"), ("true", "false"), ("yes", "no"), ("y", "n"), ("t", "f"))
_LEAST_NAMED = 0.3
"""Share of a flag's name that counts as named where only a synonym or a description names it."""

_NEGATIVE_SHARE = 0.3
"""What the predicate "not so" scores, relative to "so", where a claim names a flag."""

_FEW_VALUES = 10
_UNNAMED = 0.004
"""Relevance of a predicate without any keyword in common with the claim, of a text column with few values: the claim
may mean it in words that nothing here knows, as "lifetime" for the value "indef"."""

_HEAVY = 0.2
"""Weight from which a keyword's related words are looked up: lighter ones decide nothing."""

_SHORTENED = 0.6
"""Weight of a term that is the beginning of a keyword, relative to the keyword's."""

_RELATED = 0.4
"""Weight of a term of a related word, relative to the keyword's, where nothing has the keyword itself ..."""

_ALSO_RELATED = 0.25
"""... and where something has."""


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


@dataclass(frozen=True, slots=True)
class _Scored:
    """A predicate before its literal is read; ``place`` orders those of one column that score alike.

    ``column`` is the column's place among all, which unlike its number does not tell when it was added.
    """

    score: float
    place: int
    column: int
    column_id: int
    fragment_no: int


def retrieve(
    claims: Sequence[Sequence[Keyword]],
    tables: Sequence[Table],
    database: Database,
    settings: Settings,
    limit: TimeLimit = NO_LIMIT,
) -> list[Relevance]:
    """Score the fragments of the tables for each claim, given by its keywords.

    Functions and columns are few and all scored.  What the index has of the document's terms is read once; the
    predicates of each claim are then scored in memory, and the best of them retrieved.  Of tables that are not indexed
    only those values are known that are read before the limit is reached.
    """
    stems = _stems(database, {form for keywords in claims for k in keywords for form in (k.word, k.lemma)})
    names = NameCollection(database, tables)
    terms = [_weighted_terms(keywords, stems) for keywords in claims]
    related = related_terms(database, _heavy_forms(terms, stems))
    every = {term for own in terms for term in own}
    sources = _literals(database, tables, every.union(*related.values()), settings, limit)
    terms = _with_other_words(database, terms, related, names, sources, tables)
    ordered = [c.column_id for table in tables for c in table.columns if c.column_id in sources.columns]
    collection = LiteralCollection({number: sources.columns[number].terms for number in ordered}, sources.postings)
    few = {number: source for number, source in sources.columns.items() if source.most_frequent}
    flags = [number for number, source in few.items() if _flag_values(source)]
    scored = []
    for own in terms:
        named = names.with_abbreviations(own)
        columns, tables_scores = names.score(named)
        flag_scores = {c: columns.get(c, 0.0) * max(names.named_share(c, named), _LEAST_NAMED) for c in flags}
        found = _predicates(own, columns, flag_scores, collection, few, settings)
        scored.append((columns, tables_scores, found))
        database.checkpoint()
    name_literals(database, {(p.column_id, p.fragment_no) for *_, found in scored for p in found}, sources)
    return [
        Relevance(function_scores(keywords), columns, table_scores, _named(found, sources))
        for keywords, (columns, table_scores, found) in zip(claims, scored, strict=True)
    ]


def _stems(database: Database, words: Collection[str]) -> dict[str, list[str]]:
    """Stem words as the index does; stop words have no stem."""
    usable = sorted(word for word in words if len(word) <= _LONGEST_WORD)
    rows = database.query(
        f"SELECT w.word, t.lexeme FROM unnest({text_array(usable)}) AS w (word), unnest({terms_sql('w.word')}) AS t"
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


def _literals(
    database: Database, tables: Sequence[Table], terms: Collection[str], settings: Settings, limit: TimeLimit
) -> LiteralSources:
    sources = LiteralSources()
    read_columns(database, tables, sources)
    look_up(database, terms, sources)
    for table in tables:
        if not table.is_indexed:
            database.checkpoint()
            collect(database, table, settings, sources, limit)
    return sources


def _heavy_forms(claims: Iterable[Mapping[str, float]], stems: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
    """The words that the heaviest terms of the claims are stems of."""
    forms: dict[str, set[str]] = {
        term: set() for own in claims for term, weight in own.items() if weight >= _HEAVY and term.isalpha()
    }
    for form, terms in stems.items():
        for term in forms.keys() & set(terms):
            forms[term].add(form)
    return forms


def _with_other_words(
    database: Database,
    claims: Sequence[dict[str, float]],
    related: Mapping[str, Collection[str]],
    names: NameCollection,
    sources: LiteralSources,
    tables: Sequence[Table],
) -> list[dict[str, float]]:
    """The claims' terms, and those by which literals may say the same.

    Those are the related words, looked up already; for terms that nothing has, also what shortens them, and, where the
    language has no such word, what is spelt alike.
    """
    every = {term for own in claims for term in own}
    known = sources.terms
    unknown = {term for term in every if term not in known and term not in names and term.isalpha()}
    added: dict[str, dict[str, float]] = {term: dict.fromkeys(beginnings(term), _SHORTENED) for term in unknown}
    for term, words in related.items():
        factor = _RELATED if term in unknown else _ALSO_RELATED
        added.setdefault(term, {}).update(dict.fromkeys(words, factor))
    columns = [c.column_id for table in tables if table.is_indexed for c in table.columns if c.is_text]
    for term, entries in similar_terms(database, unknown - _words_of_the_language(database, unknown), columns).items():
        added[term] |= dict(entries)
    looked_up = every.union(*related.values())
    look_up(database, {term for factors in added.values() for term in factors} - looked_up, sources)
    return [_extended(own, added) for own in claims]


def _extended(terms: Mapping[str, float], added: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    found = dict(terms)
    for word, weight in terms.items():
        for term, factor in added.get(word, {}).items():
            found[term] = max(found.get(term, 0.0), weight * factor)
    return found


def _words_of_the_language(database: Database, terms: Collection[str]) -> set[str]:
    """Those stems that a lemma of the lexicon begins with and hardly goes beyond."""
    rows = database.query(
        f"SELECT w.term FROM unnest({text_array(sorted(terms))}) AS w (term)"
        " WHERE EXISTS (SELECT FROM factcheck.lexicon l"
        ' WHERE l.lemma >= w.term COLLATE "C" AND l.lemma < (w.term || chr(1114111)) COLLATE "C"'
        " AND length(l.lemma) <= length(w.term) + 3)"
    )
    return {row["term"] for row in rows}


def _predicates(
    terms: Mapping[str, float],
    column_scores: Mapping[int, float],
    flag_scores: Mapping[int, float],
    collection: LiteralCollection,
    few: Mapping[int, ColumnLiterals],
    settings: Settings,
) -> list[_Scored]:
    """The best predicates of a claim, at most so many in all, and so many a column that it names."""
    column = {number: place for place, number in enumerate(collection.columns)}
    own_scores = np.array([_COLUMN_SHARE * column_scores.get(number, 0.0) for number in collection.columns])
    best = collection.best(terms, own_scores, settings.predicates_per_column, settings.predicates_per_claim)
    known: dict[int, dict[int, float]] = {}
    for literal in best:
        known.setdefault(collection.columns[literal.column], {})[literal.fragment_no] = literal.score
    found = [
        _Scored(score, at, column[number], number, no)
        for number, own in known.items()
        if number not in few
        for at, (no, score) in enumerate(own.items())
    ]
    for number, source in few.items():
        own = known.get(number, {}) | _flag_scores(source, flag_scores.get(number, 0.0))
        found += [_Scored(score, at, column[number], number, no) for at, (no, score) in enumerate(own.items())]
        room = settings.predicates_per_column - len(own)
        score = _UNCOVERED_VALUE * column_scores.get(number, 0.0)
        found += _unnamed(source, own, score, room, column[number])
    found.sort(key=lambda p: (-p.score, p.place, p.column, p.fragment_no))
    return found[: settings.predicates_per_claim]


def _flag_values(source: ColumnLiterals) -> dict[int, bool]:
    """Whether each of a flag's values says yes; of a column that is no flag nothing."""
    values = {source.by_number[number].lower(): number for number in source.most_frequent}
    for positive, negative in _FLAG_PAIRS:
        if values and values.keys() <= {positive, negative}:
            return {number: value == positive for value, number in values.items()}
    return {}


def _flag_scores(source: ColumnLiterals, score: float) -> dict[int, float]:
    """Scores of a flag's values, which say nothing themselves: their column's name is what a claim says."""
    if score <= 0:
        return {}
    return {number: score if is_yes else _NEGATIVE_SHARE * score for number, is_yes in _flag_values(source).items()}


def _unnamed(source: ColumnLiterals, known: Collection[int], score: float, room: int, column: int) -> list[_Scored]:
    """Values that the claim does not name, of a text column with few that it may name; of very few any may be meant."""
    if not source.column.is_text:
        return []
    floor = _UNNAMED if len(source.most_frequent) <= _FEW_VALUES else 0.0
    number = source.column.column_id
    rest = [fragment for fragment in source.most_frequent if fragment not in known]
    scores = [max(score if place < room else 0.0, floor) for place in range(len(rest))]
    return [_Scored(s, p, column, number, f) for p, (f, s) in enumerate(zip(rest, scores, strict=True)) if s > 0]


def _named(found: Iterable[_Scored], sources: LiteralSources) -> tuple[tuple[Predicate, float], ...]:
    predicates = []
    for scored in found:
        source = sources.columns[scored.column_id]
        literal = source.by_number.get(scored.fragment_no)
        if literal is not None:  # a refresh that ended just now may have taken it away
            predicates.append((Predicate(source.column, literal), scored.score))
    return tuple(predicates)
