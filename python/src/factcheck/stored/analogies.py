"""Readings by analogy: what a person chose for one claim, with the values and columns that another claim speaks of.

A check lists the readings that a claim's own words find.  Where the words leave out what the document has said before,
the right one is not among them, but one that was chosen for a claim nearby is like it: the same function over the rows
of another city, or the same rows, another column.  Such readings are made of a chosen one and of fragments of the
claim's own readings.  They are looked at for claims alone whose likeliest reading does not match, and taken where they
match: that says the more, the rarer values of such readings agree with the number by chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import prod

from factcheck.catalogue.schema import Column
from factcheck.numbers.closeness import Closeness, bands_of
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Query
from factcheck.settings import Settings
from factcheck.stored.claims import StoredReading
from factcheck.stored.recheck import Answer
from factcheck.stored.said_fragments import Said
from factcheck.stored.varied_queries import variants, worked_out_alike
from factcheck.stored.weighing import Decided, Weighed

_MOST_OF_CLAIM, _MOST_OF_DOCUMENT = 60, 600
"""How many readings by analogy are tried, so that a decision takes little longer in a document of many claims."""

_MOST_CHOSEN = 8
"""How many chosen readings are tried for a claim."""

_MOST_PREDICATES = 8
"""How many predicates of a claim's own readings are tried."""

_LEAST_LIKELY = 0.02
"""Probability from which a fragment of the claim's own readings counts."""

_NAMED = 0.3
"""How likely at least a claim is about a fragment that its sentence names, and its own readings do not have."""

_OTHER_COLUMN = 0.3
"""What remains of how likely a reading is that aggregates another column than those that the sentence names."""

_TAKEN_OVER = 0.1
"""How likely at least a claim is about a fragment of a chosen reading that its own readings do not have."""

_MOST_COMMON = 0.9
"""How likely at most a claim is about what the other claims are about."""

_BY_CHANCE, _WORTH = 0.01, 25
"""Share of values that agree with a number by chance before any is seen, and how many values that is worth."""

_SMOOTHING = 2
"""How many further readings, with other fragments, the share of the chosen ones with a fragment is taken over."""

_Form = tuple[type[Query], AggregationFunction]
"""The kind of a query with its function: a difference of averages is no average."""


@dataclass(frozen=True, slots=True)
class Analogy:
    """A reading by analogy; ``relevance`` is how likely it is meant before its value is known."""

    query: Query
    relevance: float


def analogies(decided: Sequence[Decided], weighed: Sequence[tuple[Weighed, ...]]) -> list[tuple[Analogy, ...]]:
    """Return the readings by analogy to try for each claim, the most relevant first.

    Of many claims, those near one that was decided come first.
    """
    chosen = [
        (place, each, each.pinned.query) for place, each in enumerate(decided) if each.pinned and each.pinned.query
    ]
    common = _Fragments.of((query, 1 / (len(chosen) + _SMOOTHING)) for _, _, query in chosen)
    found: list[tuple[Analogy, ...]] = [()] * len(decided)
    left = _MOST_OF_DOCUMENT
    is_open = [_is_open(each, readings) for each, readings in zip(decided, weighed, strict=True)]
    places = (place for place, each in enumerate(is_open) if each and chosen)
    for place in sorted(places, key=lambda place: min(abs(place - other) for other, _, _ in chosen)):
        if left <= 0:
            break
        # What the check had first it has brought to the other claims itself, by the document prior.
        nearest = sorted(chosen, key=lambda one: (one[1].pinned_rank == 1, abs(one[0] - place)))
        queries = list(dict.fromkeys(query for _, _, query in nearest))[:_MOST_CHOSEN]
        nearby = _nearby_predicates(weighed, place)
        found[place] = _of_claim(queries, common, decided[place], nearby)[:left]
        left -= len(found[place])
    return found


