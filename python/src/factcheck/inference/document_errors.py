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


def document_error_rate(judgements: Sequence[Judgement], expected_error_rate: float, weight: int) -> float:
    """Return the share of wrong claims in a document, at least ``expected_error_rate``, for which they were judged.

    It is the mode of expectation maximisation over the claims that are decided, each wrong by ``1 - p_correct`` at the
    rate itself, beside ``weight`` claims of which the expected share is wrong.  Of what it lies above the expected rate
    no more counts than the share of claims that are decided: a text most of whose claims are open is one that the
    tables may not be about, and what contradicts it one that was misread.
    """
    decided = [each.p_correct for each in judgements if each.verdict in _DECIDED]
    rate = expected_error_rate
    for _ in range(_MOST_ROUNDS):
        wrong = sum(1 - moved_to_rate(p_correct, expected_error_rate, rate) for p_correct in decided)
        before, rate = rate, (weight * expected_error_rate + wrong) / (weight + len(decided))
        if abs(rate - before) < _SMALLEST_STEP:
            break
    share_decided = len(decided) / len(judgements) if judgements else 0.0
    return expected_error_rate + max(rate - expected_error_rate, 0.0) * share_decided
