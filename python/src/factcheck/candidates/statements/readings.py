"""The readings of a statement: which groups, which measure and which rows its words may mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod

from factcheck.candidates.statements.measures import WeighedMeasure, is_open, measures_of
from factcheck.candidates.statements.owners import Owner, begin_alike, owners_of, tokens_of
from factcheck.candidates.statements.reading import StatementReading
from factcheck.candidates.statements.words_of_measures import attribute_of
from factcheck.catalogue.schema import Table
from factcheck.claims.statements.phrases import Said, StatementWords
from factcheck.claims.statements.statement import Assertion, StatementKind
from factcheck.joins.relation_sets import Relations
from factcheck.queries.difference import Difference
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.group_members import grouping_of, member_words, year_of, year_period
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.groups import Grouping
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import split_identifier

_MOST_READINGS = 24
_MOST_GROUPINGS = 3
_RESTRICTED, _UNRESTRICTED = 0.97, 0.03
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_MOST_BEFORE, _AS_BEFORE = 4, 3.0
_IN_FULL = 0.95
"""Score from which several words are one value, "Home and Lifestyle"."""


@dataclass(frozen=True, slots=True)
class StatementRelevance:
    """What the phrases of a statement retrieved, each by its words alone, in the order of ``StatementWords``."""

    owners: tuple[Relevance, ...]
    joined: Relevance
    others: tuple[Relevance, ...]
    measured: Relevance
    rest: Relevance


@dataclass(frozen=True, slots=True)
class StatementCue:
    """What is known of a statement where its readings are made."""

    assertion: Assertion
    words: StatementWords
    relevance: StatementRelevance
    relations: Relations

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the check."""
        return self.relations.tables

    @property
    def is_greatest(self) -> bool:
        """Whether the greater end is meant, as "the heaviest" and "the least cheap" mean it."""
        _, is_much = attribute_of(self.assertion.dimension)
        return self.assertion.is_greatest if is_much is not False else not self.assertion.is_greatest


def readings_of(cue: StatementCue, before: Sequence[StatementReading] = ()) -> tuple[StatementReading, ...]:
    """Return the readings of a statement, the likeliest by its words first; ``before`` are those of what it follows."""
    kind = cue.assertion.kind
    readings: Iterable[StatementReading]
    if cue.assertion.follows:
        readings = _following(cue, before)
    elif kind in {StatementKind.SUPERLATIVE, StatementKind.RANK}:
        readings = (*_places(cue), *_as_before(cue, before))
    elif kind is StatementKind.COMPARISON:
        readings = _comparisons(cue)
    elif kind is StatementKind.MAJORITY:
        readings = _majorities(cue)
    else:
        readings = _directions(cue)
    merged: dict[object, StatementReading] = {}
    for reading in readings:
        known = merged.get(reading.query)
        if known is None or known.weight < reading.weight:
            merged[reading.query] = reading
    return tuple(sorted(merged.values(), key=lambda reading: -reading.weight)[:_MOST_READINGS])


def _beside(cue: StatementCue) -> list[Owner]:
    """Return the values that a sentence names next to the cue, where its grammar leads to none."""
    for said, is_near_end in ((cue.words.before, True), (cue.words.after, False)):
        text = f" {' '.join(tokens_of(said.text))} "
        named = [
            (text.rfind(f" {name} ") if is_near_end else -text.find(f" {name} "), length, predicate)
            for predicate, length, name in _named_in(said, cue.relevance.rest)
        ]
        if named:
            nearest = max(place for place, *_ in named)
            return [
                Owner(predicate, 1.0) for place, _, predicate in sorted(named, key=lambda n: -n[1]) if place == nearest
            ]
    return []


_Option = tuple[tuple[Predicate, ...], Grouping, float]


