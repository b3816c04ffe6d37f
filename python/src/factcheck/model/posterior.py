"""What is known of a claim and what follows: the evaluated candidates that match, and the distribution over queries."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.model.query_space import Candidate, QuerySpace, Scope

Integers = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Matches:
    """Evaluated candidates whose result rounds to the claimed value, as parallel arrays with one element a candidate.

    ``predicates`` and ``condition`` hold a row of places a candidate, ascending and filled up with -1, in
    ``max_predicates`` columns; only conditional probabilities have a condition.
    """

    aggregate: Integers
    predicates: Integers
    condition: Integers


@dataclass(frozen=True)
class ClaimEvidence:
    """The candidates of a claim, those of them that were evaluated, and those of these that match."""

    space: QuerySpace
    scope: Scope
    matches: Matches


@dataclass(frozen=True, slots=True)
class LikelyCandidate:
    """A candidate with its posterior probability, and whether its result rounds to the claimed value."""

    candidate: Candidate
    probability: float
    matches: bool


@dataclass(frozen=True, slots=True)
class Posterior:
    """Distribution over a claim's candidates, as far as anybody asks.

    ``best`` are the most likely evaluated candidates in order.  ``p_matching`` is the probability of all that match.
    ``is_certified`` says that no candidate of the whole space, evaluated or not, can be more likely than the first of
    ``best``.  ``outside`` is the heaviest candidate that was not evaluated, None where all were.  ``normaliser`` is
    the sum of all candidates' weights, and ``p_match`` the Pr(E|Q) of one that matches.
    """

    best: tuple[LikelyCandidate, ...]
    p_matching: float
    is_certified: bool
    outside: Candidate | None
    normaliser: float
    p_match: float
