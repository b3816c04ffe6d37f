"""Predicates as they are kept from one check to the next: lists of plain values."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from factcheck.catalogue.schema import Column
from factcheck.queries.field_types import require_types
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.predicates.text_contains import TextContains

KINDS: tuple[type[Any], ...] = (Equals, OneOf, Between, Compare, DatePart, IsNull, Not, TextContains)
"""Every kind of predicate."""

_BY_NAME = {kind.kind: kind for kind in KINDS}


def as_list(predicate: Predicate) -> list[Any]:
    """Return the kind of a predicate and its fields but for the column, fit for JSON."""
    values = (getattr(predicate, field.name) for field in fields(predicate) if field.name != "column")  # type: ignore[arg-type]
    return [predicate.kind, *(as_list(value) if isinstance(value, Predicate) else value for value in values)]


def from_list(kept: list[Any], column: Column) -> Predicate:
    """Make a predicate on a column of what ``as_list`` gave.

    Raises ``LookupError`` for a kind that is not known, and for values that such a predicate cannot have.
    """
    kind, *values = kept
    if kind not in _BY_NAME:
        raise LookupError(f"no kind of predicate: {kind}")
    if kind == Not.kind and len(values) == 1 and isinstance(values[0], list):
        return Not(from_list(values[0], column))
    arguments = [column, *(tuple(value) if isinstance(value, list) else value for value in values)]
    require_types(_BY_NAME[kind], arguments)
    predicate: Predicate = _BY_NAME[kind](*arguments)
    return predicate
