"""Stored claims judged again: their readings are run, and what they mean stays what it was.

What a text means does not change with the data, so each reading keeps its probability, and the likeliest one stays the
likeliest.  As long as it matches the claim, or does not, as before, nothing else can change the verdict, and no other
reading is run.  Else the probability that the claim is correct is that of the readings that match now, and of those not
run that matched before.  Where the likeliest did not match before but does now, that speaks for it as in a check.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction

from factcheck.check.messages import message
from factcheck.inference.verdicts import Reading, Verdict, judge_readings
from factcheck.numbers.closeness import Bands, Closeness, bands_of
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import SIGNIFICANT_DIGITS
from factcheck.queries.functions.function import Digits
from factcheck.queries.results import rounded
from factcheck.settings import Settings
from factcheck.stored.claims import StoredClaim, StoredReading

_QUOTIENT_DIGITS = 16
"""Digits that PostgreSQL writes at least of what it has divided."""

_DOUBLE_DIGITS = 15
_TWELVE_DIGITS = Context(prec=SIGNIFICANT_DIGITS)

_CANNOT_RUN = "What this claim was judged by is no longer there, or may no longer be read: check the text again."
_NEEDS_CHECK = "The data have changed, and this statement can only be judged by checking the text again."

Answer = Decimal | float | int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a reading gives now, and whether that matches the claim."""

    rank: int
    value: Decimal | None
    matches: bool


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A claim as it is judged now; ``readings`` are those that were run, none where the likeliest cannot be."""

    claim: StoredClaim
    verdict: Verdict
    p_correct: float
    message: str
    readings: tuple[Outcome, ...] = ()


def rechecked(claim: StoredClaim, settings: Settings, answer: Callable[[StoredReading], Answer]) -> Rechecked:
    """Judge a claim by what its readings give now; ``answer`` raises ``LookupError`` for one that cannot be run."""
    if not claim.readings:
        return Rechecked(claim, claim.checked_verdict, claim.p_correct, claim.message)
    first, *others = claim.readings
    best = _outcome(claim, first, settings, answer)
    if best is None:
        return Rechecked(claim, Verdict.NOT_ENOUGH_INFO, claim.p_correct, _CANNOT_RUN)
    run = [(first, best)]
    if best.matches is not first.matches:
        run += [(other, outcome) for other in others if (outcome := _outcome(claim, other, settings, answer))]
    p_correct = _p_correct(claim.p_correct, run, settings.p_true)
    if claim.number is None:
        verdict, text = _judge_statement(claim, run)
    else:
        verdict, text = _judge_number(claim, claim.number, run, p_correct, settings)
    return Rechecked(claim, verdict, p_correct, text, tuple(outcome for _, outcome in run))


def _outcome(
    claim: StoredClaim, reading: StoredReading, settings: Settings, answer: Callable[[StoredReading], Answer]
) -> Outcome | None:
    """Run a reading; return None where it cannot be run."""
    if not reading.is_allowed:
        return None
    try:
        value = as_shown(answer(reading), reading.value)
    except LookupError:
        return None
    if claim.number is None or value == reading.value:
        return Outcome(reading.rank, value, reading.matches)
    return Outcome(reading.rank, value, _agrees(value, claim.number, settings))


def _agrees(value: Decimal | None, number: Number, settings: Settings) -> bool:
    return bands_of(number, settings).closeness(value) is Closeness.AGREES


def _closeness(outcome: Outcome, bands: Bands) -> Closeness:
    """Return how near a value is, of which the check knew better than its digits tell whether it agrees."""
    return Closeness.AGREES if outcome.matches else max(bands.closeness(outcome.value), Closeness.ROUNDS)


_Run = Sequence[tuple[StoredReading, Outcome]]


def _p_correct(before: float, run: _Run, p_true: float) -> float:
    """Return the probability that a claim is correct, from that before and what its readings give now."""
    matched = sum(reading.probability for reading, _ in run if reading.matches)
    matching = sum(reading.probability for reading, outcome in run if outcome.matches)
    first, outcome = run[0]
    is_new_match = outcome.matches and not first.matches
    more = first.probability * (p_true / (1 - p_true) - 1) if is_new_match else 0.0
    return min(max((before - matched + matching + more) / (1 + more), 0.0), 1.0)


def _judge_number(
    claim: StoredClaim, number: Number, run: _Run, p_correct: float, settings: Settings
) -> tuple[Verdict, str]:
    """Apply the rule of a check; a reading that could not refute the claim then cannot refute it now."""
    bands = bands_of(number, settings)
    readings = [
        Reading(reading.query, outcome.value, reading.probability, _closeness(outcome, bands))
        for reading, outcome in run
    ]
    judgement = judge_readings(readings, p_correct, settings)
    could_refute = claim.checked_verdict is not Verdict.NOT_ENOUGH_INFO or run[0][0].matches or run[0][0].value is None
    if judgement.verdict is Verdict.REFUTED and not could_refute:
        judgement = replace(judgement, verdict=Verdict.NOT_ENOUGH_INFO)
    if judgement.verdict is claim.verdict and readings[0].value == claim.found_value:
        return claim.verdict, claim.message
    return judgement.verdict, message(number, judgement, claim.is_certified)


def _judge_statement(claim: StoredClaim, run: _Run) -> tuple[Verdict, str]:
    """Keep the verdict on a statement without a number as long as what decides it is what it was."""
    if run[0][1].value == run[0][0].value:
        return claim.checked_verdict, claim.message
    return Verdict.NOT_ENOUGH_INFO, _NEEDS_CHECK


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
