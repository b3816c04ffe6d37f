"""The stage that orders the likely readings of each claim anew, before they are judged."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from factcheck.check.interpret import Interpretation
from factcheck.check.read_as_entries import read_as_entries
from factcheck.check.read_as_extremes import read_as_extremes
from factcheck.check.unsure_results import unsure_claims
from factcheck.evaluation.claim_results import values_of
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.reranking import reranked
from factcheck.queries.query import Query
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.context import CheckContext


def rerank(interpretation: Interpretation, context: CheckContext) -> Interpretation:
    """Return an interpretation whose claims have their likely readings in the order in which they are meant."""
    with context.stage("inference"):
        claims = reranked(read_claims(interpretation), context.settings.weights.reranking)
        claims = read_as_extremes(read_as_entries(interpretation.check, claims))
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
        read.append(_without_repeats(ReadClaim(view.number, view.words, view.relevance, posterior, tuple(of_claim))))
    return tuple(read)


def _without_repeats(claim: ReadClaim) -> ReadClaim:
    """Return a claim each likely reading of which is there once: a product may be listed as well."""
    first: dict[Query, int] = {}
    for at, likely in enumerate(claim.posterior.best):
        first.setdefault(likely.query, at)
    if len(first) == len(claim.posterior.best):
        return claim
    together: defaultdict[Query, float] = defaultdict(float)
    for likely in claim.posterior.best:
        together[likely.query] += likely.probability
    kept = sorted(first.values(), key=lambda at: -together[claim.posterior.best[at].query])
    best = (replace(claim.posterior.best[at], probability=together[claim.posterior.best[at].query]) for at in kept)
    values = tuple(claim.values[at] for at in kept)
    return replace(claim, posterior=replace(claim.posterior, best=tuple(best)), values=values)
