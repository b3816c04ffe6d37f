"""Fitting weights to sampled documents."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from functools import partial

import numpy as np

from factcheck.quality.fitting.evaluated import Ranked, ranks
from factcheck.quality.fitting.layout import FEATURES, START, Floats
from factcheck.quality.fitting.lbfgs import minimise
from factcheck.quality.fitting.objective import Objective, first_readings, vectors_with_prior
from factcheck.quality.fitting.sample import SampledDocument

_ALTERNATIONS = 3
_SEED = 1


def fit(
    documents: Sequence[SampledDocument], strength: float, held: Collection[str] = (), start: Floats = START
) -> Floats:
    """Return the weights under which the right queries of the documents' claims are likeliest.

    ``strength`` is what it costs to leave the ``start`` weights: half of it times the square of the distance.  The
    document prior depends on the weights: it is learned for the last ones and held, by turns.  Claims whose right
    query is no candidate say nothing.  Groups of features, and features as "group.name", that are ``held`` keep their
    start weights.
    """
    names = [{feature.group, f"{feature.group}.{feature.name}"} for feature in FEATURES]
    free = np.array([float(each.isdisjoint(held)) for each in names])
    weights = start
    for _ in range(_ALTERNATIONS):
        claims = [
            (vectors_with_prior(claim, counts, document), claim.offsets, claim.right)
            for document in documents
            for counts in (first_readings(document, weights)[1],)
            for claim in document.claims
            if claim.is_judged and claim.right.any() and not claim.right.all()
        ]
        if not claims:
            break
        weights = minimise(partial(_without_held, Objective(claims, start, strength), free), weights)
    return weights


def _without_held(objective: Objective, free: Floats, weights: Floats) -> tuple[float, Floats]:
    value, gradient = objective.value_and_gradient(weights)
    return value, gradient * free


def cross_validated(
    documents: Sequence[SampledDocument],
    strength: float,
    folds: int,
    held: Collection[str] = (),
    start: Floats = START,
    judged: Sequence[SampledDocument] | None = None,
) -> list[Ranked]:
    """Return the ranks of right queries under weights that were fitted to documents about other data sets.

    ``judged`` are the documents whose claims are ranked, where these are others than the weights are fitted to.
    """
    ranked_documents = documents if judged is None else judged
    data_sets = sorted({document.data_set for document in (*documents, *ranked_documents)})
    random.Random(_SEED).shuffle(data_sets)  # noqa: S311
    ranked = []
    for fold in range(min(folds, len(data_sets))):
        held_out = frozenset(data_sets[fold::folds])
        weights = fit([document for document in documents if document.data_set not in held_out], strength, held, start)
        ranked += [
            each for document in ranked_documents if document.data_set in held_out for each in ranks(document, weights)
        ]
    return ranked


def spreads(documents: Sequence[SampledDocument]) -> Floats:
    """Return how much each feature differs among the candidates of a claim: the mean of its standard deviations."""
    deviations = [
        vectors_with_prior(claim, None, document).std(axis=0)
        for document in documents
        for claim in document.claims
        if claim.is_judged and len(claim.offsets) > 1
    ]
    return np.mean(deviations, axis=0) if deviations else np.zeros(len(START))
