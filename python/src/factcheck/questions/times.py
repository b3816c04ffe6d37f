"""The times that words of a question name: of which column they are, and which of them stand side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from factcheck.catalogue.schema import Column
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.questions.grammar import asked_nouns
from factcheck.questions.groups import RECURRING, UNITS
from factcheck.questions.mentions import ColumnMention, NumberMention, TimeMention, UnitMention, ValueMention
from factcheck.questions.roles import Role, TableRoles
from factcheck.retrieval.relevance import Relevance

_SAID = 0.3
"""Score from which on words are taken for a time."""
_FAR = 5
_ASKED_PLACES = frozenset({"nsubj", "attr", "ROOT"})
_DIVIDING = frozenset("by per each every".split())


def asked_unit(
    tokens: Sequence[Token], columns: Sequence[ColumnMention], values: Sequence[ValueMention], roles: TableRoles
) -> UnitMention | None:
    """Return the length of time that is asked for or divided by, where the table's times are dates.

    A column that is called so, or holds times, is meant itself: the month of "which birth month".
    """
    time = roles.time
    if time is None or not (time.column.is_date or time.column.is_timestamp):
        return None
    known = {each: roles.role(each.columns[0]) for each in columns}
    meant = [each for each, role in known.items() if each.is_whole or role.role is Role.TIME or role.is_part_of_time]
    spans = [(each.start, each.end) for each in meant] + [(each.start, each.end) for each in values]
    named = {index for start, end in spans for index in range(start, end)}
    groups = (each for each, role in known.items() if role.role is Role.CATEGORY or role.is_grouping)
    of_groups = {index for each in groups for index in range(each.start, each.end)}
    words = [token.text.lower() for token in tokens]
    divided = (i for i in range(1, len(words)) if words[i - 1] in _DIVIDING)
    best = (token.head for token in tokens if token.tag == "JJS" and token.dependency == "amod")
    counted = (token.head for token in tokens if token.dependency == "nummod")
    counted = (i for i in counted if tokens[i].dependency in _ASKED_PLACES)  # "what were the three months with"
    for index in (*asked_nouns(tokens), *divided, *best, *counted):
        unit = tokens[index].lemma.lower()
        end = index + 1
        if unit == "day" and words[end : end + 1] == ["of"] and "week" in words[end + 1 : end + 3]:
            unit, end = "weekday", words.index("week", end) + 1
        is_column = index in named or (unit in RECURRING and index in of_groups)  # wday is the weekday
        if not is_column and unit in UNITS and (unit != "hour" or time.column.is_timestamp):
            return UnitMention(index, end, unit)
    return None


def time_mentions(
    columns: Sequence[ColumnMention], numbers: Sequence[NumberMention], roles: TableRoles, relevance: Relevance
) -> tuple[TimeMention, ...]:
    """Return the times that words name, each as predicates of one column: the one named beside it, else the usual.

    A number that a limit is said by, as in "above 2023", is no year.
    """
    limits = {(each.start, each.end) for each in numbers if each.number.comparison != "="}
    by_place: dict[tuple[int, int], list[Predicate]] = {}
    for predicate, seen in relevance.predicates:
        place = seen.place
        is_said = seen.score > _SAID and (place.start, place.stop) not in limits
        if isinstance(predicate, Period | DatePart) and is_said:
            by_place.setdefault((place.start, place.stop), []).append(predicate)
    mentions = []
    for (start, end), predicates in sorted(by_place.items()):
        column = _column_of(start, end, predicates, columns, roles)
        of_column = tuple(each for each in predicates if each.column == column)
        if of_column:
            mentions.append(TimeMention(start, end, of_column))
    return tuple(_without_parts(mentions))


def _column_of(
    start: int, end: int, predicates: Sequence[Predicate], columns: Sequence[ColumnMention], roles: TableRoles
) -> Column:
    """Return the column that a time is said of: the last one named before it, else one right behind it.

    Where none is named it is what the rows' times are, which for whole years may be a column of numbers.
    """
    dated = list(dict.fromkeys(each.column for each in predicates))
    named = [each for each in columns if each.columns[0] in dated]
    before = [each for each in named if each.end <= start]
    behind = [each for each in named if 0 <= each.start - end <= _FAR]
    if end and (before or behind):
        return (before[-1] if before else behind[0]).columns[0]
    time = roles.time
    is_usual = time is not None and (time.column in dated or (time.column.is_integer and _are_years(predicates)))
    return time.column if time is not None and is_usual else dated[0]


def _are_years(predicates: Sequence[Predicate]) -> bool:
    """Tell whether times are whole years."""
    ends = [end for each in predicates if isinstance(each, Period) for end in (each.start, each.end)]
    return bool(ends) and all(end is None or end.endswith("-01-01") for end in ends)


def _without_parts(mentions: Sequence[TimeMention]) -> list[TimeMention]:
    """Leave out times without words of their own that lie within others: both ends of "between 2019 and 2021"."""
    told = [predicate for each in mentions if each.end for predicate in each.predicates]
    kept = []
    for each in mentions:
        predicates = each.predicates if each.end else tuple(p for p in each.predicates if not _is_in_any(p, told))
        if predicates:
            kept.append(replace(each, predicates=predicates))
    return kept


def _is_in_any(inner: Predicate, others: Sequence[Predicate]) -> bool:
    return any(_is_within(inner, other) for other in others)


def _is_within(inner: Predicate, outer: Predicate) -> bool:
    """Tell whether a time lies within another one of the same column."""
    if inner.column != outer.column:
        return False
    if isinstance(inner, Period) and isinstance(outer, Period):
        begins = outer.start is None or (inner.start is not None and inner.start >= outer.start)
        return begins and (outer.end is None or (inner.end is not None and inner.end <= outer.end))
    if isinstance(inner, DatePart) and isinstance(outer, DatePart):
        return inner.part == outer.part and inner.numbers <= outer.numbers
    return False


def times_apart(times: Sequence[TimeMention]) -> tuple[tuple[Predicate, ...], ...]:
    """Return times of one column of which no row can be in two: "in 2022 and 2023", "March versus April"."""
    for column in dict.fromkeys(each.column for each in times):
        apart = [each.predicates for each in times if each.end and each.column == column]
        apart = list(dict.fromkeys(apart))
        if len(apart) > 1 and all(_exclude(one, other) for one, other in combinations(apart, 2)):
            return tuple(apart)
    return ()


def _exclude(one: Sequence[Predicate], other: Sequence[Predicate]) -> bool:
    return any(each.excludes(another) for each in one for another in other)


def joined(apart: Sequence[Sequence[Predicate]]) -> Predicate | None:
    """Return the stretch that times make together; None where there is a gap between them."""
    parts = [each[0] for each in apart if len(each) == 1]
    if not apart or len(parts) < len(apart):
        return None
    periods = sorted((each for each in parts if isinstance(each, Period)), key=lambda each: each.start or "")
    if len(periods) == len(parts) and all(one.end == other.start for one, other in pairwise(periods)):
        return replace(periods[0], end=periods[-1].end)
    of_days = sorted((each for each in parts if isinstance(each, DatePart)), key=lambda each: each.first)
    is_one = len(of_days) == len(parts) and all(one.last + 1 == other.first for one, other in pairwise(of_days))
    return replace(of_days[0], last=of_days[-1].last) if is_one else None


def time_restrictions(times: Sequence[TimeMention]) -> tuple[Predicate, ...]:
    """Return the predicates of all times; of those side by side the stretch that they make together, if they make one.

    Without one, each is asked about alone.
    """
    apart = times_apart(times)
    together = joined(apart)
    others = (predicate for each in times if each.predicates not in apart for predicate in each.predicates)
    return tuple(dict.fromkeys((*others, *(() if together is None else (together,)))))
