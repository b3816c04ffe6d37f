"""Values that have other names: codes of countries and states, what people from there are called, sizes, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
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
    for passage in cue.words.passages if cue.other_names or cue.beginnings else ():
        phrases = _phrases(Passage(passage.tokens, (), is_own=False))
        found = chain(
            (
                (Equals(columns[number], value), seen)
                for number, names in cue.other_names.items()
                for value, seen in _named(passage, phrases, columns[number], names, cue)
            ),
            (
                (TextContains(columns[number], beginning, at_start=True), seen)
                for number, names in cue.beginnings.items()
                for beginning, seen in _named(passage, phrases, columns[number], names, cue)
            ),
        )
        for predicate, seen in found:
            if predicate not in best or best[predicate].score < seen.score:
                best[predicate] = seen
    yield from sorted(best.items(), key=lambda pair: -pair[1].score)


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Some tokens of a sentence, from ``first`` on, as written and with the last one in the singular.

    ``is_name`` and ``is_singular_name`` tell whether what is written so may be another name: a code is in capitals.
    """

    first: int
    length: int
    text: str
    singular: str
    is_name: bool
    is_singular_name: bool


@lru_cache(maxsize=64)
def _phrases(sentence: Passage) -> list[_Phrase]:
    """Return what may be names in a sentence without weights, the longest first: all claims near it read the same."""
    tokens = sentence.tokens
    return [
        _phrase(sentence, first, length)
        for length in range(_LONGEST_NAME, 0, -1)
        for first in range(len(tokens) - length + 1)
        if not (length == 1 and first and tokens[first - 1].text.lower() in _TURNS_INTO_ANOTHER)
    ]


def _phrase(passage: Passage, first: int, length: int) -> _Phrase:
    last = passage.tokens[first + length - 1]
    text = passage.text[passage.start_of(first) : passage.end_of(first + length - 1)]
    # a plural of proper names keeps its ending as its base form
    base = last.text[:-1] if last.tag == "NNPS" and last.text.endswith("s") else last.lemma
    lower, singular = text.lower(), (text[: len(text) - len(last.text)] + base).lower()
    is_name = len(text) > LONGEST_CODE or text.isupper() or lower in SHORT_WORDS
    return _Phrase(first, length, lower, singular, is_name, len(singular) > LONGEST_CODE or singular in SHORT_WORDS)


def _named(
    passage: Passage,
    phrases: Iterable[_Phrase],
    column: Column,
    names: Mapping[str, tuple[str, ...]],
    cue: PredicateCue,
) -> Iterator[tuple[str, Seen]]:
    taken: set[int] = set()
    for phrase in phrases:
        values = _values(phrase, names)
        places = range(phrase.first, phrase.first + phrase.length)
        if not values or taken.intersection(places):
            continue
        taken.update(places)
        weight = max(passage.weights[place] for place in places)
        score = cue.seen("terms", weight, column)
        said = float(passage.is_own)
        size, first = float(phrase.length), float(phrase.first)
        parts = {**score.parts, "covered": 1.0, "said": said, "words": size, "at": first}
        for value in values if weight else ():
            yield value, Seen(score.score, parts)


def _values(phrase: _Phrase, names: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the values that a phrase names."""
    if values := names.get(phrase.text):
        return values if phrase.is_name else ()
    return names.get(phrase.singular, ()) if phrase.is_singular_name else ()
