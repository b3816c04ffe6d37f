"""The likelihood of right queries under log-linear weights, with the document prior learned anew for the weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.quality.fitting.layout import Floats, index_of
from factcheck.quality.fitting.sample import Integers, SampledClaim, SampledDocument
from factcheck.weights.weights import WEIGHTS

_ROUNDS = 10
_LEAST_UNRESTRICTED = 1e-3
_FUNCTION, _COLUMN = index_of("prior", "function"), index_of("prior", "column")
_RESTRICTION, _UNRESTRICTED = index_of("prior", "restriction"), index_of("prior", "unrestricted")


@dataclass(frozen=True)
class PriorCounts:
    """How many of a document's most likely queries have each function, aggregated column and restricted column."""

    functions: Floats
    columns: Floats
    restricted: Floats
    total: int


def first_readings(document: SampledDocument, weights: Floats) -> tuple[list[int | None], PriorCounts | None]:
    """Return the index of each claim's most likely candidate, and the counts behind them (Algorithm 3)."""
    counts: PriorCounts | None = None
    chosen = [_most_likely(claim, weights, counts, document) for claim in document.claims]
    for _ in range(_ROUNDS - 1):
        counts = _counts(document, chosen)
        before, chosen = chosen, [_most_likely(claim, weights, counts, document) for claim in document.claims]
        if chosen == before:
            break
    return chosen, counts


def _most_likely(
    claim: SampledClaim, weights: Floats, counts: PriorCounts | None, document: SampledDocument
) -> int | None:
    if not len(claim.offsets):
        return None
    return int(np.argmax(logs_of(claim, vectors_with_prior(claim, counts, document), weights)))


def _counts(document: SampledDocument, chosen: Sequence[int | None]) -> PriorCounts:
    functions, columns = np.zeros(document.functions), np.zeros(document.columns)
    restricted = np.zeros(document.restrictable)
    total = 0
    for claim, best in zip(document.claims, chosen, strict=True):
        if best is not None:
            total += 1
            functions[claim.functions[best]] += 1
            columns[claim.columns[best]] += 1
            np.add.at(restricted, claim.restricted[best][claim.restricted[best] >= 0], 1.0)
    return PriorCounts(functions, columns, restricted, total)


def vectors_with_prior(claim: SampledClaim, counts: PriorCounts | None, document: SampledDocument) -> Floats:
    """Return the vectors of a claim's candidates with the logarithms of the document prior; uniform without counts."""
    smoothing = WEIGHTS.prior
    counts = counts or PriorCounts(
        np.zeros(document.functions), np.zeros(document.columns), np.zeros(document.restrictable), 0
    )
    functions = _shares(counts.functions, counts.total, smoothing.function_smoothing)
    columns = _shares(counts.columns, counts.total, smoothing.column_smoothing)
    restricted = _shares(counts.restricted, counts.total, smoothing.restriction_smoothing)
    left = np.maximum(1 - restricted, _LEAST_UNRESTRICTED)
    vectors = claim.vectors.astype(np.float64)
    vectors[:, _FUNCTION] = np.log(functions)[claim.functions]
    vectors[:, _COLUMN] = np.log(columns)[claim.columns]
    vectors[:, _RESTRICTION] = _sums(np.log(restricted), claim.restricted)
    vectors[:, _UNRESTRICTED] = _sums(np.log(left), claim.restricted)
    return vectors


def _shares(counts: Floats, total: int, smoothing: float) -> Floats:
    shares: Floats = (counts + smoothing) / (total + smoothing * max(len(counts), 1))
    return shares


def _sums(logs: Floats, restricted: Integers) -> Floats:
    sums: Floats = np.append(logs, 0.0)[restricted].sum(axis=1)
    return sums


def logs_of(claim: SampledClaim, vectors: Floats, weights: Floats) -> Floats:
    """Return the logarithms of the weights of a claim's candidates."""
    logs: Floats = vectors @ weights + claim.offsets
    return logs


class Objective:
    """Minus the logarithm of the likelihood of the right queries, with what it costs to leave the start weights.

    Each claim has vectors, offsets, and which rows are right, at least one of them.  The rows of all claims are one
    matrix, of the features that are not 0 everywhere: the others keep their start weight.
    """

    def __init__(
        self, claims: Sequence[tuple[Floats, Floats, npt.NDArray[np.bool_]]], start: Floats, strength: float
    ) -> None:
        self._start = start
        self._strength = strength
        sizes = [len(offsets) for _, offsets, _ in claims]
        self._of = np.repeat(np.arange(len(claims)), sizes)
        self._firsts = np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(np.int64)
        self._used = np.any([vectors.any(axis=0) for vectors, _, _ in claims], axis=0)
        self._vectors = np.concatenate([vectors[:, self._used] for vectors, _, _ in claims])
        self._offsets = np.concatenate([offsets for _, offsets, _ in claims])
        self._right = np.concatenate([right for _, _, right in claims])

    def value_and_gradient(self, weights: Floats) -> tuple[float, Floats]:
        """Return the objective and its gradient."""
        distance = weights - self._start
        logs = self._vectors @ weights[self._used] + self._offsets
        of_all, shares = self._log_sums(logs)
        of_right, right_shares = self._log_sums(np.where(self._right, logs, -np.inf))
        gradient = self._strength * distance
        gradient[self._used] += (shares - right_shares) @ self._vectors
        return self._strength / 2 * float(distance @ distance) + float((of_all - of_right).sum()), gradient

    def _log_sums(self, logs: Floats) -> tuple[Floats, Floats]:
        """Return the logarithm of the sum of each claim's exponentials, and the share of each row."""
        most = np.maximum.reduceat(logs, self._firsts)
        shares = np.exp(logs - most[self._of])
        totals = np.add.reduceat(shares, self._firsts)
        return most + np.log(totals), shares / totals[self._of]
