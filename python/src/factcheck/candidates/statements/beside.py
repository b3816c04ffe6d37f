"""What numbers beside a statement measure: "the best day (3,358 orders)", "women earn more ($6,687 vs. $6,381)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.grouping_option import GroupingOption
from factcheck.candidates.statements.groupings import compared_groups, groupings
from factcheck.candidates.statements.measures import OFTEN, is_called_a_change, is_of_change
from factcheck.candidates.statements.reading import StatementQuery, StatementReading
from factcheck.candidates.statements.shares import asks_for_share, is_had_by_some
from factcheck.candidates.statements.unsaid_measure import is_measure_unsaid
from factcheck.candidates.statements.words_of_measures import AVERAGES, NUMBERS, TOTALS
from factcheck.claims.statements.statement import PLACING, StatementKind
from factcheck.claims.statements.values_behind import text_behind, value_behind
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.difference import Difference
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.sums import SUM
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection
from factcheck.units.unit import UNITS
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_IN_BRACKETS = re.compile(r"(?:[\w'’-]+\s){0,6}\( (?:about |just |nearly |over )?\d[\d.]* (?:%|percent|per cent) \)")
"""A percentage in brackets close behind a word for a part."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure of the rows that fulfil some predicates; with an ``event`` the percentage of them that fulfil it."""

    measure: Measure
    relations: RelationSet
    rows: frozenset[Predicate]
    event: frozenset[Predicate] = frozenset()

    def without(self, owner: Predicate) -> Measured | None:
        """Return what is measured of groups of which ``owner`` is one; None where it is not measured of that."""
        if owner in self.rows:
            return replace(self, rows=self.rows - {owner})
        if self.event == {owner}:  # a group's share of all is as large as the group
            return replace(self, event=frozenset())
        return None


def measured_by(query: Query) -> Measured | None:
    """Return what a query measures; None for what compares, counts different values, or aggregates no rows."""
    match query:
        case Aggregate() if not query.function.shape.is_share and query.function is not COUNT_DISTINCT:
            return Measured(query.measure, query.selection.relations, frozenset(query.predicates))
        case Ratio(numerator=Aggregate() as part, denominator=Aggregate() as whole) if query.is_share:
            rows = frozenset(whole.predicates)
            measure = Measure(COUNT if query.column is None else SUM, query.column)
            return Measured(measure, whole.selection.relations, rows, frozenset(part.predicates) - rows)
    return None


def with_beside(
    readings: Mapping[StatementQuery, StatementReading], cue: StatementCue
) -> dict[StatementQuery, StatementReading]:
    """Return readings with those by which the statement is about what numbers of its sentence measure.

    Those that words of the statement speak for, too, weigh more.  Others are added where no word says what is measured,
    where there is a number for each side of a comparison, where numbers are so counted by the noun that is said, for
    the share of those who have what is common among some, or of which a rate is one.  So are those of a column that has
    a word of what is measured in its name.
    """
    weighed = dict(readings)
    is_said = not is_measure_unsaid(cue) and cue.assertion.dimension not in OFTEN
    counted = {measure for _, measure in cue.counted}
    is_of_rates = is_had_by_some(cue, ()) or asks_for_share(cue)  # "fever was most common in May, at 12 percent"
    for reading, is_sure in _readings_beside(cue):
        known = weighed.get(reading.query)
        is_counted = isinstance(reading.query, GroupPlace) and reading.query.aggregate.measure in counted
        is_rate = is_of_rates and _compares_shares(reading.query)
        is_named = isinstance(reading.query, GroupPlace) and _is_named(reading.query, cue)
        if known is not None or is_sure or is_counted or is_rate or is_named or not is_said:
            weight = max(reading.weight, 0.0 if known is None else known.weight)
            is_told = known.is_told if known is not None else is_sure and isinstance(reading.query, GroupPlace)
            weighed[reading.query] = replace(reading, weight=weight, is_told=is_told)
    return weighed


def _compares_shares(query: StatementQuery) -> bool:
    return (
        bool(query.event)
        if isinstance(query, GroupPlace)
        else isinstance(query, Difference) and isinstance(query.left, Ratio)
    )


def _is_named(query: GroupPlace, cue: StatementCue) -> bool:
    """Tell whether the column that a query measures has a word of what a statement measures in its name."""
    column = query.aggregate.column
    said = {stem(word) for word in cue.words.measured.forms - NUMBERS - AVERAGES - TOTALS}
    return column is not None and any(stem(part) in said for part in split_identifier(column.name))


