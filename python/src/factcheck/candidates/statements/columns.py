"""Which columns a statement compares with one another, "more on wages than on rent", and which hold amounts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from factcheck.candidates.identifiers import PERSONS, is_identifier
from factcheck.candidates.statements.owners import tokens_of
from factcheck.candidates.statements.words_of_measures import AVERAGES, MEDIANS, NUMBERS, TOTALS, is_intensive
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.statements.phrases import Said
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.retrieval.measure_words import KINDS_OF_MONEY
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_GREATEST = frozenset("maximum maximums max maxima peak peaks".split())
_SMALLEST = frozenset("minimum minimums min minima".split())
_SAY_NOTHING = AVERAGES | TOTALS | MEDIANS | NUMBERS | _GREATEST | _SMALLEST | frozenset("value values level".split())
_LEFT_OVER = 0.6
"""What a word that the name of a column does not have leaves of its score."""
_SHORTEST = 3
_OF_A_FLAG = 2
_TIMES = frozenset("year month day week quarter hour date time decade century".split())
_TIMES_OF_ROWS = frozenset("year month quarter weekday".split())
_NUMBERINGS = frozenset("order index row case observation obs record seq sequence serial line".split())
_MOST = 60
_MONEY = "money"


@dataclass(frozen=True, slots=True)
class NamedColumn:
    """A column of numbers that a phrase names, with its table and how well it does, up to 1."""

    table: Table
    column: Column
    score: float


def is_amount(column: Column) -> bool:
    """Tell whether a column has amounts, rather than times, codes and identifiers."""
    words = split_identifier(column.name)
    is_named = is_identifier(column) or bool({"id", "key", "code", "rank"} & set(words))
    return column.is_numeric and not is_named and not (words and stem(words[-1]) in _TIMES)


def columns_named(said: Said, tables: Sequence[Table]) -> list[NamedColumn]:
    """Return the columns of numbers that a phrase names by words which their names have alone, best first.

    Of each table there is one at most: a phrase that names several alike names none.
    """
    words = [word for word in tokens_of(said.text) if word not in _SAY_NOTHING]
    found = []
    for table in tables:
        hits = [(column, *_hits(words, column)) for column in table.columns if is_amount(column)]
        most = max((len(hit) for _, hit, _ in hits), default=0)
        if not most:
            continue
        named = [(column, hit, unsaid) for column, hit, unsaid in hits if len(hit) == most]
        least = min(unsaid for *_, unsaid in named)
        closest = [column for column, _, unsaid in named if unsaid == least]
        if len(closest) == 1:
            of_table = {stem(word) for word in split_identifier(table.name)}
            left = sum(stem(word) not in of_table for word in words) - most
            if left > 1:
                continue
            found.append(NamedColumn(table, closest[0], _LEFT_OVER ** max(left, 0)))
    return sorted(found, key=lambda each: -each.score)


def _hits(words: Iterable[str], column: Column) -> tuple[list[str], int]:
    """Return the words that the name of a column has, and how many words of the name are left."""
    name = [stem(word) for word in split_identifier(column.name)]
    hits = [word for word in words if any(_is_alike(stem(word), part) for part in name)]
    return hits, sum(not any(_is_alike(stem(word), part) for word in hits) for part in name)


def _is_alike(word: str, part: str) -> bool:
    if word.isdecimal() and part.isdecimal():
        return int(word) == int(part)  # "dish 2" of dish_02
    return word == part or (len(part) >= _SHORTEST and word.startswith(part)) or word.removesuffix("ing") == part


def numbered_column(said: Said, tables: Sequence[Table]) -> NamedColumn | None:
    """Return the column that a phrase numbers among those of one name, as "dish 2" does dish_02; None for others."""
    words = tokens_of(said.text)
    for table in tables:
        alike = [column for column in table.columns if is_amount(column) and column.name[-1:].isdigit()]
        for column in alike:
            *name, number = split_identifier(column.name)
            is_said = len(words) > 1 and words[-1].isdecimal() and number.isdecimal() and int(words[-1]) == int(number)
            if is_said and name and list(map(stem, words[:-1])) == list(map(stem, name)) and len(alike) > 1:
                return NamedColumn(table, column, 1.0)
    return None


def sibling_flags(named: NamedColumn, relevance: Relevance) -> tuple[Column, ...]:
    """Return the other flags beside one, as a table has them that tells by each whether rows are of one kind."""
    flags = [c for c in named.table.columns if c.is_integer and relevance.values.get(c.column_id) == _OF_A_FLAG]
    return tuple(flag for flag in flags if flag != named.column)[:_MOST] if named.column in flags else ()


def siblings(named: NamedColumn, relevance: Relevance) -> tuple[tuple[Column, ...], bool]:
    """Return the columns that one is compared with, and whether it is sure: their names begin or end with one word.

    Else they are all that have amounts of the same kind, where the words say nothing else than the column's name.  A
    total of the others is none of them, nor is what says yes or no.
    """
    column = named.column
    amounts = [each for each in named.table.columns if is_amount(each) and each != column]
    amounts = [each for each in amounts if not (each.is_integer and relevance.values.get(each.column_id) == _OF_A_FLAG)]
    amounts = [each for each in amounts if not relevance.cues.has(each.column_id, "whole")]
    sharing = [each for each in amounts if _begin_or_end_alike(column, each)]
    if len(sharing) > 1:
        return tuple(sharing[:_MOST]), True
    if named.score < 1 or (column.is_integer and relevance.values.get(column.column_id) == _OF_A_FLAG):
        return (), False
    allowed = {None, _kind(column, relevance) or _MONEY}
    alike = [each for each in amounts if _kind(each, relevance) in allowed]
    return tuple(alike[:_MOST]) if len(alike) > 1 else (), False


def _begin_or_end_alike(one: Column, other: Column) -> bool:
    """Tell whether two names begin or end with the same word: another word may say whose each of them is."""
    names = split_identifier(one.name), split_identifier(other.name)
    return all(names) and (names[0][0] == names[1][0] or names[0][-1] == names[1][-1])


def _kind(column: Column, relevance: Relevance) -> str | None:
    kind = relevance.cues.kinds.get(column.column_id)
    return _MONEY if kind in KINDS_OF_MONEY else kind


def function_of(said: frozenset[str], columns: Iterable[Column]) -> AggregationFunction:
    """Return the function by which columns are compared, as words say it."""
    for words, function in ((MEDIANS, MEDIAN), (_GREATEST, MAX), (_SMALLEST, MIN), (AVERAGES, AVG), (TOTALS, SUM)):
        if not said.isdisjoint(words):
            return function
    names = (frozenset(split_identifier(column.name)) for column in columns)
    return AVG if any(map(is_intensive, names)) else SUM


def is_key(column: Column, table: Table) -> bool:
    """Tell whether a column's numbers name its rows: an identifier, or a column that is called like its table."""
    words = split_identifier(column.name)
    is_of_table = list(map(stem, words)) == [stem(word) for word in split_identifier(table.name)]
    is_name = is_of_table and column.is_integer and "".join(words) != "".join(split_identifier(table.name)).lower()
    return bool(words) and (words[-1] in {"id", "key", "uuid", "no", "nr"} or words[0] == "id" or is_name)


def numbers_rows(column: Column, table: Table, relevance: Relevance) -> bool:
    """Recognise the number that each row of a table has, in a column that is called by the rows: "patient", "order"."""
    is_of_each = relevance.values.get(column.column_id, 0) in {0, table.rows}  # too many values are not known
    return is_of_each and column.is_integer and column.name.lower() in PERSONS | _NUMBERINGS


def is_time(column: Column) -> bool:
    """Tell whether a column's whole numbers are times, which nobody adds up: a year, a month."""
    words = split_identifier(column.name)
    return column.is_integer and bool(words) and words[-1] in _TIMES_OF_ROWS and "per" not in words
