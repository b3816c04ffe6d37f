"""The readings of a statement in respect of what was stated before: the places behind it, or at the other end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.candidates.statements.column_readings import columns_following
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.groupings import groupings
from factcheck.candidates.statements.reading import StatementReading
from factcheck.queries.group_members import grouping_of
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.query import Aggregate
from factcheck.queries.ratio import Ratio
from factcheck.weights.weights import WEIGHTS


def following(cue: StatementCue, before: Sequence[StatementReading]) -> Iterator[StatementReading]:
    """Yield readings in respect of what was stated before, for the places behind it."""
    for reading in before:
        yield from columns_following(cue, reading)
    before = [_of_largest(reading) for reading in before]
    among = {reading.query.by for reading in before if isinstance(reading.query, GroupPlace)}
    for option in groupings(cue, is_guessed=False, among=among):
        for reading in before:
            query = reading.query
            if isinstance(query, GroupPlace) and query.by == option.by:
                first = reading.first + len(query.owners)
                last = first + len(option.owners) - 1
                yield StatementReading(
                    replace(query, owners=option.owners),
                    option.weight * reading.weight,
                    first,
                    max(last, reading.last),  # "the top five are Rome, followed by Oslo and Bern"
                    len(option.owners) > 1 and last >= reading.last,
                    doubt=option.doubt + reading.doubt,
                    doubt_of_rows=reading.doubt_of_rows,
                    is_instead=reading.is_instead,
                    is_turned=reading.is_turned,
                    is_next=len(option.owners) == 1,
                )


def opposite(cue: StatementCue, before: Sequence[StatementReading]) -> Iterator[StatementReading]:
    """Yield readings in respect of what was stated before, for the places at the other end."""
    among = {reading.query.by for reading in before if isinstance(reading.query, GroupPlace)}
    for option in groupings(cue, is_guessed=False, among=among):
        for reading in before:
            query = reading.query
            if isinstance(query, GroupPlace) and query.by == option.by:
                yield StatementReading(
                    replace(query, owners=option.owners, is_greatest=not query.is_greatest),
                    option.weight * reading.weight,
                    last=len(option.owners),
                    doubt=option.doubt + reading.doubt + WEIGHTS.statement.of_a_list,
                    doubt_of_rows=reading.doubt_of_rows + WEIGHTS.statement.of_a_list,
                    is_instead=reading.is_instead,
                    is_turned=reading.is_turned,
                )


def _of_largest(reading: StatementReading) -> StatementReading:
    """Return a reading as a place: who has more than half is first, and others may follow."""
    match reading.query:
        case Ratio(_, Aggregate() as whole) as share if share.predicates:
            owner = share.predicates[-1]
            by = grouping_of(owner)
            if by is not None and owner not in whole.predicates:
                return replace(reading, query=GroupPlace(whole, by, (owner,)), first=1, last=1)
    return reading
