"""Seasons that a sentence names, as the months that they have: "12 % of the summer readings", "in winter 2014"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.claims.passage import Passage, read_once
from factcheck.retrieval.generators.named_periods import NamedPart, NamedPeriod, NamedTime, of_year
from factcheck.retrieval.generators.time_words import named_times

_SEASON = re.compile(
    r"\b(?P<season>spring|summer|autumn|winter)(?:s|time|['’]s)?\b"
    r"|\b(?:in|during|of|throughout|this|last|every|each)\s(?:the\s)?(?P<fall>fall)\b(?=\s?(?:[,.;:)]|\Z|(?:and|than|months?|seasons?|of)\b))",
    re.IGNORECASE,
)
_FIRST_MONTHS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_MONTHS_OF_YEAR = 12
_ON_THE_OTHER_SIDE = 0.5
"""What is left of a word's weight where it stands for the months of the season south of the equator."""


@read_once
def seasons(passage: Passage) -> Iterator[NamedTime]:
    """Yield the months of the seasons that a sentence names, which are other months on the other side of the equator.

    A season has three whole months, as in weather records.  One of the only year of its sentence is that year's, too.
    """
    found = [each for each in _SEASON.finditer(passage.text) if _is_a_season(passage, each)]
    years = [each.time for each in named_times(passage) if _is_a_year(each.time)] if found else []
    for each in found:
        start, end = each.span("season" if each["season"] else "fall")
        first, weight = _FIRST_MONTHS[(each["season"] or "autumn").lower()], passage.weight(start, end)
        for month, share in ((first, 1.0), ((first + 5) % _MONTHS_OF_YEAR + 1, _ON_THE_OTHER_SIDE)):
            part = NamedPart("month", month, (month + 1) % _MONTHS_OF_YEAR + 1)
            if weight > 0:
                yield NamedTime(part, share * weight, start, end)
                if len(years) == 1:
                    yield NamedTime(of_year(part, years[0]), share * weight, start, end)


def _is_a_season(passage: Passage, found: re.Match[str]) -> bool:
    """Tell whether a word is no verb, as in "prices spring up", and no name, as in "Spring Street"."""
    at = list(passage.within(*found.span("season" if found["season"] else "fall")))
    if not at:
        return False
    token = passage.tokens[at[0]]
    follows = passage.tokens[at[-1] + 1 : at[-1] + 2]
    is_name = token.text[:1].isupper() and any(each.text[:1].isupper() for each in follows)
    return not token.tag.startswith("VB") and not is_name


def _is_a_year(time: NamedPart | NamedPeriod) -> bool:
    return isinstance(time, NamedPeriod) and time.years is not None and time.years[0] == time.years[1] is not None
