"""Those who passed by marks alone: "75 % passed mathematics", of a column of marks and no column that says who did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from factcheck.catalogue.schema import Column
from factcheck.claims.items import own_item
from factcheck.claims.passage import Passage
from factcheck.numbers.bands import Band
from factcheck.queries.predicates.compare import Compare, Comparison, number_text
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.full_marks import is_of_marks
from factcheck.retrieval.generators.named_values import columns_named, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import USUAL_MARK, Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier, split_identifier

_PASSED = re.compile(r"\b(?:pass(?:ed|ing)?|fail(?:ed|ing)?)\b", re.IGNORECASE)
_SAYS_WHO = frozenset("pass passed passing fail failed failing".split())
_USUAL = tuple(Decimal(mark) for mark in (40, 50, 60, 70))
"""Marks out of a hundred from which one has usually passed, where the text tells none."""

_SCALE = Band(Decimal(71), Decimal(100))
"""Between which numbers the best mark of a column lies that is one out of a hundred."""

_BEFORE = 3
"""How many times as far a word before the number is from it as one behind: "72 % passed anatomy, 27 % failed law"."""

_MOST_SUBJECTS = 3
"""Columns of marks that all have to be passed where no word says which, at most."""


def pass_marks(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare columns of marks with the mark that the text says one passes with, or else with each usual one.

    Where the sentence names no column of marks, all of a few are meant: who passed overall passed in each.
    """
    passage = own_passage(cue)
    found = None if passage is None or not passage.own else _nearest(passage)
    if passage is None or found is None:
        return
    columns = _columns(cue)
    named = _named(cue, passage, columns)
    weight = max(passage.weight(*found.span()), WEIGHTS.predicate.least_named)
    meant = named or (columns if len(columns) <= _MOST_SUBJECTS else [])
    told = cue.words.pass_mark
    for mark in (told,) if told is not None else _USUAL:
        for column in meant:
            comparison: Comparison = "<" if found[0].lower().startswith("fail") else ">="
            what = "level" if told is not None else USUAL_MARK
            seen = cue.seen(what, WEIGHTS.predicate.opposite * weight, column)
            yield Compare(column, comparison, number_text(mark)), seen


def _nearest(passage: Passage) -> re.Match[str] | None:
    """Return the word for passing, or failing, that stands nearest to the number, behind it rather than before."""
    first, last = passage.start_of(min(passage.own)), passage.end_of(max(passage.own))
    places = (
        (found.start() - last if found.start() >= last else _BEFORE * (first - found.end()), found)
        for found in _PASSED.finditer(passage.text)
    )
    return min(places, key=lambda each: each[0], default=(0, None))[1]


def _columns(cue: PredicateCue) -> Sequence[Column]:
    """Return the columns of marks out of a hundred; none where a column or a value says who passed."""
    says = (word for column in cue.columns for word in split_identifier(column.name))
    values = (value.lower() for listed in cue.values.values() for value in listed)
    if not _SAYS_WHO.isdisjoint({*says, *values}):
        return []
    return [column for column in cue.columns if _has_marks(cue, column)]


def _has_marks(cue: PredicateCue, column: Column) -> bool:
    known = cue.ranges.get(column.column_id)
    if known is None or not column.is_numeric or names_an_identifier(column.name) or not is_of_marks(column):
        return False
    low, high = Fraction(_SCALE.low or 0), Fraction(_SCALE.high or 0)
    return known.least >= 0 and low <= known.greatest <= high


def _named(cue: PredicateCue, passage: Passage, columns: Sequence[Column]) -> Sequence[Column]:
    """Return the columns that words name which do not name all of them: "law", not "scores".

    Of a list of numbers, those that stand with the claim's: "72 % passed anatomy, 64 % law".
    """
    by_id = {column.column_id: column for column in columns}
    named: dict[Column, list[int]] = {}
    for index, token in enumerate(passage.tokens):
        told = [] if index in passage.own else [column for column, _ in columns_named(cue, token.text, by_id)]
        for column in told if len(told) < len(columns) else ():
            named.setdefault(column, []).append(index)
    item = set(own_item(passage.tokens, passage.own)) if cue.words.numbers else set()
    return [column for column, places in named.items() if not item.isdisjoint(places)] or list(named)
