"""What is known of a claim and what follows: how near its candidates come, and the distribution over queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log10

import numpy as np
import numpy.typing as npt

from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace, rank_key
from factcheck.candidates.integer_logs import NEVER, NOISE, is_possible, natural_log, whole_logs
from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.matches import Matches
from factcheck.candidates.space import Candidate, Scope
from factcheck.candidates.weighted_space import WeightedSpace
from factcheck.inference.document_prior import Prior, weigh
from factcheck.numbers.closeness import Closeness
from factcheck.queries.query import Query
from factcheck.weights.learned import LEARNED, LearnedWeights
from factcheck.weights.weights import WEIGHTS

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

SHARES = ("rounds", "near", "unit", "slip", "close", "same_size")
"""The shares of what a match says, in the order of their closeness."""

_USUAL_DIGITS = 3.0
_MOST_FURTHER_DIGITS = 3.0

_Ranked = tuple[int, AnyCandidate, Closeness]
"""Minus the logarithm of a candidate's weight after evidence, the candidate, and how near its result is."""


@dataclass(frozen=True)
class ClaimEvidence:
    """The candidates of a claim, those of them that were evaluated, and those of these whose results are not far.

    ``digits`` are how many digits of a result the number fixes.
    """

    space: CandidateSpace
    scope: Scope
    matches: Matches
    digits: float = 0.0

    def is_as(self, other: ClaimEvidence) -> bool:
        """Tell whether the same is known of the claim as at another time."""
        return (
            self.space is other.space
            and self.digits == other.digits
            and self.scope.is_as(other.scope)
            and self.matches.is_as(other.matches)
        )


@dataclass(frozen=True, slots=True)
class LikelyQuery:
    """A candidate with its posterior probability, and how near its result is to the claimed value."""

    candidate: AnyCandidate
    query: Query
    probability: float
    closeness: Closeness

    @property
    def matches(self) -> bool:
        """Whether the claim is right if it is read like this."""
        return self.closeness is Closeness.AGREES


@dataclass(frozen=True, slots=True)
class Posterior:
    """What is asked of the distribution over a claim's candidates.

    ``best`` are the most likely evaluated candidates in order, ``p_matching`` is the probability of all that agree.
    ``is_certified`` says that no candidate of the whole space, evaluated or not, is more likely than the first of
    ``best``.  ``outside`` are those that may be, the heaviest first: of product candidates the heaviest alone, of
    listed ones all.  ``normaliser`` is the sum of the weights of all candidates after evidence, ``evidence`` the
    Pr(E|Q) of each closeness.  ``lag`` is the natural logarithm of how many times heavier than the first of ``best``,
    before evidence, the heaviest evaluated candidate is, ``heaviest`` the query of that one.
    """

    best: tuple[LikelyQuery, ...]
    p_matching: float
    is_certified: bool
    outside: tuple[AnyCandidate, ...]
    normaliser: float
    evidence: tuple[float, ...]
    lag: float = 0.0
    heaviest: Query | None = None


def evidence_of_match(matching: int, evaluated: int, p_true: float) -> float:
    """Return Pr(E|Q) of a candidate that matches: p_T, less where matches are common and so say little.

    A number such as "two" or "38 %" is the result of many queries by chance.  Where a larger share of the candidates
    matches by chance than the weight ``chance_rate``, the odds p_T : 1 - p_T are divided by how many times larger it
    is; but chance alone never makes a match speak against a query.  One match is taken for the right one, and a space
    of few candidates cannot show a share reliably.
    """
    rate = max(matching - 1, 0) / (evaluated + WEIGHTS.evidence.few_candidates)
    odds = p_true / (1 - p_true)
    if odds > 1:
        odds = max(1.0, odds / max(1.0, rate / WEIGHTS.evidence.chance_rate))
    return odds / (1 + odds)


def further_digits(digits: float) -> float:
    """Return how many digits a match fixes beyond those that p_T tells of, at most three.

    That a query which is not meant gives the number by chance is the less likely the more digits the number has: one
    in ten thousand does for "41,018", while one in ten does for "4".  What p_T makes of a match is right for three.
    """
    return min(max(digits - _USUAL_DIGITS, 0.0), _MOST_FURTHER_DIGITS)


