"""Compares values of candidates that a check has evaluated with what their own queries give."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from math import isclose, isfinite

import numpy as np

from factcheck.candidates.enumerate import AnchorCandidates, enumerate_candidates
from factcheck.candidates.space import Candidate
from factcheck.check.interpret import Interpretation
from factcheck.evaluation.claim_results import ClaimResults
from factcheck.port import Database

_DIGITS = 1e-9
_Drawn = tuple[ClaimResults, Candidate]


def different_values(
    interpretation: Interpretation, database: Database, of_each: int, seed: int
) -> tuple[dict[str, int], list[str]]:
    """Return how many candidates of each function were compared, and the queries whose values differ.

    ``of_each`` candidates of a function are drawn from those of all claims; each query is run once.
    """
    compared: dict[str, int] = {}
    different = []
    given: dict[str, float | None] = {}
    for function, drawn in _drawn(interpretation, of_each, random.Random(seed)).items():  # noqa: S311
        compared[function] = len(drawn)
        for results, candidate in drawn:
            query = results.space.query(candidate).sql()
            if query not in given:
                [row] = database.query(query)
                [value] = row.values()
                given[query] = None if value is None else float(value)
            value, noise = results.values([candidate])[candidate]
            if not _are_equal(value, given[query], noise):
                different.append(f"{query}: {given[query]}, not {value}")
    return compared, different


def _are_equal(value: float, given: float | None, noise: float) -> bool:
    if given is None or not isfinite(given):
        return not isfinite(value)
    return isclose(value, given, rel_tol=_DIGITS, abs_tol=max(noise, 1e-12))


def _drawn(interpretation: Interpretation, of_each: int, draw: random.Random) -> dict[str, list[_Drawn]]:
    """Draw evaluated candidates of each function from all claims."""
    by_function: dict[str, list[tuple[ClaimResults, AnchorCandidates, int]]] = defaultdict(list)
    for results, candidates in _evaluated(interpretation):
        functions = np.array([each.function.name for each in candidates.space.aggregates])[candidates.aggregate]
        for function in np.unique(functions).tolist():
            indexes = np.flatnonzero(functions == function)
            chosen = draw.sample(range(len(indexes)), min(of_each, len(indexes)))
            by_function[function] += [(results, candidates, int(indexes[index])) for index in chosen]
    return {
        function: [(results, candidates.candidate(index)) for results, candidates, index in _some(each, of_each, draw)]
        for function, each in by_function.items()
    }


def _some(
    each: list[tuple[ClaimResults, AnchorCandidates, int]], of_each: int, draw: random.Random
) -> list[tuple[ClaimResults, AnchorCandidates, int]]:
    return draw.sample(each, min(of_each, len(each)))


def _evaluated(interpretation: Interpretation) -> Iterator[tuple[ClaimResults, AnchorCandidates]]:
    for results, scope in zip(interpretation.results, interpretation.scopes, strict=True):
        for candidates in enumerate_candidates(results.space.product, scope):
            yield results, candidates
