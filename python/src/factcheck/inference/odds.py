"""Probabilities and the logarithms of their odds, on which what speaks for something adds up."""

from __future__ import annotations

import math

_LEAST = 1e-6
_MOST = 30.0


def log_odds(probability: float, least: float = _LEAST) -> float:
    """Return the natural logarithm of the odds; no probability counts as less than ``least`` from 0 or 1."""
    bounded = min(max(probability, least), 1 - least)
    return math.log(bounded / (1 - bounded))


def probability(log_odds: float) -> float:
    """Return the probability that has these log-odds, away from 0 and 1."""
    return 1 / (1 + math.exp(-min(max(log_odds, -_MOST), _MOST)))
