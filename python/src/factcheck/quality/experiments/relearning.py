"""Inference over what a check has evaluated already, for variants that change nothing but inference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from factcheck.evaluation.evaluate import matching
from factcheck.interpretation import ClaimResults, Interpretation
from factcheck.model.learning import query_and_learn
from factcheck.model.posterior import ClaimEvidence, Matches
from factcheck.model.verdicts import judge
from factcheck.numbers.mentions import Number
from factcheck.port import Database
from factcheck.preparation import PreparedCheck
from factcheck.quality.comparison import Row
from factcheck.rows import claim_row


def learn_again(check: PreparedCheck, found: Interpretation, database: Database) -> Interpretation:
    """Infer by the check's settings ``p_true`` and ``em_rounds`` from what was evaluated, as far as that went."""
    settings = check.settings
    evidence = [
        ClaimEvidence(space, scope, _matches(claim.number, results, check))
        for claim, space, scope, results in zip(check.claims, found.spaces, found.scopes, found.results, strict=True)
    ]
    posteriors, prior = query_and_learn(
        evidence, check.tables, settings.p_true, settings.em_rounds, database.checkpoint, top_k=check.options.top_k
    )
    return replace(found, posteriors=tuple(posteriors), prior=prior)


def rows_of(check: PreparedCheck, found: Interpretation) -> list[Row]:
    """The rows of a check that has come so far."""
    return [
        claim_row(
            check.parsed.paper.source, claim, judge(posterior, results.value, check.settings), posterior.is_certified
        )
        for claim, posterior, results in zip(check.claims, found.posteriors, found.results, strict=True)
    ]


def _matches(number: Number, results: ClaimResults, check: PreparedCheck) -> Matches:
    """The candidates whose results agree with a number."""
    width = check.settings.max_predicates
    aggregates: list[Sequence[int]] = [()]
    predicates, conditions = [np.empty((0, width), np.int32)], [np.empty((0, width), np.int32)]
    for own, values in zip(results.candidates, results.results, strict=True):
        places = np.flatnonzero(matching(number, values, check.settings.about_tolerance))
        aggregates.append(own.aggregate[places].tolist())
        predicates.append(own.predicate_sets[own.predicate_set[places]].astype(np.int32))
        conditions.append(own.predicate_sets[own.condition[places]].astype(np.int32))
    aggregate = np.array([place for places in aggregates for place in places], dtype=np.int32)
    return Matches(aggregate, np.concatenate(predicates), np.concatenate(conditions))
