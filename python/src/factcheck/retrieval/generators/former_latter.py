"""The first or the second of two that were named before: "969 are about the former, 41,252 about the latter"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_periods import NamedPart, NamedPeriod
from factcheck.retrieval.generators.named_values import named_values, own_passage
from factcheck.retrieval.generators.sides import clause_of
from factcheck.retrieval.generators.time_words import named_times
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen

_POINTING = re.compile(r"\bthe\s(?P<which>former|latter)\b", re.IGNORECASE)
_BEFORE_A_NOUN = frozenset({"amod", "nmod"})
_TWO = 2


def former_or_latter(passage: Passage) -> tuple[int, float] | None:
    """Return 0 where the claim's clause is about "the former", 1 for "the latter", with the weight of the word."""
    within = clause_of(passage)
    for found in _POINTING.finditer(passage.text):
        places = list(passage.within(*found.span()))
        is_alone = bool(places) and passage.tokens[places[-1]].dependency not in _BEFORE_A_NOUN  # "the former captain"
        if is_alone and places[0] in within:
            return int(found["which"].lower() == "latter"), passage.weight(*found.span())
    return None


def former_values(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict a column to the first or the second of the two values of it that the sentence before names."""
    passage = own_passage(cue)
    meant = None if passage is None else former_or_latter(passage)
    before = next((each for each in cue.words.passages if not each.is_own), None)
    if meant is None or before is None:
        return
    index, weight = meant
    of_column: dict[int, dict[Equals, None]] = {}
    for value in named_values(cue, before):
        of_column.setdefault(value.predicate.column.column_id, {})[value.predicate] = None
    for values in of_column.values():
        if len(values) == _TWO and weight > 0:
            predicate = list(values)[index]
            seen = cue.seen("terms", weight, predicate.column)
            yield predicate, Seen(seen.score, {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0})


def former_time(passages: tuple[Passage, ...]) -> tuple[NamedPeriod | NamedPart, float] | None:
    """Return the first or the second of the two times that the sentence before names, with its weight."""
    own = next((passage for passage in passages if passage.is_own), None)
    before = next((passage for passage in passages if not passage.is_own), None)
    meant = None if own is None else former_or_latter(own)
    if meant is None or before is None:
        return None
    times = [each.time for each in sorted(named_times(before), key=lambda each: each.start)]
    return (times[meant[0]], meant[1]) if len(times) == _TWO else None
