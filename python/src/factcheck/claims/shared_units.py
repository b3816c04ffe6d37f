"""Units that a sentence gives once for several numbers: "Females weigh 175 g on average, the males just 119"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from factcheck.claims.claim import NumericClaim
from factcheck.claims.counted_nouns import counted_tokens
from factcheck.nlp.parser import Sentence
from factcheck.numbers.mentions import Number

_FARTHEST = 20
"""Times that a number may be as large as the one whose unit it shares."""

_OF_TIME = frozenset({"time", "calendar"})


def with_shared_units(claims: Iterable[NumericClaim], parses: Sequence[tuple[Sentence, ...]]) -> dict[int, Number]:
    """Return, by ``claim_no``, the numbers of claims that have the unit of the number before, with that unit.

    They stand in the same sentence, count nothing themselves, and are about as large.  Money is left out, which is
    written with each amount; so are hours and longer times, beside which stand years and rows, unless both numbers
    have decimals.
    """
    shared: dict[int, Number] = {}
    for before, claim in pairwise(claims):
        known = shared.get(before.claim_no, before.number)
        is_near = (before.paragraph, before.sentence) == (claim.paragraph, claim.sentence)
        if not is_near or known.measured is None or not _is_shared(known, claim.number):
            continue
        sentence = parses[claim.paragraph][claim.sentence]
        if _is_bare(claim.number, known) and not counted_tokens(sentence, claim.tokens):
            shared[claim.claim_no] = replace(claim.number, measured=known.measured)
    return shared


def _is_shared(known: Number, number: Number) -> bool:
    """Tell whether a unit is one that a number behind may leave out."""
    units = () if known.measured is None else known.measured.units
    if known.measured is None or any(unit.is_money for unit in units):
        return False
    if not any(unit.dimension in _OF_TIME for unit in units):
        return True
    is_decimal = not known.is_integer and not number.is_integer
    return is_decimal or (known.measured.never_counts and not known.measured.is_age)


def _is_bare(number: Number, measured: Number) -> bool:
    one, other = abs(number.value), abs(measured.value)
    is_alike = 0 < other <= _FARTHEST * one and one <= _FARTHEST * other
    return number.measured is None and number.unit == "plain" and number.comparison != "between" and is_alike
