"""Queries of a claim that goes on from other claims near it: "the girls averaged 66 and the boys 62, a gap of 4".

What the others are likely to mean is known when their numbers have been compared with the data.  A claim that says what
two results differ by, how many times one is the other, or which part of a whole one is, may be about these results: of
two others, or of one beside the same result of the rows that the claim names, or of the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from factcheck.candidates.compared import Compared
from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.compared_rows import are_comparable, position
from factcheck.candidates.generators.comparing_words import is_told_by
from factcheck.candidates.generators.measures import measures
from factcheck.candidates.statements.words_of_measures import TOTALS
from factcheck.numbers.mentions import Number
from factcheck.queries.compared import TwoQueries
from factcheck.queries.exchanged import with_exchanged
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.group_members import point_before
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.ratio import Ratio
from factcheck.retrieval.generators.negations import OTHERS
from factcheck.retrieval.relevance import UNNAMED

NEIGHBOURS = "neighbours"
"""What lists these queries, as explanations call it."""

_THE_AVERAGE = re.compile(r"\b(?:than|above|below|from|behind|ahead of)(?: the)?(?: \w+)? (?:average|mean)\b")

_WHOLES = TOTALS | {"all", "whole", "entire"}
_WHOLE_WITHIN = 6
"""Tokens from a percentage to the word for the whole that it is of, at most."""

_FAR_VALUE = 0.3
"""What is left of a value of which others stand nearer to the number."""

_FURTHER = 0.3
"""What is left of a result that stands in the sentence before, where two stand in the claim's own."""
_TWO = 2

_OF_OTHER_COLUMNS = 0.2
"""What is left where two results are of rows that differ in no column that both restrict: the insured, and the old."""

_OWN_MEASURE = 0.5
"""What is left where the sentence names another amount than the results are of."""

_BEFORE = 0.3
"""What is left of the time before one where nothing says what something rose or fell from."""

_UNNAMED_REST = 0.3
"""What is left of the rest of the rows where no word says that it is meant."""

_OTHER_WAY = 0.2
"""What is left of a comparison the other way round than the order of words says."""

_PARTLY_NAMED = 0.5
"""What is left of a value that no words of the sentence name in full."""
_LEAST_COVERED = 0.5
"""Share of a value's words that stand in the text, or words like them, at least."""

_WHOLE = 0.6
"""What is left of all rows where a part of them may be meant."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A query that another claim near one is likely to mean, how likely that is, and its number.

    ``is_same_sentence`` tells that the claim stands in the same sentence, ``index`` which of all claims it is.
    """

    query: Query
    probability: float
    number: Number
    is_same_sentence: bool
    index: int


def neighbour_queries(
    cue: Cue, neighbours: Sequence[Neighbour], above: Sequence[Neighbour] = ()
) -> Iterator[tuple[Query, float]]:
    """Yield what a claim may say of results that its neighbours state, with how much speaks for each, from 0 to 1.

    Results of sentences ``above`` are those that a percentage in brackets may be of.
    """
    results = _weighed([each for each in neighbours if is_one_result(each.query)])
    compared = Compared.of(cue.number, cue.words)
    if compared is not None:
        yield from _of_two(compared, [each for each in results if not _is_much(cue) or each.query.column is not None])
        yield from _of_own_measure(cue, compared, results)
        for each in results:
            yield from _beside(cue, compared, each)
    if cue.number.unit == "percent":
        yield from _parts_of_wholes(cue, results)
        yield from _parts_of_others(cue, [*results, *(each for each in above if is_one_result(each.query))])
    yield from _alike(cue, neighbours)


def _is_much(cue: Cue) -> bool:
    """Tell whether an amount is compared, and no number of things: "twice as much"."""
    return cue.words.text_after().startswith("as much")


def _weighed(results: Sequence[Neighbour]) -> list[Neighbour]:
    """Return the results with less of those of the sentence before where two stand in the claim's own."""
    if len({each.index for each in results if each.is_same_sentence}) < _TWO:
        return list(results)
    return [
        each if each.is_same_sentence else replace(each, probability=_FURTHER * each.probability) for each in results
    ]


def is_one_result(query: Query) -> bool:
    """Tell whether a query asks for one result, or for a share, and compares nothing yet."""
    return isinstance(query, Aggregate) or (isinstance(query, Ratio) and query.is_share)


