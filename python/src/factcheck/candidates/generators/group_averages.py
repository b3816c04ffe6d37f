"""Averages over groups: "an average of 120 orders per day", "the average monthly revenue", "the median guest"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.comparisons import function_weight
from factcheck.candidates.generators.group_extremes import ScoredGrouping, groupings_named, sets_of_groups
from factcheck.candidates.generators.measures import measures
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import SUM
from factcheck.queries.group_average import GroupAverage
from factcheck.queries.groups import GroupPart
from factcheck.queries.query import Query
from factcheck.weights.weights import WEIGHTS

_PER = frozenset({"per", "each", "every", "a", "an"})
_AVERAGE = frozenset({"average", "mean", "typical", "averaging", "averaged"})
_LENGTHS = frozenset("hour day week month quarter year".split())
_ADJECTIVES = frozenset("hourly daily weekly monthly quarterly yearly annual".split())
_CYCLES: frozenset[GroupPart] = frozenset({"month", "isodow", "quarter"})
"""Parts that come again each year or week: an average month is one of a year."""

_BEFORE_GROUPS = frozenset({"per", "each", "every"})
_RECURRING = 0.1
_MEASURES = 2


def group_averages(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Average counts and sums over the days, months or years that the sentence names as what the number is for.

    The median of any groups is asked for where "median" stands before one of them, or "per" or "each" with it.
    """
    if cue.number.unit in {"percent", "points"}:
        return
    yield from _medians(cue)
    for grouping, weight in _groupings(cue):
        kind = cue.kind_score("group_average", weight) * grouping.closeness
        for scored in measures(cue, (COUNT, SUM), _MEASURES) if kind else []:
            of_measure = kind * scored.score * function_weight(cue, scored)
            for chosen in sets_of_groups(cue, grouping.by, scored.table):
                aggregate = cue.aggregate(scored.measure, scored.table, chosen.predicates, grouping.by.column)
                if aggregate is not None:
                    yield GroupAverage(aggregate, grouping.by), of_measure * chosen.score


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
        else:
            continue
        for grouping in groupings_named(cue, index):
            if grouping.by.part is not None:
                rest = _RECURRING if grouping.by.part in _CYCLES else 1.0
                yield ScoredGrouping(grouping.table, grouping.by, rest * grouping.closeness), weight
