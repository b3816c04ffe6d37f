"""Measure how well claims are judged: those left out of the fit by the weights shipped, the others out of fold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from factcheck.quality.evidence.cases import FOLDS, read_claims, read_passages
from factcheck.quality.evidence.fit import fit_evidence_weights
from factcheck.quality.evidence.kept_embeddings import KeptEncoder
from factcheck.quality.evidence.measures import RECALL_AT, ClaimOutcome, outcome_of
from factcheck.quality.evidence.observe import Observation, observe, passages_added, searched
from factcheck.weights.evidence import EvidenceModels, EvidenceWeights

Keys = dict[str, list[str]]


def observe_folder(
    dsn: str, folder: Path, mode: str, tell: Callable[[int, int], None], kept: Path | None = None
) -> tuple[list[Observation], Keys]:
    """Observe all claims of a folder; ``tell`` is told how many are done, of how many.

    ``kept`` is the file that keeps embeddings between runs.  Also returned are the keys of the rows that the search
    finds first for each claim, each once.
    """
    claims, observations = read_claims(folder), []
    keys: Keys = {}
    model = KeptEncoder(kept) if mode == "fused" else None
    with passages_added(dsn, read_passages(folder), model) as (connection, name):
        search = searched(connection, name, model)
        for done, observation in enumerate(observe(search, claims), 1):
            observations.append(observation)
            claim = observation.claim
            found = search.best(claim.text, max(RECALL_AT), mode)
            keys[claim.claim_id] = list(dict.fromkeys(each.key for each in found))
            tell(done, len(claims))
    if model is not None:
        model.write()
    return observations, keys


def fit_models(observations: Sequence[Observation], fused: Sequence[Observation] = ()) -> EvidenceModels:
    """Fit weights to the training claims; ``fused`` are the same claims observed with the similarity of embeddings."""
    return EvidenceModels(
        fit_evidence_weights([each for each in observations if each.claim.is_training], has_similarity=False),
        fit_evidence_weights([each for each in fused if each.claim.is_training], has_similarity=True)
        if fused
        else None,
    )


def outcomes_of(
    observations: Sequence[Observation], keys: Keys, weights: EvidenceWeights, has_similarity: bool
) -> dict[str, list[ClaimOutcome]]:
    """Judge the claims that were left out by the weights given, and the others by weights fitted on other folds."""
    left_out = [each for each in observations if not each.claim.is_training]
    training = [each for each in observations if each.claim.is_training]
    cross_validated = []
    for fold in range(FOLDS):
        held = [each for each in training if each.claim.fold == fold]
        others = [each for each in training if each.claim.fold != fold]
        if held and others:
            fitted = fit_evidence_weights(others, has_similarity)
            cross_validated += [outcome_of(each, keys[each.claim.claim_id], fitted) for each in held]
    groups = {
        "claims left out": [outcome_of(each, keys[each.claim.claim_id], weights) for each in left_out],
        "training claims, out of fold": cross_validated,
    }
    return {name: outcomes for name, outcomes in groups.items() if outcomes}
