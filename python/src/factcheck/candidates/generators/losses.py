"""Losses: "Tables lost $4,700", "left 16 minutes early", "fell by 3 %", of profits, delays and changes below zero."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.candidates.cue import Cue
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.opposite import Opposite
from factcheck.queries.query import Measure, Query
from factcheck.retrieval.generators.signs import BALANCES, CHANGES, DELAYS
from factcheck.words.identifiers import split_identifier

_OTHER_FUNCTIONS = 0.2
"""What is left of a score where nothing asks for a function that a loss is not usually told by."""

_NEAR = 6
"""Tokens between a number and the word for a loss, at most."""


@dataclass(frozen=True, slots=True)
class _Loss:
    """Words for what lies below zero, the names of columns that it is told of, and the functions that it may be.

    What ``may_be_percent`` is told in per cent, too: changes are.
    """

    words: frozenset[str]
    names: tuple[frozenset[str], ...]
    functions: tuple[AggregationFunction, ...]
    may_be_percent: bool = False


_LOSSES = (
    _Loss(frozenset("lose lost loss deficit shortfall red".split()), BALANCES, (SUM, AVG, MIN)),
    _Loss(frozenset("early ahead".split()), DELAYS, (MIN, MAX, AVG)),
    _Loss(
        frozenset("lose loss fall drop decline shrink decrease reduction slump dip down gone cost worse".split()),
        CHANGES,
        (AVG, MIN, SUM),
        may_be_percent=True,
    ),
)


def losses(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Turn the sign of what may lie below zero where a word near the number tells of a loss, or of being early."""
    for loss in _LOSSES:
        is_told_so = cue.number.unit != "percent" or loss.may_be_percent
        weight = _weight(cue, loss.words) if is_told_so else 0.0
        if not weight:
            continue
        kind = cue.kind_score("loss", weight)
        for column in cue.amounts:
            name = frozenset(split_identifier(column.name))
            if not any(words <= name for words in loss.names):
                continue
            table = cue.table(column)
            for function in loss.functions:
                for chosen in cue.sets(without=(column,), of=table):
                    aggregate = cue.aggregate(Measure(function, column), table, chosen.predicates)
                    if aggregate is not None:
                        score = cue.relevance.functions.get(function, 0.0)
                        of_function = 1.0 if function is loss.functions[0] else _OTHER_FUNCTIONS + score
                        yield Opposite(aggregate), kind * cue.column_score(table, column) * of_function * chosen.score


def _weight(cue: Cue, words: frozenset[str]) -> float:
    """Return the weight of a word of some that stands near the number; 0 without one."""
    if not cue.words.claimed:
        return 0.0
    first, last = cue.words.claimed[0], cue.words.claimed[-1]
    near = (at for at in cue.words.find(words) if first - _NEAR <= at <= last + _NEAR)
    return max((cue.words.weight({cue.words.tokens[at].text.lower()}) for at in near), default=0.0)
