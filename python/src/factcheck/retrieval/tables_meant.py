"""Which of very many tables a text is about: the others are not asked, as each costs every check some queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from factcheck.catalogue.schema import Table
from factcheck.claims.keywords import Keyword
from factcheck.joins.store import tables_joined
from factcheck.port import Database
from factcheck.retrieval.keyword_terms import keyword_forms, weighted_terms
from factcheck.retrieval.learned_synonyms import learned_synonyms
from factcheck.retrieval.literal_sources import LiteralSources, look_up, read_columns
from factcheck.retrieval.name_relevance import NameCollection
from factcheck.text_index.bm25 import rarity
from factcheck.words.stems import stems_of

_BETWEEN = 0.25
"""How many tables that join others may be asked beside those that words name, as a share of these."""


def tables_meant(
    tables: Sequence[Table], claims: Sequence[Sequence[Keyword]], database: Database, most: int
) -> tuple[Table, ...]:
    """Return the tables that claims, given by their keywords, are about: all, or the ``most`` that words name best.

    A claim speaks for tables by their own names, the best of their columns' names and the rare words of their values,
    relative to the table that it names best.  Those that join two of the tables, which nothing else joins, are kept,
    too.  The order stays.
    """
    if len(tables) <= most:
        return tuple(tables)
    forms = {form for keywords in claims for keyword in keywords for form in keyword_forms(keyword)}
    stems = stems_of(database, forms)
    terms = {term for of_form in stems.values() for term in of_form}
    names = NameCollection(database, tables, learned_synonyms(database, tables, terms).columns)
    of_values = _tables_by_value(database, tables, terms)
    totals: Counter[int] = Counter()
    for keywords in claims:
        scores = _scores(weighted_terms(keywords, stems), tables, names, of_values)
        best = max(scores.values(), default=0.0)
        totals.update({number: score / best for number, score in scores.items()} if best > 0 else {})
    ranked = sorted(tables, key=lambda table: (-totals[table.table_id], table.table_id))
    chosen = {table.table_id for table in ranked[:most]}
    chosen |= set(_between(database, chosen)[: int(_BETWEEN * most)])
    return tuple(table for table in tables if table.table_id in chosen)


def tables_named(
    tables: Sequence[Table], claims: Sequence[Sequence[Keyword]], database: Database
) -> list[dict[int, float]]:
    """Return how well the names of each table and of its columns are named by each claim, given by its keywords.

    What every table has of any claim is left out: of a table that nothing names the score is 0.
    """
    forms = {form for keywords in claims for keyword in keywords for form in keyword_forms(keyword)}
    stems = stems_of(database, forms)
    terms = {term for of_form in stems.values() for term in of_form}
    names = NameCollection(database, tables, learned_synonyms(database, tables, terms).columns)
    unnamed = _scores({}, tables, names, {})
    return [
        {number: score - unnamed[number] for number, score in scores.items()}
        for scores in (_scores(weighted_terms(keywords, stems), tables, names, {}) for keywords in claims)
    ]


def _scores(
    terms: Mapping[str, float],
    tables: Sequence[Table],
    names: NameCollection,
    of_values: Mapping[str, frozenset[int]],
) -> dict[int, float]:
    """Return how well the terms of a claim, with their weights, name each table, by its number."""
    columns, scores = names.score(names.with_abbreviations(terms))
    for table in tables:
        named = max((columns.get(column.column_id, 0.0) for column in table.columns), default=0.0)
        scores[table.table_id] = scores.get(table.table_id, 0.0) + named
    for term, weight in terms.items():
        having = of_values.get(term, frozenset())
        for number in having:
            scores[number] += weight * rarity(len(tables), len(having))
    return scores


def _tables_by_value(database: Database, tables: Sequence[Table], terms: Iterable[str]) -> dict[str, frozenset[int]]:
    """Return the tables some indexed value of which has a term, by the term."""
    sources = LiteralSources()
    read_columns(database, tables, sources)
    look_up(database, set(terms), sources)
    table_of = {column.column_id: table.table_id for table in tables for column in table.columns}
    having: dict[str, set[int]] = {}
    for batch in sources.postings:
        for term, column in np.unique(np.stack((batch.term, batch.sources)), axis=1).T.tolist():
            having.setdefault(batch.terms[term], set()).add(table_of[column])
    return {term: frozenset(numbers) for term, numbers in having.items()}


def _between(database: Database, chosen: set[int]) -> list[int]:
    """Return the tables that join two of those chosen, which are not joined themselves, by how many they join."""
    beside: dict[int, set[int]] = {}
    for one, other in tables_joined(database, chosen):
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    joining = {}
    for number, others in beside.items():
        ends = others & chosen
        is_needed = any(not ends - {end} <= beside.get(end, set()) for end in ends)
        if number not in chosen and len(ends) > 1 and is_needed:
            joining[number] = len(ends)
    return sorted(joining, key=lambda number: (-joining[number], number))
