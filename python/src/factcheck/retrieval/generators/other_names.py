"""Values that have other names: codes of countries and states, what people from there are called, sizes, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.predicates.text_contains import TextContains
from factcheck.retrieval.phrases import Phrase
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen


def other_names(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns to the values that the claim's sentences call by another of their names.

    Values that are a code with something behind it are called so by what the code stands for: "W 3-1" is a win.
    """
    columns = {column.column_id: column for column in cue.columns}
    best: dict[Predicate, Seen] = {}
    for passage in cue.words.passages if cue.other_names or cue.beginnings else ():
        phrases = cue.phrases(passage.tokens)
        said = {form for phrase in phrases for form in (phrase.text, phrase.singular)}
        found = chain(
            (
                (Equals(columns[number], value), seen)
                for number, names in cue.other_names.items()
                if not said.isdisjoint(names)
                for value, seen in _named(passage, phrases, columns[number], names, cue)
            ),
            (
                (TextContains(columns[number], beginning, at_start=True), seen)
                for number, names in cue.beginnings.items()
                if not said.isdisjoint(names)
                for beginning, seen in _named(passage, phrases, columns[number], names, cue)
            ),
        )
        for predicate, seen in found:
            if predicate not in best or best[predicate].score < seen.score:
                best[predicate] = seen
    yield from sorted(best.items(), key=lambda pair: -pair[1].score)


def _named(
    passage: Passage,
    phrases: Iterable[Phrase],
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


def _values(phrase: Phrase, names: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the values that a phrase names."""
    if values := names.get(phrase.text):
        return values if phrase.is_name else ()
    return names.get(phrase.singular, ()) if phrase.is_singular_name else ()