def evidence_of_closeness(
    p_match: float, matching: int = 1, learned: LearnedWeights = LEARNED, digits: float = 0.0
) -> tuple[float, ...]:
    """Return Pr(E|Q) by closeness: what comes near says a share of what a match says, on the scale of logarithms.

    Shares were ``learned`` in addition, and what a match says beyond ``p_match``, by how many there are and how many
    ``digits`` the number fixes.  Where a match says nothing, none of them does; nothing says more than a match does
    without what was learned about it.
    """
    odds, shares = p_match / (1 - p_match), WEIGHTS.evidence.shares
    added = learned.of("evidence") if odds > 1 else {}
    partly = (min(getattr(shares, name) + added.get(name, 0.0), 1.0) for name in SHARES)
    log_of_match = added.get("agrees", 0.0) + added.get("matches", 0.0) * log10(max(matching, 1))
    if odds > 1:
        log_of_match += WEIGHTS.evidence.further_digit * further_digits(digits)
    of_match = exp(log_of_match)
    far = 1 / (1 + odds * of_match) if of_match != 1 else 1 - p_match
    return (far * odds * of_match if of_match != 1 else p_match, *(far * odds**share for share in partly), far)


class EvaluatedClaim:
    """A claim with what does not depend on the prior worked out, to be weighed round by round."""

    def __init__(self, claim: ClaimEvidence, p_true: float, learned: LearnedWeights = LEARNED) -> None:
        self.space = claim.space
        self._scope = claim.scope
        matches = claim.matches
        rows = np.column_stack((matches.aggregate, matches.predicates, matches.condition)).astype(np.int64)
        order = np.lexsort(rows.T[::-1])  # that of ties
        self._rows: Integers = rows[order]
        self._closeness = matches.closeness[order].astype(np.int64)
        most = claim.space.product.max_predicates
        self._aggregate = self._rows[:, 0]
        self._predicates = self._rows[:, 1 : most + 1]
        has_condition = (self._rows[:, most + 1 :] >= 0).any(axis=1)
        shares = np.where(has_condition, 2 ** (self._predicates >= 0).sum(axis=1) - 2, 1).astype(np.float64)
        self._shares, self._share_logs = shares, whole_logs(shares)
        self._listed = matches.listed
        p_match = evidence_of_match(matches.matching, claim.space.size(claim.scope), p_true)
        self.evidence = evidence_of_closeness(p_match, matches.matching, learned, claim.digits)
        self._does_match_speak_for = min(self.evidence) == self.evidence[Closeness.FAR]
        self._logs = whole_logs(np.array(self.evidence))
        self._weighed: tuple[Prior, WeightedSpace] | None = None

    def _weigh(self, prior: Prior) -> WeightedSpace:
        """Weigh the candidates; learning asks for the last prior twice."""
        if self._weighed is None or self._weighed[0] is not prior:
            self._weighed = prior, weigh(self.space, prior)
        return self._weighed[1]

    def most_likely(self, prior: Prior) -> AnyCandidate | None:
        """Return the maximum likelihood query of the claim, given the prior; None where no candidate is possible."""
        ranked = self._ranked(self._weigh(prior), 1)
        return ranked[0][1] if ranked else None

    def posterior(self, prior: Prior, top_k: int) -> Posterior:
        """Return the distribution over the claim's queries, given the prior (Equation 2)."""
        weighed = self._weigh(prior)
        mass = self._mass(weighed)
        after = mass * np.array(self.evidence)
        total = float(after.sum())
        ranked = self._ranked(weighed, top_k)
        outside = tuple(self._likelier_outside(weighed, ranked))
        best = tuple(
            LikelyQuery(
                candidate,
                self.space.query(candidate),
                weighed.weight(candidate) * self.evidence[closeness] / total,
                closeness,
            )
            for _, candidate, closeness in ranked
        )
        return Posterior(
            best,
            float(after[Closeness.AGREES]) / total if total > 0 else 0.0,
            not outside,
            outside,
            total,
            self.evidence,
            *self._heaviest(weighed, ranked),
        )

    def _likelier_outside(self, weighed: WeightedSpace, ranked: Sequence[_Ranked]) -> Iterator[AnyCandidate]:
        """Yield candidates that were not evaluated and may be more likely than the first of those that were."""
        most = -ranked[0][0] + NOISE - int(self._logs.max()) if ranked else NEVER
        for log, candidate in weighed.outside(self._scope):
            if log <= most:
                return
            yield candidate

    def _heaviest(self, weighed: WeightedSpace, ranked: Sequence[_Ranked]) -> tuple[float, Query | None]:
        """Return how much heavier the heaviest candidate is before evidence than the most likely one, and its query."""
        heaviest = next(weighed.in_order(self._scope), None)
        if heaviest is None or not ranked:
            return 0.0, None
        log, _, closeness = ranked[0]
        return natural_log(heaviest[0] - (-log - int(self._logs[closeness]))), self.space.query(heaviest[1])

    def _mass(self, weighed: WeightedSpace) -> Floats:
        """Return the weight of all candidates of each closeness before evidence; what was not evaluated is far."""
        product = weighed.product.weights(self._aggregate, self._predicates) / self._shares
        mass: Floats = np.bincount(self._closeness, product, len(Closeness)).astype(np.float64)
        for index, closeness in sorted(self._listed.items()):  # sums do not depend on their order
            mass[closeness] += weighed.listed.weight(ListedCandidate(index))
        mass[Closeness.FAR] = max(weighed.mass() - mass[: Closeness.FAR].sum(), 0.0)
        return mass

    def _ranked(self, weighed: WeightedSpace, count: int) -> list[_Ranked]:
        """Return the most likely evaluated candidates in order.

        Where a match speaks for a query, the ``count`` heaviest are enough to look at, beside those that are not far:
        of those after them, none that is far becomes more likely than any of these.
        """
        ranked = self._ranked_near(weighed, count)
        others = 0
        log_far = int(self._logs[Closeness.FAR])
        for seen, (log, candidate) in enumerate(weighed.in_order(self._scope), 1):
            if self._is_far(candidate):
                ranked.append((-log - log_far, candidate, Closeness.FAR))
                others += 1
            if others == count or (seen == count and self._does_match_speak_for):
                break
        return sorted(ranked, key=lambda one: rank_key(-one[0], one[1]))[:count]

    def _ranked_near(self, weighed: WeightedSpace, count: int) -> list[_Ranked]:
        before = weighed.product.logs(self._aggregate, self._predicates) - self._share_logs
        logs = before + self._logs[self._closeness]
        if len(logs) > count:
            indexes = np.flatnonzero(logs >= np.partition(logs, -count)[-count])
        else:
            indexes = np.arange(len(logs))
        indexes = indexes[np.argsort(-logs[indexes], kind="stable")][:count]
        ranked: list[_Ranked] = [
            (-int(logs[i]), self._candidate(self._rows[i]), Closeness(self._closeness[i]))
            for i in indexes
            if is_possible(int(before[i]))
        ]
        for index, closeness in sorted(self._listed.items()):
            if is_possible(log := weighed.listed.log(ListedCandidate(index))):
                ranked.append((-log - int(self._logs[closeness]), ListedCandidate(index), closeness))
        return ranked

    def _candidate(self, row: Integers) -> Candidate:
        aggregate, *indexes = (int(index) for index in row)
        predicates, condition = indexes[: len(indexes) // 2], indexes[len(indexes) // 2 :]
        return Candidate(aggregate, tuple(p for p in predicates if p >= 0), tuple(p for p in condition if p >= 0))

    def _is_far(self, candidate: AnyCandidate) -> bool:
        """Tell whether a candidate is not among those that are not far, whose rows are sorted."""
        if isinstance(candidate, ListedCandidate):
            return candidate.number not in self._listed
        most = self.space.product.max_predicates
        row = [
            candidate.aggregate,
            *candidate.predicates, *(-1,) * (most - len(candidate.predicates)),
            *candidate.condition, *(-1,) * (most - len(candidate.condition)),
        ]  # fmt: skip
        start, end = 0, len(self._rows)
        for column, wanted in zip(self._rows.T, row, strict=True):
            within = column[start:end]
            start, end = start + int(within.searchsorted(wanted)), start + int(within.searchsorted(wanted, "right"))
            if start == end:
                return True
        return False