def _of_two(compared: Compared, results: Sequence[Neighbour]) -> Iterator[tuple[Query, float]]:
    """Yield what the results of two other claims have to do with each other."""
    for one, other in permutations(results, 2):
        differing = set(one.query.predicates) ^ set(other.query.predicates)
        is_alike = _are_alike(one.query, other.query) and one.query != other.query
        if one.index < other.index and is_alike and compared.tells_apart(*differing):
            query = compared.of_stated(one.query, one.number.value, other.query, other.number.value)
            alike = _OF_OTHER_COLUMNS if _restrict_others(one.query, other.query) else 1.0
            yield query, alike * one.probability * other.probability


def _restrict_others(one: Query, other: Query) -> bool:
    """Tell whether each of two queries restricts a column that the other one does not."""
    columns, others = ({predicate.column for predicate in each.predicates} for each in (one, other))
    return not columns <= others and not others <= columns


def _of_own_measure(cue: Cue, compared: Compared, results: Sequence[Neighbour]) -> Iterator[tuple[Query, float]]:
    """Yield what an amount that the sentence names is for the rows of two others: "35 analysts and 26 engineers".

    "The latter earn twice as much": in the order of words, since what the two differ by is not stated.
    """
    for scored in measures(cue, (AVG, SUM), 1) if len(results) > 1 else ():
        for one, other in permutations(results, 2):
            differing = set(one.query.predicates) ^ set(other.query.predicates)
            is_alike = one.query.measure == other.query.measure and one.query.column != scored.measure.column
            if one.index == other.index or not is_alike or not differing or not compared.tells_apart(*differing):
                continue
            of, base = (cue.aggregate(scored.measure, scored.table, each.query.predicates) for each in (one, other))
            if of is not None and base is not None:
                share = _OWN_MEASURE if scored.measure.function is AVG else _OWN_MEASURE**2
                yield compared.of_two(of, base), share * one.probability * other.probability


def _are_alike(one: Query, other: Query) -> bool:
    """Tell whether results of two queries may be compared: of one function, or the extremes of one column."""
    is_of_ends = {one.function, other.function} == {MIN, MAX} and one.column == other.column
    return one.measure == other.measure or is_of_ends


def _beside(cue: Cue, compared: Compared, neighbour: Neighbour) -> Iterator[tuple[Query, float]]:
    """Yield how a result compares with that of rows that the sentence names, or with that of all others."""
    query = neighbour.query
    text = f"{cue.words.text_before()} {cue.words.text_after()}"
    is_in_time = compared.told is not None and compared.told.is_in_time
    has_rest = OTHERS.search(text) is not None and not is_in_time
    has_average = query.function is AVG and _THE_AVERAGE.search(cue.words.text_after()) is not None
    others = {each: _named_beside(cue, each) for each in _restrictions(query) if compared.tells_apart(each)}
    is_beside = compared.has_base(cue.words) and not any(others.values())
    for predicate, named in others.items():
        for each, share in named:
            other, likely = with_exchanged(query, {predicate: each}), neighbour.probability * share
            is_subject = _is_before(cue, each)
            yield compared.of_two(other, query), likely * (1.0 if is_subject else _OTHER_WAY)
            yield compared.of_two(query, other), likely * (_OTHER_WAY if is_subject else 1.0)
        if is_in_time and not named and (before := point_before(predicate)) is not None:
            yield compared.of_two(query, with_exchanged(query, {predicate: before})), neighbour.probability * _BEFORE
        if has_rest or is_beside:
            rest = with_exchanged(query, {predicate: _all_but(predicate)})
            yield compared.of_two(query, rest), neighbour.probability * (1.0 if has_rest else _UNNAMED_REST)
        if has_average and isinstance(query, Aggregate):
            yield compared.of_two(query, with_exchanged(query, {predicate: None})), neighbour.probability * _WHOLE


def _is_before(cue: Cue, predicate: Predicate) -> bool:
    """Tell whether a value stands before the number: "bread is worth $394 less" is about bread."""
    return _place_before(cue, predicate) is not None


def _all_but(predicate: Predicate) -> Predicate:
    return predicate.predicate if isinstance(predicate, Not) else Not(predicate)


def _restrictions(query: Query) -> tuple[Predicate, ...]:
    """Return the restrictions of a query that may be others; that a value is known is none."""
    plain = ((each, each.predicate if isinstance(each, Not) else each) for each in query.predicates)
    return tuple(each for each, restricted in plain if not isinstance(restricted, IsNull))


