"""Years that a change is told between: the first and the last of "it grew from 483 to 495", or since a named one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.claims.told_times import YEAR
from factcheck.numbers.words import CARDINALS, any_of
from factcheck.queries.group_members import year_period
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.dated_columns import is_called_a_year
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.generators.relative_times import last_year
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS

_WEIGHT = 0.6
"""Weight of a year that the sentence does not name, beside that of one that it names."""

_HEDGES = r"just|only|about|around|nearly|almost|roughly|over|under|(?:more|less|fewer)\sthan|an?|some"
_HEDGE = rf"(?:(?:{_HEDGES})\s){{0,2}}[$€£]?\Z"
_NUMBER = rf"(?:\w+\s){{0,2}}?(?:[$€£]?\d[\d.,]*|{any_of(word for word, value in CARDINALS.items() if value)}\b)"
_NOT_FAR = r"[^.;:]{0,40}"
_FROM = re.compile(rf"\b(?P<way>(?:up|down)\s)?from\s{_HEDGE}", re.IGNORECASE)
_TO = re.compile(rf"\bto\s{_HEDGE}", re.IGNORECASE)
_TO_BEHIND = re.compile(rf"\A{_NOT_FAR}?\bto\s{_NUMBER}", re.IGNORECASE)
_TO_BEFORE = re.compile(rf"\bto\s{_NUMBER}{_NOT_FAR}\Z", re.IGNORECASE)
_FROM_BEHIND = re.compile(rf"\A{_NOT_FAR}?\bfrom\s{_NUMBER}", re.IGNORECASE)
_FROM_BEFORE = re.compile(rf"\bfrom\s{_NUMBER}{_NOT_FAR}\Z", re.IGNORECASE)
MOVES = (
    r"ris(?:e[ns]?|ing)|rose|gr(?:ow(?:s|n|ing|th)?|ew)|increas\w+|climb\w*|jump\w*|surg\w+|soar\w*|f(?:all(?:s|en|ing)?|ell)"
    r"|drop\w*|declin\w+|decreas\w+|shr(?:ink\w*|ank|unk)|chang\w+|gain\w*|improv\w+"
)
"""Words for a change, as an expression."""
CHANGES = re.compile(
    rf"\b(?:{MOVES}|worsen\w*|went|gone|goes|slip\w*|rebound\w*|expand\w*|doubl\w+|trebl\w+|tripl\w+|halv\w+"
    r"|mov(?:ed|es)|(?:up|down)\s(?:from\b|(?:by\s|about\s|nearly\s|almost\s)?[$€£]?\d[\d.,]*)|got\s\w+er)\b",
    re.IGNORECASE,
)
_SINCE = re.compile(r"\b(?:since|compared\s(?:with|to)|relative\sto)\s(?P<year>(?:1[5-9]|20)\d\d)\b", re.IGNORECASE)
_SINCE_THEN = re.compile(r"\b(?:since\s(?:then|that\s(?:year|time))|from\sthen\son|ever\ssince)\b", re.IGNORECASE)
_FEWEST = 2


def ends_of_changes(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns that say years to the first one for what something changed from, to the last for what it is now.

    Sentences that name a year say themselves what they compare, but where all that they name is since when: "since 2000
    it has fallen by 8.5 %" compares that year with the last one, and "since then" the year named before.
    """
    passage = own_passage(cue)
    if passage is None or not passage.own or not passage.written.has(CHANGES):
        return
    if passage.written.has(YEAR) or passage.written.has(_SINCE_THEN):
        yield from _since_a_year(passage, cue)
        return
    at_end = is_end_of_change(passage)
    if at_end is None:
        return
    for column in cue.columns:
        years = _years(column, cue)
        if len(years) >= _FEWEST:
            yield Equals(column, str(years[-1 if at_end else 0])), _seen(cue, column)
    told = sorted(cue.words.times.years)
    for dated in cue.dated if len(told) >= _FEWEST else ():
        if dated.has_day:
            year = year_period(dated.column, told[-1 if at_end else 0])
            yield replace(year, way=dated.way), _seen(cue, dated.column)


def _since_a_year(passage: Passage, cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of years to the only one that a sentence tells, since which something changed, and the last."""
    first = _first_year(passage, cue)
    if first is None:
        return
    for column in cue.columns:
        years = _years(column, cue)
        if first in years and first < years[-1]:
            yield Equals(column, str(years[-1])), _seen(cue, column)
            yield Equals(column, str(first)), _seen(cue, column)


def _first_year(passage: Passage, cue: PredicateCue) -> int | None:
    """Return since which year a sentence tells a change: the only one it names, or for "then" that named before."""
    named = {int(year[0]) for year in YEAR.finditer(passage.text)}
    if not named:
        return last_year(cue.words.passages)
    since = _SINCE.search(passage.text)
    return int(since["year"]) if since is not None and len(named) == 1 else None


def is_end_of_change(passage: Passage) -> bool | None:
    """Tell whether the claim's number is what something changed to, or from; None where it is neither.

    "From 110 to 125", "to 125 from 110", or "125, up from 110".
    """
    first, last = min(passage.own), max(passage.own)
    before, after = passage.text[: passage.start_of(first)], passage.text[passage.end_of(last) :]
    start = _FROM.search(before)
    if start is not None:
        is_told = start["way"] or _TO_BEHIND.search(after) or _TO_BEFORE.search(before[: start.start()])
        return False if is_told else None
    to = _TO.search(before)
    is_told = to is not None and (_FROM_BEFORE.search(before[: to.start()]) or _FROM_BEHIND.search(after))
    return True if is_told else None


def _years(column: Column, cue: PredicateCue) -> tuple[int, ...]:
    """Return the years of a column of years, in order; nothing of any other."""
    if column.column_id in cue.years:
        return cue.years[column.column_id]
    values = cue.values.get(column.column_id, ()) if column.is_integer and is_called_a_year(column) else ()
    return tuple(sorted(int(value) for value in values if YEAR.fullmatch(value)))


def _seen(cue: PredicateCue, column: Column) -> Seen:
    return cue.seen("time", WEIGHTS.predicate.time * _WEIGHT, column)
