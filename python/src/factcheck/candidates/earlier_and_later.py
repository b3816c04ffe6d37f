"""Pairs of columns of which one tells of an earlier time, or a lower end, than the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from operator import itemgetter

from factcheck.candidates.proposal import Proposal
from factcheck.catalogue.expressions import (
    DaysBetween,
    HoursBetween,
    Operation,
    YearOf,
    are_times_of_one_kind,
    has_days,
)
from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.dated_columns import DatedColumn
from factcheck.retrieval.measure_words import MeasureCues
from factcheck.retrieval.stages import comes_before, named_opposites, stage_of
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier

_MOST_DATES = 6
_RECENT = 0.99
"""What is left of a pair of numbers for each later one that there is: just enough to order them."""


def opposites(columns: Iterable[Column]) -> Iterator[tuple[Column, Column, float]]:
    """Yield columns whose names differ in one word alone: opposites such as start and end, or two years.

    The third of each tells how well they fit: of many years those that follow each other best, the latest first.
    """
    known = list(columns)
    yield from ((earlier, later, 1.0) for earlier, later in named_opposites(known))
    by_name = {tuple(split_identifier(column.name)): column for column in known}
    for alike in _numbered(by_name).values():
        for (place, earlier), (later_place, later) in combinations(enumerate(alike), 2):
            nearness = 1.0 if later_place == place + 1 else WEIGHTS.derived.unlikely
            yield earlier, later, nearness * _RECENT ** (len(alike) - 1 - later_place)


def _numbered(by_name: Mapping[tuple[str, ...], Column]) -> dict[tuple[str, ...], list[Column]]:
    """Return the columns whose names differ in a number alone, in the order of the numbers."""
    groups: dict[tuple[str, ...], list[tuple[int, Column]]] = {}
    for words, column in by_name.items():
        for at, word in enumerate(words):
            if word.isdecimal():
                groups.setdefault((*words[:at], "", *words[at + 1 :]), []).append((int(word), column))
    return {rest: [column for _, column in sorted(group, key=itemgetter(0))] for rest, group in groups.items()}


def elapsed_days(columns: Sequence[Column], dated: Sequence[DatedColumn], cues: MeasureCues) -> Iterator[Proposal]:
    """Yield the days between the dates of one row, from an earlier stage of what happens to a later one.

    They are asked for in days, those between times in hours, too; a table of very many dates tells of no single course
    of things.  ``dated`` are the columns that say days, in their ways, those of text among them.
    """
    ways = {each.column: each.way for each in dated if each.has_whole_days}
    times = {each.column: each.way for each in dated if each.has_written_times}
    dates = [c for c in columns if has_days(c) or c.is_timestamp or c in ways or c in times]
    if cues.concepts.keys().isdisjoint({"days", "hours"}) or len(dates) > _MOST_DATES:
        return
    pairs = {(earlier, later) for earlier, later, _ in opposites(dates)}
    for earlier, later in permutations(dates, 2):
        if comes_before(earlier, later, columns) or (
            (earlier, later) in pairs and not comes_before(later, earlier, columns)
        ):
            if has_days(earlier) and has_days(later):
                yield Proposal(DaysBetween(earlier, later), "days")
            if earlier in ways and ways[earlier] == ways.get(later):
                yield Proposal(DaysBetween(earlier, later, ways[earlier]), "days")
            if earlier in times and times[earlier] == times.get(later):
                yield Proposal(HoursBetween(earlier, later, times[earlier]), "hours")
            if are_times_of_one_kind(earlier, later):
                yield Proposal(HoursBetween(earlier, later), "hours")


def ages(table: Table, dated: Sequence[DatedColumn]) -> Iterator[Proposal]:
    """Yield the years from a birth or a foundation to other years and days of the same row: ages at what happened.

    Years of columns of whole numbers are known by the word "year" in their names.
    """
    days = {each.column: each.way for each in dated if each.has_real_days and each.column.table_id == table.table_id}
    years = [*days, *(column for column in table.columns if column not in days and _holds_years(column))]
    births = [column for column in years if stage_of(column) == 0]
    if not births or len(years) > _MOST_DATES:
        return
    for birth, other in ((birth, other) for birth in births for other in years if other not in births):
        later, earlier = (YearOf(each, days[each]) if each in days else each for each in (other, birth))
        yield Proposal(Operation("-", later, earlier), "age")


def _holds_years(column: Column) -> bool:
    return column.is_integer and "year" in split_identifier(column.name)