def _groupings(cue: StatementCue) -> list[_Option]:
    """Return the groups that may be meant, each with the owners among them."""
    lists = [
        owners_of(said.text, relevance, cue.tables)
        for said, relevance in zip(cue.words.owners, cue.relevance.owners, strict=True)
    ]
    options = _common(lists)
    if len(lists) > 1:  # "Home and Lifestyle" may be one value
        joined = owners_of(cue.words.joined.text, cue.relevance.joined, cue.tables)
        options += _common([[owner for owner in joined if owner.score >= _IN_FULL]])
    if not options:
        options = _common([_beside(cue)])
    return sorted(options, key=lambda option: -option[2])[:_MOST_GROUPINGS]


def _common(lists: Sequence[Sequence[Owner]]) -> list[_Option]:
    """Return the groupings in which each of several phrases names a group, with the best one of each."""
    by_grouping: list[dict[Grouping, Owner]] = []
    for owners in lists:
        best: dict[Grouping, Owner] = {}
        for owner in owners:
            grouping = grouping_of(owner.predicate)
            if grouping is not None:
                best.setdefault(grouping, owner)
        by_grouping.append(best)
    shared = set.intersection(*(set(best) for best in by_grouping)) if by_grouping else set()
    return [
        (
            tuple(best[grouping].predicate for best in by_grouping),
            grouping,
            prod(best[grouping].score for best in by_grouping) ** (2 / len(by_grouping)),
        )
        for grouping in sorted(shared, key=lambda grouping: (grouping.column.column_id, grouping.part or ""))
    ]


def _restrictions(
    cue: StatementCue, apart: frozenset[int], owners: Sequence[Predicate], *phrases: tuple[Said, Relevance]
) -> list[tuple[tuple[Predicate, ...], float]]:
    """Return the rows that may be meant: those of all values that the rest of the sentence names in full, or all."""
    chosen: dict[int, Owner] = {}
    owned = [set(tokens_of(owner.literal)) for owner in owners if isinstance(owner, Equals)]
    for said, relevance in phrases or ((cue.words.rest, cue.relevance.rest),):
        for predicate, score, _ in _named_in(said, relevance):
            column = predicate.column.column_id
            if predicate.column.is_numeric and not _is_told(predicate, said):
                continue
            named = set(tokens_of(predicate.literal))
            if named and any(named <= words for words in owned):
                continue
            if column not in apart and (column not in chosen or chosen[column].score < score):
                chosen[column] = Owner(predicate, score)
    if not chosen:
        return [((), 1.0)]
    predicates = tuple(owner.predicate for owner in sorted(chosen.values(), key=lambda owner: -owner.score)[:2])
    combinations: list[tuple[tuple[Predicate, ...], float]] = [(predicates, _RESTRICTED), ((), _UNRESTRICTED)]
    if len(predicates) > 1:
        combinations += [((predicate,), _UNRESTRICTED) for predicate in predicates]
    return combinations


def _is_told(predicate: Equals, said: Said) -> bool:
    """Tell whether a number is a value rather than how many: a year, or beside the name of its column."""
    words = {word.lower() for word in split_identifier(predicate.column.name)}
    return bool(_YEAR.fullmatch(predicate.literal)) or not words.isdisjoint(said.forms)


def _is_labelled(predicate: Equals, text: str) -> bool:
    """Recognise "branch A": a value that is a word without meaning elsewhere, behind the name of its column."""
    name = " ".join(split_identifier(predicate.column.name))
    pattern = rf"\b(?i:{re.escape(name)}) {re.escape(predicate.literal)}(?!\w)"
    return bool(predicate.literal) and re.search(pattern, text) is not None


def _named_in(said: Said, relevance: Relevance) -> Iterator[tuple[Equals, float, str]]:
    """Yield the values that a text names word by word, with their length and their words."""
    text = f" {' '.join(tokens_of(said.text))} "
    for predicate, _ in relevance.predicates:
        if isinstance(predicate, Equals):
            wanted = tokens_of(predicate.literal)
            if not wanted and _is_labelled(predicate, said.text):
                yield predicate, len(predicate.literal), predicate.literal
            if wanted and f" {' '.join(wanted)} " in text:
                name = " ".join(wanted)
                yield predicate, len(name), name


