"""Times that words of a claim name, as predicates on columns that say days or hours: "in 2015", "on Sundays"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.calendar_words import ORDINALS, WEEKDAYS
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.dated_columns import DatedColumn, is_called_a_year
from factcheck.retrieval.generators.ends_of_changes import MOVES
from factcheck.retrieval.generators.former_latter import former_time
from factcheck.retrieval.generators.moved_from import moved_from
from factcheck.retrieval.generators.named_periods import CALLED_PARTS, NamedPart, NamedPeriod, NamedTime, years
from factcheck.retrieval.generators.relative_days import ToldDays, relative_days, single_day
from factcheck.retrieval.generators.relative_months import month_before, relative_months
from factcheck.retrieval.generators.relative_times import relative_times, values_in_order
from factcheck.retrieval.generators.seasons import seasons
from factcheck.retrieval.generators.stretches import stretches
from factcheck.retrieval.generators.time_words import named_times
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier

_OF_THE_LAST_YEAR = 0.9
"""What is left of a month's weight where nothing says that it is that of the last year."""

_LAST_HOUR = 23
_LONGEST_SHORT_YEAR = 2
_MOVES = re.compile(rf"\b(?:{MOVES})\b", re.IGNORECASE)
"""Words of what has one value at the beginning of a stretch of time and another at its end."""


