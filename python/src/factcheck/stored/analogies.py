"""Readings by analogy: what a person chose for one claim, with the values and columns that another claim speaks of.

A check lists the readings that a claim's own words find.  Where the words leave out what the document has said before,
the right one is not among them, but one that was chosen for a claim nearby is like it: the same function over the rows
of another city, or the same rows, another column.  Such readings are made of a chosen one and of fragments of the
claim's own readings.  They are looked at for claims alone whose likeliest reading does not match, and taken where they
match: that says the more, the rarer values of such readings agree with the number by chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from itertools import product
from math import prod
from typing import Any, TypeGuard

from factcheck.catalogue.derived import DerivedColumn, derived
from factcheck.catalogue.expressions import Call, Constant, Expression, Operation
from factcheck.catalogue.schema import Column
from factcheck.numbers.closeness import Closeness, bands_of
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.counts import CONDITIONAL_PROBABILITY, PERCENTAGE
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.compare import Compare, number_text
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.product_query import product_query
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection
from factcheck.settings import Settings
from factcheck.stored.claims import StoredReading
from factcheck.stored.recheck import Answer
from factcheck.stored.said_fragments import Said
from factcheck.stored.weighing import Decided, Weighed

_MOST_OF_CLAIM, _MOST_OF_DOCUMENT = 30, 600
"""How many readings by analogy are tried, so that a decision takes little longer in a document of many claims."""

_MOST_CHOSEN = 8
"""How many chosen readings are tried for a claim."""

_MOST_PREDICATES = 4
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

_BY_CHANCE, _WORTH = 0.01, 5
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
    columns = {**dict.fromkeys((*common.columns, *said.columns), _LEAST_LIKELY), **own.columns}
    own = own.with_said(said)
    known = {reading.query for reading in claim.readings}
    found: dict[Query, float] = {}
    for query in chosen:
        for varied in _variants(query, columns, predicates):
            if varied not in known:
                found[varied] = max(found.get(varied, 0.0), _relevance(varied, query, own, likely, common))
        for reading, scaled in _worked_out_alike(query, readings):
            found[scaled] = max(found.get(scaled, 0.0), reading.probability * _MOST_COMMON)
    ranked = sorted(found.items(), key=lambda entry: -entry[1])
    return tuple(Analogy(query, relevance) for query, relevance in ranked[:_MOST_OF_CLAIM])


def _worked_out_alike(chosen: Query, readings: Iterable[StoredReading]) -> Iterator[tuple[StoredReading, Query]]:
    """Yield a claim's own readings over what is worked out of their columns as the chosen one's is of its column.

    Whoever says that amounts are in thousands for one claim says it for the others, and for their limits.
    """
    if not isinstance(chosen.column, DerivedColumn) or chosen.column.is_declared:
        return
    if len(chosen.column.operands) != 1 or not chosen.column.operands[0].is_numeric:
        return
    [operand] = chosen.column.operands
    for reading in readings:
        if reading.query is None:
            continue
        column, exchanged = reading.query.column, _other_limits(chosen.column.formula, operand, reading.query)
        if _is_alike(column, operand):
            exchanged[column] = derived(_exchanged_in(chosen.column.formula, operand, column), column.table_id)
        if exchanged:
            yield reading, _with(reading.query, exchanged)


def _is_alike(column: Column | None, operand: Column) -> TypeGuard[Column]:
    """Tell whether a column of the table may be in the place of one that a formula has."""
    is_stored = column is not None and not isinstance(column, DerivedColumn)
    return is_stored and column is not None and column.table_id == operand.table_id and column.is_numeric


def _other_limits(formula: Expression, operand: Column, query: Query) -> dict[Any, Any]:
    """Return the limits of a query's restrictions, as they are where the formula tells the unit of a column."""
    match formula:
        case Operation("*", left, Constant(factor)) if left == operand and factor:
            return {
                each: replace(each, bound=number_text(Decimal(each.bound) / factor))
                for each in query.predicates
                if isinstance(each, Compare) and _is_alike(each.column, operand)
            }
    return {}


def _exchanged_in(formula: Expression, old: Column, new: Column) -> Expression:
    match formula:
        case Operation(operator, left, right):
            return Operation(operator, _exchanged_in(left, old, new), _exchanged_in(right, old, new))
        case Call(function, arguments):
            return Call(function, tuple(_exchanged_in(each, old, new) for each in arguments))
        case _:
            return new if formula == old else formula


def _variants(
    chosen: Query, columns: Mapping[Column | None, float], predicates: Collection[Predicate]
) -> Iterator[Query]:
    """Yield the chosen reading with fragments of a claim's own in the place of its own, or beside them."""
    for query in (chosen, *_with_other_columns(chosen, columns)):
        yield from _exchanged(query, predicates)
        yield from _restricted(query, predicates)


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
    """Yield a query over rows that are restricted further, an aggregate or a share also in another way."""
    whole = _whole(query)
    tables = {table.table_id for table in query.selection.relations.tables}
    for new in predicates:
        if new.column.table_id not in tables or new in query.predicates:
            continue
        if whole is None:
            yield _with(query, {}, (new,))
            if isinstance(query, Ratio) and query.is_share:
                yield _with_other_part(query, new)
            continue
        for left_out in (None, *query.predicates):
            kept = tuple(each for each in query.predicates if each != left_out and each.column != new.column)
            condition = tuple(each for each in whole if each in kept)
            if query.function.shape.is_share and set(kept) != set(condition):
                # the part stays what it is, and the whole becomes another; else it is the other way round
                condition = (*condition, new)
            yield _made(query, (*kept, new), condition)


def _with_other_part(share: Ratio, new: Predicate) -> Query:
    """Return a share of which another part of the same whole is asked for."""
    part = share.numerator
    if not isinstance(part, Aggregate):
        return share
    selection = replace(part.selection, predicates=(*share.denominator.predicates, new))
    return replace(share, numerator=Aggregate(part.measure, selection))


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
    event = tuple(each for each in predicates if each not in condition)
    return product_query(measure, query.selection.relations, (*condition, *event), condition)


def _with(query: Query, exchanged: Mapping[Any, Any], further: tuple[Predicate, ...] = ()) -> Any:
    """Return a query with some of its columns, or restrictions, exchanged, and further ones, wherever it has them."""

    def changed(value: Any) -> Any:
        if isinstance(value, (Column, Predicate)):
            return exchanged.get(value, value)
        if isinstance(value, tuple):
            return tuple(changed(each) for each in value)
        if isinstance(value, Selection):
            return replace(value, predicates=(*changed(value.predicates), *further))
        if isinstance(value, (Query, Measure)):
            record: Any = value
            return replace(record, **{field.name: changed(getattr(value, field.name)) for field in fields(record)})
        return value

    return changed(query)
