"""Limits of columns that count off days, rounds or pages: "from day 90 on", "the first 30 days", "after week 12"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.claims.places_in_order import COUNTED_OFF
from factcheck.numbers.words import CARDINALS, any_of
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare, Comparison
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.dated_columns import is_called_a_year
from factcheck.retrieval.generators.named_values import columns_named, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier

_COUNTS = {word: int(value) for word, value in CARDINALS.items() if value}
_COUNT = rf"(?:\d{{1,4}}|{any_of(_COUNTS)})"
_FROM_PLACE = re.compile(
    rf"\b(?P<side>from|since|starting\s(?:with|on|at|in)|as\sof|after|beyond|past|before|until|till|(?:up|counting)\sto|through|by)\s"
    rf"(?P<noun>{COUNTED_OFF})\s(?P<count>{_COUNT})\b"
    rf"(?:\s(?P<to>to|until|till|through|[-–])\s(?:(?:{COUNTED_OFF})\s)?(?P<last>{_COUNT})\b)?",
    re.IGNORECASE,
)
_FIRST_ONES = re.compile(
    rf"\b(?P<after>after|beyond|past)?\s?(?:the|its|their|our)\sfirst\s(?P<count>{_COUNT})\s(?P<noun>{COUNTED_OFF})s\b",
    re.IGNORECASE,
)
_SIDES: dict[str, Comparison] = {
    **dict.fromkeys(("from", "since", "starting", "as"), ">="),
    **dict.fromkeys(("after", "beyond", "past"), ">"),
    "before": "<",
    **dict.fromkeys(("until", "till", "up", "counting", "through", "by"), "<="),
}


def counted_off(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of whole numbers that a noun names to what lies before or after a place in their order."""
    passage = own_passage(cue)
    if passage is None:
        return
    columns = {
        column.column_id: column
        for column in cue.columns
        if column.is_integer and not is_called_a_year(column) and not names_an_identifier(column.name)
    }
    made = [*_from_places(passage, columns, cue), *_first_ones(passage, columns, cue)]
    for predicate, weight in made:
        yield predicate, cue.seen("time", WEIGHTS.predicate.time * weight, predicate.column)


def _from_places(passage: Passage, columns: dict[int, Column], cue: PredicateCue) -> Iterator[tuple[Predicate, float]]:
    for found in _FROM_PLACE.finditer(passage.text):
        weight, bound = passage.weight(*found.span()), str(_number(found["count"]))
        for column in _named(found["noun"], columns, cue) if weight > 0 else ():
            if found["last"]:
                yield Between(column, bound, str(_number(found["last"]))), weight
            else:
                yield Compare(column, _SIDES[found["side"].lower().split()[0]], bound), weight


def _first_ones(passage: Passage, columns: dict[int, Column], cue: PredicateCue) -> Iterator[tuple[Predicate, float]]:
    """Yield the first ones of a column, or what comes after them; where it begins with 0, the thirtieth is 29."""
    with_zero = cue.columns_with.get("0", ())
    for found in _FIRST_ONES.finditer(passage.text):
        weight, count = passage.weight(*found.span()), _number(found["count"])
        for column in _named(found["noun"], columns, cue) if weight > 0 else ():
            has_zero = column.column_id in with_zero or "0" in cue.values.get(column.column_id, ())
            comparison: Comparison = (">=" if has_zero else ">") if found["after"] else ("<" if has_zero else "<=")
            yield Compare(column, comparison, str(count)), weight


def _named(noun: str, columns: dict[int, Column], cue: PredicateCue) -> Iterator[Column]:
    scores: dict[Column, float] = {}
    for form in (noun.lower(), f"{noun.lower()}s"):
        for column, score in columns_named(cue, form, columns):
            scores[column] = max(scores.get(column, 0.0), score)
    yield from (column for column, score in scores.items() if score >= WEIGHTS.predicate.least_named)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else _COUNTS[text.lower()]
