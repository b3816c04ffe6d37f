"""The share of wrong numbers in one document, told by those of its claims that are decided.

Sites expect a share of wrong claims.  Where a document's own numbers are refuted by more than that, its other numbers
are likelier to be wrong, too; where they are not, nothing is learned that a site does not expect.
"""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.inference.none_of_these import moved_to_rate
from factcheck.inference.verdicts import Judgement, Verdict

_MOST_ROUNDS = 50
_SMALLEST_STEP = 1e-4

_DECIDED = frozenset({Verdict.SUPPORTED, Verdict.REFUTED})


def document_error_rates(judgements: Sequence[Judgement], expected_error_rate: float, weight: int) -> list[float]:
    """Return for each claim of a document the share of wrong ones among the others, at least the expected one.

    ``expected_error_rate`` is the share for which they were judged, and counts as ``weight`` claims beside those that
    are decided.  Expectation maximisation finds the share of the document; of a claim, its own part is taken out.  Of
    what lies above the expected share no more counts than the share of claims that are decided: a text most of whose
    claims are open is one that the tables may not be about, and what contradicts it one that was misread.
    """
    decided = [index for index, each in enumerate(judgements) if each.verdict in _DECIDED]
    wrong = _wrong([judgements[index].p_correct for index in decided], expected_error_rate, weight)
    part = dict(zip(decided, wrong, strict=True))
    total, share_decided = weight * expected_error_rate + sum(wrong), len(decided) / max(len(judgements), 1)
    rates = []
    for index in range(len(judgements)):
        others = weight + len(decided) - (index in part)
        above = max((total - part.get(index, 0.0)) / others - expected_error_rate, 0.0)
        rates.append(expected_error_rate + above * share_decided)
    return rates


def _wrong(p_correct: Sequence[float], expected_error_rate: float, weight: int) -> list[float]:
    """Return how likely each decided claim is wrong, at the share of wrong ones that follows from these itself."""
    rate = expected_error_rate
    for _ in range(_MOST_ROUNDS):
        wrong = [1 - moved_to_rate(each, expected_error_rate, rate) for each in p_correct]
        before, rate = rate, (weight * expected_error_rate + sum(wrong)) / (weight + len(wrong))
        if abs(rate - before) < _SMALLEST_STEP:
            break
    return wrong
