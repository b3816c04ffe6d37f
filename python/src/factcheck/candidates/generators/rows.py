"""Values of single rows: looked up by what names the row, or found where another column has its extreme."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.attributes import measured_columns
from factcheck.candidates.generators.comparing_words import Superlative, superlatives
from factcheck.candidates.turned_extremes import OF_YEARS
from factcheck.catalogue.schema import Column
from factcheck.queries.look_up import LookUp
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Query
from factcheck.queries.row_at_extreme import RowAtExtreme
from factcheck.queries.selection import Selection
from factcheck.words.identifiers import split_identifier

_COLUMNS = 4
_COMPARED = 3
_REACH = 7
"""Tokens from a superlative back to the noun whose extreme it tells, at most."""
_NAMING = ("NN", "JJ")
_EMPTY = frozenset("value level point number figure amount mark".split())
"""Nouns behind a superlative that do not say what is the greatest: "its highest value"."""
_APART = 0.3
"""What is left of a column by which rows are compared, where the superlative stands with another one."""
_FEW_YEARS = 2
_OF_AGE = frozenset({"oldest", "eldest", "youngest"})
"""Superlatives that mean the other end of a column of years: the oldest is from the first one."""


def look_ups(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Look up the value of a column that the claim names, in the row that it names."""
    kind = cue.kind_score("look_up", 0.0)
    for column in _named(cue, _COLUMNS) if kind else ():
        table = cue.table(column)
        score = kind * cue.column_score(table, column)
        for chosen in cue.sets(least=1, without=(column,), of=table):
            relations = cue.relations.of(column.table_ids | {p.column.table_id for p in chosen.predicates})
            if relations is not None and any(isinstance(predicate, Equals) for predicate in chosen.predicates):
                yield LookUp(column, Selection(relations, chosen.predicates)), score * chosen.score


def rows_at_extremes(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Take the value of a column in the row where another one, or itself, has an extreme: "the tallest weighs 230"."""
    if cue.number.unit in {"percent", "points"}:
        return
    for superlative in superlatives(cue.words):
        kind = cue.kind_score("row_at_extreme", superlative.weight)
        measured = list(measured_columns(cue))
        beside = _beside(cue, superlative)
        for by in dict.fromkeys((*measured, *_named(cue, _COMPARED))):
            values = [each for each in cue.amounts if each.table_id == by.table_id][: 2 * _COLUMNS]
            share = 1.0 if by in measured or by in beside else (_APART if beside else 1.0) * _share(cue, by)
            for value in values if by in measured else _named(cue, _COLUMNS):
                yield from _at_extreme(cue, superlative, value, by, kind * share)
        yield from _by_years(cue, superlative, kind)


def _beside(cue: Cue, superlative: Superlative) -> list[Column]:
    """Return the column that stands with a superlative: "the highest rent", "when the rent reached its highest"."""
    tokens, at = cue.words.tokens, superlative.index
    behind = takewhile(lambda index: tokens[index].tag.startswith(_NAMING), range(at + 1, len(tokens)))
    before = (index for index in range(at - 1, max(-1, at - _REACH), -1) if tokens[index].tag.startswith("NN"))
    nouns = (list(behind), *([index] for index in before))
    for places in (each for each in nouns if each and _EMPTY.isdisjoint(cue.words.lowered_lemmas[at] for at in each)):
        shares = Counter[Column]()
        for index in places:
            named = cue.columns_named_by(tokens[index].text.lower(), tokens[index].lemma.lower())
            shares.update({column: named[column.column_id] for column in cue.amounts if column.column_id in named})
        most = max(shares.values(), default=0.0)
        if most > 0:
            return [column for column, share in shares.items() if share == most]
    return []


def _by_years(cue: Cue, superlative: Superlative, kind: float) -> Iterator[tuple[Query, float]]:
    """Take the value of a column in the oldest or youngest row by a column of years: "the oldest has 12 bells"."""
    if cue.words.lowered[superlative.index] not in _OF_AGE:
        return
    turned = replace(superlative, is_greatest=not superlative.is_greatest)
    for table in cue.tables:
        years = [
            each for each in table.columns if each.is_integer and not OF_YEARS.isdisjoint(split_identifier(each.name))
        ]
        values = [each for each in cue.amounts if each.table_id == table.table_id and each not in years]
        for by in years if len(years) <= _FEW_YEARS else ():
            for value in values[: 2 * _COLUMNS]:
                yield from _at_extreme(cue, turned, value, by, kind)


def _at_extreme(
    cue: Cue, superlative: Superlative, value: Column, by: Column, weight: float
) -> Iterator[tuple[Query, float]]:
    is_plain_extreme = value == by and superlative.rank == 1
    if is_plain_extreme or value.table_id != by.table_id:
        return
    table = cue.table(by)
    score = weight * cue.column_score(table, value)
    for chosen in cue.sets(without=(value, by), of=table):
        tables = value.table_ids | by.table_ids | {predicate.column.table_id for predicate in chosen.predicates}
        relations = cue.relations.of(tables)
        if relations is not None and relations.anchor == table:
            rows = Selection(relations, chosen.predicates)
            yield RowAtExtreme(value, by, rows, superlative.is_greatest, superlative.rank), score * chosen.score


def _named(cue: Cue, most: int) -> list[Column]:
    """Return the columns of numbers that the claim names."""
    named = [each for each in cue.amounts if cue.is_named(each)]
    return named[:most]


def _share(cue: Cue, column: Column) -> float:
    """Return how relevant a column is beside the most relevant one, from 0 to 1."""
    best = max(cue.relevance.columns.values(), default=0.0)
    return cue.relevance.columns.get(column.column_id, 0.0) / best if best > 0 else 0.0
