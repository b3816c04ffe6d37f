"""From a distribution over queries to a verdict on the claim."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from factcheck.catalogue.fragments import Function
from factcheck.model.posterior import Posterior
from factcheck.model.query_space import Candidate, CandidateQuery
from factcheck.settings import Settings

_EXACT_DIGITS = 15
_ROUNDED_DIGITS = 12
_LARGEST_EXACT = 2**53  # beyond, doubles are further apart than whole numbers


class Verdict(Enum):
    """What a check says about a claim; the values are those of the SQL type ``factcheck.verdict``."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    NOT_ENOUGH_INFO = "not_enough_info"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a claim: a candidate query, the value it gives, its posterior, whether it matches."""

    candidate: CandidateQuery
    value: Decimal | None
    probability: float
    matches: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a claim, the posterior mass of matching candidates, and the best readings in order."""

    verdict: Verdict
    p_correct: float
    readings: tuple[Reading, ...]


def judge(posterior: Posterior, value_of: Callable[[Candidate], float], settings: Settings) -> Judgement:
    """Apply the paper's rule: the most likely reading decides, where its probability is beyond the threshold.

    ``value_of`` gives the result of a candidate, NaN where it has none.  Without any candidate there is not enough
    information, and neither where the most likely one has no value: an average of no rows contradicts nothing.
    """
    readings = tuple(
        Reading(likely.query, rounded(value_of(likely.candidate), likely.query), likely.probability, likely.matches)
        for likely in posterior.best
    )
    p_correct = min(max(posterior.p_matching, 0.0), 1.0)
    verdict = Verdict.NOT_ENOUGH_INFO
    if readings and readings[0].matches and p_correct >= settings.supported_threshold:
        verdict = Verdict.SUPPORTED
    elif readings and _is_contradicted(readings[0]) and p_correct <= settings.refuted_threshold:
        verdict = Verdict.REFUTED
    return Judgement(verdict, p_correct, readings)


def _is_contradicted(reading: Reading) -> bool:
    """Whether the claim is wrong if it is read like this."""
    return reading.value is not None and not reading.matches


def rounded(result: float, candidate: CandidateQuery) -> Decimal | None:
    """A result as shown: counts, extremes and sums of exact columns in full, others to 12 significant digits.

    Floating-point sums depend on the order in which workers finish; their last digits are dropped so that
    the same check gives the same rows.  None stands for a query without a result, or with one that is no finite number.
    """
    if not math.isfinite(result):
        return None
    column = candidate.column
    is_exact = candidate.function in {Function.COUNT, Function.COUNT_DISTINCT, Function.MIN, Function.MAX} or (
        candidate.function is Function.SUM and column is not None and column.is_exact
    )
    if is_exact and result.is_integer() and abs(result) < _LARGEST_EXACT:
        return Decimal(int(result))
    value = Decimal(f"{result:.{_EXACT_DIGITS if is_exact else _ROUNDED_DIGITS}g}")
    return Decimal(int(value)) if value == value.to_integral_value() else value.normalize()
