"""Averages over groups: "an average of 120 orders per day", "the average monthly revenue", "the median guest"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.cue import Cue, ScoredMeasure
from factcheck.candidates.generators.comparisons import function_weight
from factcheck.candidates.generators.group_extremes import DAYS_OF_WEEK, ScoredGrouping, groupings_named, sets_of_groups
from factcheck.candidates.generators.measures import measures
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import SUM
from factcheck.queries.group_average import GroupAverage
from factcheck.queries.groups import GroupPart
from factcheck.queries.query import Measure, Query
from factcheck.weights.weights import WEIGHTS

_PER = frozenset({"per", "each", "every", "a", "an"})
_AVERAGE = frozenset({"average", "mean", "typical", "averaging", "averaged"})
_LENGTHS = frozenset("hour day week month quarter year".split())
_ADJECTIVES = frozenset("hourly daily weekly monthly quarterly yearly annual".split())
_CYCLES: frozenset[GroupPart] = frozenset({"month", "isodow", "quarter"})
"""Parts that come again each year or week: an average month is one of a year."""

_BEFORE_GROUPS = frozenset({"per", "each", "every"})
_NUMBER_OF = frozenset({"number", "count"})
_RECURRING = 0.1
_OF_WEEKDAYS = 0.5
"""What a day of the week says of an average over days, beside "per day"."""

_ENDS = frozenset({"minimum", "maximum"})
_AT_AN_END = 0.1
"""What is left of an average where the number ends a range: "the stops per month ranged from 376 to 544"."""

_MEASURES = 2


def group_averages(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Average counts and sums over the days, months or years that the sentence names as what the number is for.

    The median of any groups is asked for where "median" stands before one of them, or "per" or "each" with it.
    """
    if cue.number.unit in {"percent", "points"}:
        return
    yield from _medians(cue)
    is_end = not _ENDS.isdisjoint(cue.number.implied)
    for grouping, weight in _groupings(cue):
        kind = cue.kind_score("group_average", weight) * grouping.closeness * (1.0 if not is_end else _AT_AN_END)
        for scored, usual in _measures(cue, grouping) if kind else ():
            of_measure = kind * scored.score * usual
            for chosen in sets_of_groups(cue, grouping.by, scored.table):
                aggregate = cue.aggregate(scored.measure, scored.table, chosen.predicates, grouping.by.column)
                if aggregate is not None:
                    yield GroupAverage(aggregate, grouping.by), of_measure * chosen.score


def _measures(cue: Cue, grouping: ScoredGrouping) -> Iterator[tuple[ScoredMeasure, float]]:
    """Yield what may be averaged over groups, with what speaks for its function."""
    yield from ((each, function_weight(cue, each)) for each in measures(cue, (COUNT, SUM), _MEASURES))
    yield from ((each, WEIGHTS.listed.operand[COUNT.name]) for each in _things_counted(cue, grouping))


def _things_counted(cue: Cue, grouping: ScoredGrouping) -> Iterator[ScoredMeasure]:
    """Yield counts of things that have several rows each: "60 orders a day" of items with the id of an order."""
    for index in sorted(_counted_nouns(cue.words)):
        for things in groupings_named(cue, index):
            column, known = things.by.column, cue.relevance.values.get(things.by.column.column_id, 0)
            if things.by.part is None and column != grouping.by.column and known < things.table.rows:
                score = things.closeness * cue.column_score(things.table, column)
                yield ScoredMeasure(Measure(COUNT_DISTINCT, column), things.table, score)


def _counted_nouns(words: ClaimWords) -> set[int]:
    """Return what the claim's number counts, and what "number of" stands before."""
    behind = words.noun_after(words.claimed[-1]) if words.claimed else None
    after = (words.noun_after(at + 1) for at in words.find(_NUMBER_OF) if words.lowered[at + 1 : at + 2] == ("of",))
    return {index for index in (behind, *after) if index is not None}


def _medians(cue: Cue) -> Iterator[tuple[Query, float]]:
    words = cue.words
    weight = words.nearby_weight(MEDIAN.keywords)
    for index, token in enumerate(words.tokens) if weight else ():
        before = words.tokens[index - 1].text.lower() if index else ""
        if not token.tag.startswith("NN") or before not in MEDIAN.keywords | _BEFORE_GROUPS:
            continue
        for grouping in groupings_named(cue, index):
            kind = cue.kind_score("group_average", weight) * grouping.closeness
            for scored in measures(cue, (COUNT, SUM), _MEASURES) if kind else []:
                usual = WEIGHTS.listed.operand[scored.measure.function.name]
                for chosen in sets_of_groups(cue, grouping.by, scored.table):
                    aggregate = cue.aggregate(scored.measure, scored.table, chosen.predicates, grouping.by.column)
                    if aggregate is not None and scored.measure.column != grouping.by.column:
                        query = GroupAverage(aggregate, grouping.by, is_median=True)
                        yield query, kind * usual * scored.score * chosen.score


def _groupings(cue: Cue) -> Iterator[tuple[ScoredGrouping, float]]:
    """Yield the stretches of time, with the weight of the word that asks for an average over them.

    "A day" asks for one only beside "average"; "daily" does by itself.
    """
    words = cue.words
    average = words.nearby_weight(_AVERAGE)
    for index, token in enumerate(words.tokens):
        word, before = token.lemma.lower(), words.tokens[index - 1].text.lower() if index else ""
        is_typical = before in _AVERAGE and index > 1 and words.tokens[index - 2].text.lower() in {"a", "an"}
        is_length = word in _LENGTHS and (before in _PER or is_typical) and index not in words.claimed
        if is_length and (average or before not in {"a", "an"}):
            weight = max(average, words.weight({before}))
        elif word in _ADJECTIVES and average:
            weight = average
        elif word in DAYS_OF_WEEK and average:  # "Fridays were busiest, with 71 orders on average"
            weight = _OF_WEEKDAYS * average
        else:
            continue
        for grouping in groupings_named(cue, index):
            if grouping.by.part is not None:
                rest = _RECURRING if grouping.by.part in _CYCLES else 1.0
                yield ScoredGrouping(grouping.table, grouping.by, rest * grouping.closeness), weight
