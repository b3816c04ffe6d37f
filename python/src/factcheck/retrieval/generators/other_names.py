"""Values that have other names: codes of countries and states, what people from there are called, sizes, results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.predicates.text_contains import TextContains
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.code_systems import LONGEST_CODE, SHORT_WORDS

_LONGEST_NAME = 5
_TURNS_INTO_ANOTHER = frozenset("african asian native latin south north central western eastern new papua".split())
"""Words before a name that make another one of it: "African American", "South Sudan"."""


def other_names(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns to the values that the claim's sentences call by another of their names.

    Values that are a code with something behind it are called so by what the code stands for: "W 3-1" is a win.
    """
    columns = {column.column_id: column for column in cue.columns}
    best: dict[Predicate, Seen] = {}
    for passage in cue.words.passages:
        found = chain(
            (
                (Equals(columns[number], value), seen)
                for number, names in cue.other_names.items()
                for value, seen in _named(passage, columns[number], names, cue)
            ),
            (
                (TextContains(columns[number], beginning, at_start=True), seen)
                for number, names in cue.beginnings.items()
                for beginning, seen in _named(passage, columns[number], names, cue)
            ),
        )
        for predicate, seen in found:
            if predicate not in best or best[predicate].score < seen.score:
                best[predicate] = seen
    yield from sorted(best.items(), key=lambda pair: -pair[1].score)


def _named(
    passage: Passage, column: Column, names: Mapping[str, tuple[str, ...]], cue: PredicateCue
) -> Iterator[tuple[str, Seen]]:
    taken: set[int] = set()
    for length in range(_LONGEST_NAME, 0, -1):
        for first in range(len(passage.tokens) - length + 1):
            places = range(first, first + length)
            values = () if taken.intersection(places) else _values(passage, first, length, names)
            if not values:
                continue
            taken.update(places)
            weight = max(passage.weights[place] for place in places)
            score = cue.seen("terms", weight, column)
            said = float(passage.is_own)
            parts = {**score.parts, "covered": 1.0, "said": said, "words": float(length), "at": float(first)}
            for value in values if weight else ():
                yield value, Seen(score.score, parts)


def _values(passage: Passage, first: int, length: int, names: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the values that some tokens name; a code is written in capitals."""
    last = passage.tokens[first + length - 1]
    text = passage.text[passage.start_of(first) : passage.end_of(first + length - 1)]
    if length == 1 and first and passage.tokens[first - 1].text.lower() in _TURNS_INTO_ANOTHER:
        return ()
    if values := names.get(text.lower(), ()):
        return values if len(text) > LONGEST_CODE or text.isupper() or text.lower() in SHORT_WORDS else ()
    # a plural of proper names keeps its ending as its base form
    base = last.text[:-1] if last.tag == "NNPS" and last.text.endswith("s") else last.lemma
    singular = (text[: len(text) - len(last.text)] + base).lower()
    return names.get(singular, ()) if len(singular) > LONGEST_CODE or singular in SHORT_WORDS else ()