def _is_open(decided: Decided, readings: Sequence[Weighed]) -> bool:
    """Tell whether a claim is to be read by analogy: one about a number, whose likeliest reading did not match."""
    is_free = not decided.is_decided and not decided.was_decided and decided.claim.number is not None
    first = next((reading for reading in decided.claim.readings if reading.rank == 1), None)
    return is_free and bool(readings) and first is not None and not first.matches


def with_analogies(
    weighed: Sequence[tuple[Weighed, ...]],
    proposed: Sequence[Sequence[Analogy]],
    decided: Sequence[Decided],
    settings: Settings,
    answer: Answer,
) -> list[tuple[Weighed, ...]]:
    """Return the readings of all claims, with those by analogy that match, in their order by now."""
    values = {
        each.query: value
        for claim, of_claim in zip(decided, proposed, strict=True)
        for each in of_claim
        if (value := _value(each.query, claim.claim.number, answer)) is not None
    }
    return [
        _joined(readings, of_claim, claim.claim.number, values, settings)
        if of_claim and claim.claim.number
        else readings
        for readings, of_claim, claim in zip(weighed, proposed, decided, strict=True)
    ]


def _value(query: Query, number: Number | None, answer: Answer) -> Decimal | None:
    try:
        return answer(query, number)
    except LookupError:
        return None


def _joined(
    readings: tuple[Weighed, ...],
    proposed: Sequence[Analogy],
    number: Number,
    values: Mapping[Query, Decimal],
    settings: Settings,
) -> tuple[Weighed, ...]:
    """Return the readings of a claim with those by analogy that match."""
    own = {each.query for each in proposed}
    others = [query for query in values if query not in own]
    agreeing = sum(_agrees(values[query], number, query, settings) for query in others)
    by_chance = (agreeing + _BY_CHANCE * _WORTH) / (len(others) + _WORTH)
    matching = [
        each for each in proposed if each.query in values and _agrees(values[each.query], number, each.query, settings)
    ]
    evidence = settings.p_true / max(1 - settings.p_true, by_chance)
    # Those of the check that match have been given their evidence, which is taken off to compare.
    of_check = sum(one.probability for one in readings if one.reading.matches)
    before = max(1 - of_check, 0.0) + of_check / evidence
    weights = [each.relevance * evidence * before for each in matching]
    total = 1 + sum(weights)
    new = [
        Weighed(StoredReading(-place, each.query, values[each.query], weight / total, matches=True), weight / total)
        for place, (each, weight) in enumerate(zip(matching, weights, strict=True), 1)
    ]
    old = (replace(one, probability=one.probability / total) for one in readings)
    return tuple(sorted((*new, *old), key=lambda one: (one.reading.query is None, -one.probability)))


def _form(query: Query) -> _Form:
    return type(query), query.function


def _agrees(value: Decimal, number: Number, query: Query, settings: Settings) -> bool:
    return bands_of(number, settings, query.result_unit).closeness(value) is Closeness.AGREES


@dataclass(frozen=True, slots=True)
class _Fragments:
    """How likely fragments are: of a claim's own readings, or as a share of the readings that were chosen."""

    functions: Mapping[_Form, float]
    columns: Mapping[Column | None, float]
    predicates: Mapping[Predicate, float]
    named: frozenset[Column] = frozenset()

    @classmethod
    def of(cls, weights: Iterable[tuple[Query, float]]) -> _Fragments:
        """Add up the weights of the queries that have each fragment."""
        functions: dict[_Form, float] = defaultdict(float)
        columns: dict[Column | None, float] = defaultdict(float)
        predicates: dict[Predicate, float] = defaultdict(float)
        for query, weight in weights:
            functions[_form(query)] += weight
            columns[query.column] += weight
            for predicate in query.predicates:
                predicates[predicate] += weight
        return cls(functions, columns, predicates)

    def with_said(self, said: Said) -> _Fragments:
        """Return the fragments with those that the claim's sentence names."""
        columns, predicates = dict(self.columns), dict(self.predicates)
        for column in said.columns:
            columns[column] = max(columns.get(column, 0.0), _NAMED)
        for predicate in said.predicates:
            predicates[predicate] = max(predicates.get(predicate, 0.0), _NAMED)
        named = frozenset(column for column in said.columns if column.is_numeric)
        return _Fragments(self.functions, columns, predicates, named)

    def likely_predicates(self) -> dict[Predicate, float]:
        """Return the likeliest predicates with how likely they are."""
        likely = sorted(self.predicates.items(), key=lambda entry: -entry[1])[:_MOST_PREDICATES]
        return {each: p for each, p in likely if p >= _LEAST_LIKELY}


