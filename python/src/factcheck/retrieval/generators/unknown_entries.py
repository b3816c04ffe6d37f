"""Entries of a list for those of whom nothing is known: "Male 61 | Female 55 | Unknown 4"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.missing_values import absences, may_lack
from factcheck.retrieval.generators.named_values import named_values, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen

_UNKNOWN = re.compile(
    r"\b(?:unknown|undisclosed|unspecified|unrecorded|unreported|missing|blank|not\s(?:specified|stated|known|disclosed|given))\b",
    re.IGNORECASE,
)
_SIGNS = frozenset(":(–—-=")
_FEWEST_OTHERS = 2


def unknown_entries(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict the column whose values the other entries are to its missing ones, where the claim's entry says so."""
    passage = own_passage(cue)
    if passage is None or not passage.written.has(_UNKNOWN):
        return
    weight = max(_weights_beside_number(passage), default=0.0)
    others: dict[Column, set[str]] = {}
    for value in named_values(cue, passage) if weight > 0 else ():
        others.setdefault(value.predicate.column, set()).add(value.predicate.literal)
    for column, literals in others.items():
        if len(literals) >= _FEWEST_OTHERS and may_lack(cue, column):
            yield from ((absence, cue.seen("missing", weight, column)) for absence in absences(cue, column))


def _weights_beside_number(passage: Passage) -> Iterator[float]:
    """Yield the weights of the words for what is unknown that stand right before the claim's number."""
    for found in _UNKNOWN.finditer(passage.text):
        places = list(passage.within(*found.span()))
        at = places[-1] + 1
        while at < len(passage.tokens) and passage.tokens[at].text in _SIGNS:
            at += 1
        if at in passage.own:
            yield max(passage.weights[place] for place in places)
