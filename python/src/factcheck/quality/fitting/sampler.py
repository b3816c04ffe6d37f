"""Samples the candidates of a document's claims that compete to be first readings, and tells which are right."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

import numpy as np

from factcheck.candidates.build import candidate_space
from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace, derived_columns
from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.space import Scope
from factcheck.catalogue.schema import Table
from factcheck.check.interpret import Interpretation
from factcheck.evaluation.claim_results import ClaimResults
from factcheck.inference.document_prior import query_key, uniform_prior
from factcheck.inference.posterior import ClaimEvidence, EvaluatedClaim, evidence_of_match
from factcheck.numbers.closeness import Bands, Closeness, NumberBands, fixed_digits
from factcheck.quality.fitting.layout import FEATURES
from factcheck.quality.fitting.sample import Integers, SampledClaim
from factcheck.quality.fitting.vectors import CandidateVectors, evidence_vectors
from factcheck.quality.queries.as_candidate import MissingPart, as_candidate
from factcheck.quality.queries.equivalence import QueryEquivalence, QueryFailedError
from factcheck.queries.query import Query
from factcheck.sql_reading.from_sql import read_queries
from factcheck.weights.learned import NEUTRAL

_SAMPLES = ((None, 150), (0.5, 60), (1 - 1e-9, 80))
"""The ``p_true`` and how many of the likeliest candidates are taken: as checks do, by words alone, by numbers first."""

_COMPARED = 40
"""Candidates of a claim that give the right query's value and are compared with it on other data, at most."""

_FACTORS = (1.0, 100.0, 0.01)


class Truth(Protocol):
    """What is known of the right query of a claim."""

    def queries(self, tables: Sequence[Table]) -> Sequence[Query]:
        """Return queries that may be right, as the program writes them."""

    def right(
        self, named: Sequence[AnyCandidate], sampled: Sequence[AnyCandidate], of_claim: ClaimAsRead
    ) -> Collection[AnyCandidate]:
        """Return the right ones among candidates: those ``named``, which ``queries`` are, and those ``sampled``."""


@dataclass(frozen=True, slots=True)
class ClaimAsRead:
    """The candidates of a claim, and their results."""

    space: CandidateSpace
    results: ClaimResults


@dataclass(frozen=True, slots=True)
class LabelledTruth:
    """The query that a person has written; others that give the same on all data are right, too."""

    sql: str
    equivalence: QueryEquivalence

    def queries(self, tables: Sequence[Table]) -> Sequence[Query]:
        """Return the readings of the query."""
        return [each.query for each in read_queries(self.sql, tables)]

    def right(
        self, named: Sequence[AnyCandidate], sampled: Sequence[AnyCandidate], of_claim: ClaimAsRead
    ) -> set[AnyCandidate]:
        """Return the candidates that are equivalent to the query."""
        return {each for each in (*named, *self._alike(sampled, of_claim.results)) if self._is_right(each, of_claim)}

    def _is_right(self, candidate: AnyCandidate, of_claim: ClaimAsRead) -> bool:
        return self.equivalence.are_equivalent(of_claim.space.query(candidate).sql(), self.sql)

    def _alike(self, candidates: Sequence[AnyCandidate], results: ClaimResults) -> list[AnyCandidate]:
        """Return the first candidates that give the query's value on the data as they are."""
        try:
            value = self.equivalence.value(self.sql)
            stated = float(value) if value is not None else None
        except (QueryFailedError, TypeError, ValueError):
            return []
        if stated is None:
            return []
        values = results.values(candidates)
        alike = [
            each
            for each in candidates
            if any(math.isclose(values[each][0] * factor, stated, rel_tol=1e-6) for factor in _FACTORS)
        ]
        return alike[:_COMPARED]


@dataclass(frozen=True, slots=True)
class KnownReading:
    """A query of the program that is taken for right, and no other; it may be written in several ways."""

    ways: tuple[Query, ...]

    def queries(self, _tables: Sequence[Table]) -> Sequence[Query]:
        """Return the ways to write the query."""
        return self.ways

    def right(
        self, named: Sequence[AnyCandidate], _sampled: Sequence[AnyCandidate], _of_claim: ClaimAsRead
    ) -> set[AnyCandidate]:
        """Return the candidates that are the query."""
        return {*named}


class _Unlearned:
    """The candidates of a claim before anything learned is applied, beside those that it was checked with.

    What follows from claims near it is none of these: it weighs a share of all others, whatever their weights.
    """

    def __init__(self, checked: CandidateSpace, space: CandidateSpace) -> None:
        self.space = space
        self._checked = checked
        self._listed = {one.query: ListedCandidate(number) for number, one in enumerate(space.listed.queries)}

    def has(self, candidate: AnyCandidate) -> bool:
        """Tell whether a candidate of the check is among them."""
        return not isinstance(candidate, ListedCandidate) or self._checked.query(candidate) in self._listed

    def same(self, candidate: AnyCandidate) -> AnyCandidate:
        """Return the one that is a candidate of the check."""
        if isinstance(candidate, ListedCandidate):
            return self._listed[self._checked.query(candidate)]
        return candidate


