"""Fitting the weights of re-ranking to labelled claims, and what they are worth on data sets they have not seen."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import numpy as np

from factcheck.inference.reranking import RANKING_MEANINGS, ranking_signs
from factcheck.quality.fitting.lbfgs import minimise
from factcheck.quality.fitting.rankings import RankedClaim
from factcheck.quality.fitting.signs import worst_against
from factcheck.weights.logistic import Floats
from factcheck.weights.reranking import NEUTRAL, RerankingWeights

FOLDS = 10
_OF_ERROR, _AGAIN = 0.6, 0.3
"""What a claim with an error written in counts, and what a right one beside such; one as published counts 1."""


def fit_reranking(claims: Sequence[RankedClaim], strength: float) -> RerankingWeights:
    """Fit weights to the probability that one of the right readings comes first, in a softmax over the likely ones.

    ``strength`` is that of the L2 penalty on weights of features scaled to a standard deviation of 1; that of the
    posterior is pulled towards 1.  They are those of a document that is trusted whole.  Weights that would get a sign
    against the meaning of their feature are left out, the worst first.  The same claims give the same weights; none
    leave the order of the posterior.
    """
    known = [claim for claim in claims if claim.right.any()]
    if not known:
        return NEUTRAL
    places = {name: place for place, name in enumerate(RANKING_MEANINGS)}
    spreads = dict(zip(places, np.vstack([claim.features for claim in known]).std(axis=0).tolist(), strict=True))
    names, signs = [name for name in places if spreads[name] > 0], ranking_signs()
    while True:
        posterior, fitted = _fitted(known, [places[name] for name in names], strength)
        weights = dict(zip(names, fitted.tolist(), strict=True))
        worst = worst_against(weights, signs, spreads)
        if worst is None:
            return RerankingWeights(posterior, weights)
        names.remove(worst)


def out_of_fold(claims: Sequence[RankedClaim], strength: float) -> list[int]:
    """Return the place of the first right reading of each claim by weights fitted on other data sets; 0 for none."""
    folds = [zlib.crc32(claim.data_set.encode()) % FOLDS for claim in claims]
    places = [0] * len(claims)
    for fold in sorted(set(folds)):
        weights = fit_reranking([each for each, at in zip(claims, folds, strict=True) if at != fold], strength)
        for index, (claim, at) in enumerate(zip(claims, folds, strict=True)):
            if at == fold:
                places[index] = place_of_right(claim, weights)
    return places


def place_of_right(claim: RankedClaim, weights: RerankingWeights) -> int:
    """Return the place of the first right reading of a claim by weights, from 1; 0 where there is none."""
    names = list(RANKING_MEANINGS)
    logs = weights.posterior * claim.logs
    for name, weight in weights.features.items():
        logs = logs + weight * claim.features[:, names.index(name)]
    in_order = claim.right[np.argsort(-logs, kind="stable")]
    return int(np.argmax(in_order)) + 1 if claim.right.any() else 0


def reranking_page(claims: Sequence[RankedClaim], places: Sequence[int], weights: RerankingWeights) -> str:
    """Write how often the right reading comes first, before and out of fold, and the weights."""
    before = [place_of_right(claim, NEUTRAL) for claim in claims]
    lines = ["The right reading first, before and after (out of fold, by data set)"]
    lines += [f"  {line}" for line in _figures(claims, before, places)]
    lines += ["", "Weights, per unit of a feature", f"  {weights.posterior:+7.3f}  logarithm of the posterior"]
    lines += [f"  {weight:+7.3f}  {name}: {RANKING_MEANINGS[name]}" for name, weight in weights.features.items()]
    return "\n".join(lines) + "\n"


def _figures(claims: Sequence[RankedClaim], before: Sequence[int], after: Sequence[int]) -> Iterator[str]:
    for text, is_corrupted in (("as published", False), ("with errors written in", True)):
        for kind, is_wrong in (("right", False), ("wrong", True)):
            of_kind = [
                (old, new)
                for claim, old, new in zip(claims, before, after, strict=True)
                if claim.is_corrupted is is_corrupted and claim.is_wrong is is_wrong
            ]
            firsts = [sum(places[at] == 1 for places in of_kind) for at in (0, 1)]
            among = sum(places[0] > 0 for places in of_kind)
            yield f"{kind} claims {text}: {firsts[0]} → {firsts[1]} of {len(of_kind)}; among the likely ones {among}"


def _fitted(claims: Sequence[RankedClaim], columns: Sequence[int], strength: float) -> tuple[float, Floats]:
    """Return the weight of the posterior and those of the columns of features."""
    design = np.vstack([np.column_stack((claim.logs, claim.features[:, columns])) for claim in claims])
    scales = design.std(axis=0)
    scales = np.where(scales > 0, scales, 1.0)
    design = design / scales
    right = np.concatenate([claim.right for claim in claims])
    lengths = [len(claim.logs) for claim in claims]
    claim_of = np.repeat(np.arange(len(claims)), lengths)
    starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
    counts = np.array([_count(claim) for claim in claims])
    towards = np.zeros(design.shape[1])
    towards[0] = scales[0]

    def loss(weights: Floats) -> tuple[float, Floats]:
        logs = design @ weights
        shares = np.exp(logs - np.maximum.reduceat(logs, starts)[claim_of])
        total, of_right = np.add.reduceat(shares, starts), np.add.reduceat(shares * right, starts)
        likelihood = float((counts * (np.log(of_right) - np.log(total))).sum())
        change = counts[claim_of] * (shares * right / of_right[claim_of] - shares / total[claim_of])
        away = weights - towards
        return strength * float(away @ away) - likelihood, 2 * strength * away - change @ design

    weights = minimise(loss, towards) / scales
    return float(weights[0]), weights[1:]


def _count(claim: RankedClaim) -> float:
    if not claim.is_corrupted:
        return 1.0
    return _OF_ERROR if claim.is_wrong else _AGAIN
