"""Predicates that no value of the index stands for, made for cues in the text by generators.

A generator has a name and the most predicates that it may make for a claim; it gets what is known of the claim, and
yields predicates with what was seen of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.thresholds import threshold_predicates
from factcheck.retrieval.generators.times import time_predicates
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen


@dataclass(frozen=True, slots=True)
class PredicateGenerator:
    """A generator of predicates, of which a claim has at most ``most``."""

    name: str
    most: int
    generate: Callable[[PredicateCue], Iterable[tuple[Predicate, Seen]]]


GENERATORS: tuple[PredicateGenerator, ...] = (
    PredicateGenerator("thresholds", 8, threshold_predicates),
    PredicateGenerator("times", 16, time_predicates),
)
"""All generators, in the order in which predicates of equal scores go."""


def with_generated(cue: PredicateCue) -> tuple[tuple[Predicate, Seen], ...]:
    """Return the predicates that a claim names, and what the generators make for it; each once, as it scores best."""
    best: dict[Predicate, Seen] = {}
    generated = (pair for each in GENERATORS for pair in islice(each.generate(cue), each.most))
    for predicate, seen in (*cue.named, *generated):
        if predicate not in best or best[predicate].score < seen.score:
            best[predicate] = seen
    return tuple(best.items())
