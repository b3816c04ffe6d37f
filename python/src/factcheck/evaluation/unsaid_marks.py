"""The mark that one passes with where the text does not tell it: which usual one gives several of its percentages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.catalogue.schema import Table
from factcheck.evaluation.looks import is_looked_at, is_share, look, most_conditions
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import Number
from factcheck.port import Database
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import USUAL_MARK, Relevance, Seen
from factcheck.settings import Settings

_FEWEST, _CLEARLY = 2, 2
"""Percentages that a mark has to give, at least, and how many times as many as any other does."""

_RESTRICTIONS = 2
"""Restrictions of a claim that are tried beside marks, the likeliest ones."""

Rows = tuple[Predicate, ...]
_Share = tuple[Rows, Rows]
"""The rows that a percentage is of, and those of them that passed."""


def with_clear_mark(
    numbers: Sequence[Number],
    all_relevance: Sequence[Relevance],
    relations: Relations,
    settings: Settings,
    database: Database,
) -> list[Relevance]:
    """Return what claims' words find, with the usual pass mark that gives most of the percentages, and no other one.

    Raises ``OutOfTimeError`` where the limit in force is reached.
    """
    tried = [(number, _usual(relevance)) for number, relevance in zip(numbers, all_relevance, strict=True)]
    if not any(usual for _, usual in tried):
        return list(all_relevance)
    chosen: set[Compare] = set()
    for table in relations.tables:
        claims = [
            (number, dict(_shares(table, usual, relevance)))
            for (number, usual), relevance in zip(tried, all_relevance, strict=True)
            if number.unit == "percent" and any(each.column.table_id == table.table_id for each in usual)
        ]
        mark = _clear_mark(table, claims, relations, settings, database)
        chosen.update(each for _, usual in tried for each in usual if mark is not None and each.bound == mark)
    return [_with_only(relevance, chosen) for relevance in all_relevance]


def without_marks(all_relevance: Sequence[Relevance]) -> list[Relevance]:
    """Return what claims' words find without any usual pass mark."""
    return [_with_only(relevance, set()) for relevance in all_relevance]


def _with_only(relevance: Relevance, chosen: set[Compare]) -> Relevance:
    kept = tuple((each, seen) for each, seen in relevance.predicates if not _is_usual(each, seen) or each in chosen)
    if len(kept) == len(relevance.predicates):
        return relevance
    return replace(relevance, predicates=kept, is_mark_unknown=not any(_is_usual(each, seen) for each, seen in kept))


def _usual(relevance: Relevance) -> list[Compare]:
    return [each for each, seen in relevance.predicates if isinstance(each, Compare) and _is_usual(each, seen)]


def _is_usual(predicate: Predicate, seen: Seen) -> bool:
    return USUAL_MARK in seen.parts and isinstance(predicate, Compare)


def _shares(table: Table, usual: Sequence[Compare], relevance: Relevance) -> Iterator[tuple[str, list[_Share]]]:
    """Yield each mark with the shares that it may give: of one column or of all, among all rows or some."""
    likely = [
        predicate
        for predicate, seen in relevance.predicates
        if isinstance(predicate, Equals) and predicate.column in table.columns and USUAL_MARK not in seen.parts
    ][:_RESTRICTIONS]
    among = list(dict.fromkeys([(), *((each,) for each in likely), tuple(likely)]))
    for mark in dict.fromkeys(each.bound for each in usual):
        of_mark = [each for each in usual if each.bound == mark and each.column in table.columns]
        passed = dict.fromkeys([*((each,) for each in of_mark), tuple(of_mark)])
        yield mark, [(rows, each) for rows in among for each in passed]


def _clear_mark(
    table: Table,
    claims: Sequence[tuple[Number, dict[str, list[_Share]]]],
    relations: Relations,
    settings: Settings,
    database: Database,
) -> str | None:
    """Return the mark that gives clearly more of the percentages than any other."""
    alone = relations.of(frozenset({table.table_id}), table.table_id)
    if len(claims) < _FEWEST or alone is None or not is_looked_at(table):
        return None
    asked = dict.fromkeys(share for _, by_mark in claims for shares in by_mark.values() for share in shares)
    most = most_conditions(table) // 2
    counted = _count(Selection(alone, ()), list(asked)[:most], database)
    given: dict[str, int] = {}
    for number, by_mark in claims:
        for mark, shares in by_mark.items():
            possible = (counted[share] for share in shares if share in counted)
            is_given = any(is_share(number, passed, rows, settings) for rows, passed in possible)
            given[mark] = given.get(mark, 0) + is_given
    best = max(given, key=lambda mark: given[mark], default=None)
    others = max((count for mark, count in given.items() if mark != best), default=0)
    return best if best is not None and given[best] >= max(_FEWEST, _CLEARLY * others) else None


def _count(all_rows: Selection, asked: Sequence[_Share], database: Database) -> dict[_Share, tuple[int, int]]:
    """Return how many rows there are of each kind, and how many of them passed, in one scan.

    Of a table that has grown beyond what is looked at nothing is counted.
    """
    outputs: list[str] = []
    for at, (rows, passed) in enumerate(asked):
        outputs.append(f"count(*) FILTER (WHERE {all_rows.conjunction_sql(rows) or 'true'}) AS n{at}")
        outputs.append(f"count(*) FILTER (WHERE {all_rows.conjunction_sql((*rows, *passed))}) AS p{at}")
    columns = [column for rows, passed in asked for each in (*rows, *passed) for column in each.columns]
    row = look(all_rows, columns, outputs, database)
    return {} if row is None else {share: (row[f"n{at}"], row[f"p{at}"]) for at, share in enumerate(asked)}
