"""From a distribution over queries to a verdict on the claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum

from factcheck.inference.none_of_these import p_correct, p_meant
from factcheck.inference.odds import log_odds, probability
from factcheck.inference.posterior import Posterior
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.compared_units import NOTHING_KNOWN, Comparison, Fit, compare_units
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.function import Takes
from factcheck.queries.query import Query
from factcheck.settings import Settings


class Verdict(Enum):
    """What a check says about a claim; the values are those of the SQL type ``factcheck.verdict``."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    NOT_ENOUGH_INFO = "not_enough_info"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a claim: a candidate query, the value it gives, its posterior, how near its value is.

    ``units`` tells how the unit of the number compares with that of the value.
    """

    query: Query
    value: Decimal | None
    probability: float
    closeness: Closeness
    units: Comparison = NOTHING_KNOWN

    @property
    def matches(self) -> bool:
        """Whether the claim is right if it is read like this."""
        return self.closeness is Closeness.AGREES

    @property
    def is_in_another_unit(self) -> bool:
        """Whether the value may be the number in thousands, or in grams instead of kilograms: counts have no unit."""
        return self.closeness is Closeness.UNIT and self.query.function.takes is Takes.AMOUNTS


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a claim, the probability that it is correct, and the best readings in order.

    ``p_meant`` is the probability that the first of them is what is meant, and no reading that is none of these.
    ``p_value`` is that of all likely readings that give the first one's value; ``rival`` is the likeliest that gives
    another one.
    """

    verdict: Verdict
    p_correct: float
    readings: tuple[Reading, ...]
    p_meant: float = 1.0
    p_value: float = 0.0
    rival: Reading | None = None


def judge(
    number: Number,
    posterior: Posterior,
    values: Sequence[Decimal | None],
    features: Mapping[str, float],
    settings: Settings,
    error_rate: float,
    *,
    shared: float = 0.0,
    is_sure: bool = True,
) -> Judgement:
    """Let the most likely reading decide, where the claim is then correct, or wrong, with enough probability.

    ``values`` are the results of the best candidates, None where one has none; ``features`` are those of the first.
    ``error_rate`` is the share of wrong claims that is expected of the document, ``shared`` what the claims that are
    read alike tell of its reading, as a logarithm of odds.  What does not agree makes no claim likelier right.
    There is not enough information without any candidate; where the most likely one has no value, since an average of
    no rows contradicts nothing; where something else may be meant; and where its value is not ``is_sure``: the noise of
    doubles may decide, and there was no time to exclude that.
    """
    readings = tuple(
        Reading(
            likely.query, value, likely.probability, likely.closeness, compare_units(number, likely.query.result_unit)
        )
        for likely, value in zip(posterior.best, values, strict=True)
    )
    if not readings:
        return Judgement(Verdict.NOT_ENOUGH_INFO, 1 - error_rate, (), 0.0)
    agrees = readings[0].matches
    weights = settings.weights.verdicts
    meant = probability(log_odds(p_meant(features, agrees=agrees, weights=weights)) + shared)
    correct = p_correct(meant, error_rate, agrees=agrees, weights=weights)
    correct = correct if agrees else min(correct, 1 - error_rate)
    return replace(judge_readings(number, readings, correct, settings, is_sure=is_sure), p_meant=meant)


def judge_readings(
    number: Number | None, readings: Sequence[Reading], p_correct: float, settings: Settings, *, is_sure: bool = True
) -> Judgement:
    """Apply the rule of ``judge`` to the best readings of a claim and the probability that it is correct.

    ``number`` is None where a statement has none.
    """
    verdict = Verdict.NOT_ENOUGH_INFO
    if is_sure and readings and readings[0].matches and p_correct >= settings.supported_threshold:
        verdict = Verdict.SUPPORTED
    elif is_sure and readings and _is_contradicted(number, readings[0]) and p_correct <= settings.refuted_threshold:
        verdict = Verdict.REFUTED
    alike = [each for each in readings if each.value == readings[0].value]
    rival = next((each for each in readings if each.value != readings[0].value), None)
    p_value = sum(each.probability for each in alike)
    return Judgement(verdict, p_correct, tuple(readings), p_value=p_value, rival=rival)


def holds_as_worded(number: Number, reading: Reading) -> bool:
    """Tell whether a limit that a text tells is kept, though by more than writers leave: "over 550" of 594.

    What is true to the letter is not wrong; only a limit far from the value tells of another one.
    """
    if reading.closeness is not Closeness.CLOSE or reading.value is None:
        return False
    stated = reading.units.told(number.value)
    is_kept = {">": reading.value > stated, "<": reading.value < stated}
    return is_kept.get(number.comparison.removesuffix("="), False)


def p_as_decided(number: Number, reading: Reading) -> float:
    """Return the probability that a claim is correct that people have decided is read like this."""
    return 1.0 if reading.matches else 0.5 if holds_as_worded(number, reading) else 0.0


def _is_contradicted(number: Number | None, reading: Reading) -> bool:
    """Tell whether the claim is wrong if it is read like this.

    A value in another unit is the number; one of another dimension says nothing about it; one within the limit that the
    number is keeps it.
    """
    is_other = reading.is_in_another_unit or reading.units.fit is Fit.DIFFERS
    is_other |= number is not None and holds_as_worded(number, reading)
    return reading.value is not None and not reading.matches and not is_other
