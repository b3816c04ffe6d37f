"""Figures of the paper (sections 7.1, 7.2 and 7.4) as its text and tables state them, to stand beside ours.

Shares are fractions; what the paper shows in plots only is not here.
"""

from __future__ import annotations

from dataclasses import dataclass

DEPTHS = (1, 5, 10)
COVERAGE_BY_MODEL = (
    (0.107, 0.316, 0.411),
    (0.531, 0.648, 0.658),
    (0.584, 0.684, 0.689),
)
"""Table 1: coverage at ``DEPTHS`` with relevance scores, then with evaluation results, then with learned priors."""

COVERED_BY_TOP_THREE = 0.908
"""Figure 5(b): share of a document's claim queries that its three most frequent characteristics cover."""

CANDIDATES_PER_CASE = 3.76e10
"""Candidate queries that a test case allows on average."""


@dataclass(frozen=True, slots=True)
class QuotedTime:
    """A row of Table 2, seconds over all test cases; ``speedup`` is against the row before it."""

    version: str
    total: float
    query: float
    speedup: float | None


RUN_TIMES = (
    QuotedTime("naive", 2587, 2415, None),
    QuotedTime("+ query merging", 151, 39, 61.9),
    QuotedTime("+ caching", 128, 18, 2.1),
)


@dataclass(frozen=True, slots=True)
class Baseline:
    """A row of Table 6: how well a tool tells sentences with wrong claims, and its seconds over all test cases."""

    tool: str
    recall: float
    precision: float
    f1: float
    seconds: float


BASELINES = (
    Baseline("FactChecker, automatic", 0.708, 0.362, 0.479, 128),
    Baseline("ClaimBuster-FM (Max)", 0.341, 0.123, 0.181, 142),
    Baseline("ClaimBuster-FM (MV)", 0.317, 0.159, 0.211, 142),
    Baseline("ClaimBuster-KB + NaLIR", 0.024, 0.100, 0.039, 18733),
)
