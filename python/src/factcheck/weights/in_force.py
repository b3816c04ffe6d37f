"""The fitted weights that a check goes by: those of this version, or those that the site has put in their place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from factcheck.weights.learned import LEARNED, LearnedWeights, read_learned
from factcheck.weights.verdicts import VERDICTS, VerdictWeights, read_verdict_weights

READINGS, OF_VERDICTS = "readings", "verdicts"
"""The kinds of fitted weights, as SQL calls them."""


@dataclass(frozen=True, slots=True)
class FittedWeights:
    """What tells which reading of a claim is the likeliest, and what tells whether to believe it."""

    readings: LearnedWeights = LEARNED
    verdicts: VerdictWeights = VERDICTS


SHIPPED = FittedWeights()
"""The weights of this version."""

_cached_learned = lru_cache(maxsize=2)(read_learned)
_cached_verdicts = lru_cache(maxsize=2)(read_verdict_weights)


def fitted_weights(texts: Mapping[str, str]) -> FittedWeights:
    """Return the weights in force, given the TOML of those by kind that the site has put in place of the shipped ones.

    Raises what ``read_learned`` and ``read_verdict_weights`` do.
    """
    readings, verdicts = texts.get(READINGS), texts.get(OF_VERDICTS)
    return FittedWeights(
        LEARNED if readings is None else _cached_learned(readings),
        VERDICTS if verdicts is None else _cached_verdicts(verdicts),
    )
