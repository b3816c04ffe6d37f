"""The feature vectors of a claim's candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, log10

import numpy as np

from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace
from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.learned_features import (
    LEARNED_OF_COLUMN,
    LEARNED_OF_COUNT,
    LEARNED_OF_FUNCTION,
    LEARNED_OF_LISTED,
    LEARNED_OF_PREDICATE,
)
from factcheck.candidates.learned_scores import LISTED, LearnedScores
from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.log_linear import SCORE
from factcheck.catalogue.schema import Column, Table
from factcheck.inference.posterior import SHARES, evidence_of_closeness
from factcheck.numbers.closeness import Closeness
from factcheck.quality.fitting.layout import FEATURES, Floats, columns_of, index_of
from factcheck.weights.learned import NEUTRAL

_LEAST_SCORE = 1e-12


class CandidateVectors:
    """Makes the vectors of one claim's candidates.

    ``space`` has the scores before anything learned is applied.
    """

    def __init__(self, space: CandidateSpace, claim: ClaimView) -> None:
        self._space = space
        self._scores = LearnedScores(claim, space.product.relations.tables, NEUTRAL)
        self._predicates: dict[int, Floats] = {}
        self._columns: dict[tuple[int, int | None], Sequence[float]] = {}

    def of(self, candidate: AnyCandidate) -> tuple[Floats, float]:
        """Return a candidate's vector, without prior and evidence, and the offset of its logarithm."""
        if isinstance(candidate, ListedCandidate):
            return self._of_listed(candidate), 0.0
        vector = np.zeros(len(FEATURES))
        product = self._space.product
        aggregate = product.aggregates[candidate.aggregate]
        vector[index_of(LEARNED_OF_FUNCTION.group, SCORE)] = _log(aggregate.function_score)
        vector[columns_of(LEARNED_OF_FUNCTION)] = LEARNED_OF_FUNCTION.values(aggregate.function)
        vector[index_of(LEARNED_OF_COLUMN.group, SCORE)] = _log(aggregate.column_score)
        vector[columns_of(LEARNED_OF_COLUMN)] = self._of_column(aggregate.table, aggregate.column)
        for index in candidate.predicates:
            vector += self._of_predicate(index)
        size = len(candidate.predicates)
        vector[columns_of(LEARNED_OF_COUNT)] = LEARNED_OF_COUNT.values(aggregate.kind, size)
        return vector, -log(aggregate.function.shape.splits(size))

    def _of_column(self, table: Table, column: Column | None) -> Sequence[float]:
        key = table.table_id, None if column is None else column.column_id
        if key not in self._columns:
            self._columns[key] = LEARNED_OF_COLUMN.values(self._scores.claim, table, column)
        return self._columns[key]

    def _of_predicate(self, index: int) -> Floats:
        if index not in self._predicates:
            vector = np.zeros(len(FEATURES))
            predicate = self._space.product.predicates[index]
            vector[index_of(LEARNED_OF_PREDICATE.group, SCORE)] = _log(self._space.product.predicate_scores[index])
            vector[columns_of(LEARNED_OF_PREDICATE)] = LEARNED_OF_PREDICATE.values(self._scores.views[predicate])
            self._predicates[index] = vector
        return self._predicates[index]

    def _of_listed(self, candidate: ListedCandidate) -> Floats:
        vector = np.zeros(len(FEATURES))
        listed = self._space.listed.queries[candidate.number]
        query = listed.query
        vector[columns_of(LEARNED_OF_COLUMN)] = self._of_column(query.selection.anchor, query.column)
        for view in self._scores.of_query(query):
            vector[columns_of(LEARNED_OF_PREDICATE)] += LEARNED_OF_PREDICATE.values(view)
        vector[columns_of(LEARNED_OF_COUNT)] = LEARNED_OF_COUNT.values(LISTED, len(query.predicates))
        vector[index_of(LEARNED_OF_LISTED.group, SCORE)] = _log(listed.score)
        vector[columns_of(LEARNED_OF_LISTED)] = LEARNED_OF_LISTED.values(listed.generator)
        return vector


def evidence_vectors(p_match: float, matching: int, digits: float) -> Mapping[Closeness, tuple[Floats, float]]:
    """Return for each closeness the values of the evidence's features and the offset, relative to what is far."""
    before = evidence_of_closeness(p_match, matching, NEUTRAL, digits)
    odds = log(p_match / (1 - p_match))
    vectors = {}
    for closeness in Closeness:
        vector = np.zeros(len(FEATURES))
        if closeness is Closeness.AGREES:
            vector[index_of("evidence", "agrees")] = 1.0
            vector[index_of("evidence", "matches")] = log10(max(matching, 1))
        elif closeness is not Closeness.FAR:
            vector[index_of("evidence", SHARES[closeness - 1])] = odds
        vectors[closeness] = vector, log(before[closeness] / before[Closeness.FAR])
    return vectors


def _log(score: float) -> float:
    return log(max(float(score), _LEAST_SCORE))
