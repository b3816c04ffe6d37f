"""The readings of a statement: which groups, which measure and which rows its words may mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from factcheck.candidates.statements.alternatives import either_named
from factcheck.candidates.statements.asked_times import is_called_time
from factcheck.candidates.statements.beside import with_beside
from factcheck.candidates.statements.changes import directions, steady_changes
from factcheck.candidates.statements.column_readings import column_comparisons, column_places
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.doubt import in_each, unexplained, unexplained_rows
from factcheck.candidates.statements.flags import NAMED_WELL, NEGATIONS, any_counted, flags_named
from factcheck.candidates.statements.following import following, opposite
from factcheck.candidates.statements.grouping_option import GroupingOption
from factcheck.candidates.statements.groupings import NAMED_FROM, compared_groups, groupings
from factcheck.candidates.statements.measured_owners import of_measured_owner
from factcheck.candidates.statements.measured_rows import difference_of, measures_asked, selection_of
from factcheck.candidates.statements.measures import is_of_change
from factcheck.candidates.statements.names_of_measures import is_open
from factcheck.candidates.statements.numbers_of_columns import is_bound_of_column, is_number_of_column
from factcheck.candidates.statements.other_ends import with_other_ends
from factcheck.candidates.statements.other_measures import amounts_in_all, other_measures, share_of_others
from factcheck.candidates.statements.owners import Owner, owners_of
from factcheck.candidates.statements.pairs_told import pairs_told
from factcheck.candidates.statements.parts_of_counted import counts_among, parts_of_counted
from factcheck.candidates.statements.reading import StatementQuery, StatementReading
from factcheck.candidates.statements.restrictions import named_in, restrictions
from factcheck.candidates.statements.sole_owners import soles
from factcheck.candidates.statements.told_before import as_told_before
from factcheck.candidates.statements.told_rows import with_told_rows
from factcheck.candidates.statements.totals_told import parts_measured
from factcheck.candidates.statements.unsaid_measure import is_measure_unsaid, measures_a_ratio
from factcheck.candidates.statements.weighed_measure import WeighedMeasure
from factcheck.candidates.statements.wholes import rows_of_whole
from factcheck.candidates.statements.worst import is_worst_of_harm
from factcheck.candidates.statements.years_of_measures import of_meant_year
from factcheck.catalogue.schema import Table
from factcheck.claims.statements.statement import PLACING, StatementKind
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.group_members import grouping_of
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.groups import Grouping
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.ratio import Ratio
from factcheck.retrieval.relevance import Relevance
from factcheck.weights.weights import WEIGHTS

_MOST_READINGS = 40
_MOST_ROWS = 20_000
"""Rows of a table up to which each group may have as many, so that amounts are asked for, too."""
_POINTING = frozenset("it them this that these those".split())
_MOST_BEFORE, _AS_BEFORE = 4, 3.0
_OF_OTHER_TABLE = 0.1
_OF_A_NOUN = 0.2
"""What other measures answer where a number has a noun: "leads with six wins" may be about wins, which none has."""
_SAID_BY_COLUMN = 0.8
"""Score from which a bound's column is named, and nothing else may be what most are."""
_LARGEST_SHARE, _LARGEST_PART = 0.6, 3.0
"""Weight of "most" as the largest group, beside that of more than half: parts of dates never are more than half."""


def readings_of(cue: StatementCue, before: Sequence[StatementReading] = ()) -> tuple[StatementReading, ...]:
    """Return the readings of a statement, the likeliest by its words first; ``before`` are those of what it follows."""
    cue = of_measured_owner(cue)
    if measures_a_ratio(cue):
        return ()
    kind = cue.assertion.kind
    readings: Iterable[StatementReading]
    if cue.assertion.follows:
        readings = following(cue, before)
    elif cue.assertion.is_opposite:
        readings = opposite(cue, before)
    elif kind in PLACING:
        readings = (*_places(cue), *_as_before(cue, before), *as_told_before(cue), *column_places(cue))
    elif kind is StatementKind.COMPARISON:
        readings = (*pairs_told(cue), *_comparisons(cue), *column_comparisons(cue))
    elif kind is StatementKind.MAJORITY:
        readings = soles(cue) if cue.assertion.is_sole else _parts(cue)
    elif cue.assertion.is_steady:
        readings = steady_changes(cue)
    else:
        readings = directions(cue, before)
    merged: dict[StatementQuery, StatementReading] = {}
    for reading in readings:
        known = merged.get(reading.query)
        if known is None or (known.is_instead, -known.weight) > (reading.is_instead, -reading.weight):
            merged[reading.query] = reading
    merged = with_told_rows(with_beside(merged, cue), cue)
    likeliest = sorted(merged.values(), key=lambda reading: -reading.weight)[:_MOST_READINGS]
    if cue.assertion.follows or cue.assertion.is_opposite:
        return tuple(likeliest)
    return tuple(_with_doubt(reading, cue) for reading in with_other_ends(likeliest, cue, before))


