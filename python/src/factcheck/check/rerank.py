"""The stage that orders the likely readings of each claim anew, before they are judged."""

from __future__ import annotations

from dataclasses import replace

from factcheck.check.interpret import Interpretation
from factcheck.check.unsure_results import unsure_claims
from factcheck.evaluation.claim_results import values_of
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.reranking import reranked
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.context import CheckContext


def rerank(interpretation: Interpretation, context: CheckContext) -> Interpretation:
    """Return an interpretation whose claims have their likely readings in the order in which they are meant."""
    with context.stage("inference"):
        claims = reranked(read_claims(interpretation), context.settings.weights.reranking)
        posteriors = tuple(each.claim.posterior for each in claims)
        return replace(
            interpretation,
            inference=replace(interpretation.inference, posteriors=posteriors),
            unsure=unsure_claims(interpretation.check, interpretation.results, posteriors),
            reranked=tuple(claims),
        )


def read_claims(interpretation: Interpretation) -> tuple[ReadClaim, ...]:
    """Return the claims with what their words find, the distributions over their readings and what these give."""
    candidates = [[likely.candidate for likely in posterior.best] for posterior in interpretation.posteriors]
    values = values_of(interpretation.results, candidates)
    read = []
    for index, (posterior, of_claim) in enumerate(zip(interpretation.posteriors, values, strict=True)):
        checkpoint()
        view = interpretation.scoped.spanned.view(index)
        read.append(ReadClaim(view.number, view.words, view.relevance, posterior, tuple(of_claim)))
    return tuple(read)