def _measures(
    cue: StatementCue, apart: frozenset[int], owner: Predicate | None = None, is_comparison: bool = False
) -> list[WeighedMeasure]:
    """Weigh what may be measured; ``owner`` is whom the first phrase names, whose other words say it, too."""
    said = cue.words.measured.forms
    if owner is not None:
        name = tokens_of(member_words(owner))
        words = (word for word, _ in cue.words.owners[0].words)
        said |= {word for word in words if not any(begin_alike(word, each) or word == each for each in name)}
    return measures_of(
        said,
        cue.assertion.dimension,
        cue.relevance.measured,
        cue.tables,
        apart,
        is_comparison=is_comparison,
        is_greatest=cue.is_greatest,
    )


def _selections(
    cue: StatementCue, predicates: Sequence[Predicate], measure: WeighedMeasure, restrictions: Sequence[Predicate]
) -> Selection | None:
    """Join what a measure of a table needs; None where the tables do not belong together."""
    tables = {measure.table.table_id, *(p.column.table_id for p in (*predicates, *restrictions))}
    relations = cue.relations.of(frozenset(tables), measure.table.table_id)
    return None if relations is None else Selection(relations, tuple(restrictions))


def _places(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which the owners have places among groups."""
    assertion = cue.assertion
    for owners, grouping, weight in _groupings(cue):
        apart = frozenset({grouping.column.column_id})
        last = assertion.first + len(owners) - 1 if len(owners) != len(assertion.owners) else assertion.last
        for restrictions, likely in _restrictions(cue, apart, owners):
            for measure in _measures(cue, apart):
                selection = _selections(cue, owners, measure, restrictions)
                if selection is not None:
                    query = GroupPlace(Aggregate(measure.measure, selection), grouping, owners, cue.is_greatest)
                    yield StatementReading(
                        query,
                        weight * likely * measure.weight,
                        assertion.first,
                        last,
                        assertion.is_ordered,
                        unnamed=measure.unnamed,
                    )


def _as_before(cue: StatementCue, before: Sequence[StatementReading]) -> Iterator[StatementReading]:
    """Yield readings in respect of what was measured before, where a statement does not say in which respect."""
    assertion = cue.assertion
    if not is_open(cue.words.measured.forms, assertion.dimension):
        return
    measures = {
        reading.query.aggregate: reading for reading in before[:_MOST_BEFORE] if isinstance(reading.query, GroupPlace)
    }
    for owners, grouping, weight in _groupings(cue):
        last = assertion.first + len(owners) - 1 if len(owners) != len(assertion.owners) else assertion.last
        for aggregate in measures:
            measure = WeighedMeasure(aggregate.selection.anchor, aggregate.measure, 1.0)
            selection = _selections(cue, owners, measure, aggregate.predicates)
            if selection is not None:
                query = GroupPlace(Aggregate(aggregate.measure, selection), grouping, owners, cue.is_greatest)
                share = _AS_BEFORE / len(measures)
                yield StatementReading(query, weight * share, assertion.first, last, assertion.is_ordered)


def _following(cue: StatementCue, before: Sequence[StatementReading]) -> Iterator[StatementReading]:
    """Yield readings in respect of what was stated before, for the places behind it."""
    for owners, grouping, weight in _groupings(cue):
        for reading in before:
            query = reading.query
            if isinstance(query, GroupPlace) and query.by == grouping:
                place = replace(query, owners=owners)
                first = reading.last + 1
                yield StatementReading(place, weight * reading.weight, first, first + len(owners) - 1, len(owners) > 1)


def _comparisons(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which one group is compared with another, or with all others."""
    owner_lists = [
        owners_of(said.text, relevance, cue.tables)
        for said, relevance in zip(cue.words.owners, cue.relevance.owners, strict=True)
    ][:1]
    other_lists = [
        owners_of(said.text, relevance, cue.tables)
        for said, relevance in zip(cue.words.others, cue.relevance.others, strict=True)
    ][:1]
    for predicates, grouping, weight in sorted(_common([*owner_lists, *other_lists]), key=lambda each: -each[2])[
        :_MOST_GROUPINGS
    ]:
        left = predicates[0]
        right = predicates[1] if len(predicates) > 1 else Not(left)
        if left == right:
            continue
        apart = frozenset({grouping.column.column_id})
        for restrictions, likely in _restrictions(cue, apart, predicates):
            for measure in _measures(cue, apart, left, is_comparison=True):
                selection = _selections(cue, predicates, measure, restrictions)
                if selection is not None:
                    yield StatementReading(
                        _difference(measure.measure, selection, left, right),
                        weight * likely * measure.weight,
                        is_greatest=cue.is_greatest,
                        unnamed=measure.unnamed,
                    )


def _difference(measure: Measure, selection: Selection, left: Predicate, right: Predicate) -> Difference:
    return Difference(
        Aggregate(measure, replace(selection, predicates=(*selection.predicates, left))),
        Aggregate(measure, replace(selection, predicates=(*selection.predicates, right))),
    )


def _majorities(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which rows that have what is said are more than half."""
    [part], [found] = cue.words.owners, cue.relevance.owners
    named = [
        owner for owner in owners_of(part.text, found, cue.tables) if isinstance(owner.predicate, Equals | DatePart)
    ]
    named += [
        Owner(predicate, 1.0)
        for predicate, *_ in _named_in(part, found)
        if predicate not in {owner.predicate for owner in named}
    ]
    for owner in named:
        apart = frozenset({owner.predicate.column.column_id})
        for restrictions, likely in _restrictions(
            cue, apart, [owner.predicate], (cue.words.measured, cue.relevance.measured)
        ):
            for table in cue.tables:
                measure = WeighedMeasure(table, Measure(COUNT, None), 1.0)
                selection = _selections(cue, [owner.predicate], measure, restrictions)
                if selection is None:
                    continue
                known = cue.relevance.measured.tables.get(table.table_id, 0.0)
                whole = Aggregate(measure.measure, selection)
                inside = replace(selection, predicates=(*selection.predicates, owner.predicate))
                query = Ratio(Aggregate(measure.measure, inside), whole)
                yield StatementReading(query, owner.score**2 * likely * known)


def _directions(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which a measure is greater, or smaller, at one point than at another."""
    after = owners_of(cue.words.owners[0].text, cue.relevance.owners[0], cue.tables)
    befores = [
        owners_of(said.text, relevance, cue.tables)
        for said, relevance in zip(cue.words.others, cue.relevance.others, strict=True)
    ]
    for predicates, grouping, weight in _common([after, *befores[:1]]):
        later = predicates[0]
        earlier = predicates[1] if len(predicates) > 1 else _previous(later)
        if earlier is None or earlier == later:
            continue
        apart = frozenset({grouping.column.column_id})
        for restrictions, likely in _restrictions(cue, apart, predicates):
            for measure in _measures(replace(cue, assertion=replace(cue.assertion, dimension="")), apart):
                selection = _selections(cue, predicates, measure, restrictions)
                if selection is not None:
                    yield StatementReading(
                        _difference(measure.measure, selection, later, earlier),
                        weight * likely * measure.weight,
                        is_greatest=cue.assertion.is_greatest,
                    )


def _previous(point: Predicate) -> Predicate | None:
    """Return the point of time before another one; None before the first of a year, and for what is no number."""
    if isinstance(point, DatePart) and point.first > 1:
        return replace(point, first=point.first - 1, last=point.last - 1)
    if isinstance(point, Period) and (year := year_of(point)) is not None:
        return year_period(point.column, year - 1)
    if isinstance(point, Equals) and point.column.is_integer and point.literal.isdigit():
        return Equals(point.column, str(int(point.literal) - 1))
    return None