def _with_doubt(reading: StatementReading, cue: StatementCue) -> StatementReading:
    """Return a reading with the doubt for words that it does not account for; a guess is a doubt itself."""
    if reading.is_guess and not reading.is_instead:
        of_each = in_each(cue, reading.query)
        return replace(reading, doubt=reading.doubt + of_each, doubt_of_rows=reading.doubt_of_rows + of_each)
    of_rows = unexplained_rows(cue, reading.query)
    doubt = reading.doubt + unexplained(cue, reading.query) + of_rows
    return replace(reading, doubt=doubt, doubt_of_rows=reading.doubt_of_rows + of_rows)


def _places(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which the owners have places among groups: guesses alone where words measure nothing."""
    readings = list(_weighed_places(cue))
    is_measured = any(not reading.is_guess for reading in readings)
    sure = (reading for reading in readings if reading.doubt < WEIGHTS.statement.unknown_measure)
    yield from sure if is_measured else readings


def _weighed_places(cue: StatementCue) -> Iterator[StatementReading]:
    options = groupings(cue)
    for option in options:
        apart = frozenset({option.by.column.column_id})
        for restricted, likely in restrictions(cue, apart, option.owners):
            named = []
            for measure in measures_asked(cue, apart, restricted):
                place = _place(cue, option, measure, restricted)
                if place is not None:
                    weight = option.weight * likely * measure.weight * _nearness(option, options, measure)
                    named.append((measure, replace(place, weight=weight)))
            yield from _with_others(cue, option, restricted, named)


def _place(
    cue: StatementCue, option: GroupingOption, measure: WeighedMeasure, restricted: Sequence[Predicate]
) -> StatementReading | None:
    """Return the reading by which owners have a place by a measure; None where the tables do not belong together."""
    assertion = cue.assertion
    selection = selection_of(cue, option.owners, measure, restricted)
    if selection is None:
        return None
    last = assertion.first + len(option.owners) - 1
    last = last if len(option.owners) != len(assertion.owners) else assertion.last
    aggregate = Aggregate(measure.measure, selection)
    is_greatest = cue.is_greatest_by(measure) is not is_worst_of_harm(measure, cue)
    query = GroupPlace(aggregate, option.by, option.owners, is_greatest, measure.event)
    doubt = option.doubt
    return StatementReading(query, 1.0, assertion.first, last, assertion.is_ordered, doubt=doubt, doubt_of_owners=doubt)


def _with_others(
    cue: StatementCue,
    option: GroupingOption,
    restricted: Sequence[Predicate],
    named: Sequence[tuple[WeighedMeasure, StatementReading]],
) -> Iterator[StatementReading]:
    """Yield readings with their doubt about the measure, as far as no other measure of the rows answers it.

    The data are asked for all that these rows may be measured by: who is first by none of it is hardly first by more.
    """
    weights = WEIGHTS.statement
    vague = weights.open_measure * is_open(cue.words.measured.forms, cue.assertion.dimension)
    doubts = [vague + weights.unnamed * measure.unnamed for measure, _ in named]
    are_rows_counted = all(measure.measure.function is COUNT and not measure.event for measure, _ in named)
    if named and not any(doubts):
        yield from (place for _, place in named)
        if are_rows_counted:
            yield from _instead_of_rows(cue, option, restricted, named)
        return
    tables = {measure.table.table_id for measure, _ in named} or {option.by.column.table_id}
    known = [measure.measure for measure, _ in named]
    is_listed = not is_of_change(cue.words.measured.forms)
    apart = frozenset({option.by.column.column_id})
    measures = of_meant_year(other_measures(cue, tables, apart, known), cue) if is_listed else []
    found = (_place(cue, option, measure, restricted) for measure in measures)
    others = [replace(place, is_guess=True) for place in found if place is not None]
    share = share_of_others(others) if others else 0.0
    if cue.words.valued.words:
        share *= _OF_A_NOUN
    answered = [share * (vague + weights.answered * (doubt - vague)) for doubt in doubts]
    mass = sum(place.weight * part for part, (_, place) in zip(answered, named, strict=True))
    for doubt, part, (_, place) in zip(doubts, answered, named, strict=True):
        yield replace(place, doubt=place.doubt + doubt - part)
    for place in others:
        if named:
            yield replace(place, weight=mass / len(others), doubt=0.0, doubt_of_owners=0.0)
        else:
            yield replace(place, weight=option.weight / len(others), doubt=place.doubt + weights.unknown_measure)


def _instead_of_rows(
    cue: StatementCue,
    option: GroupingOption,
    restricted: Sequence[Predicate],
    named: Sequence[tuple[WeighedMeasure, StatementReading]],
) -> Iterator[StatementReading]:
    """Yield readings by the amounts of rows, for tables of which each group has as many rows."""
    if not cue.words.measured.forms.isdisjoint(_POINTING):  # "the most of it"
        return
    tables = {measure.table.table_id for measure, _ in named if measure.table.rows <= _MOST_ROWS}
    apart = frozenset({option.by.column.column_id})
    measures = amounts_in_all(other_measures(cue, tables, apart, ()))
    places = [place for each in measures if (place := _place(cue, option, each, restricted)) is not None]
    weight = sum(place.weight for _, place in named) / max(len(places), 1)
    columns = len({each.measure.column for each in measures})
    for place in places:
        doubt = place.doubt + WEIGHTS.statement.unnamed + columns - 1  # of several amounts none is likely by itself
        yield replace(place, weight=weight, is_guess=True, is_instead=True, doubt=doubt)


def _as_before(cue: StatementCue, before: Sequence[StatementReading]) -> Iterator[StatementReading]:
    """Yield readings in respect of what was measured before, where a statement does not say in which respect."""
    assertion = cue.assertion
    if not is_measure_unsaid(cue):
        return
    measures = {
        (reading.query.aggregate, reading.query.event): reading
        for reading in before[:_MOST_BEFORE]
        if isinstance(reading.query, GroupPlace)
    }
    total = sum(known.weight for known in measures.values())
    for option in groupings(cue):
        owners = option.owners
        last = assertion.first + len(owners) - 1 if len(owners) != len(assertion.owners) else assertion.last
        for (aggregate, event), known in measures.items():
            measure = WeighedMeasure(aggregate.selection.anchor, aggregate.measure, 1.0, event=event)
            own = [p for p in aggregate.predicates if p.column != option.by.column]
            selection = selection_of(cue, owners, measure, own)
            if selection is not None:
                again = Aggregate(aggregate.measure, selection)
                query = GroupPlace(again, option.by, owners, cue.is_greatest_by(measure), event)
                weight = option.weight * _AS_BEFORE * known.weight / total
                doubt = option.doubt + known.doubt
                place = StatementReading(query, weight, assertion.first, last, assertion.is_ordered, doubt=doubt)
                yield replace(place, is_instead=known.is_instead)


def _comparisons(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which one group is compared with another, or with all others."""
    options = compared_groups(cue)
    for option in options[:3]:
        left = option.owners[0]
        right = option.owners[1] if len(option.owners) > 1 else Not(left)
        if left == right:
            continue
        apart = frozenset({option.by.column.column_id})
        for restricted, likely in restrictions(cue, apart, option.owners):
            if any(each.column.name == option.by.column.name for each in restricted):
                continue  # the same things in another table are told apart, too
            for measure in measures_asked(cue, apart, restricted, left, is_comparison=True):
                selection = selection_of(cue, option.owners, measure, restricted)
                if selection is not None:
                    yield StatementReading(
                        difference_of(measure, selection, left, right),
                        option.weight * likely * measure.weight * _nearness(option, options, measure),
                        is_greatest=cue.is_greatest_by(measure),
                        doubt=option.doubt
                        + WEIGHTS.statement.unnamed * measure.unnamed
                        + WEIGHTS.statement.plain * cue.assertion.is_plain,
                        times=cue.assertion.times,
                    )


def _nearness(option: GroupingOption, options: Sequence[GroupingOption], measure: WeighedMeasure) -> float:
    """Return how likely groups are that another table tells apart, where the measured one has such groups itself."""
    home = measure.table.table_id
    is_elsewhere = option.by.column.table_id != home
    is_here = any(each.by.column.table_id == home and each.weight >= option.weight for each in options)
    return _OF_OTHER_TABLE if is_elsewhere and is_here else 1.0


def _parts(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings of a part of all rows, or of those that were counted: "most of them"."""
    is_told = cue.words.measured.text.lower() not in _POINTING or any(t.tag == "CD" for t in cue.words.sentence)
    if cue.assertion.is_of_counted and (is_told or counts_among(cue.told)):
        return parts_of_counted(cue, cue.beside or cue.told)
    return _majorities(cue)


def _majorities(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which rows that have what is said are more than half, or for "most" alone the largest group."""
    [part], [found] = cue.words.owners, cue.relevance.owners
    named = [
        owner for owner in owners_of(part.text, found, cue.tables) if isinstance(owner.predicate, Equals | DatePart)
    ]
    named += [
        Owner(predicate, 1.0)
        for predicate, *_ in named_in(part, found)
        if predicate not in {owner.predicate for owner in named}
    ]
    if not NEGATIONS.isdisjoint(part.forms):  # "contain no clouds"
        named = [replace(owner, predicate=Not(owner.predicate)) for owner in named]
    named += flags_named(part, found)
    named = either_named(part, found, cue.tables) or named
    if all(token.tag != "CD" for token in cue.words.sentence):  # "gave it a rating of 1" has more than any rating
        counted = any_counted(part, cue.tables)
        named = [*counted, *(owner for owner in named if not counted or owner.score >= NAMED_WELL)]
    tables = cue.relevance.measured.tables
    best = max(tables.values(), default=0.0)
    bounds = [
        Owner(p, min(seen.parts.get("column", _SAID_BY_COLUMN), _SAID_BY_COLUMN))
        for p, seen in found.predicates
        if isinstance(p, Compare | Between) and is_bound_of_column(p.column, seen.parts.get("column", 0.0), cue)
    ]
    is_sure = any(bound.score == _SAID_BY_COLUMN for bound in bounds)
    named = bounds if is_sure else [*named, *bounds]  # "21 or younger" is not 21
    for owner in (each for each in named if is_number_of_column(each.predicate, cue)):
        by = grouping_of(owner.predicate)
        option = _part_option(owner)
        apart = frozenset({owner.predicate.column.column_id})
        for restricted, likely in rows_of_whole(cue, apart, owner.predicate):
            for table in cue.tables:
                measure = WeighedMeasure(table, Measure(COUNT, None), 1.0)
                selection = selection_of(cue, [owner.predicate], measure, restricted)
                if selection is None or _names_rows(owner.predicate, table, found):
                    continue
                known = tables.get(table.table_id, 0.0) if cue.words.measured.words else 1.0
                other = WEIGHTS.statement.other_table * (1 - known / best) if best and cue.words.measured.words else 0.0
                doubt = option.doubt + other
                weight = option.weight * likely * known
                inside = replace(selection, predicates=(*selection.predicates, owner.predicate))
                for measured, likely_so in parts_measured(measure, cue):
                    share = Ratio(Aggregate(measured, inside), Aggregate(measured, selection))
                    yield StatementReading(share, weight * likely_so, unclear=cue.assertion.unclear, doubt=doubt)
                whole = Aggregate(measure.measure, selection)
                if cue.assertion.may_be_largest and by is not None:
                    is_part = by.part is not None or is_called_time(by.column) or cue.assertion.is_largest
                    likelier = _LARGEST_PART if is_part else _LARGEST_SHARE
                    place = GroupPlace(whole, by, (owner.predicate,))
                    yield StatementReading(place, weight * likelier, doubt=doubt)


def _names_rows(predicate: Predicate, table: Table, relevance: Relevance) -> bool:
    """Tell whether a value names one row of a table, which is never most of its rows: a plan of a list of plans."""
    is_own = isinstance(predicate, Equals) and predicate.column.table_id == table.table_id and table.rows > 1
    return is_own and relevance.values.get(predicate.column.column_id, 0) == table.rows


def _part_option(owner: Owner) -> GroupingOption:
    """Return the weight of rows that a phrase names, whether or not they are a group."""
    doubt = WEIGHTS.statement.owner_in_part * max(NAMED_FROM - owner.score, 0.0)
    by = grouping_of(owner.predicate) or Grouping(owner.predicate.column)
    return GroupingOption((owner.predicate,), by, owner.score**2, doubt)
