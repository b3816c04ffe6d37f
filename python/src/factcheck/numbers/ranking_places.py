"""Places in a ranking: "peaked at number 3"; not labels of houses, lines and pages: "number 10 Downing Street"."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from factcheck.numbers.parse import Number

_PLACED = re.compile(r"number\s(?P<place>\d{1,3})", re.IGNORECASE)
_LONGEST_LEAD, _NEAR = 40, 200
_RANKING = (
    r"(?:(?:sits?|sat|sitting|stands?|stood|standing|debut(?:s|ed|ing)?|peak(?:s|ed|ing)?|rank(?:s|ed|ing)?|finish(?:es|ed|ing)?"
    r"|(?:comes?|came|coming)\sin|stall(?:s|ed)?|land(?:s|ed)?)\s(?:\w+\s)?at"
    r"|(?:climb|jump|drop|slip|plummet|tumble|leap|slide|r[io]se|risen|f[ae]ll|fallen|sank|sink|slid|shoot|shot|leapt)(?:s|ed|ped|d)?"
    r"\s(?:\w+\s)?(?:to|from)"
    r"|(?:reach|hit|clear|top)(?:s|es|ed|ped)?)"
)
_ALSO_OF_HOUSES = (
    r"(?:start(?:s|ed)?|open(?:s|ed)?|beg[aiu]n(?:s|ning)?|ends?|ended|enter(?:s|ed)?|l(?:ie|ies|ay)|stay(?:s|ed)?"
    r"|remain(?:s|ed)?|was|is|were|are|be|been|mov(?:es?|ed))"
    r"\s(?:\w+\s)?(?:at|to)"
)
_IN_RANKING = re.compile(rf"\b{_RANKING}\s\Z", re.IGNORECASE)
_IN_RANKING_OR_HOUSE = re.compile(rf"\b{_ALSO_OF_HOUSES}\s\Z", re.IGNORECASE)
_BEYOND = re.compile(r"\b(?:below|above|beyond|outside|under)\s\Z", re.IGNORECASE)
_AVERAGED = re.compile(r"\b(?:averag\w+|mean|median|charts?|ranking|rankings|league\stable)\b", re.IGNORECASE)
_NAMED_ON = re.compile(r"\s[A-Z]|[a-z-]")


def as_ranking_place(text: str, number: Number) -> Number:
    """Return the place of "sat at number 80" as a number; any other number, and any other label, as it is."""
    placed = _PLACED.fullmatch(number.text)
    if placed is None or _NAMED_ON.match(text, number.end):
        return number
    before = text[max(0, number.start - _LONGEST_LEAD) : number.start]
    is_place = _IN_RANKING.search(before) or _BEYOND.search(before)
    if is_place is None and (_IN_RANKING_OR_HOUSE.search(before) is None or not _is_of_ranking(text, number)):
        return number
    start, place = number.start + placed.start("place"), placed["place"]
    return replace(number, start=start, text=place, value=Decimal(place), reason=None)


def _is_of_ranking(text: str, number: Number) -> bool:
    """Tell whether the words around speak of a ranking or of an average, which houses do not have."""
    return _AVERAGED.search(text, max(0, number.start - _NEAR), number.end + _NEAR) is not None
