"""Collects what weights are fitted to: the competing candidates of labelled claims, checked in this process."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import numpy as np

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.candidates.build import candidate_space
from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace, derived_columns
from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.space import Scope
from factcheck.check.interpret import Interpretation
from factcheck.check.options import CheckOptions
from factcheck.check.pipeline import interpreted
from factcheck.check.prepare import PreparedCheck, prepare
from factcheck.inference.document_prior import query_key, uniform_prior
from factcheck.inference.posterior import ClaimEvidence, EvaluatedClaim, evidence_of_match
from factcheck.nlp.parser import Parser
from factcheck.numbers.closeness import Bands, Closeness, bands_of
from factcheck.quality.cases.case import LabelledClaim
from factcheck.quality.cases.corruption import CorruptedSource, corrupt
from factcheck.quality.cases.runner import Load, LoadedCase, run_cases
from factcheck.quality.cases.sandbox import as_role, set_as_server_does
from factcheck.quality.cases.scratch import Scratch, scratch_database
from factcheck.quality.cases.source_text import Span
from factcheck.quality.fitting.layout import FEATURES
from factcheck.quality.fitting.sample import Integers, SampledClaim, SampledDocument
from factcheck.quality.fitting.vectors import CandidateVectors, evidence_vectors
from factcheck.quality.judging.matching import SpottedNumber, labelled_numbers, match
from factcheck.quality.queries.as_candidate import MissingPart, as_candidate
from factcheck.quality.queries.equivalence import QueryEquivalence, QueryFailedError, case_equivalence
from factcheck.quality.queries.from_sql import read_queries
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.query import Query
from factcheck.settings import read_settings
from factcheck.weights.learned import NEUTRAL

_SAMPLES = ((None, 150), (0.5, 60), (1 - 1e-9, 80))
"""The ``p_true`` and how many of the likeliest candidates are taken: as checks do, by words alone, by numbers first."""

_COMPARED = 40
"""Candidates of a claim that give the right query's value and are compared with it on other data, at most."""

_FACTORS = (1.0, 100.0, 0.01)


@dataclass(frozen=True, slots=True)
class CaseSamples:
    """What was collected of a case; ``failure`` tells why it was not."""

    case_id: str
    data_set: str
    documents: tuple[SampledDocument, ...] = ()
    failure: str | None = None


def collect(
    dsn: str, folders: Sequence[Path], load: Load, parser: Parser, share: float, seed: int
) -> Iterator[CaseSamples]:
    """Check each case's document, and with errors written into a ``share`` of its numbers, and sample its candidates.

    The session's role has to be a superuser.
    """
    with scratch_database(dsn) as scratch:

        def collected(loaded: LoadedCase) -> CaseSamples:
            return _collected(loaded, scratch, parser, share, seed)

        yield from run_cases(dsn, folders, load, collected, CaseSamples)


def _collected(loaded: LoadedCase, scratch: Scratch, parser: Parser, share: float, seed: int) -> CaseSamples:
    case = loaded.case
    set_as_server_does(loaded.connection)
    documents = []
    with case_equivalence(scratch, loaded) as equivalence:
        for of_it in (0.0, share) if share else (0.0,):
            source = corrupt(case.source, case.claims, of_it, f"{seed} {case.case_id}")
            database = PsycopgDatabase(loaded.connection)
            with as_role(loaded.connection, loaded.role):
                check = prepare(source.source, CheckOptions(loaded.tables), database, parser, read_settings(database))
                if check is None:
                    continue
                interpretation = interpreted(check, check.context(database))
                sampler = _Sampler(interpretation, equivalence)
                labels = _labels(loaded, source, check)
                claims = tuple(sampler.sampled(index, label) for index, label in enumerate(labels))
            found = {label.claim for label in labels if label is not None}
            wrong = {edit.claim for edit in source.edits}
            lost = tuple(
                number in wrong or not claim.is_correct
                for number, claim in enumerate(case.claims)
                if number not in found and claim.sql is not None
            )
            documents.append(
                SampledDocument(case.case_id, case.data_set, bool(of_it), claims, len(FUNCTIONS), *sampler.sizes, lost)
            )
    return CaseSamples(case.case_id, case.data_set, tuple(documents))


@dataclass(frozen=True, slots=True)
class _Label:
    """A labelled claim that was spotted: its number among the labels, and whether it is wrong."""

    claim: int
    labelled: LabelledClaim
    is_wrong: bool


