"""Stored claims judged again: their readings are run, and what they mean stays what it was.

What a text means does not change with the data, so each reading keeps its probability, and the likeliest one stays the
likeliest.  The probability that a claim is correct is then that of the readings that match now, and of those not run
that matched before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction

from factcheck.check.messages import message
from factcheck.evaluation.agreement import admissible_results
from factcheck.inference.verdicts import Judgement, Reading, Verdict, judge_readings
from factcheck.numbers.rounding import SIGNIFICANT_DIGITS
from factcheck.queries.functions.function import Digits
from factcheck.queries.results import rounded
from factcheck.settings import Settings
from factcheck.stored.claims import StoredClaim, StoredReading

_QUOTIENT_DIGITS = 16
"""Digits from which PostgreSQL writes what it has divided."""

_DOUBLE_DIGITS = 15
_TWELVE_DIGITS = Context(prec=SIGNIFICANT_DIGITS)

NO_LONGER_RUN = "What this claim was judged by is no longer there, or may no longer be read: check the text again."
NEEDS_CHECK = "The data have changed, and this statement can only be judged by checking the text again."

Answer = Decimal | float | int | None


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A claim as it is judged now; without readings where the likeliest one cannot be run."""

    claim: StoredClaim
    judgement: Judgement
    message: str

    @property
    def found_value(self) -> Decimal | None:
        """What the likeliest reading gives now."""
        return self.judgement.readings[0].value if self.judgement.readings else None


def rechecked(claim: StoredClaim, settings: Settings, answer: Callable[[StoredReading], Answer]) -> Rechecked:
    """Judge a claim by what its readings give now; ``answer`` raises ``LookupError`` for one that cannot be run."""
    if not claim.readings:
        return Rechecked(claim, Judgement(claim.verdict, claim.p_correct, ()), claim.message)
    readings = []
    for reading in claim.readings:
        try:
            readings.append(_run(claim, reading, settings, answer))
        except LookupError:
            if not readings:
                return Rechecked(claim, Judgement(Verdict.NOT_ENOUGH_INFO, claim.p_correct, ()), NO_LONGER_RUN)
    return _judged(claim, readings, settings)


def _run(
    claim: StoredClaim, reading: StoredReading, settings: Settings, answer: Callable[[StoredReading], Answer]
) -> Reading:
    if not reading.is_allowed:
        raise LookupError(reading.query.text)
    value = as_shown(answer(reading), reading.value)
    if claim.number is None or value == reading.value:
        matches = reading.matches
    else:
        matches = value is not None and value in admissible_results(claim.number, settings.about_tolerance)
    return Reading(reading.query, value, reading.probability, matches)


def _judged(claim: StoredClaim, readings: Sequence[Reading], settings: Settings) -> Rechecked:
    first, best = claim.readings[0], readings[0]
    run = {reading.query.sql() for reading in readings}
    matched = sum(reading.probability for reading in claim.readings if reading.matches and reading.query.sql() in run)
    matching = sum(reading.probability for reading in readings if reading.matches)
    p_correct = min(max(claim.p_correct - matched + matching, 0.0), 1.0)
    if claim.number is None:
        if best.value == first.value:
            judgement = Judgement(claim.verdict, p_correct, tuple(readings))
            return Rechecked(claim, judgement, claim.message)
        return Rechecked(claim, Judgement(Verdict.NOT_ENOUGH_INFO, p_correct, tuple(readings)), NEEDS_CHECK)
    judgement = judge_readings(readings, p_correct, settings)
    if claim.verdict is Verdict.NOT_ENOUGH_INFO and judgement.verdict is Verdict.REFUTED and not first.matches:
        judgement = replace(judgement, verdict=claim.verdict)  # a reading that could not refute it still cannot
    is_same = best.value == claim.found_value and judgement.verdict is claim.verdict
    return Rechecked(
        claim, judgement, claim.message if is_same else message(claim.number, judgement, claim.is_certified)
    )


def as_shown(answer: Answer, before: Decimal | None) -> Decimal | None:
    """Return what a query gives with the digits that count; what differs from before beyond twelve of them is the same.

    The kind of query is not known any more, but the digits tell: PostgreSQL writes sixteen or more of what it has
    divided, and doubles hold more than fifteen only where they were added up.
    """
    value = _with_digits(answer)
    if value is not None and before is not None and _TWELVE_DIGITS.plus(value) == _TWELVE_DIGITS.plus(before):
        return before
    return value


def _with_digits(answer: Answer) -> Decimal | None:
    if answer is None or not math.isfinite(answer):
        return None
    if isinstance(answer, float):
        is_sum = len(Decimal(repr(answer)).as_tuple().digits) > _DOUBLE_DIGITS
        return rounded(answer, Digits.SUM if is_sum else Digits.VALUE, is_exact=False)
    written = Decimal(answer).as_tuple()
    is_quotient = isinstance(written.exponent, int) and written.exponent < 0 and len(written.digits) >= _QUOTIENT_DIGITS
    return rounded(Fraction(answer), Digits.QUOTIENT if is_quotient else Digits.VALUE, is_exact=True)
