"""A query with some of its columns or restrictions exchanged for others, whatever kind of query it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Measure, Query
from factcheck.queries.selection import Selection


def with_exchanged(query: Query, exchanged: Mapping[Any, Any], further: tuple[Predicate, ...] = ()) -> Any:
    """Return a query with some of its columns, or restrictions, exchanged, and further ones, wherever it has them.

    A restriction that is exchanged for None is left out.
    """

    def changed(value: Any) -> Any:
        if isinstance(value, (Column, Predicate)):
            return exchanged.get(value, value)
        if isinstance(value, tuple):
            return tuple(changed(each) for each in value)
        if isinstance(value, Selection):
            kept = tuple(each for each in changed(value.predicates) if each is not None)
            return replace(value, predicates=(*kept, *further))
        if isinstance(value, (Query, Measure)):
            record: Any = value
            return replace(record, **{field.name: changed(getattr(value, field.name)) for field in fields(record)})
        return value

    return changed(query)
