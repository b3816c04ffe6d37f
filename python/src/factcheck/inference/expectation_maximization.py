"""Expectation maximisation over the document prior and the claims' distributions over queries (Algorithm 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from factcheck.candidates.candidate_space import AnyCandidate, derived_columns
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Table
from factcheck.inference.document_prior import Prior, PriorExponents, learned_prior, uniform_prior
from factcheck.inference.posterior import ClaimEvidence, EvaluatedClaim, Posterior
from factcheck.queries.query import Query
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.time_budget import NO_LIMIT, TimeLimit
from factcheck.weights.learned import LEARNED, LearnedWeights

NOTHING_DECIDED: Mapping[int, Query | None] = MappingProxyType({})


class EarlierInference:
    """What was inferred last in a check, for the next inference of it.

    Claims of which the same is known as before have the same most likely queries under the same priors, and the same
    distributions: these need not be worked out again.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.evidence: Sequence[ClaimEvidence] = ()
        self.chosen: list[tuple[Prior, list[AnyCandidate | None]]] = []
        self.posteriors: tuple[Prior, list[Posterior]] | None = None


class _Claims:
    """The claims of a document, to be asked under one prior after another, with what was inferred earlier."""

    def __init__(
        self, evidence: Sequence[ClaimEvidence], p_true: float, learned: LearnedWeights, earlier: EarlierInference
    ) -> None:
        self._evidence = evidence
        self._p_true = p_true
        self._learned = learned
        self._earlier = earlier
        before = earlier.evidence if len(earlier.evidence) == len(evidence) else (None,) * len(evidence)
        self._evaluated: dict[int, EvaluatedClaim] = {}
        self._is_as_before: list[bool] = []
        for index, (now, then) in enumerate(zip(evidence, before, strict=True)):
            checkpoint()
            self._is_as_before.append(then is not None and now.is_as(then))
            if not self._is_as_before[index]:
                self._claim(index)
        self._chosen: list[tuple[Prior, list[AnyCandidate | None]]] = []

    def _claim(self, index: int) -> EvaluatedClaim:
        if index not in self._evaluated:
            self._evaluated[index] = EvaluatedClaim(self._evidence[index], self._p_true, self._learned)
        return self._evaluated[index]

    def most_likely(self, prior: Prior) -> list[AnyCandidate | None]:
        """Return the most likely query of each claim (Expectation)."""
        known = next((chosen for then, chosen in self._earlier.chosen if then == prior), None)
        chosen: list[AnyCandidate | None] = []
        for index, is_as_before in enumerate(self._is_as_before):
            checkpoint()
            chosen.append(known[index] if known is not None and is_as_before else self._claim(index).most_likely(prior))
        self._chosen.append((prior, chosen))
        return chosen

    def posteriors(self, prior: Prior, top_k: int) -> list[Posterior]:
        """Return the distribution of each claim with its ``top_k`` best candidates; this is what was inferred then."""
        before = self._earlier.posteriors
        known = before[1] if before is not None and before[0] == prior else None
        posteriors = []
        for index, is_as_before in enumerate(self._is_as_before):
            checkpoint()
            posteriors.append(
                known[index] if known is not None and is_as_before else self._claim(index).posterior(prior, top_k)
            )
        self._earlier.evidence, self._earlier.chosen = self._evidence, self._chosen
        self._earlier.posteriors = prior, posteriors
        return posteriors


def query_and_learn(
    claims: Sequence[ClaimEvidence],
    tables: Sequence[Table],
    p_true: float,
    rounds: int,
    *,
    top_k: int = 10,
    limit: TimeLimit = NO_LIMIT,
    decided: Mapping[int, Query | None] = NOTHING_DECIDED,
    learned: LearnedWeights = LEARNED,
    earlier: EarlierInference | None = None,
) -> tuple[list[Posterior], Prior]:
    """Learn the document prior and the distribution over queries of each claim (QueryAndLearn, Algorithm 3).

    Starts from a uniform prior; each round takes the most likely query of every claim and sets the prior to the
    smoothed ratio of those queries with each property.  Stops when no most likely query changes, after
    ``rounds`` rounds, or when the limit is reached.  The exponents of the prior and weights of the evidence were
    ``learned``.  Returns for each claim the distribution with its ``top_k`` best candidates, and the prior behind
    these.  Where people ``decided`` what a claim means, by its index, that query counts for the prior instead of the
    most likely one; none where they said that it is no claim.  ``earlier`` has what the last inference from the same
    settings found, and then what this one does.

    Equal input gives equal output, since ties go by the indexes of the candidates' parts.
    """
    asked = _Claims(claims, p_true, learned, earlier or EarlierInference())
    derived = _with_decided(derived_columns(evidence.space for evidence in claims), decided)
    prior = uniform_prior(tables, derived, PriorExponents.of(learned))
    chosen = asked.most_likely(prior)
    if decided:
        prior = _maximization(claims, chosen, tables, derived, decided, prior.exponents)
        chosen = asked.most_likely(prior)
    for _ in range(rounds - 1):
        if limit.is_over:
            break
        prior = _maximization(claims, chosen, tables, derived, decided, prior.exponents)
        before, chosen = chosen, asked.most_likely(prior)
        if chosen == before:
            break
    return asked.posteriors(prior, top_k), prior


def _maximization(
    claims: Sequence[ClaimEvidence],
    chosen: Sequence[AnyCandidate | None],
    tables: Sequence[Table],
    derived: Sequence[DerivedColumn],
    decided: Mapping[int, Query | None],
    exponents: PriorExponents,
) -> Prior:
    queries = [
        claim.space.query(best)
        for index, (claim, best) in enumerate(zip(claims, chosen, strict=True))
        if best is not None and index not in decided
    ]
    queries += [query for query in decided.values() if query is not None]
    return learned_prior(queries, tables, derived, exponents)


def _with_decided(derived: Sequence[DerivedColumn], decided: Mapping[int, Query | None]) -> tuple[DerivedColumn, ...]:
    """Return derived columns with those of queries that were decided on, each once."""
    columns = (part.column for query in decided.values() if query is not None for part in (query, *query.operands()))
    return tuple(dict.fromkeys([*derived, *(column for column in columns if isinstance(column, DerivedColumn))]))
