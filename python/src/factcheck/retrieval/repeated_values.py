"""Values that say nothing: what all rows of a panel have, and what another column has as its likelier value."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal

from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import TextNumber
from factcheck.numbers.bands import read_band
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.panels import Panel
from factcheck.retrieval.relevance import Seen

Predicates = tuple[tuple[Predicate, Seen], ...]


def without_repeated_values(predicates: Sequence[tuple[Predicate, Seen]]) -> Predicates:
    """Leave out a value of a column that another column has with a greater score, where it is not its column's best.

    Of "1,626 dogs of zip code 98115" the species is a dog.  No animal is called so, though one is called Zip.  Columns
    of one name in several tables tell the same of other rows, and each keeps its values.
    """
    best_of_value: dict[str, dict[str, float]] = {}
    best_of_column: dict[Column, float] = {}
    for predicate, seen in predicates:
        if (value := _value_said(predicate, seen)) is not None:
            of_names = best_of_value.setdefault(value, {})
            of_names[predicate.column.name] = max(of_names.get(predicate.column.name, 0.0), seen.score)
            best_of_column[predicate.column] = max(best_of_column.get(predicate.column, 0.0), seen.score)
    return tuple(
        (predicate, seen)
        for predicate, seen in predicates
        if (value := _value_said(predicate, seen)) is None
        or seen.score >= min(_best_elsewhere(best_of_value[value], predicate.column), best_of_column[predicate.column])
    )


def _best_elsewhere(of_names: Mapping[str, float], column: Column) -> float:
    """Return the best score that a value has in columns of other names."""
    return max((score for name, score in of_names.items() if name != column.name), default=0.0)


def without_constant_columns(
    predicates: Sequence[tuple[Predicate, Seen]], values: Mapping[int, Sequence[str]], panels: Sequence[Panel]
) -> Predicates:
    """Leave out the only value of columns of panels that have no other, and no missing ones.

    Such a restriction changes nothing, and would take the place of one of a dimension.  ``values`` has all values of
    columns that have few, by ``column_id``.
    """
    tables = {panel.table.table_id for panel in panels}
    return tuple(
        (predicate, seen)
        for predicate, seen in predicates
        if not isinstance(predicate, Equals)
        or predicate.column.table_id not in tables
        or predicate.column.has_missing
        or list(values.get(predicate.column.column_id, ())) != [predicate.literal]
    )


def _value_said(predicate: Predicate, seen: Seen) -> str | None:
    """Return the text that a predicate compares a column with, in lower case, where the sentence has all its words."""
    if isinstance(predicate, Equals) and predicate.column.is_text and seen.is_said:
        return predicate.literal.casefold()
    return None


def without_days_named_twice(predicates: Sequence[tuple[Predicate, Seen]]) -> Predicates:
    """Leave out values of a column that are a day which words of the sentence say as a time."""
    days: dict[Column, list[Period]] = {}
    for predicate, _ in predicates:
        if isinstance(predicate, Period) and predicate.is_one_day:
            days.setdefault(predicate.column, []).append(predicate)
    return tuple(
        (predicate, seen)
        for predicate, seen in predicates
        if not isinstance(predicate, Equals)
        or not any(day.includes(predicate.literal) for day in days.get(predicate.column, ()))
    )


def without_parts_of_bands(predicates: Sequence[tuple[Predicate, Seen]]) -> Predicates:
    """Leave out what the ends of a band restrict where the sentence says the band as a whole: "30-34: $34.58".

    Its first number is no interest of 30, and its ends are no amounts from 30 to 34 but of the column that is named
    best.  An end that words for another column stand beside remains.
    """
    bands = {
        (band.low, band.high): predicate.column
        for predicate, seen in predicates
        if isinstance(predicate, Equals) and predicate.column.is_text and seen.is_said
        if (band := read_band(predicate.literal)) is not None and None not in (band.low, band.high)
        if not band.is_single
    }
    ends = {str(end) for band in bands for end in band}
    spans = [seen.parts.get("column", 0.0) for predicate, seen in predicates if _ends(predicate) in bands]
    best = max(spans, default=0.0)
    return tuple(
        (predicate, seen)
        for predicate, seen in predicates
        if (not _is_end(predicate, seen, ends))
        and (_ends(predicate) not in bands or _is_named_best(predicate.column, seen, best))
    )


def _ends(predicate: Predicate) -> tuple[Decimal, Decimal] | None:
    """Return the ends of a range of numbers."""
    if not isinstance(predicate, Between) or not predicate.column.is_numeric:
        return None
    return Decimal(predicate.low), Decimal(predicate.high)


def _is_end(predicate: Predicate, seen: Seen, ends: Collection[str]) -> bool:
    """Tell whether a number is the end of a band, and no word beside it names its column."""
    is_number = isinstance(predicate, Equals) and predicate.column.is_numeric and predicate.literal in ends
    return is_number and seen.is_said and not seen.parts.get("beside", 0.0)


def _is_named_best(column: Column, seen: Seen, best: float) -> bool:
    """Tell whether no column with a band's ends is named better than this one, which is no part of a text."""
    return not isinstance(column, TextNumber) and seen.parts.get("column", 0.0) >= best
