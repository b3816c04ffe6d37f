"""Values that say nothing: what all rows of a panel have, and what another column has as its likelier value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.catalogue.schema import Column
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
