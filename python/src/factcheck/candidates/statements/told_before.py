"""What numbers of the sentence before measure of one group, where a statement leaves that open for another one."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.statements.beside import measured_by
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.groupings import groupings
from factcheck.candidates.statements.reading import StatementReading
from factcheck.candidates.statements.unsaid_measure import is_measure_unsaid
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.query import Aggregate
from factcheck.queries.selection import Selection

_AS_TOLD = 3.0


def as_told_before(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which a place is one by what was told of another group: "9 % of boys swim. Girls are first"."""
    assertion = cue.assertion
    known = list(dict.fromkeys(measured for query in cue.told if (measured := measured_by(query)) is not None))
    if not known or assertion.follows or assertion.is_opposite or not is_measure_unsaid(cue):
        return
    for option in groupings(cue, is_guessed=False):
        by = option.by.column
        for measured in known:
            rows = tuple(p for p in sorted(measured.rows, key=lambda p: p.sort_key) if p.column != by)
            if len(rows) == len(measured.rows) or any(p.column == by for p in measured.event):
                continue
            aggregate = Aggregate(measured.measure, Selection(measured.relations, rows))
            column, last = measured.measure.column, assertion.first + len(option.owners) - 1
            yield StatementReading(
                GroupPlace(aggregate, option.by, option.owners, cue.is_greatest_of(column), tuple(measured.event)),
                option.weight * _AS_TOLD,
                assertion.first,
                last if len(option.owners) != len(assertion.owners) else assertion.last,
                assertion.is_ordered,
                doubt=option.doubt,
            )
