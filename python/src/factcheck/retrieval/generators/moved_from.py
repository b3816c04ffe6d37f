"""The time before the one that a change is told of: "in May 2023 orders rose to 125 from 110" tells those of April."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from factcheck.claims.passage import Passage
from factcheck.retrieval.generators.ends_of_changes import CHANGES, is_end_of_change
from factcheck.retrieval.generators.named_periods import NamedPart, NamedPeriod, NamedTime, years
from factcheck.retrieval.generators.relative_months import MONTHS, OF_A_YEAR, is_one, shifted
from factcheck.retrieval.generators.time_words import named_times

_TOLD_BEHIND = re.compile(
    r"\A(?:(?!\bto\b)[^.;:,]){0,30}?\b(?:earlier|before|previous\w*|preceding|prior|last|ago|in|at|on|during)\b",
    re.IGNORECASE,
)
"""What tells itself when a number was: "from 110 a year earlier", "from 110 in April"."""

_A_YEAR_BEFORE = 0.8
"""Weight of the same month or quarter of the year before, beside the one that came before it."""
_NOT_SAID_HERE = 0.6
"""What is left of the weight where a sentence before names the time."""


def moved_from(passages: tuple[Passage, ...], known_years: Collection[int]) -> Iterator[NamedTime]:
    """Yield the times before the only one that a sentence names, for the number that something changed from in it.

    Where the sentence names no time, it is the only one of the nearest sentence that names any.  What a month or a
    quarter is compared with may also be the same one of the year before.  ``known_years`` are those that the rows tell
    of, empty where no column holds years.
    """
    own = next((passage for passage in passages if passage.is_own), None)
    if own is None or not own.own or not own.written.has(CHANGES) or is_end_of_change(own) is not False:
        return
    if _TOLD_BEHIND.match(own.text[own.end_of(max(own.own)) :]):
        return
    weight = max((own.weights[index] for index in range(len(own.tokens)) if index not in own.own), default=0.0)
    for passage in (own, *(each for each in passages if not each.is_own)):
        times = {each.time: each for each in named_times(passage)}
        if len(times) == 1:
            [named] = times.values()
            heavy = named.weight if passage.is_own else weight * _NOT_SAID_HERE
            for time, share in _before(named.time):
                if not (known_years and isinstance(time, NamedPeriod) and time.years) or time.years[0] in known_years:
                    yield replace(named, time=time, weight=heavy * share)
        if times:
            return


def _before(time: NamedPeriod | NamedPart) -> Iterator[tuple[NamedPeriod | NamedPart, float]]:
    """Yield what a year, a quarter or a month may be compared with, and what that is worth."""
    if isinstance(time, NamedPeriod) and time.years is not None:
        first, last = time.years
        if first is not None and first == last:
            yield years(first - 1, first - 1), 1.0
        return
    for unit, months in MONTHS.items():
        if is_one(time, unit):
            yield shifted(time, -months), 1.0
            if isinstance(time, NamedPeriod):
                yield shifted(time, -OF_A_YEAR), _A_YEAR_BEFORE