def _labels(loaded: LoadedCase, source: CorruptedSource, check: PreparedCheck) -> list[_Label | None]:
    """Return the label of each claim of a check, None for one without."""
    case = loaded.case
    text = check.parsed.document.source
    spotted = [
        SpottedNumber(
            Span(claim.start - 1, claim.start - 1 + claim.length),
            text[claim.start - 1 : claim.start - 1 + claim.length],
            float(claim.number.value),
            None if claim.number.high is None else float(claim.number.high),
        )
        for claim in check.claims
    ]
    labels: list[_Label | None] = [None] * len(spotted)
    edited = {edit.claim for edit in source.edits}
    matches = match(labelled_numbers(case.source, case.claims, source), spotted)
    for number, (claim, index) in enumerate(zip(case.claims, matches, strict=True)):
        if index is not None:
            labels[index] = _Label(number, claim, number in edited or not claim.is_correct)
    return labels


class _Sampler:
    """Samples the candidates of the claims of a document."""

    def __init__(self, interpretation: Interpretation, equivalence: QueryEquivalence) -> None:
        self._interpretation = interpretation
        self._equivalence = equivalence
        check = interpretation.check
        prior = uniform_prior(check.tables, derived_columns(interpretation.spaces))
        self._functions = {function: index for index, function in enumerate(prior.functions)}
        self._columns = {key: index for index, key in enumerate(prior.aggregated)}
        self._restricted = {key: index for index, key in enumerate(prior.restricted)}
        self.sizes = len(self._columns), len(self._restricted)

    def sampled(self, index: int, label: _Label | None) -> SampledClaim:
        """Return the candidates of a claim that compete to be its first reading, those that are right among them."""
        interpretation = self._interpretation
        check, space, scope = interpretation.check, interpretation.spaces[index], interpretation.scopes[index]
        spanned, results = interpretation.scoped.spanned, interpretation.results[index]
        near = self._near(index)
        truth = label.labelled.sql if label is not None else None
        right: set[AnyCandidate] = set()
        if truth is not None:
            named = [as_candidate(each.query, space) for each in read_queries(truth, check.tables)]
            bands = bands_of(check.claims[index].number, check.settings)
            for candidate in named:
                if isinstance(candidate, MissingPart) or not _is_inside(candidate, scope, space):
                    continue
                if candidate not in near:
                    [value] = results.values([candidate]).values()
                    near[candidate] = _closeness(bands, value[0])
                if self._equivalence.are_equivalent(space.query(candidate).sql(), truth):
                    right.add(candidate)
            right |= self._equal(index, list(near), truth)
        view = spanned.view(index)
        base = candidate_space(
            view.number, view.relevance, spanned.relations, check.settings, view.words, learned=NEUTRAL
        )
        vectors = CandidateVectors(base, view)
        matches = results.matches
        evidence = evidence_vectors(
            evidence_of_match(matches.matching, space.size(scope), self._p_true), matches.matching
        )
        rows, offsets = [], []
        for candidate, closeness in near.items():
            vector, offset = vectors.of(candidate)
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
            is_wrong=label is not None and label.is_wrong,
        )

    @property
    def _p_true(self) -> float:
        return self._interpretation.check.settings.p_true

    def _near(self, index: int) -> dict[AnyCandidate, Closeness]:
        """Return candidates that compete to be the first reading of a claim, with how near their results are."""
        interpretation = self._interpretation
        space, scope = interpretation.spaces[index], interpretation.scopes[index]
        evidence = ClaimEvidence(space, scope, interpretation.results[index].matches)
        uniform = uniform_prior(interpretation.check.tables, derived_columns(interpretation.spaces))
        sampled: dict[AnyCandidate, Closeness] = {}
        for p_true, most in _SAMPLES:
            evaluated = EvaluatedClaim(evidence, self._p_true if p_true is None else p_true)
            for prior in (interpretation.inference.prior, uniform):
                for likely in evaluated.posterior(prior, most).best:
                    sampled.setdefault(likely.candidate, likely.closeness)
        return sampled

    def _equal(self, index: int, candidates: Sequence[AnyCandidate], truth: str) -> set[AnyCandidate]:
        """Return the candidates that are equivalent to the right query."""
        space, results = self._interpretation.spaces[index], self._interpretation.results[index]
        try:
            value = self._equivalence.value(truth)
            stated = float(value) if value is not None else None
        except (QueryFailedError, TypeError, ValueError):
            return set()
        if stated is None:
            return set()
        values = results.values(candidates)
        alike = [
            each
            for each in candidates
            if any(math.isclose(values[each][0] * factor, stated, rel_tol=1e-6) for factor in _FACTORS)
        ]
        return {each for each in alike[:_COMPARED] if self._equivalence.are_equivalent(space.query(each).sql(), truth)}

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
