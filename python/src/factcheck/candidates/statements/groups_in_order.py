"""Which groups, one after the other, a statement speaks of: "every year", "with each grade"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.statements.cue import StatementCue
from factcheck.catalogue.schema import Column
from factcheck.queries.groups import Grouping, GroupPart
from factcheck.queries.predicates.equals import Equals
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_PARTS: dict[str, GroupPart] = {"year": "year", "month": "year_month", "week": "week", "day": "day"}
"""Parts of dates of which each comes after another one; a quarter and a weekday come again every year and week."""


def ordered_groups(cue: StatementCue) -> Iterator[Grouping]:
    """Yield the groups of the kind that a statement names: parts of dates, and columns of that name with an order."""
    kind = stem(cue.words.owners[0].text)
    for table in cue.tables:
        for column in table.columns:
            if (column.is_date or column.is_timestamp) and kind in _PARTS:
                yield Grouping(column, _PARTS[kind])
            elif [stem(part) for part in split_identifier(column.name)][-1:] == [kind] and _has_order(column, cue):
                yield Grouping(column)


def _has_order(column: Column, cue: StatementCue) -> bool:
    """Tell whether the values of a column have an order: whole numbers, or letters alone."""
    found = cue.relevance.owners[0].predicates
    letters = [p.literal for p, _ in found if isinstance(p, Equals) and p.column == column]
    return column.is_integer or (column.is_text and bool(letters) and all(len(letter) == 1 for letter in letters))
