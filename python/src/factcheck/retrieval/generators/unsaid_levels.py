"""What a table of one row for each year, place and kind leaves to the reader: all kinds together, or one of a few."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS

ALL_TOGETHER = "all together"
"""The part of what was seen of a value that stands for all others of its column."""

ONE_OF_FEW = "one of few"
"""The part of what was seen of one of few values, none of which is said."""

_ALL, _ALL_BESIDE = 0.4, 0.1
"""Weights of a value that stands for all others, and of one where another is said."""

_OF_FEW, _OF_PARTS = 0.3, 0.05
"""Weights of each of few values, and where no row of the panel is a total, so that they may be parts of one."""

_SAID = 0.5


def unsaid_levels(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict dimensions of panels of which the sentence names no value: each number is that of one row.

    "In Peru it was 12.7 million" of a table of men, women and both is one of the three, and not their sum.
    """
    said = {p.column for p, seen in cue.named if isinstance(p, Equals) and seen.parts.get("said", 0.0) >= _SAID}
    for panel in cue.panels:
        one_of_few = WEIGHTS.predicate.time * (_OF_FEW if any(panel.totals.values()) else _OF_PARTS)
        for column in panel.dimensions:
            totals = panel.totals.get(column.column_id, ())
            for total in totals:
                weight = _ALL_BESIDE if column in said else _ALL
                yield Equals(column, total), cue.seen(ALL_TOGETHER, WEIGHTS.predicate.time * weight, column)
            for level in panel.levels.get(column.column_id, ()) if column not in said else ():
                if level not in totals:
                    yield Equals(column, level), cue.seen(ONE_OF_FEW, one_of_few, column)
