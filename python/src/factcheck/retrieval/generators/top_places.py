"""The first places of a ranking that a column tells: "12 songs in the top ten", "47 of the first hundred places"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.numbers.words import CARDINALS, any_of
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import split_identifier

_PLACES = frozenset("rank ranking ranks place placing position pos standing placement finish".split())
"""Words that end the names of columns in which 1 is the best."""

_COUNTS = {word: value for word, value in CARDINALS.items() if value > 1} | {"hundred": 100, "thousand": 1000}
_COUNT = rf"(?P<count>\d{{1,4}}|(?:a\s)?{any_of(_COUNTS)})\b"
_TOP = re.compile(
    rf"\btop[\s-]{_COUNT}(?!\s?(?:%|percent|per\scent|th\b))"
    rf"|\b(?:first|best|highest)\s{_COUNT.replace('count', 'first')}\s(?:places?|positions?|ranks?|spots?)\b",
    re.IGNORECASE,
)


def top_places(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of places to the first ones, as many as the sentence says."""
    passage = own_passage(cue)
    if passage is None:
        return
    for found in _TOP.finditer(passage.text):
        places = set(passage.within(*found.span()))
        said = (found["count"] or found["first"]).lower().removeprefix("a ")
        count = _COUNTS.get(said) or int(said)
        weight = passage.weight(*found.span())
        if count < 1 or weight <= 0 or not passage.own.isdisjoint(places):
            continue
        for column in cue.columns:
            words = split_identifier(column.name)
            if column.is_integer and words and words[-1] in _PLACES:
                seen = cue.seen("places", weight, column)
                parts = {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0}
                yield Compare(column, "<=", str(count)), Seen(seen.score, parts)
