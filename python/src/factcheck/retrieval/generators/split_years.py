"""Seasons and fiscal years that a column writes as two years in a row: "2010/11", "FY04-05"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from factcheck.catalogue.split_years import TWO_YEARS, are_split_years, first_of, first_year
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS

_NAMED = re.compile(rf"(?<![\d.,/–-]){TWO_YEARS}(?![\d%]|[.,/–-]\d)")
_KIND = r"(?:(?:fiscal|school|academic|financial)\s)?(?:season|year)\b"
_TOLD = re.compile(
    rf"\b(?:(?P<now>th(?:is|e\scurrent)\s{_KIND})|(?P<last>(?:last|(?:the|our|its|their)\s(?:previous|prior|preceding))\s{_KIND})"
    rf"|(?P<before>(?:the\s)?{_KIND}\s(?:before|prior)\b))",
    re.IGNORECASE,
)
COMPARED_WITH = r"\b(?:over|from|than|on|against|to|with|versus|vs\.?)\s"
"""What leads to a season or a year that another one is compared with: "over the previous year"."""

_BEFORE_A_BASE = re.compile(rf"{COMPARED_WITH}\Z", re.IGNORECASE)


def split_years(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of seasons to one that the sentence names, or tells from the last one: "the season before".

    The last one is that of the text, "this season"; what came before is counted back from what is told so before it.
    """
    passage = own_passage(cue)
    said, counted = ([], []) if passage is None else (list(_named(passage)), list(_told(passage)))
    if passage is None or not (said or counted):
        return
    columns = {each: years for each in cue.columns if (years := _years_of(cue.values.get(each.column_id, ())))}
    for column, years in columns.items():
        named = ((years.get(first), start, end) for first, start, end in said)
        told = ((_counted_back(years, back), start, end) for back, start, end in counted)
        for value, start, end in (*named, *told):
            places, weight = list(passage.within(start, end)), passage.weight(start, end)
            if value is not None and weight > 0 and passage.own.isdisjoint(places):
                place = {"at": float(places[0]), "words": float(len(places))}
                yield Equals(column, value), cue.seen("time", WEIGHTS.predicate.time * weight, column).with_parts(place)


def _years_of(values: Sequence[str]) -> Mapping[int, str]:
    """Return the values of a column by their first years, in order, where all are a year and the next one."""
    if not are_split_years(values):
        return {}
    years = {year: value for value in values if (year := first_year(value)) is not None}
    return dict(sorted(years.items())) if len(years) == len(values) else {}


def _named(passage: Passage) -> Iterator[tuple[int, int, int]]:
    """Yield the first years of the seasons that a sentence names, with where they stand."""
    for found in _NAMED.finditer(passage.text):
        first = first_of(found)
        if first is not None:
            yield first, *found.span()


def _told(passage: Passage) -> Iterator[tuple[int, int, int]]:
    """Yield how many seasons before the last one those are that a sentence tells from it, with where they stand.

    What is compared with the season before is the last one: "rose by 9 % over the previous year".
    """
    back = 0
    for found in _TOLD.finditer(passage.text):
        back = 0 if found["now"] else 1 if found["last"] else back + 1
        yield back, *found.span()
        if found["last"] and _BEFORE_A_BASE.search(passage.text, 0, found.start()):
            yield 0, *found.span()


def _counted_back(years: Mapping[int, str], back: int) -> str | None:
    values = list(years.values())
    return values[-1 - back] if back < len(values) else None
