"""Readings by analogy: what a person chose for one claim, with the values and columns that another claim speaks of.

A check lists the readings that a claim's own words find.  Where the words leave out what the document has said before,
the right one is not among them, but one that was chosen for a claim nearby is like it: the same function over the rows
of another city, or the same rows, another column.  Such readings are made of a chosen one and of fragments of the
claim's own readings.  They are looked at for claims alone whose likeliest reading does not match, and taken where they
match: that says the more, the rarer values of such readings agree with the number by chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from itertools import product
from math import prod
from typing import Any

from factcheck.catalogue.schema import Column
from factcheck.numbers.closeness import Closeness, bands_of
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.counts import CONDITIONAL_PROBABILITY, PERCENTAGE
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.product_query import product_query
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection
from factcheck.settings import Settings
from factcheck.stored.claims import StoredClaim, StoredReading
from factcheck.stored.recheck import Answer
from factcheck.stored.weighing import Decided, Weighed

_MOST_OF_CLAIM, _MOST_OF_DOCUMENT = 12, 400
_MOST_PREDICATES = 4
"""How many predicates of a claim's own readings are tried."""

_LEAST_LIKELY = 0.02
"""Probability from which a fragment of the claim's own readings counts."""

_TAKEN_OVER = 0.1
"""How likely a claim is about a fragment of the chosen reading that its own readings do not have."""

_LEFT_OUT = 0.5
"""How likely a claim leaves out a restriction of the chosen reading."""


@dataclass(frozen=True, slots=True)
class Analogy:
    """A reading by analogy; ``relevance`` is how likely it is meant before its value is known."""

    query: Query
    relevance: float


def analogies(decided: Sequence[Decided], weighed: Sequence[tuple[Weighed, ...]]) -> list[tuple[Analogy, ...]]:
    """Return the readings by analogy to try for each claim, the most relevant first.

    Claims near the one that was decided last come first, as far as there are not too many.
    """
    chosen = list(dict.fromkeys(each.pinned.query for each in decided if each.pinned and each.pinned.query))
    asked = next((place for place, each in enumerate(decided) if each.is_asked), 0)
    found: list[tuple[Analogy, ...]] = [()] * len(decided)
    left = _MOST_OF_DOCUMENT
    for place in sorted(range(len(decided)), key=lambda place: abs(place - asked)):
        if chosen and left > 0 and _is_open(decided[place], weighed[place]):
            found[place] = _of_claim(chosen, decided[place].claim)[: min(left, _MOST_OF_CLAIM)]
            left -= len(found[place])
    return found


def _is_open(decided: Decided, readings: Sequence[Weighed]) -> bool:
    """Tell whether a claim is to be read by analogy: one about a number, whose likeliest reading does not match."""
    is_free = not decided.is_decided and not decided.was_decided and decided.claim.number is not None
    return is_free and bool(readings) and not readings[0].reading.matches


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
    agreeing = {query for query, value in values.items() if _agrees(value, number, query, settings)}
    matching = [each for each in proposed if each.query in agreeing]
    by_chance = len(agreeing) / (len(values) + 1)
    evidence = settings.p_true / max(1 - settings.p_true, by_chance)
    weights = [each.relevance * evidence for each in matching]
    total = 1 + sum(weights)
    new = [
        Weighed(StoredReading(-place, each.query, values[each.query], weight / total, matches=True), weight / total)
        for place, (each, weight) in enumerate(zip(matching, weights, strict=True), 1)
    ]
    old = (replace(one, probability=one.probability / total) for one in readings)
    return tuple(sorted((*new, *old), key=lambda one: (one.reading.query is None, -one.probability)))


def _agrees(value: Decimal, number: Number, query: Query, settings: Settings) -> bool:
    return bands_of(number, settings, query.result_unit).closeness(value) is Closeness.AGREES


@dataclass(frozen=True, slots=True)
class _Fragments:
    """How likely the fragments of a claim's own readings are."""

    functions: Mapping[AggregationFunction, float]
    columns: Mapping[Column | None, float]
    predicates: Mapping[Predicate, float]

    @classmethod
    def of(cls, readings: Iterable[StoredReading]) -> _Fragments:
        """Add up the probabilities of the readings that have each fragment."""
        functions: dict[AggregationFunction, float] = defaultdict(float)
        columns: dict[Column | None, float] = defaultdict(float)
        predicates: dict[Predicate, float] = defaultdict(float)
        for reading in readings:
            if reading.query is None or reading.rank < 1:
                continue
            functions[reading.query.function] += reading.probability
            columns[reading.query.column] += reading.probability
            for predicate in reading.query.predicates:
                predicates[predicate] += reading.probability
        likely = sorted(predicates.items(), key=lambda entry: -entry[1])[:_MOST_PREDICATES]
        return cls(functions, columns, {each: p for each, p in likely if p >= _LEAST_LIKELY})

    def relevance(self, query: Query, chosen: Query) -> float:
        """Return how likely a claim is about a query that is made of the chosen one and of its own fragments."""
        function = max(self.functions.get(query.function, 0.0), _TAKEN_OVER)
        column = max(self.columns.get(query.column, 0.0), _TAKEN_OVER)
        restricted = {predicate.column for predicate in query.predicates}
        said = (max(self.predicates.get(each, 0.0), _TAKEN_OVER) for each in query.predicates)
        unsaid = (1 - min(p, 0.99) for each, p in self.predicates.items() if each not in query.predicates)
        dropped = (_LEFT_OUT for each in chosen.predicates if each.column not in restricted)
        return min(function * column * prod(said) * prod(unsaid) * prod(dropped), 1.0)


