"""Values that a sentence writes with other blanks or hyphens: "smart phones", "email", "website", "take-offs"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.phrases import Phrase
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import base_forms

_WORDS = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_FEWEST_LETTERS = 4
_COLUMNS, _PHRASES = 256, 8192


def spaced_otherwise(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns with few values to those whose letters the claim's sentences have, cut into other words."""
    written: dict[str, list[tuple[Column, str]]] = {}
    for column in cue.columns:
        if column.is_text and cue.values.get(column.column_id):
            for letters, value in _by_letters(*cue.values[column.column_id]).items():
                written.setdefault(letters, []).append((column, value))
    found: dict[Predicate, Seen] = {}
    for passage in cue.words.passages if written else ():
        for phrase in cue.phrases(passage.tokens):
            places = range(phrase.first, phrase.first + phrase.length)
            weight = max(passage.weights[place] for place in places)
            if weight <= 0 or passage.own.intersection(places):
                continue
            for column, value in _called(phrase, written):
                seen = cue.seen("terms", weight, column)
                place = {"words": float(phrase.length), "at": float(phrase.first)}
                told = Seen(seen.score, {**seen.parts, "covered": 1.0, "said": float(passage.is_own), **place})
                predicate = Equals(column, value)
                if predicate not in found or found[predicate].score < told.score:
                    found[predicate] = told
    yield from sorted(found.items(), key=lambda pair: -pair[1].score)


@lru_cache(maxsize=_COLUMNS)
def _by_letters(*values: str) -> Mapping[str, str]:
    """Return the values by their letters alone, in the singular, too; those that share them tell nothing apart."""
    written: dict[str, str | None] = {}
    for value in values:
        letters = _letters(value)
        if len(letters) >= _FEWEST_LETTERS and not _DIGIT.search(value):
            for form in {letters, *base_forms(letters)}:
                written[form] = value if written.get(form, value) == value else None
    return {form: value for form, value in written.items() if value is not None}


def _called(phrase: Phrase, written: Mapping[str, Sequence[tuple[Column, str]]]) -> Iterator[tuple[Column, str]]:
    """Yield the values that a phrase is written like, but for its blanks and hyphens; the like is found anyway."""
    if not phrase.text[:1].isalpha() or not phrase.text[-1:].isalpha():
        return
    words, columns = len(_WORDS.findall(phrase.text)), set()
    for form in (_letters(phrase.text), _letters(phrase.singular)):
        for column, value in written.get(form, ()):
            if column not in columns and words != len(_WORDS.findall(value)):
                yield column, value
            columns.add(column)


@lru_cache(maxsize=_PHRASES)
def _letters(text: str) -> str:
    return "".join(_WORDS.findall(text.lower()))