class Sampler:
    """Samples the candidates of the claims of a document."""

    def __init__(self, interpretation: Interpretation) -> None:
        self._interpretation = interpretation
        check = interpretation.check
        prior = uniform_prior(check.tables, derived_columns(interpretation.spaces))
        self._functions = {function: index for index, function in enumerate(prior.functions)}
        self._columns = {key: index for index, key in enumerate(prior.aggregated)}
        self._restricted = {key: index for index, key in enumerate(prior.restricted)}
        self.sizes = len(self._columns), len(self._restricted)

    def sampled(self, index: int, truth: Truth | None, *, is_wrong: bool) -> SampledClaim:
        """Return the candidates of a claim that compete to be its first reading, those that are right among them."""
        interpretation = self._interpretation
        check, space, scope = interpretation.check, interpretation.spaces[index], interpretation.scopes[index]
        spanned, results = interpretation.scoped.spanned, interpretation.results[index]
        view = spanned.view(index)
        base = _Unlearned(
            space,
            candidate_space(
                view.number, view.relevance, spanned.relations, check.settings, view.words, learned=NEUTRAL
            ),
        )
        near = {each: closeness for each, closeness in self._near(index).items() if base.has(each)}
        right: Collection[AnyCandidate] = ()
        if truth is not None:
            found = (as_candidate(query, space) for query in truth.queries(check.tables))
            inside = [each for each in found if not isinstance(each, MissingPart) and _is_inside(each, scope, space)]
            named = [each for each in inside if base.has(each)]
            bands = NumberBands(check.claims[index].number, check.settings)
            for candidate in named:
                if candidate not in near:
                    [value] = results.values([candidate]).values()
                    near[candidate] = _closeness(bands.of(space.query(candidate).result_unit), value[0])
            right = truth.right(named, list(near), ClaimAsRead(space, results))
        vectors = CandidateVectors(base.space, view)
        matches = results.matches
        p_match = evidence_of_match(matches.matching, space.size(scope), self._p_true)
        evidence = evidence_vectors(p_match, matches.matching, self._digits(index))
        rows, offsets = [], []
        for candidate, closeness in near.items():
            vector, offset = vectors.of(base.same(candidate))
            of_evidence, evidence_offset = evidence[closeness]
            rows.append(vector + of_evidence)
            offsets.append(offset + evidence_offset)
        queries = [space.query(candidate) for candidate in near]
        return SampledClaim(
            np.array(rows, dtype=np.float32).reshape(len(rows), len(FEATURES)),
            np.array(offsets, dtype=np.float64),
            np.array([self._functions[query.function] for query in queries], dtype=np.int64),
            np.array([self._columns[query_key(query)] for query in queries], dtype=np.int64),
            self._restrictions(queries),
            np.array([candidate in right for candidate in near], dtype=np.bool_),
            np.array([closeness is Closeness.AGREES for closeness in near.values()], dtype=np.bool_),
            is_judged=truth is not None,
            is_wrong=is_wrong,
        )

    def _digits(self, index: int) -> float:
        check = self._interpretation.check
        return fixed_digits(check.claims[index].number, check.settings)

    @property
    def _p_true(self) -> float:
        return self._interpretation.check.settings.p_true

    def _near(self, index: int) -> dict[AnyCandidate, Closeness]:
        """Return candidates that compete to be the first reading of a claim, with how near their results are."""
        interpretation = self._interpretation
        space, scope = interpretation.spaces[index], interpretation.scopes[index]
        evidence = ClaimEvidence(space, scope, interpretation.results[index].matches, self._digits(index))
        uniform = uniform_prior(interpretation.check.tables, derived_columns(interpretation.spaces))
        sampled: dict[AnyCandidate, Closeness] = {}
        for p_true, most in _SAMPLES:
            evaluated = EvaluatedClaim(evidence, self._p_true if p_true is None else p_true)
            for prior in (interpretation.inference.prior, uniform):
                for likely in evaluated.posterior(prior, most).best:
                    sampled.setdefault(likely.candidate, likely.closeness)
        return sampled

    def _restrictions(self, queries: Sequence[Query]) -> Integers:
        columns = [[self._restricted[each.column.column_id] for each in query.predicates] for query in queries]
        most = max((len(each) for each in columns), default=0)
        filled = [each + [-1] * (most - len(each)) for each in columns]
        return np.array(filled, dtype=np.int64).reshape(len(queries), most)


def _is_inside(candidate: AnyCandidate, scope: Scope, space: CandidateSpace) -> bool:
    if isinstance(candidate, ListedCandidate):
        return bool(scope.listed[candidate.number])
    return (
        bool(scope.aggregates[candidate.aggregate])
        and all(scope.predicates[index] for index in candidate.predicates)
        and space.product.anchor(candidate) in scope.anchors
    )


def _closeness(bands: Bands, value: float) -> Closeness:
    return bands.closeness(Decimal(repr(value)) if math.isfinite(value) else None)
