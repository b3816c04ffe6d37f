"""Readings of statements of change: a measure is greater later, or rises from each group to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from factcheck.candidates.statements.beside import Measured, measured_by
from factcheck.candidates.statements.columns import is_time
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.grouping_option import GroupingOption
from factcheck.candidates.statements.groupings import compared_groups
from factcheck.candidates.statements.groups_in_order import ordered_groups
from factcheck.candidates.statements.measured_rows import difference_of, measures_asked, selection_of
from factcheck.candidates.statements.pairs_told import changes_told
from factcheck.candidates.statements.reading import StatementReading
from factcheck.candidates.statements.restrictions import restrictions
from factcheck.candidates.statements.until_the_end import until_the_end
from factcheck.queries.difference import Difference
from factcheck.queries.group_members import grouping_of, point_before
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate
from factcheck.queries.steady_change import SteadyChange
from factcheck.weights.weights import WEIGHTS


def directions(cue: StatementCue, before: Sequence[StatementReading] = ()) -> Iterator[StatementReading]:
    """Yield readings by which a measure is greater, or smaller, at one point than at another."""
    assertion = cue.assertion
    yield from _between_values(cue) if assertion.is_between_values else changes_told(cue)
    if assertion.is_same_period:
        yield from _between(cue, _points_before(before))
    elif not assertion.is_between_values:
        yield from _between(cue, compared_groups(cue) if cue.words.owners else until_the_end(cue))


def _between_values(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield the reading by which two numbers of the sentence are the same measure of other rows, the later one last.

    Where the second one is of an earlier time, it is none of what the change led to.
    """
    known = [(query, measured) for query in cue.beside if (measured := measured_by(query)) is not None]
    if len(known) != 2:
        return
    (earlier, before), (later, after) = reversed(known) if cue.assertion.is_told_backwards else known
    is_alike = (before.measure, before.event) == (after.measure, after.event) and before.rows != after.rows
    if is_alike and (before.event or before.measure.column is not None) and _times(before) <= _times(after):
        query = Difference(later, earlier)
        yield StatementReading(query, 1.0, is_greatest=cue.assertion.is_greatest, is_change=True)


def _times(measured: Measured) -> tuple[str, ...]:
    """Return when the periods begin in which something is measured, and the years."""
    return tuple(
        each.start or "" if isinstance(each, Period) else each.literal
        for each in sorted(measured.rows, key=lambda each: each.sort_key)
        if isinstance(each, Period) or (isinstance(each, Equals) and is_time(each.column))
    )


def _points_before(before: Sequence[StatementReading]) -> list[GroupingOption]:
    """Return the later and the earlier group of what was said to change before, the likeliest first."""
    options: dict[tuple[Predicate, Predicate], GroupingOption] = {}
    for reading in before:
        parts = (reading.query.left, reading.query.right) if isinstance(reading.query, Difference) else ()
        points = [part.predicates[-1] for part in parts if part.predicates]
        by = grouping_of(points[0]) if len(points) == 2 and reading.is_change else None
        if by is not None:
            later, earlier = points
            options.setdefault((later, earlier), GroupingOption((later, earlier), by, reading.weight, reading.doubt))
    return list(options.values())[:1]


def _between(cue: StatementCue, options: Iterable[GroupingOption]) -> Iterator[StatementReading]:
    """Yield readings by which a measure changes between the groups of some options."""
    undirected = _undirected(cue)
    for option in options:
        later = option.owners[0]
        earlier = option.owners[1] if len(option.owners) > 1 else point_before(later)
        if earlier is None or earlier == later:
            continue
        apart = frozenset({option.by.column.column_id})
        for restricted, likely in restrictions(cue, apart, option.owners):
            for measure in measures_asked(undirected, apart, restricted):
                selection = selection_of(cue, option.owners, measure, restricted)
                if selection is not None:
                    yield StatementReading(
                        difference_of(measure, selection, later, earlier),
                        option.weight * likely * measure.weight,
                        is_greatest=undirected.is_greatest_by(measure),
                        doubt=option.doubt + WEIGHTS.statement.unnamed * measure.unnamed,
                        is_change=True,
                        times=cue.assertion.times,
                    )


def _undirected(cue: StatementCue) -> StatementCue:
    """Return what is known of a change without the verb that says which way; an adjective says what is measured."""
    is_measuring = cue.assertion.is_plain
    return cue if is_measuring else replace(cue, assertion=replace(cue.assertion, dimension=""))


def steady_changes(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which a measure changes from each group to the next: "sales rose every year"."""
    undirected = _undirected(cue)
    for by in ordered_groups(cue):
        apart = frozenset({by.column.column_id})
        for restricted, likely in restrictions(cue, apart, ()):
            for measure in measures_asked(undirected, apart, restricted):
                selection = selection_of(cue, (), measure, restricted)
                if selection is not None and by.column.column_id in {c.column_id for c in measure.table.columns}:
                    yield StatementReading(
                        SteadyChange(
                            Aggregate(measure.measure, selection), by, undirected.is_greatest_by(measure), measure.event
                        ),
                        likely * measure.weight,
                        doubt=WEIGHTS.statement.unnamed * measure.unnamed,
                    )
