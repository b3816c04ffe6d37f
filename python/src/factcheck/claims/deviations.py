"""Standard deviations behind a mean: "the mean score was 8 ± 4"."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from factcheck.claims.number_context import NumberContext
from factcheck.numbers.lookalikes import MARGIN
from factcheck.numbers.mentions import Number

_MEAN = re.compile(r"\b(?:means?|averages?|averaged|M\s?=|mean\s?±\s?SD)(?=\W)", re.IGNORECASE)
_BEHIND_A_NUMBER = re.compile(r"\d\s?(?:[a-z%]{1,8}\s)?\Z")
_WRITTEN = re.compile(r"(?:±|\+/[-−–])\s?(?P<figure>\d+(?:\.\d+)?)")
_NO_DEVIATION = re.compile(r"\s?(?:%|SEM?\b|standard\serror)|[^.;]{0,30}\b(?:CI|confidence|margin)\b")


def as_deviation(context: NumberContext) -> Number | None:
    """Return what stands behind a mean and the sign for more or less as a standard deviation; None for anything else.

    It may be an error of the mean, or half the width of an interval, where the text says so.
    """
    number = context.number
    written = _WRITTEN.fullmatch(number.text)
    is_told = _MEAN.search(context.sentence_before) is not None and _BEHIND_A_NUMBER.search(context.before) is not None
    if number.reason != MARGIN or written is None or not is_told or _NO_DEVIATION.match(context.sentence_after):
        return None
    figure = written["figure"]
    return replace(
        number,
        start=number.start + written.start("figure"),
        text=figure,
        value=Decimal(figure),
        is_integer="." not in figure,
        reason=None,
        implied=("deviation",),
    )