def _of_claim(chosen: Iterable[Query], claim: StoredClaim) -> tuple[Analogy, ...]:
    """Return the readings by analogy of a claim, the most relevant first."""
    own = _Fragments.of(claim.readings)
    known = {reading.query for reading in claim.readings}
    found: dict[Query, float] = {}
    for query in chosen:
        for varied in _variants(query, own):
            if varied not in known:
                found[varied] = max(found.get(varied, 0.0), own.relevance(varied, query))
    ranked = sorted(found.items(), key=lambda entry: (-entry[1], entry[0].sql()))
    return tuple(Analogy(query, relevance) for query, relevance in ranked[:_MOST_OF_CLAIM])


def _variants(chosen: Query, own: _Fragments) -> Iterator[Query]:
    """Yield the chosen reading with fragments of a claim's own in the place of its own, or beside them."""
    for query in (chosen, *_with_other_columns(chosen, own.columns)):
        yield from _exchanged(query, own.predicates)
        yield from _restricted(query, own.predicates)


def _with_other_columns(query: Query, columns: Mapping[Column | None, float]) -> Iterator[Query]:
    old = query.column
    for new, p in columns.items():
        is_alike = old and new and new.table_id == old.table_id and new.is_numeric is old.is_numeric
        if is_alike and new != old and p >= _LEAST_LIKELY:
            yield _with(query, {old: new})


def _exchanged(query: Query, predicates: Iterable[Predicate]) -> Iterator[Query]:
    """Yield a query of any kind with other values in its restrictions, each of the same column, or none other."""
    others = list(predicates)
    choices = [[old, *(new for new in others if new.column == old.column and new != old)] for old in query.predicates]
    for chosen in product(*choices):
        exchanged = {old: new for old, new in zip(query.predicates, chosen, strict=True) if old != new}
        yield _with(query, exchanged) if exchanged else query


def _restricted(query: Query, predicates: Iterable[Predicate]) -> Iterator[Query]:
    """Yield an aggregate or a share over rows that are restricted further, or in another way."""
    whole = _whole(query)
    if whole is None:
        return
    tables = {table.table_id for table in query.selection.relations.tables}
    for new in predicates:
        if new.column.table_id not in tables or new in query.predicates:
            continue
        for left_out in (None, *query.predicates):
            kept = tuple(each for each in query.predicates if each != left_out and each.column != new.column)
            # of a share, the part stays what it is, and the whole becomes another
            condition = tuple(each for each in whole if each in kept)
            if query.function.shape.is_share:
                if set(kept) == set(condition):
                    continue
                condition = (*condition, new)
            yield _made(query, (*kept, new), condition)


def _whole(query: Query) -> tuple[Predicate, ...] | None:
    """Return the predicates of the whole of a share, none of an aggregate; None for any other kind of query."""
    if isinstance(query, Aggregate):
        return ()
    is_share = isinstance(query, Ratio) and query.is_share and query.function.shape.is_share
    return query.denominator.predicates if is_share and isinstance(query, Ratio) else None


def _made(query: Query, predicates: tuple[Predicate, ...], condition: tuple[Predicate, ...]) -> Query:
    measure = query.measure
    if measure.function is PERCENTAGE and condition:
        measure = replace(measure, function=CONDITIONAL_PROBABILITY)
    return product_query(measure, query.selection.relations, predicates, condition)


def _with(query: Query, exchanged: Mapping[Any, Any]) -> Any:
    """Return a query with some of its columns, or restrictions, exchanged wherever it has them."""

    def changed(value: Any) -> Any:
        if isinstance(value, (Column, Predicate)):
            return exchanged.get(value, value)
        if isinstance(value, tuple):
            return tuple(changed(each) for each in value)
        if isinstance(value, (Query, Measure, Selection)):
            record: Any = value
            return replace(record, **{field.name: changed(getattr(value, field.name)) for field in fields(record)})
        return value

    return changed(query)
