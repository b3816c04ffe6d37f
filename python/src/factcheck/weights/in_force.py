"""The fitted weights that a check goes by: those of this version, or those that the site has put in their place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from factcheck.weights.learned import LEARNED, LearnedWeights, read_learned
from factcheck.weights.reranking import RERANKING, RerankingWeights, read_reranking_weights
from factcheck.weights.verdicts import VERDICTS, VerdictWeights, read_verdict_weights

READINGS, OF_RERANKING, OF_VERDICTS = "readings", "reranking", "verdicts"
"""The kinds of fitted weights, as SQL calls them."""


@dataclass(frozen=True, slots=True)
class FittedWeights:
    """What tells how likely readings are, which of the likely ones comes first, and whether to believe that."""

    readings: LearnedWeights = LEARNED
    reranking: RerankingWeights = RERANKING
    verdicts: VerdictWeights = VERDICTS


SHIPPED = FittedWeights()
"""The weights of this version."""

_cached_learned = lru_cache(maxsize=2)(read_learned)
_cached_reranking = lru_cache(maxsize=2)(read_reranking_weights)
_cached_verdicts = lru_cache(maxsize=2)(read_verdict_weights)


def fitted_weights(texts: Mapping[str, str]) -> FittedWeights:
    """Return the weights in force, given the TOML of those by kind that the site has put in place of the shipped ones.

    Raises what ``read_learned``, ``read_reranking_weights`` and ``read_verdict_weights`` do.
    """
    readings, reranking, verdicts = (texts.get(kind) for kind in (READINGS, OF_RERANKING, OF_VERDICTS))
    return FittedWeights(
        LEARNED if readings is None else _cached_learned(readings),
        RERANKING if reranking is None else _cached_reranking(reranking),
        VERDICTS if verdicts is None else _cached_verdicts(verdicts),
    )
