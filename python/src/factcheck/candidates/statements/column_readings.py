"""The readings of a statement by which columns are compared with one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from factcheck.candidates.statements.columns import NamedColumn, columns_named, function_of, sibling_flags, siblings
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.groupings import groupings
from factcheck.candidates.statements.reading import StatementReading
from factcheck.candidates.statements.restrictions import restrictions
from factcheck.candidates.statements.words_of_measures import counts
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.statements.phrases import Said
from factcheck.queries.column_place import ColumnPlace
from factcheck.queries.difference import Difference
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.selection import Selection
from factcheck.weights.weights import WEIGHTS

_LIKELY = 0.8
"""Weight of a column as owner, beside a value that is named as well."""
_NAMED_TABLE = 0.1
_VALUE_NAMED = 0.5
"""Weight from which a value is named, so that no column is."""


@dataclass(frozen=True, slots=True)
class _Columns:
    """Columns of one table that phrases name, one for each, and how well they do."""

    table: Table
    columns: tuple[Column, ...]
    score: float


def column_comparisons(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which one column is more than another, in the same rows."""
    words = cue.words
    if not words.others:
        return
    for owned, other in product(_named(words.owners[:1], cue), _named(words.others[:1], cue)):
        if owned.table != other.table or owned.columns == other.columns:
            continue
        columns = (*owned.columns, *other.columns)
        for selection, restricted, likely in _selections(cue, owned.table, columns):
            function = function_of(_said(cue), columns)
            left, right = (Aggregate(Measure(function, column), selection) for column in columns)
            weight = _LIKELY * owned.score * other.score * likely
            doubt = WEIGHTS.statement.column_unrestricted * (not restricted and bool(cue.words.restricting.words))
            yield StatementReading(
                Difference(left, right), weight, is_greatest=cue.is_greatest_of(columns[0]), doubt=doubt
            )


def column_places(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which columns have places among those of their kind."""
    assertion = cue.assertion
    if _is_done_to(cue) or any(option.weight >= _VALUE_NAMED for option in groupings(cue, is_guessed=False)):
        return
    for named in (*_named(cue.words.owners, cue), *_spent_on(cue)):
        first = NamedColumn(named.table, named.columns[0], named.score)
        others, is_sure = siblings(first, cue.relevance.joined)
        if counts(assertion.dimension) and len(flags := sibling_flags(first, cue.relevance.joined)) > 1:
            others, is_sure = flags, False  # "drama is the most common genre", of a flag for each
        others = tuple(column for column in others if column not in named.columns)
        is_named = cue.relevance.measured.tables.get(named.table.table_id, 0.0) >= _NAMED_TABLE
        doubt = 0.0 if is_sure else (WEIGHTS.statement.sibling_named if is_named else WEIGHTS.statement.sibling)
        if not others:
            continue
        for selection, _, likely in _selections(cue, named.table, named.columns):
            function = function_of(_said(cue), (*named.columns, *others))
            owners = tuple(Measure(function, column) for column in named.columns)
            rest = tuple(Measure(function, column) for column in others)
            query = ColumnPlace(owners, rest, selection, cue.is_greatest_of(named.columns[0]))
            last = max(assertion.last, assertion.first + len(owners) - 1)
            weight = _LIKELY * named.score * likely
            yield StatementReading(
                query, weight, assertion.first, last, assertion.is_ordered, doubt=doubt, is_wide=not is_sure
            )


def _is_done_to(cue: StatementCue) -> bool:
    """Recognise what is no amount in a column: "was hit hardest", "was spared most"."""
    told = (token for token in cue.words.measuring if token.tag == "VBN" and token.dependency == "ROOT")
    return any(not counts(token.text.lower()) for token in told)


def _spent_on(cue: StatementCue) -> Iterator[_Columns]:
    """Yield the column on which the rows' owners spend the most, where they are none of the data themselves."""
    if cue.assertion.dimension != "many" or len(cue.words.owners) != 1:
        return
    for pair in cue.words.restricting.words:
        found = columns_named(Said(pair[0], (pair,)), cue.tables)
        if found:
            yield _Columns(found[0].table, (found[0].column,), found[0].score)
            return


def columns_following(cue: StatementCue, reading: StatementReading) -> Iterator[StatementReading]:
    """Yield readings by which columns come next after those of a reading of what was stated before."""
    query = reading.query
    if not isinstance(query, ColumnPlace):
        return
    measures = (*query.owners, *query.others)
    for named in _named(cue.words.owners, cue):
        owners = tuple(each for column in named.columns for each in measures if each.column == column)
        if len(owners) == len(named.columns):
            others = tuple(each for each in measures if each not in owners)
            first, last = reading.last + 1, reading.last + len(owners)
            after = replace(query, owners=owners, others=others)
            weight = named.score * reading.weight
            yield StatementReading(after, weight, first, last, len(owners) > 1, doubt=reading.doubt)


def _said(cue: StatementCue) -> frozenset[str]:
    phrases = (cue.words.measured, *cue.words.owners, *cue.words.others)
    return frozenset(form for phrase in phrases for form in phrase.forms)


def _named(phrases: Sequence[Said], cue: StatementCue) -> Iterator[_Columns]:
    """Yield the columns that phrases name, those of each table together where each phrase names one."""
    lists = [columns_named(said, cue.tables) for said in phrases]
    for table in cue.tables:
        named = [[each for each in columns if each.table == table] for columns in lists]
        if named and all(named):
            chosen = [each[0] for each in named]
            columns = tuple(each.column for each in chosen)
            if len(set(columns)) == len(columns):
                yield _Columns(table, columns, min(each.score for each in chosen))


def _selections(
    cue: StatementCue, table: Table, columns: Sequence[Column]
) -> Iterator[tuple[Selection, tuple[Predicate, ...], float]]:
    """Yield the rows that may be meant, their predicates and how likely they are."""
    apart = frozenset(column.column_id for column in columns)
    for restricted, likely in restrictions(cue, apart, ()):
        tables = frozenset({table.table_id, *(p.column.table_id for p in restricted)})
        relations = cue.relations.of(tables, table.table_id)
        if relations is not None:
            yield Selection(relations, tuple(restricted)), restricted, likely
