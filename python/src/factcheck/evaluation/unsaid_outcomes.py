"""The outcome that a document is about though no word names its column: which flag its percentages are shares of.

A report on people who left prison says of group after group how many "returned"; the rows have it as ``cens``, 0 or 1.
No word leads there.  What does is that the same flag gives many of the percentages, each for the rows that its sentence
names: one may be chance, most of a text are none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from factcheck.catalogue.schema import Column, Table
from factcheck.evaluation.looks import is_looked_at, is_share, look, most_conditions
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import Number
from factcheck.port import Database
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.settings import Settings
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier

OUTCOME = "outcome"
"""The part of what was seen of a value that stands for the outcome which the document is about."""

_FEWEST, _LEAST_SHARE = 4, 0.3
"""Percentages that a flag has to give at least, and which share of all."""

_CLEARLY = 2
"""How many times as many it has to give as any other flag does."""

_PREDICATES, _MOST_FLAGS = 4, 12
"""Restrictions of a claim that are tried, the likeliest ones, and flags."""

_WHOLE = 100
_NAMED = 0.3
"""What a word adds to a column's score from which it names the column."""

Rows = tuple[Predicate, ...]


@dataclass(frozen=True, slots=True)
class _Counts:
    """Of some rows: how many there are, and of how many each flag, by its column's number, says yes."""

    rows: int
    yes: Mapping[int, int]


def with_unsaid_outcome(
    numbers: Sequence[Number],
    all_relevance: Sequence[Relevance],
    relations: Relations,
    settings: Settings,
    database: Database,
) -> list[Relevance]:
    """Return what claims' words find, each with the outcome that the document is about where no word names it.

    Raises ``OutOfTimeError`` where the limit in force is reached.
    """
    shares = [(n, r) for n, r in zip(numbers, all_relevance, strict=True) if n.unit == "percent" and n.value < _WHOLE]
    outcomes = [
        outcome
        for table in relations.tables
        if len(shares) >= _FEWEST and is_looked_at(table)
        if (outcome := _outcome(table, shares, relations, settings, database)) is not None
    ]
    return [_with(relevance, outcomes) for relevance in all_relevance] if outcomes else list(all_relevance)


def _with(relevance: Relevance, outcomes: Iterable[Predicate]) -> Relevance:
    score, known = WEIGHTS.predicate.outcome, dict(relevance.predicates)
    for each in outcomes:
        if each not in known or known[each].score < score:
            known[each] = Seen(score, {OUTCOME: score})
    return replace(relevance, predicates=tuple(sorted(known.items(), key=lambda pair: -pair[1].score)))


def _outcome(
    table: Table,
    shares: Sequence[tuple[Number, Relevance]],
    relations: Relations,
    settings: Settings,
    database: Database,
) -> Predicate | None:
    """Return the value of a flag of a table that gives far more of the different percentages than any other flag's."""
    alone = relations.of(frozenset({table.table_id}), table.table_id)
    columns = _unnamed(table, shares[0][1])
    if not columns or alone is None:
        return None
    tried = [(number, list(_rows(table, relevance, columns))) for number, relevance in shares]
    asked = list(dict.fromkeys(rows for _, of_claim in tried for rows in of_claim))
    most = most_conditions(table) // (len(columns) + 1)
    flags, counted = _count(Selection(alone, ()), columns, asked[:most], database)
    given = {
        (flag, value): len(
            {
                number.value
                for number, of_claim in tried
                if any(_gives(counted[rows], flag, value, number, settings) for rows in of_claim if rows in counted)
            }
        )
        for flag in flags
        for value in (True, False)
    }
    if not given:
        return None
    best, value = max(given, key=lambda each: given[each])
    others = max((count for (flag, _), count in given.items() if flag != best), default=0)
    stated = len({number.value for number, _ in shares})
    is_clear = given[best, value] >= max(_FEWEST, _LEAST_SHARE * stated, _CLEARLY * others)
    literal = str(value).lower() if best.is_boolean else str(int(value))
    return Equals(best, literal) if is_clear else None


def _unnamed(table: Table, relevance: Relevance) -> list[Column]:
    """Return the columns of a table that may be flags and that no word of the document names."""
    named_by = relevance.columns_named_by.values()
    named = {number for of_word in named_by for number, share in of_word.items() if share >= _NAMED}
    return [
        column
        for column in table.columns
        if (column.is_boolean or column.is_integer)
        and column.column_id not in named
        and not names_an_identifier(column.name)
    ][:_MOST_FLAGS]


def _rows(table: Table, relevance: Relevance, left_out: Sequence[Column]) -> Iterator[Rows]:
    """Yield the rows that a claim may be about: all, those of one likely restriction, and those of two."""
    stored = set(table.columns)
    likely = [
        predicate
        for predicate, _ in relevance.predicates
        if stored.issuperset(predicate.columns) and predicate.column not in left_out
    ][:_PREDICATES]
    yield ()
    yield from ((predicate,) for predicate in likely)
    yield from (pair for pair in combinations(likely, 2) if pair[0].column != pair[1].column)


def _count(
    all_rows: Selection, columns: Sequence[Column], asked: Sequence[Rows], database: Database
) -> tuple[list[Column], dict[Rows, _Counts]]:
    """Return which columns hold nothing but 0 and 1, or yes and no, and counts of some rows, in one scan.

    Of a table that has grown beyond what is looked at nothing is counted.
    """
    said = [column.sql_name if column.is_boolean else f"{column.sql_name} = 1" for column in columns]
    outputs: list[str] = []
    for index, column in enumerate(columns):
        outputs.append("true" if column.is_boolean else f"bool_and({column.sql_name} IN (0, 1))")
        outputs[-1] += f" AS f{index}"
    for at, rows in enumerate(asked):
        condition = all_rows.conjunction_sql(rows) or "true"
        outputs.append(f"count(*) FILTER (WHERE {condition}) AS n{at}")
        outputs += [f"count(*) FILTER (WHERE {yes} AND {condition}) AS y{at}_{i}" for i, yes in enumerate(said)]
    read = [column for rows in asked for predicate in rows for column in predicate.columns]
    row = look(all_rows, [*columns, *read], outputs, database)
    flags = [] if row is None else [column for index, column in enumerate(columns) if row[f"f{index}"]]
    if row is None or not flags:
        return [], {}
    numbers = [column.column_id for column in columns]
    return flags, {
        rows: _Counts(row[f"n{at}"], {number: row[f"y{at}_{i}"] for i, number in enumerate(numbers)})
        for at, rows in enumerate(asked)
    }


def _gives(counts: _Counts, flag: Column, value: bool, number: Number, settings: Settings) -> bool:
    """Tell whether a percentage is the share of rows of which a flag says yes, or no."""
    part = counts.yes[flag.column_id] if value else counts.rows - counts.yes[flag.column_id]
    return is_share(number, part, counts.rows, settings)
