"""Orders the likely readings of each claim anew, by what a product of relevance scores cannot see.

The posterior is exact over all candidates (Equation 2), and so it has to be a product of what single fragments and
pairs of them say.  Which of the few likeliest readings is meant shows in more: how many of the sentence's words a
reading explains, how far its value is, whether it goes with what the claims around it are read as.  As a search engine
does, the likeliest are ranked a second time by such features, in a log-linear model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from factcheck.inference import (
    left_out_features,
    number_features,
    ranking_features,
    reading_features,
    share_features,
)
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.feature_registry import RANKING_FEATURES, RANKING_MEANINGS, ReadingView, ranking_signs
from factcheck.inference.posterior import LikelyQuery, Posterior
from factcheck.inference.read_document import ReadDocument
from factcheck.runtime.checkpoints import checkpoint
from factcheck.weights.reranking import RerankingWeights

__all__ = [
    "RANKING_MEANINGS",
    "RERANKED",
    "RerankedClaim",
    "log_probability",
    "posterior_weight",
    "ranking_features_of",
    "ranking_signs",
    "reranked",
    "with_first",
]

_REGISTERING = (number_features, ranking_features, reading_features, left_out_features, share_features)
"""The modules that register features."""

RERANKED = 20
"""How many readings are ordered anew, the likeliest; those behind them stay."""

_LEAST = 1e-12


@dataclass(frozen=True, slots=True)
class RerankedClaim:
    """A claim whose likely readings are in their new order, with the features of each that was ordered anew.

    ``probabilities`` are those before, in the new order; ``trust`` tells how much the order goes by the features.
    """

    claim: ReadClaim
    trust: float = 0.0
    features: tuple[Mapping[str, float], ...] = ()
    probabilities: tuple[float, ...] = ()


def reranked(claims: Sequence[ReadClaim], weights: RerankingWeights) -> list[RerankedClaim]:
    """Order the likely readings of the claims of a document anew, and give them new probabilities.

    What the reordered readings have of the posterior together stays the same.
    """
    document = ReadDocument(claims)
    return [_reranked(claim, document, weights) for claim in claims]


def ranking_features_of(claim: ReadClaim, document: ReadDocument) -> list[dict[str, float]]:
    """Return the features of each reading of a claim that is ordered anew."""
    views = (ReadingView(claim, document, at) for at in range(min(len(claim.posterior.best), RERANKED)))
    return [{name: feature(view) for name, feature in RANKING_FEATURES.items()} for view in views]


def log_weight(probability: float, features: Mapping[str, float], trust: float, weights: RerankingWeights) -> float:
    """Return the natural logarithm of what a reading weighs among the likely ones, up to a constant.

    It is that of the posterior where there is no ``trust``, and what the features make of it where that is 1.
    """
    told = sum(weight * features[name] for name, weight in weights.features.items())
    return posterior_weight(trust, weights) * log_probability(probability) + trust * told


def log_probability(probability: float) -> float:
    """Return the natural logarithm of a probability, of hardly any as of very little."""
    return log(max(probability, _LEAST))


def posterior_weight(trust: float, weights: RerankingWeights) -> float:
    """Return how many times the logarithm of the posterior counts."""
    return 1 - trust + trust * weights.posterior


def _trust(claim: ReadClaim, document: ReadDocument) -> float:
    """Return how much the order of a claim's readings goes by features, from 0 to 1.

    The weights were fitted to documents of many claims.  A claim by itself is read as its own words make likely; the
    more other claims agree with the data, the more their tables, and what they are about, are the document's.
    """
    others = document.agreeing - claim.agrees
    return others / (others + 1)


def _reranked(claim: ReadClaim, document: ReadDocument, weights: RerankingWeights) -> RerankedClaim:
    checkpoint()
    best = claim.posterior.best[:RERANKED]
    before, trust = tuple(each.probability for each in best), _trust(claim, document)
    if not best or not trust:
        return RerankedClaim(claim, trust, ({},) * len(best), before)
    used = {name: RANKING_FEATURES[name] for name in weights.features}
    views = (ReadingView(claim, document, at) for at in range(len(best)))
    features = [{name: feature(view) for name, feature in used.items()} for view in views]
    logs = [log_weight(each.probability, of_one, trust, weights) for each, of_one in zip(best, features, strict=True)]
    order = sorted(range(len(best)), key=lambda at: (-logs[at], at))
    shares = [exp(each - max(logs)) for each in logs]
    anew = [replace(best[at], probability=sum(before) * shares[at] / sum(shares)) for at in order]
    values = tuple(claim.values[at] for at in order)
    posterior = _with_readings(claim.posterior, anew)
    return RerankedClaim(
        replace(claim, posterior=posterior, values=(*values, *claim.values[len(best) :])),
        trust,
        tuple(features[at] for at in order),
        tuple(before[at] for at in order),
    )


def with_first(claim: RerankedClaim, at: int, share: float) -> RerankedClaim:
    """Return a claim with another of its likely readings first, which has a ``share`` of what they have together."""
    best = claim.claim.posterior.best[:RERANKED]
    order = [at, *(index for index in range(len(best)) if index != at)]
    total, rest = sum(each.probability for each in best), sum(best[index].probability for index in order[1:])
    scale = (1 - share) * total / rest if rest > 0 else 0.0
    anew = [
        replace(best[index], probability=share * total if index == at else scale * best[index].probability)
        for index in order
    ]
    values = claim.claim.values
    read = replace(
        claim.claim,
        posterior=_with_readings(claim.claim.posterior, anew),
        values=(*(values[index] for index in order), *values[len(best) :]),
    )
    return replace(
        claim,
        claim=read,
        features=tuple(claim.features[index] for index in order if index < len(claim.features)),
        probabilities=tuple(claim.probabilities[index] for index in order if index < len(claim.probabilities)),
    )


def _with_readings(posterior: Posterior, anew: Sequence[LikelyQuery]) -> Posterior:
    """Return a posterior whose likeliest readings are others, or have other probabilities."""
    before = posterior.best[: len(anew)]
    matching = sum(each.probability for each in anew if each.matches) - sum(
        each.probability for each in before if each.matches
    )
    return replace(
        posterior,
        best=(*anew, *posterior.best[len(anew) :]),
        p_matching=min(max(posterior.p_matching + matching, 0.0), 1.0),
        lag=posterior.lag + _lighter(posterior, before, anew[0]),
    )


def _lighter(posterior: Posterior, before: Sequence[LikelyQuery], first: LikelyQuery) -> float:
    """Return how much lighter before evidence, as a logarithm, the new first reading is than the old one."""
    old, [same] = before[0], [each for each in before if each.candidate == first.candidate]
    weights = [max(each.probability, _LEAST) / posterior.evidence[each.closeness] for each in (old, same)]
    return log(weights[0] / weights[1])
