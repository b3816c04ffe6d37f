"""Ranked groups added up: "the ten largest shops account for 45 % of sales", "the top three sold 1,200 together"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.comparing_words import Superlative, superlatives
from factcheck.candidates.generators.comparisons import function_weight
from factcheck.candidates.generators.group_extremes import best_groupings, sets_of_groups
from factcheck.candidates.generators.measures import measures
from factcheck.numbers.words import CARDINALS
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import SUM
from factcheck.queries.query import Query
from factcheck.queries.top_groups import TopGroups

_TOGETHER = frozenset(
    "together combined combine jointly total account make generate represent bring contribute".split()
)
_MEASURES = 2
_MOST = 1000


def top_groups(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Add up the groups that a number beside a superlative counts: "the top 10 products", "the five busiest days"."""
    is_share = cue.number.unit == "percent"
    together = cue.words.nearby_weight(_TOGETHER)
    if cue.number.unit == "points" or not (is_share or together):
        return
    for superlative in superlatives(cue.words):
        top = how_many(cue, superlative)
        kind = cue.kind_score("top_groups", max(superlative.weight, together)) if top is not None else 0.0
        for grouping in best_groupings(cue, superlative) if kind else ():
            by = grouping.by
            for scored in measures(cue, (COUNT, SUM), _MEASURES):
                if top is None or scored.measure.column == by.column:
                    continue
                weight = kind * grouping.closeness * scored.score * function_weight(cue, scored)
                for chosen in sets_of_groups(cue, by):
                    aggregate = cue.aggregate(scored.measure, scored.table, chosen.predicates, by.column)
                    if aggregate is not None:
                        yield TopGroups(aggregate, by, top, superlative.is_greatest, is_share), weight * chosen.score


def how_many(cue: Cue, superlative: Superlative) -> int | None:
    """Return how many groups or rows a number right beside a superlative counts; None where there is none."""
    tokens = cue.words.tokens
    for index in (superlative.index + 1, superlative.index - 1, superlative.index - 2):
        if 0 <= index < len(tokens) and index not in cue.words.claimed and tokens[index].tag == "CD":
            text = tokens[index].text.lower()
            number = int(text) if text.isdecimal() else int(CARDINALS.get(text, 0))
            return number if 1 < number <= _MOST else None
    return None
