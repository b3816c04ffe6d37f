"""Numbers that are a part of what another number counts: "12 of the 40 boats", "of the 40 boats, 12 sank (30 %)"."""

from __future__ import annotations

import re

from factcheck.claims.number_context import NumberContext
from factcheck.numbers.words import CARDINALS, any_of

_COUNT = rf"(?:\d[\d,]*|{any_of(CARDINALS)})"
_DEFINITE = r"(?:the|these|those|all|our|its|their|his|her)"
_WHOLE_BEHIND = re.compile(
    rf"\s(?:out\s)?of\s(?:(?:{_DEFINITE}\s)?{_COUNT}\b(?!\s?(?:%|percent|per\scent))|(?:them|these|those|which|whom)\b)",
    re.IGNORECASE,
)
_WHOLE_BEFORE = re.compile(
    rf"(?:\A|[;:]\s|\band\s|\bbut\s)\W*(?:out\s)?of\s(?:{_DEFINITE}\s)?{_COUNT}\s[^.;:,\d]+,\s"
    r"(?:only\s|just\s|about\s|some\s|nearly\s|almost\s)?\Z",
    re.IGNORECASE,
)
_SHARE = r"(?<![\d.])(?!100\b)\d{1,2}(?:\.\d+)?\s?(?:%|percent|per\scent)"
_SHARE_BEFORE = re.compile(rf"{_SHARE}\s?\(\s?\Z", re.IGNORECASE)
_SHARE_BEHIND = re.compile(rf"(?:\s[a-z-]+){{0,2}}\s?\(\s?{_SHARE}\s?\)", re.IGNORECASE)
"""Beside a number and in brackets with it: which percentage of the whole it is; 100 % is all of it."""


def is_part_of_counted(context: NumberContext) -> bool:
    """Tell whether a number counts some of what another number, a pronoun for it, or a percentage beside it tells."""
    number = context.number
    if number.unit != "plain" or not number.is_integer:
        return False
    before, behind = context.sentence_before, context.sentence_after
    is_first = _WHOLE_BEHIND.match(behind) is not None or _SHARE_BEHIND.match(behind) is not None
    return is_first or any(each.search(before) is not None for each in (_WHOLE_BEFORE, _SHARE_BEFORE))
