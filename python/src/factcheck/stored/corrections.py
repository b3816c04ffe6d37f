"""Stored claims judged in the light of what people decided about some of them.

Only claims whose likeliest reading is another now are judged anew, by what this reading gives at present.  A reading
that a person chose is what is meant: it alone decides.  Of any other the doubt stays that the check had, whether the
claim is about the tables at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from factcheck.catalogue.schema import Table
from factcheck.check.messages import DISMISSED, describe_reading, message
from factcheck.inference.document_prior import PriorExponents
from factcheck.inference.none_of_these import p_correct, p_meant_behind
from factcheck.inference.verdicts import Reading, Verdict, judge_readings, p_as_decided
from factcheck.numbers.closeness import Closeness, bands_of
from factcheck.numbers.compared_units import compare_units
from factcheck.numbers.mentions import Number
from factcheck.numbers.written import plain
from factcheck.queries.query import Query
from factcheck.settings import Settings
from factcheck.stored.claims import StoredClaim, StoredReading
from factcheck.stored.recheck import Answer
from factcheck.stored.weighing import Decided, Weighed, weigh_anew

_CHECK_AGAIN = "Nothing is decided about this claim any more: check the text again to see how it is read."
_CANNOT_RUN = "The reading of this claim cannot be run any more: choose another, or check the text again."
_NEEDS_CHECK = "The data have changed, and this statement can only be judged by checking the text again."


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim as it is judged anew, with the value of its likeliest reading; ``matches`` is None where none is run."""

    verdict: Verdict
    p_correct: float
    message: str
    value: Decimal | None = None
    matches: bool | None = None


@dataclass(frozen=True, slots=True)
class Reinferred:
    """A claim with its readings in their order by now; ``judged`` is None where the likeliest is the one it was."""

    decided: Decided
    readings: tuple[Weighed, ...]
    judged: Judged | None


def needed_queries(weighed: Sequence[tuple[Weighed, ...]], decided: Sequence[Decided]) -> list[Query]:
    """Return the readings that have to be run: the likeliest of claims that are judged anew."""
    return [
        readings[0].reading.query
        for each, readings in zip(decided, weighed, strict=True)
        if is_judged_anew(each, readings) and readings and readings[0].reading.query is not None
    ]


def is_judged_anew(decided: Decided, readings: Sequence[Weighed]) -> bool:
    """Tell whether a claim's likeliest reading is not the one it was, or its decision is new."""
    return decided.is_asked or (bool(readings) and readings[0].reading.rank != decided.present_rank)


def weigh(decided: Sequence[Decided], tables: Sequence[Table], settings: Settings) -> list[tuple[Weighed, ...]]:
    """Weigh the readings of all claims, by as many rounds as a check takes at most."""
    return weigh_anew(decided, tables, settings.em_rounds, PriorExponents.of(settings.weights.readings))


def reinferred(decided: Decided, readings: tuple[Weighed, ...], settings: Settings, answer: Answer) -> Reinferred:
    """Judge a claim by its readings in their order by now."""
    if not is_judged_anew(decided, readings):
        return Reinferred(decided, readings, None)
    return Reinferred(decided, readings, _judged(decided, readings, settings, answer))


def _judged(decided: Decided, readings: Sequence[Weighed], settings: Settings, answer: Answer) -> Judged:
    if decided.is_dismissed or not (decided.is_decided or (readings and not decided.was_decided)):
        return _undecided(decided, 1 - settings.expected_error_rate)
    return _judged_by(decided, readings[0], settings, answer)


def _judged_by(decided: Decided, first: Weighed, settings: Settings, answer: Answer) -> Judged:
    """Judge a claim by its likeliest reading."""
    claim = decided.claim
    unknown = 1 - settings.expected_error_rate
    if first.reading.label is not None:
        return _judged_passage(decided, first.reading.label)
    if decided.is_asked and first.reading.is_own_sql and claim.number is not None:
        return _judged_own(claim.number, first.reading.value, settings)
    try:
        if first.reading.query is None:
            raise LookupError
        value = answer(first.reading.query, claim.number)
    except LookupError:
        return Judged(Verdict.NOT_ENOUGH_INFO, unknown, _CANNOT_RUN)
    if not decided.is_decided and first.reading.rank == _best(claim).rank and value == first.reading.value:
        return Judged(claim.checked_verdict, claim.p_correct, claim.checked_message, value, first.reading.matches)
    if claim.number is None:
        return _judged_statement(first, value, unknown)
    return _judged_number(decided, claim.number, first, value, settings)