def _relevance(
    query: Query, chosen: Query, own: _Fragments, likely: Mapping[Predicate, float], common: _Fragments
) -> float:
    """Return how likely a claim is about a query that is made of a chosen one and of the claim's own fragments.

    Each fragment counts as the claim's own readings have it, or as it is common among those that were chosen; a query
    without a ``likely`` restriction of the claim's own counts the less.
    """

    def either(of_own: float, of_common: float) -> float:
        return max(of_own, min(max(of_common, _TAKEN_OVER), _MOST_COMMON))

    function = either(own.functions.get(_form(query), 0.0), common.functions.get(_form(query), 0.0))
    column = either(own.columns.get(query.column, 0.0), common.columns.get(query.column, 0.0))
    restricted = {predicate.column for predicate in query.predicates}
    said = (either(own.predicates.get(each, 0.0), common.predicates.get(each, 0.0)) for each in query.predicates)
    unsaid = (1 - min(p, _MOST_COMMON) for each, p in likely.items() if each not in query.predicates)
    dropped = (
        1 - min(common.predicates.get(each, 0.0), _MOST_COMMON)
        for each in chosen.predicates
        if each.column not in restricted
    )
    other = _OTHER_COLUMN if own.named and query.column is not None and query.column not in own.named else 1.0
    return function * column * other * prod(said) * prod(unsaid) * prod(dropped)


def _nearby_predicates(weighed: Sequence[tuple[Weighed, ...]], place: int) -> list[Predicate]:
    """Return the restrictions of the claims just before and after one, as they are read now.

    "Of these" and "together" go on with what stands there.
    """
    near = [weighed[other] for other in (place - 1, place - 2, place + 1) if 0 <= other < len(weighed)]
    firsts = (readings[0].reading.query for readings in near if readings)
    return list(dict.fromkeys(each for query in firsts if query is not None for each in query.predicates))


def _of_claim(
    chosen: Sequence[Query], common: _Fragments, decided: Decided, nearby: Sequence[Predicate]
) -> tuple[Analogy, ...]:
    """Return the readings by analogy of a claim, the most relevant first."""
    claim, said = decided.claim, decided.said
    readings = [each for each in claim.readings if each.query is not None and each.rank > 0]
    own = _Fragments.of((each.query, each.probability) for each in readings if each.query is not None)
    likely = own.likely_predicates()
    predicates = list(dict.fromkeys((*likely, *said.predicates, *nearby)))
    unlikely = {column for column, p in own.columns.items() if p < _LEAST_LIKELY}
    columns = [each for each in dict.fromkeys((*common.columns, *said.columns, *own.columns)) if each not in unlikely]
    own = own.with_said(said)
    known = {reading.query for reading in claim.readings}
    found: dict[Query, float] = {}
    for query in chosen:
        for varied in variants(query, columns, predicates):
            if varied not in known:
                found[varied] = max(found.get(varied, 0.0), _relevance(varied, query, own, likely, common))
        for reading, scaled in worked_out_alike(query, readings):
            found[scaled] = max(found.get(scaled, 0.0), reading.probability * _MOST_COMMON)
    ranked = sorted(found.items(), key=lambda entry: -entry[1])
    return tuple(Analogy(query, relevance) for query, relevance in ranked[:_MOST_OF_CLAIM])
