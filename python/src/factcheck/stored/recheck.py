"""Stored claims judged again: their readings are run, and what they mean stays what it was.

What a text means does not change with the data, so each reading keeps its probability, and the likeliest one stays the
likeliest.  As long as it matches the claim, or does not, as before, nothing else can change the verdict, and no other
reading is run.  Where that has turned, others are run only if the verdict depends on how many of them match.  The
probability that the claim is correct is that of the readings that match now, and of those not run that matched before.
Where the likeliest did not match before but does now, that speaks for it as in a check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal

from factcheck.check.messages import message
from factcheck.inference.verdicts import Judgement, Reading, Verdict, judge_readings
from factcheck.numbers.closeness import Closeness, closeness
from factcheck.numbers.compared_units import NOTHING_KNOWN, compare_units
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import SIGNIFICANT_DIGITS
from factcheck.queries.query import Query
from factcheck.settings import Settings
from factcheck.stored.claims import StoredClaim, StoredReading

_TWELVE_DIGITS = Context(prec=SIGNIFICANT_DIGITS)

_CANNOT_RUN = (
    "What this claim was judged by is no longer there, was renamed since its table was indexed, or may no longer be"
    " read: check the text again."
)
_NEEDS_CHECK = "The data have changed, and this statement can only be judged by checking the text again."

Answer = Callable[[Query, Number | None], Decimal | None]
"""Tells what a query gives now, which a number is compared with; raises ``LookupError`` where it cannot be run."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a reading gives now, and how near that is to the number that the claim states; far where it states none."""

    reading: StoredReading
    query: Query
    value: Decimal | None
    matches: bool
    closeness: Closeness


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A claim as it is judged now; ``outcomes`` are those of the readings that were run, none where none can be.

    ``is_as_checked`` tells that the likeliest reading gives what the check found, so that all is as the check said;
    ``needs_others``, that the verdict depends on readings that were not handed over.
    """

    claim: StoredClaim
    verdict: Verdict
    p_correct: float
    message: str
    outcomes: tuple[Outcome, ...] = ()
    needs_others: bool = False
    is_as_checked: bool = False


def rechecked(claim: StoredClaim, settings: Settings, answer: Answer) -> Rechecked:
    """Judge a claim by what its readings give now."""
    if not claim.readings:
        return Rechecked(claim, claim.checked_verdict, claim.p_correct, claim.message)
    first, *others = claim.readings
    best = _outcome(claim, first, settings, answer)
    if best is None:
        return Rechecked(claim, Verdict.NOT_ENOUGH_INFO, claim.p_correct, _CANNOT_RUN)
    if best.value == first.value:
        said = _by_names_of_now(claim, best.query.words())
        return Rechecked(claim, claim.checked_verdict, claim.p_correct, said, (best,), is_as_checked=True)
    run = [best]
    if _has_turned(best):
        run += [outcome for other in others if (outcome := _outcome(claim, other, settings, answer))]
    p_correct = _p_correct(claim.p_correct, run, settings.p_true)
    if claim.number is None:
        return Rechecked(claim, Verdict.NOT_ENOUGH_INFO, p_correct, _NEEDS_CHECK, tuple(run))
    verdict, text = _judge_number(claim, claim.number, run, p_correct, settings)
    needs_others = not others and _has_turned(best) and _is_open(claim, best, settings)
    return Rechecked(claim, verdict, p_correct, text, tuple(run), needs_others)


def _by_names_of_now(claim: StoredClaim, description: str) -> str:
    """Return what the check said of a claim; tables and columns that were renamed have the names that they have now."""
    before = claim.checked_description
    return claim.checked_message.replace(before, description) if before else claim.checked_message


def _outcome(claim: StoredClaim, reading: StoredReading, settings: Settings, answer: Answer) -> Outcome | None:
    """Run a reading; return None where it cannot be run."""
    if reading.query is None:
        return None
    try:
        value = _same_or_new(answer(reading.query, claim.number), reading.value)
    except LookupError:
        return None
    is_as_before = claim.number is None or value == reading.value
    if is_as_before and reading.matches:  # as the check found, which knew better than digits tell
        return Outcome(reading, reading.query, value, matches=True, closeness=Closeness.AGREES)
    unit = reading.query.result_unit
    near = Closeness.FAR if claim.number is None else closeness(value, claim.number, settings, unit)
    matches = not is_as_before and near is Closeness.AGREES
    if not matches:
        # What a reading that agreed at the check gives now may be far: that is no reason to doubt the reading.
        near = min(max(near, Closeness.ROUNDS), Closeness.SAME_SIZE if reading.matches else Closeness.FAR)
    return Outcome(reading, reading.query, value, matches, near)


def _same_or_new(value: Decimal | None, before: Decimal | None) -> Decimal | None:
    """Return the value from before where that of now differs beyond twelve digits alone, as sums of doubles may."""
    if value is not None and before is not None and _TWELVE_DIGITS.plus(value) == _TWELVE_DIGITS.plus(before):
        return before
    return value


def _has_turned(outcome: Outcome) -> bool:
    """Tell whether a reading has come to match, or not to match any more."""
    return outcome.matches is not outcome.reading.matches


def _p_correct(before: float, run: Sequence[Outcome], p_true: float) -> float:
    """Return the probability that a claim is correct, from that before and what its readings give now."""
    matched = sum(outcome.reading.probability for outcome in run if outcome.reading.matches)
    return _with_matches(before - matched, run, p_true)


def _with_matches(of_others: float, run: Sequence[Outcome], p_true: float) -> float:
    """Return the probability that a claim is correct where ``of_others`` is that of matches among readings not run."""
    first = run[0]
    matching = sum(outcome.reading.probability for outcome in run if outcome.matches)
    is_new_match = first.matches and not first.reading.matches
    more = first.reading.probability * (p_true / (1 - p_true) - 1) if is_new_match else 0.0
    return min(max((of_others + matching + more) / (1 + more), 0.0), 1.0)


def _is_open(claim: StoredClaim, best: Outcome, settings: Settings) -> bool:
    """Tell whether the verdict depends on readings besides the likeliest: whether none or all of them match."""
    rest = max(1 - best.reading.probability, 0.0)
    verdicts = {
        _judgement(claim, [best], _with_matches(of_others, [best], settings.p_true), settings).verdict
        for of_others in (0.0, rest)
    }
    return len(verdicts) > 1


def _judgement(claim: StoredClaim, run: Sequence[Outcome], p_correct: float, settings: Settings) -> Judgement:
    """Apply the rule of a check; a reading that could not refute the claim then cannot refute it now."""
    readings = [
        Reading(
            each.query,
            each.value,
            each.reading.probability,
            each.closeness,
            NOTHING_KNOWN if claim.number is None else compare_units(claim.number, each.query.result_unit),
        )
        for each in run
    ]
    judgement = judge_readings(claim.number, readings, p_correct, settings)
    first = run[0].reading
    could_refute = claim.checked_verdict is not Verdict.NOT_ENOUGH_INFO or first.matches or first.value is None
    if judgement.verdict is Verdict.REFUTED and not could_refute:
        return replace(judgement, verdict=Verdict.NOT_ENOUGH_INFO)
    return judgement


def _judge_number(
    claim: StoredClaim, number: Number, run: Sequence[Outcome], p_correct: float, settings: Settings
) -> tuple[Verdict, str]:
    judgement = _judgement(claim, run, p_correct, settings)
    if judgement.verdict is claim.verdict and run[0].value == claim.found_value:
        return claim.verdict, claim.message
    return judgement.verdict, message(number, judgement, claim.is_certified)