_SAID = {
    Verdict.SUPPORTED: "The passage that was chosen supports this.",
    Verdict.REFUTED: "The passage that was chosen speaks against this.",
    Verdict.NOT_ENOUGH_INFO: "The passage that was chosen does not decide this.",
    Verdict.DISPUTED: "The passage that was chosen says both.",
}
_P_CORRECT = {Verdict.SUPPORTED: 1.0, Verdict.REFUTED: 0.0}


def _judged_passage(decided: Decided, label: Verdict) -> Judged:
    """Judge a claim by the passage that a person chose; without a decision all passages count, as in the check."""
    if not decided.is_decided:
        return Judged(decided.claim.checked_verdict, decided.claim.p_correct, decided.claim.checked_message)
    return Judged(label, _P_CORRECT.get(label, 0.5), _SAID[label], None, label is Verdict.SUPPORTED)


def _undecided(decided: Decided, unknown: float) -> Judged:
    """Return what is said of a claim that was dismissed, has no readings, or had only the one that was decided on."""
    if decided.is_dismissed:
        return Judged(Verdict.NOT_ENOUGH_INFO, unknown, DISMISSED)
    if decided.was_decided:
        return Judged(Verdict.NOT_ENOUGH_INFO, unknown, _CHECK_AGAIN)
    return Judged(decided.claim.checked_verdict, decided.claim.p_correct, decided.claim.checked_message)


def _best(claim: StoredClaim) -> StoredReading:
    """Return the likeliest reading of the check."""
    return next(reading for reading in claim.readings if reading.rank > 0)


def _judged_number(
    decided: Decided, number: Number, first: Weighed, value: Decimal | None, settings: Settings
) -> Judged:
    """Judge a claim by a reading; one that a person chose is what is meant."""
    if first.reading.query is None:
        raise LookupError
    unit = first.reading.query.result_unit
    closeness = bands_of(number, settings, unit).closeness(value)
    if value == first.reading.value and first.reading.rank > 0:  # the check knew better than the digits tell
        closeness = Closeness.AGREES if first.reading.matches else max(closeness, Closeness.ROUNDS)
    reading = Reading(first.reading.query, value, first.probability, closeness, compare_units(number, unit))
    if decided.is_decided:
        meant, correct = 1.0, p_as_decided(number, reading)
    else:
        meant = _p_meant(decided, first, settings)
        weights = settings.weights.verdicts
        correct = p_correct(meant, settings.expected_error_rate, agrees=reading.matches, weights=weights)
    judgement = replace(judge_readings(number, [reading], correct, settings), p_meant=meant)
    told = message(number, judgement, decided.claim.is_certified)
    return Judged(judgement.verdict, correct, told, value, reading.matches)


def _judged_own(number: Number, value: Decimal | None, settings: Settings) -> Judged:
    """Judge a claim by what a person's own query gave."""
    if value is not None and bands_of(number, settings).closeness(value) is Closeness.AGREES:
        return Judged(
            Verdict.SUPPORTED, 1.0, f"The data agree: the query that was given says {plain(value)}.", value, True
        )
    if value is None:
        return Judged(Verdict.NOT_ENOUGH_INFO, 1 - settings.expected_error_rate, _CANNOT_RUN)
    told = f"Stated {number.text}, the data say {plain(value)}, by the query that was given."
    return Judged(Verdict.REFUTED, 0.0, told, value, False)


def _p_meant(decided: Decided, first: Weighed, settings: Settings) -> float:
    """Return the probability that the likeliest reading is meant: no greater than that of the check."""
    claim, best = decided.claim, _best(decided.claim)
    weights = settings.weights.verdicts
    meant = p_meant_behind(claim.p_correct, settings.expected_error_rate, agrees=best.matches, weights=weights)
    return meant * min(first.probability / best.probability, 1.0) if best.probability > 0 else 0.0


def _judged_statement(first: Weighed, value: Decimal | None, unknown: float) -> Judged:
    """Judge a statement without a number by the reading that was chosen, as long as its value is that of the check."""
    reading = first.reading
    if value != reading.value or reading.rank == 0 or reading.query is None:
        return Judged(Verdict.NOT_ENOUGH_INFO, unknown, _NEEDS_CHECK, value, None)
    verdict = Verdict.SUPPORTED if reading.matches else Verdict.REFUTED
    said = describe_reading(Reading(reading.query, value, 1.0, Closeness.FAR))
    told = f"The data {'agree' if reading.matches else 'do not agree'}: {said}."
    return Judged(verdict, 1.0 if reading.matches else 0.0, told, value, reading.matches)
