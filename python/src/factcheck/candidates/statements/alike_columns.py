"""Columns that hold more of the same: of a primary and a secondary breed the primary one is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.grouping_option import GroupingOption
from factcheck.catalogue.schema import Column
from factcheck.words.identifiers import split_identifier

_FIRST = frozenset("primary main principal first".split())
_FURTHER = frozenset("secondary tertiary second third other additional alternative alternate".split())
_OF_FURTHER = 0.2
"""How likely the second of several columns alike is meant, beside the first one."""


def without_further(options: Sequence[GroupingOption], cue: StatementCue) -> list[GroupingOption]:
    """Return groups with little weight for columns that hold more of what another one holds: breed_2 beside breed_1."""
    first: dict[tuple[int, tuple[str, ...]], int] = {}
    for option in options:
        kind, order = _kind_and_order(option.by.column)
        first[kind] = min(order, first.get(kind, order))
    said = {token.text.lower() for token in cue.words.sentence}
    if not said.isdisjoint(_FURTHER):
        return list(options)
    return [
        replace(option, weight=option.weight * _OF_FURTHER) if order > first[kind] else option
        for option in options
        for kind, order in [_kind_and_order(option.by.column)]
    ]


def _kind_and_order(column: Column) -> tuple[tuple[int, tuple[str, ...]], int]:
    """Return what a column holds, by the words of its name that do not count, and which one of such columns it is."""
    words = split_identifier(column.name)
    kind = tuple(word for word in words if word not in _FIRST | _FURTHER and not _is_number(word))
    order = next((int(word) for word in words if _is_number(word)), 0)
    return (column.table_id, kind), order + (len(words) > 1 and not _FURTHER.isdisjoint(words))


def _is_number(word: str) -> bool:
    """Tell whether a word numbers columns, rather than years."""
    return word.isdigit() and len(word) == 1