def _readings_beside(cue: StatementCue) -> Iterator[tuple[StatementReading, bool]]:
    """Yield readings, and whether numbers stand for all that is compared."""
    known = [measured for query in cue.beside if (measured := measured_by(query)) is not None]
    if is_of_change(cue.words.measured.forms):  # "the biggest climb, from 73 wins to 95" is not about 95
        known = [each for each in known if each.measure.column is not None and is_called_a_change(each.measure.column)]
    if not known or cue.assertion.follows or cue.assertion.is_opposite:
        return
    if cue.assertion.kind in PLACING:
        is_own = _has_its_value(cue)
        yield from ((reading, is_own) for reading in _places(cue, known, is_own=is_own))
    elif cue.assertion.kind is StatementKind.COMPARISON:
        yield from _differences(cue, known)
    elif cue.assertion.kind is StatementKind.MAJORITY and _has_share_in_brackets(cue):
        yield from ((reading, True) for reading in _parts(cue, known))


def _has_share_in_brackets(cue: StatementCue) -> bool:
    """Tell whether brackets tell how large a part is: "more than half of the guests (57 %) paid by card"."""
    return _IN_BRACKETS.match(text_behind(cue.words.sentence, cue.assertion.cue[-1] + 1)) is not None


def _has_its_value(cue: StatementCue) -> bool:
    """Tell whether a number alone stands behind an extreme, which is its value: "the lowest yield with 372, …"."""
    is_there, unit = value_behind(cue.words.sentence, cue.assertion.cue[-1] + 1)
    return is_there and (not unit or unit in UNITS.by_word)


def _parts(cue: StatementCue, known: Sequence[Measured]) -> Iterator[StatementReading]:
    """Yield the reading by the one share that a number of the sentence states."""
    shares = [measured for measured in known if measured.event]
    is_half = any(cue.words.sentence[i].text.lower() == "half" for i in cue.assertion.cue)
    if len(shares) == 1 or (is_half and len(shares) == 2):  # "half" may state a number itself
        measured = shares[-1]
        whole = _restricted(measured, ())
        share = Ratio(_restricted(measured, tuple(measured.event)), whole)
        yield StatementReading(share, WEIGHTS.statement.beside, unclear=cue.assertion.unclear)


def _is_end_meant(measured: Measured, cue: StatementCue) -> bool:
    """Tell whether the extreme of all rows is measured that a superlative means."""
    ends = {MAX: True, MIN: False}
    return ends.get(measured.measure.function) is cue.is_greatest_of(measured.measure.column)


def _places(cue: StatementCue, known: Sequence[Measured], *, is_own: bool) -> Iterator[StatementReading]:
    assertion = cue.assertion
    for option in groupings(cue):
        is_of_owner = any(measured.without(option.owners[0]) is not None for measured in known)
        for measured in known:
            of_groups = measured.without(option.owners[0])
            is_there = option.by.column.table_id in {table.table_id for table in measured.relations.tables}
            is_of_all = assertion.first == 1 and measured.measure.column is not None and not measured.rows
            is_told = is_own or (is_of_all and not is_of_owner)
            if of_groups is None and is_told and is_there and _is_end_meant(measured, cue):
                of_groups = measured  # the greatest of all is that of the group that is first
            if of_groups is None or any(owner in of_groups.rows for owner in option.owners):
                continue
            if of_groups.measure.column == option.by.column:
                continue  # no year has the greatest year
            yield _place_among(option, of_groups, cue)


def _place_among(option: GroupingOption, of_groups: Measured, cue: StatementCue) -> StatementReading:
    """Return the reading by which the owners of some groups have a place among these by a measure."""
    assertion = cue.assertion
    last = assertion.first + len(option.owners) - 1
    last = last if len(option.owners) != len(assertion.owners) else assertion.last
    is_greatest = cue.is_greatest_of(of_groups.measure.column)
    query = GroupPlace(_restricted(of_groups, ()), option.by, option.owners, is_greatest, tuple(of_groups.event))
    weight = option.weight * WEIGHTS.statement.beside
    return StatementReading(query, weight, assertion.first, last, assertion.is_ordered, doubt=option.doubt)


def _differences(cue: StatementCue, known: Sequence[Measured]) -> Iterator[tuple[StatementReading, bool]]:
    for option in compared_groups(cue)[:3]:
        left = option.owners[0]
        right = option.owners[1] if len(option.owners) > 1 else Not(left)
        for measured in known:
            of_groups = measured.without(left) or measured.without(right)
            if of_groups is None or left == right or not of_groups.rows.isdisjoint({left, right}):
                continue
            reading = StatementReading(
                Difference(_of_group(of_groups, left), _of_group(of_groups, right)),
                option.weight * WEIGHTS.statement.beside,
                is_greatest=cue.is_greatest_of(of_groups.measure.column),
                doubt=option.doubt,
            )
            yield reading, all(replace(of_groups, rows=of_groups.rows | {side}) in known for side in (left, right))


def _of_group(measured: Measured, group: Predicate) -> Query:
    whole = _restricted(measured, (group,))
    return Ratio(_restricted(measured, (group, *measured.event)), whole) if measured.event else whole


def _restricted(measured: Measured, predicates: Sequence[Predicate]) -> Aggregate:
    """Return the measure of the rows, restricted further."""
    rows = sorted(measured.rows, key=lambda predicate: predicate.sort_key)
    return Aggregate(measured.measure, Selection(measured.relations, (*rows, *predicates)))
