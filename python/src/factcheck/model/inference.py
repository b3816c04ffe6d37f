"""Expectation maximisation over the document prior and the claims' distributions over queries (Algorithm 3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.fragments import Function
from factcheck.catalogue.schema import Table
from factcheck.model.candidates import CandidateSpace

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]

_SMOOTHING = 1.0
_CHANCE_RATE = 0.0004
_FEW_CANDIDATES = 200
_FUNCTIONS = tuple(Function)


@dataclass(frozen=True, slots=True)
class ClaimCandidates:
    """The candidates of one claim: a space for each table and, aligned with it, which candidates match.

    ``matches[t][i]`` is true where the result of candidate i of space t rounds to the claimed value.
    """

    spaces: tuple[CandidateSpace, ...]
    matches: tuple[Booleans, ...]


@dataclass(frozen=True, slots=True)
class Prior:
    """The document prior Θ (Equation 1).

    ``functions`` sums to one over the functions, ``aggregated`` over all columns and the ``*`` of each table
    (keyed by ``column_id`` and by minus ``table_id``); ``restricted`` gives for each column the
    probability that a claim restricts it.
    """

    functions: dict[Function, float]
    aggregated: dict[int, float]
    restricted: dict[int, float]


@dataclass(frozen=True, slots=True)
class Posterior:
    """Distribution over a claim's candidates; ``probabilities`` is aligned with the spaces and sums to one.

    ``best`` is the place of the most likely candidate: its space and its place there.
    """

    probabilities: tuple[Floats, ...]
    best: tuple[int, int]


def query_and_learn(
    claims: Sequence[ClaimCandidates],
    tables: Sequence[Table],
    p_true: float,
    rounds: int,
    checkpoint: Callable[[], None],
) -> tuple[list[Posterior], Prior]:
    """Learn the document prior and the distribution over queries of each claim (QueryAndLearn, Algorithm 3).

    Starts from a uniform prior; each round takes the most likely query of every claim and sets the prior to
    the smoothed ratio of those queries with each property.  Stops when no most likely query changes, or after so many
    rounds.  Ties go to the first candidate, so that equal input gives equal output.
    """
    likelihoods = [_likelihoods(claim, p_true) for claim in claims]
    prior = uniform_prior(tables)
    best: list[tuple[int, int]] = []
    posteriors: list[Posterior] = []
    for _ in range(rounds):
        posteriors = []
        for claim, likelihood in zip(claims, likelihoods, strict=True):
            checkpoint()
            posteriors.append(_posterior(claim, likelihood, prior))
        chosen = [posterior.best for posterior in posteriors]
        if chosen == best:
            break
        best = chosen
        prior = _maximise(claims, best, tables)
    return posteriors, prior


def uniform_prior(tables: Sequence[Table]) -> Prior:
    """The prior before anything is known: functions and columns alike, each column restricted once in all."""
    columns = [column.column_id for table in tables for column in table.columns]
    aggregated = [*columns, *(-table.table_id for table in tables)]
    return Prior(
        {function: 1 / len(_FUNCTIONS) for function in _FUNCTIONS},
        {key: 1 / len(aggregated) for key in aggregated},
        {key: 1 / max(len(columns), 1) for key in columns},
    )


def evidence_of_match(claim: ClaimCandidates, p_true: float) -> float:
    """Pr(E|Q) of a candidate that matches: p_T, less where matches are common and so say little.

    A number such as "two" or "38 %" is the result of many queries by chance.  Where a larger share of the candidates
    matches by chance than ``_CHANCE_RATE``, the odds p_T : 1 - p_T are divided by how many times larger it is.  One
    match is taken for the right one, and a space of few candidates cannot show a share reliably.
    """
    total = sum(len(matches) for matches in claim.matches)
    by_chance = max(sum(int(matches.sum()) for matches in claim.matches) - 1, 0)
    rate = by_chance / (total + _FEW_CANDIDATES)
    odds = p_true / (1 - p_true) / max(1.0, rate / _CHANCE_RATE)
    return odds / (1 + odds)


def _likelihoods(claim: ClaimCandidates, p_true: float) -> list[Floats]:
    """Pr(S|Q)·Pr(E|Q) of every candidate (Equations 3 and 4), not scaled."""
    p_match = evidence_of_match(claim, p_true)
    found = []
    for space, matches in zip(claim.spaces, claim.matches, strict=True):
        aggregate_scores = np.array([aggregate.score for aggregate in space.aggregates])
        evidence = np.where(matches, p_match, 1 - p_match)
        if len(space.aggregate) == 0:
            found.append(np.empty(0))
            continue
        found.append(
            aggregate_scores[space.aggregate] * space.set_scores[space.predicate_set] * evidence / space.choices
        )
    return found


def _posterior(claim: ClaimCandidates, likelihoods: Sequence[Floats], prior: Prior) -> Posterior:
    weights = []
    for space, likelihood in zip(claim.spaces, likelihoods, strict=True):
        if len(likelihood) == 0:
            weights.append(likelihood)
            continue
        aggregates = np.array(
            [
                prior.functions[aggregate.function] * prior.aggregated[_aggregated_key(space, place)]
                for place, aggregate in enumerate(space.aggregates)
            ]
        )
        restricted = np.array([*(prior.restricted[p.column.column_id] for p in space.predicates), 1.0])
        sets = restricted[space.predicate_sets].prod(axis=1)
        weights.append(likelihood * aggregates[space.aggregate] * sets[space.predicate_set])
    total = sum(float(weight.sum()) for weight in weights)
    probabilities = tuple(weight / total if total > 0 else weight for weight in weights)
    return Posterior(probabilities, _best(probabilities))


def _best(probabilities: Sequence[Floats]) -> tuple[int, int]:
    tops = [(float(p.max()), -place, int(p.argmax())) for place, p in enumerate(probabilities) if len(p)]
    if not tops:
        return (0, -1)
    _, place, candidate = max(tops)
    return (-place, candidate)


def _aggregated_key(space: CandidateSpace, place: int) -> int:
    column = space.aggregates[place].column
    return -space.table.table_id if column is None else column.column_id


def _maximise(claims: Sequence[ClaimCandidates], best: Sequence[tuple[int, int]], tables: Sequence[Table]) -> Prior:
    """The prior that the most likely queries speak for: (count + a) / (n + a·size) with a = 1."""
    start = uniform_prior(tables)
    functions = dict.fromkeys(start.functions, 0.0)
    aggregated = dict.fromkeys(start.aggregated, 0.0)
    restricted = dict.fromkeys(start.restricted, 0.0)
    total = 0
    for claim, (at, candidate) in zip(claims, best, strict=True):
        if candidate < 0:
            continue
        total += 1
        space = claim.spaces[at]
        place = int(space.aggregate[candidate])
        functions[space.aggregates[place].function] += 1
        aggregated[_aggregated_key(space, place)] += 1
        for predicate in space.query(candidate).predicates:
            restricted[predicate.column.column_id] += 1
    return Prior(
        {f: (n + _SMOOTHING) / (total + _SMOOTHING * len(functions)) for f, n in functions.items()},
        {a: (n + _SMOOTHING) / (total + _SMOOTHING * len(aggregated)) for a, n in aggregated.items()},
        {r: (n + _SMOOTHING) / (total + _SMOOTHING * len(restricted)) for r, n in restricted.items()},
    )
