"""Numbers that are a part of what another number counts: "12 of the 40 boats", "of the 40 boats, 12 sank"."""

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


def is_part_of_counted(context: NumberContext) -> bool:
    """Tell whether a number counts some of what another number, or a pronoun for it, counts."""
    number = context.number
    if number.unit != "plain" or not number.is_integer:
        return False
    is_first = _WHOLE_BEHIND.match(context.sentence_after) is not None
    return is_first or _WHOLE_BEFORE.search(context.sentence_before) is not None
