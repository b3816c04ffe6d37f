"""Whether the likeliest reading of a claim is what is meant, or none of those known; and what follows for the claim.

The posterior compares the readings that the tables allow with one another.  A number that is about something else has
a likeliest reading, too.  So a hypothesis besides all readings has a probability of its own, which follows from how far
the reading explains the words of the claim, and from how much the document as a whole has to do with the tables.
"""

from __future__ import annotations

from collections.abc import Mapping

from factcheck.inference.odds import log_odds, probability
from factcheck.weights.verdicts import VERDICTS, VerdictWeights

_FITTED_ERROR_RATE = 0.1
"""The share of wrong claims that the calibration of ``p_correct`` was fitted for."""


def p_meant(features: Mapping[str, float], *, agrees: bool, weights: VerdictWeights = VERDICTS) -> float:
    """Return the probability that the likeliest reading is what is meant: one minus that of none of these.

    ``agrees`` tells whether the reading's value agrees with the claim's number.
    """
    of_reading = weights.of(agrees=agrees)
    return probability(of_reading.base + sum(weight * features[name] for name, weight in of_reading.features.items()))


def p_correct(
    p_reading_meant: float, expected_error_rate: float, *, agrees: bool, weights: VerdictWeights = VERDICTS
) -> float:
    """Return the calibrated probability that a claim is correct.

    It is fitted where one claim in ten is wrong, and moved to ``expected_error_rate`` on the odds.
    """
    of_reading = weights.of(agrees=agrees)
    fitted = probability(of_reading.offset + of_reading.slope * log_odds(p_reading_meant))
    return moved_to_rate(fitted, _FITTED_ERROR_RATE, expected_error_rate)


def p_meant_behind(
    p_claim_correct: float, expected_error_rate: float, *, agrees: bool, weights: VerdictWeights = VERDICTS
) -> float:
    """Return the probability that the likeliest reading was meant, from which ``p_correct`` followed."""
    of_reading = weights.of(agrees=agrees)
    fitted = moved_to_rate(p_claim_correct, expected_error_rate, _FITTED_ERROR_RATE)
    return probability((log_odds(fitted) - of_reading.offset) / of_reading.slope)


def moved_to_rate(p_claim_correct: float, error_rate: float, other_rate: float) -> float:
    """Return what a probability that a claim is correct is where another share of the claims is wrong, on the odds."""
    return probability(log_odds(p_claim_correct) + log_odds(1 - other_rate) - log_odds(1 - error_rate))