def _named_beside(cue: Cue, predicate: Predicate) -> list[tuple[Predicate, float]]:
    """Return other values of a restricted column that the sentence names, each with how much speaks for it.

    The nearest behind the number is the likeliest; where none is named in full, the words of one may stand for it.
    """
    scored = [
        (other, seen)
        for other, seen in cue.relevance.predicates
        if other != predicate and are_comparable(other, predicate) and UNNAMED not in seen.parts
    ]
    named = [(other, at) for other, _ in scored if (at := position(cue, other)) is not None]
    if named:
        nearest = min(_distance(cue, at) for _, at in named)
        return [(other, 1.0 if _distance(cue, at) == nearest else _FAR_VALUE) for other, at in named]
    partly = [(other, seen.score) for other, seen in scored if seen.parts.get("covered", 0.0) >= _LEAST_COVERED]
    best = max((score for _, score in partly), default=0.0)
    return [(other, _PARTLY_NAMED * score / best) for other, score in partly if score > 0]


def _distance(cue: Cue, at: int) -> int:
    """Return how far a token is from the number; what stands behind it goes before what stands before it."""
    last = cue.words.claimed[-1] if cue.words.claimed else 0
    return at - last if at > last else len(cue.words.tokens) + last - at


def _parts_of_wholes(cue: Cue, results: Iterable[Neighbour]) -> Iterator[tuple[Query, float]]:
    """Yield which part a neighbour's amount is of that of all rows, or of those that fewer restrictions leave."""
    if not cue.words.claimed:
        return
    last = cue.words.claimed[-1]
    is_of_whole = any(0 < at - last <= _WHOLE_WITHIN for at in cue.words.find(_WHOLES))
    for each in results if is_of_whole or cue.words.is_bracketed else ():
        query = each.query
        if not isinstance(query, Aggregate) or query.function is not SUM or not (is_of_whole or each.is_same_sentence):
            continue
        for predicate in _restrictions(query):
            yield Ratio(query, with_exchanged(query, {predicate: None})), each.probability
        if len(query.predicates) > 1:
            yield Ratio(query, with_exchanged(query, dict.fromkeys(query.predicates))), _WHOLE * each.probability


def _parts_of_others(cue: Cue, results: Sequence[Neighbour]) -> Iterator[tuple[Query, float]]:
    """Yield which part the amount before a percentage in brackets is of a larger one of the same rows, or of more.

    The larger one is another amount: "Registered: 4,667", and below it "Finishers: 3,743 (80 %)".
    """
    before = [each for each in results if each.is_same_sentence and each.number.end <= cue.number.start]
    nearest = max((each.number.end for each in before), default=None) if cue.words.is_bracketed else None
    for part in (each for each in before if each.number.end == nearest):
        for whole in results:
            one, other = part.query, whole.query
            is_larger = whole.index != part.index and whole.number.value > part.number.value > 0
            are_amounts = isinstance(one, Aggregate) and isinstance(other, Aggregate)
            if not is_larger or not are_amounts or one.column == other.column:
                continue
            is_same_table = one.selection.relations == other.selection.relations
            if is_same_table and set(other.predicates) <= set(one.predicates):
                yield Ratio(one, other), part.probability * whole.probability


def _alike(cue: Cue, neighbours: Iterable[Neighbour]) -> Iterator[tuple[Query, float]]:
    """Yield what a neighbour's number compares, of other rows: "A's imports grew by 64 % in ten years, B's by 47 %"."""
    for each in neighbours:
        if not isinstance(each.query, TwoQueries) or is_one_result(each.query):
            continue
        if each.number.unit != cue.number.unit or not _is_by(cue):
            continue
        first, second = each.query.parts()
        for predicate in _restrictions(first):
            if predicate in second.predicates:
                for other, share in _named_beside(cue, predicate):
                    yield with_exchanged(each.query, {predicate: other}), each.probability * share


def queries_of_entries(cue: Cue, neighbours: Iterable[Neighbour]) -> Iterator[tuple[Query, float]]:
    """Yield what a number that stands in the same place of another entry is, of what its own entry names.

    A name before the number is the nearest one: "Oslo at 76, followed by Hull at 72 and Bergen at 71".
    """
    for each in neighbours:
        for predicate in _restrictions(each.query):
            named = _named_beside(cue, predicate)
            before = {other: at for other, _ in named if (at := _place_before(cue, other)) is not None}
            last = max(before.values(), default=None)
            for other, share in named:
                if last is None or before.get(other) == last:
                    yield with_exchanged(each.query, {predicate: other}), each.probability * (1.0 if before else share)


def _place_before(cue: Cue, predicate: Predicate) -> int | None:
    """Return where a value stands before the number; None where it does not."""
    at = position(cue, predicate)
    return at if at is not None and cue.words.claimed and at < cue.words.claimed[0] else None


def _is_by(cue: Cue) -> bool:
    """Tell whether a number compares results, or stands behind "by" for one that does: "B's by 47 %"."""
    is_by = bool(cue.words.claimed) and is_told_by(cue.words, cue.words.claimed[0])
    return is_by or Compared.of(cue.number, cue.words) is not None