def time_predicates(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns that say days, hours or years to the times that a claim names, the heaviest words first."""
    passages = cue.words.passages
    times: dict[NamedPeriod | NamedPart, float] = {}
    days = relative_days(passages, cue.words.times.years)
    for passage in passages:
        for named in _named_times(passage, cue):
            if _is_told_otherwise(named, passage, days):
                continue
            for time in (named.time, *(_ends(named.time) if passage.written.has(_MOVES) else ())):
                times[time] = max(times.get(time, 0.0), named.weight)
    former = former_time(passages)
    if former is not None:
        times[former[0]] = max(times.get(former[0], 0.0), former[1])
    last_day = _last_day(cue)
    relative = list(relative_times(passages))
    months = relative_months(passages, last_day)
    before = moved_from(passages, {year for years in cue.years.values() for year in years})
    told = {named.time: named.weight for named in (*before, *relative, *months)}
    of_last_year = _of_the_last_year({**times, **told}, last_day)
    told |= {last: _OF_THE_LAST_YEAR * weight for last, (_, weight) in of_last_year.items()}
    told |= {each.time: each.weight for each in days}
    places = _places(cue, relative)
    places |= {last: places[part] for last, (part, _) in of_last_year.items() if part in places}
    found: list[tuple[Predicate, float, Mapping[str, float]]] = [
        *((each, weight, places.get(time, {})) for time, weight in times.items() for each in _predicates(time, cue)),
        *((each, weight, places.get(time, {})) for time, weight in told.items() for each in _predicates(time, cue)),
        *((each, weight, {}) for time, weight in told.items() for each in _single_years(time, cue)),
        *((each, weight, {}) for each, weight in _of_short_years(times, cue)),
        *((each, weight, {}) for each, weight in values_in_order(cue)),
        *((each, weight, {}) for each, weight in _of_stretches(cue)),
    ]
    made = [
        (each, cue.seen("time", WEIGHTS.predicate.time * weight, each.column).with_parts(parts))
        for each, weight, parts in found
    ]
    yield from sorted(made, key=lambda pair: -pair[1].score)


def _named_times(passage: Passage, cue: PredicateCue) -> Iterator[NamedTime]:
    """Yield the times that a sentence names; seasons only where they are no values of a column."""
    yield from named_times(passage)
    if found := seasons(passage):
        literals = {each.literal.lower() for each, _ in cue.named if isinstance(each, Equals)}
        yield from (each for each in found if passage.text[each.start : each.end].lower() not in literals)


def _places(cue: PredicateCue, relative: Iterable[NamedTime]) -> dict[NamedPeriod | NamedPart, Mapping[str, float]]:
    """Return where the claim's own sentence names times: the first of the tokens, and how many there are.

    ``relative`` are those that other times tell the year of.
    """
    places: dict[NamedPeriod | NamedPart, Mapping[str, float]] = {}
    for passage in cue.words.passages:
        for named in (*_named_times(passage, cue), *relative) if passage.is_own else ():
            if tokens := list(passage.within(named.start, named.end)):
                places.setdefault(named.time, {"at": float(tokens[0]), "words": float(len(tokens))})
    return places


def _is_told_otherwise(named: NamedTime, passage: Passage, days: Sequence[ToldDays]) -> bool:
    """Tell whether the claim's sentence tells a day from a time: "Thursday the 10th" is that day, no Thursday.

    The day that a sentence before names is the one that "the day before" is told from.
    """
    if passage.is_own:
        return any(each.start <= named.start < each.end for each in days)
    return bool(days) and single_day(named.time) is not None


def _last_day(cue: PredicateCue) -> date | None:
    """Return the last day of the only column of dates that has a row for each day, or month, and goes on for years."""
    lasts = {days.last.start for days in cue.series.values() if days.last.start is not None}
    return next(iter(lasts)) if len(lasts) == 1 else None


def _of_the_last_year(
    times: Mapping[NamedPeriod | NamedPart, float], last_day: date | None
) -> dict[NamedPeriod, tuple[NamedPart, float]]:
    """Return the last months and quarters of those that are named without a year, with these and their weights.

    "In April 8.5 million were out of work" is about the April before the data end, not about all Aprils.
    """
    if last_day is None:
        return {}
    parts = ((time, weight) for time, weight in times.items() if isinstance(time, NamedPart))
    lasts = ((month_before(part, last_day), part, weight) for part, weight in parts)
    return {last: (part, weight) for last, part, weight in lasts if last is not None and last not in times}


def _of_stretches(cue: PredicateCue) -> Iterator[tuple[Predicate, float]]:
    for stretch in stretches(cue):
        if stretch.column is None:
            yield from ((predicate, stretch.weight) for predicate in _predicates(stretch.time, cue))
            yield from ((predicate, stretch.weight) for predicate in _single_years(stretch.time, cue))
        elif (predicate := _on_numbers(stretch.time, stretch.column, cue)) is not None:
            yield predicate, stretch.weight


def _ends(time: NamedPeriod | NamedPart) -> Iterator[NamedPeriod | NamedPart]:
    """Yield the first and the last month, quarter, weekday or year of a stretch: "sales grew between May and June"."""
    if isinstance(time, NamedPart):
        if time.part != "hour" and time.first != time.last:
            yield from (replace(time, first=end, last=end) for end in (time.first, time.last))
    elif time.years is not None and None not in time.years and time.years[0] != time.years[1]:
        yield from (years(end, end) for end in time.years)


def _predicates(time: NamedPeriod | NamedPart, cue: PredicateCue) -> Iterator[Predicate]:
    for dated in cue.dated:
        predicate = _on_dates(time, dated)
        if predicate is not None:
            yield predicate
    for column in cue.columns:
        predicate = _on_numbers(time, column, cue) if column.is_numeric else _on_names(time, column, cue)
        if predicate is not None:
            yield predicate


def _on_dates(time: NamedPeriod | NamedPart, dated: DatedColumn) -> Predicate | None:
    if isinstance(time, NamedPart):
        is_said = dated.has_hour if time.part == "hour" else dated.has_day
        way = "" if time.part == "hour" else dated.way
        return DatePart(dated.column, time.part, time.first, time.last, way) if is_said else None
    if not dated.has_day:
        return None
    start, end = (None if day is None else day.isoformat() for day in (time.start, time.end))
    return Period(dated.column, start, end, dated.way)


def _on_numbers(time: NamedPeriod | NamedPart, column: Column, cue: PredicateCue) -> Predicate | None:
    """Restrict a column of years, quarters, months or hours; single years it has as values."""
    if isinstance(time, NamedPart):
        return _part_on_numbers(time, column)
    if time.years is None or time.years[0] == time.years[1] or not _holds_years(column, cue):
        return None
    first_year, last_year = time.years
    if last_year is None:
        return Compare(column, ">=", str(first_year))
    if first_year is None:
        return Compare(column, "<=", str(last_year))
    return Between(column, str(first_year), str(last_year))


def _part_on_numbers(time: NamedPart, column: Column) -> Predicate | None:
    """Restrict a column that is called a part of days: whole hours, quarters or months, or hours with their parts."""
    is_called_so = not CALLED_PARTS.get(time.part, frozenset()).isdisjoint(split_identifier(column.name))
    if not is_called_so or (time.first > time.last and not column.is_integer):
        return None
    if time.first > time.last:  # "6 PM to 6 AM" is what the day leaves
        return Not(Between(column, str(time.last + 1), str(time.first - 1)))
    if not column.is_integer:
        return _on_decimals(time, column) if time.part == "hour" else None
    first, last = str(time.first), str(time.last)
    return Equals(column, first) if first == last else Between(column, first, last)


def _on_decimals(time: NamedPart, column: Column) -> Predicate:
    """Restrict a column of hours with their parts: 17.5 lies between five and six."""
    if time.last == _LAST_HOUR:
        return Compare(column, ">=", str(time.first))
    if time.first == 0:
        return Compare(column, "<", str(time.last + 1))
    return Between(column, str(time.first), str(time.last + 1), is_below=True)


def _of_short_years(
    times: Mapping[NamedPeriod | NamedPart, float], cue: PredicateCue
) -> Iterator[tuple[Predicate, float]]:
    """Restrict columns of years without their century, 85 to 93, to the years that a claim names in full."""
    columns = [
        column
        for column in cue.columns
        if column.is_integer and is_called_a_year(column) and _are_short(cue.values.get(column.column_id) or ())
    ]
    for time, weight in times.items() if columns else ():
        first, last = (time.years if isinstance(time, NamedPeriod) else None) or (None, None)
        if first is None or last is None or first // 100 != last // 100:
            continue
        low, high = str(first % 100), str(last % 100)
        for column in columns:
            if low == high and low in cue.values[column.column_id]:
                yield Equals(column, low), weight
            elif low != high:
                yield Between(column, low, high), weight


def _are_short(values: Sequence[str]) -> bool:
    return len(values) > 1 and all(value.isdecimal() and len(value) <= _LONGEST_SHORT_YEAR for value in values)


def _single_years(time: NamedPeriod | NamedPart, cue: PredicateCue) -> Iterator[Predicate]:
    """Restrict columns of years to a single one, which the text does not write."""
    first, last = (time.years if isinstance(time, NamedPeriod) else None) or (None, None)
    if first is not None and first == last:
        for column in cue.columns:
            if column.is_integer and is_called_a_year(column):
                yield Equals(column, str(first))


def _holds_years(column: Column, cue: PredicateCue) -> bool:
    """Tell whether a column's name says that it holds years, or its values are years that the claim names."""
    if is_called_a_year(column):
        return True
    values = (p.literal for p, _ in cue.named if isinstance(p, Equals) and p.column.column_id == column.column_id)
    return any(len(value) == 4 and value[:2] in {"15", "16", "17", "18", "19", "20"} for value in values)


def _on_names(time: NamedPeriod | NamedPart, column: Column, cue: PredicateCue) -> Predicate | None:
    """Restrict a column with few values to those that are names of quarters, or of days at or within the week's end."""
    if not isinstance(time, NamedPart) or not column.is_text:
        return None
    if time.part == "quarter":
        names = {f"q{time.first}", f"quarter {time.first}", f"{ORDINALS[time.first - 1]} quarter"}
    elif time.part == "isodow" and time.first < time.last:
        days = WEEKDAYS[time.first - 1 : time.last]
        names = {name for day in days for name in (day.lower(), day[:3].lower())}
    else:
        return None
    values = tuple(sorted(value for value in cue.values.get(column.column_id, ()) if value.lower() in names))
    if len(values) < 2:
        return Equals(column, values[0]) if values else None
    return OneOf(column, values)
