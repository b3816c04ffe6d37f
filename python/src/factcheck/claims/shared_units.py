"""Units that a sentence gives once for several numbers: "Females weigh 175 g on average, the males just 119"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from factcheck.claims.claim import NumericClaim
from factcheck.claims.counted_nouns import counted_tokens
from factcheck.nlp.parser import Sentence
from factcheck.numbers.mentions import Number
from factcheck.units.unit import Unit

_FARTHEST = 20
"""Times that a number may be as large as the one whose unit it shares."""

_OF_TIME = frozenset({"time", "calendar"})


def with_shared_units(claims: Iterable[NumericClaim], parses: Sequence[tuple[Sentence, ...]]) -> dict[int, Number]:
    """Return, by ``claim_no``, the numbers of claims that have the unit of the number before, with that unit.

    They stand in the same sentence, count nothing themselves, and are about as large.  Times and money are left out:
    years and rows stand beside the one, and the other is written with each amount.
    """
    shared: dict[int, Number] = {}
    for before, claim in pairwise(claims):
        known = shared.get(before.claim_no, before.number)
        is_near = (before.paragraph, before.sentence) == (claim.paragraph, claim.sentence)
        if not is_near or known.measured is None or not all(map(_is_measure, known.measured.units)):
            continue
        sentence = parses[claim.paragraph][claim.sentence]
        if _is_bare(claim.number, known) and not counted_tokens(sentence, claim.tokens):
            shared[claim.claim_no] = replace(claim.number, measured=known.measured)
    return shared


def _is_measure(unit: Unit) -> bool:
    return unit.dimension not in _OF_TIME and not unit.is_money


def _is_bare(number: Number, measured: Number) -> bool:
    one, other = abs(number.value), abs(measured.value)
    is_alike = 0 < other <= _FARTHEST * one and one <= _FARTHEST * other
    return number.measured is None and number.unit == "plain" and number.comparison != "between" and is_alike
