"""Decimals that tell a share as a part of one: "the proportion of renters is 0.39", "3,496 / 8,505 = 0.411"."""

from __future__ import annotations

import re
from dataclasses import replace

from factcheck.claims.number_context import NumberContext
from factcheck.numbers.mentions import Number

_WRITTEN = re.compile(r"0?\.\d{2,6}")
_OF_SHARES = re.compile(
    r"\b(?:proportions?|fractions?|shares?|probabilit(?:y|ies)|chances?|likelihood|(?:relative\s)?frequenc(?:y|ies)|rates?"
    r"|percent(?:ages?)?|per\scent)\b|\d\s?%",
    re.IGNORECASE,
)
_PROBABILITIES = re.compile(r"\bPr?\s?\(|\b0?\.\d{2,6}\s?[×*·]\s?0?\.\d{2,6}\b")
"""Probabilities as mathematics write them, or multiply them: "P(late) = 0.04", "0.86 × 0.96 = 0.83"."""
_DIVIDED = re.compile(r"\d\s?[/÷]\s?\d[\d,]*\s?\)?\s?[=≈]\s?\Z")
_OTHER_COEFFICIENT = re.compile(
    r"\b(?:correlat\w*|coefficients?|slopes?|r-?squared|R²|p-?values?|significan\w+|kappa|gini|auc|accurac\w+|precision|recall|f1"
    r"|rmse|mae|error|odds)\b",
    re.IGNORECASE,
)


def of_one(number: Number, context: NumberContext) -> Number:
    """Return a number as one that may be a share, where it is a decimal below one and the sentence is about shares."""
    is_decimal = number.unit == "plain" and number.scale == 1 and _WRITTEN.fullmatch(number.text) is not None
    if not is_decimal or number.measured is not None or _OTHER_COEFFICIENT.search(context.sentence):
        return number
    is_told = (
        _DIVIDED.search(context.sentence_before)
        or _OF_SHARES.search(context.sentence)
        or _PROBABILITIES.search(context.before + number.text + context.after)
    )
    return replace(number, is_of_one=True) if is_told else number
