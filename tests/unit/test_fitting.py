"""Fitting weights: what is fitted is what checks apply, and likelier right queries are found."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.learned_space import CALLS, claim_view, learned_weights, space_of

from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.weighted_space import WeightedSpace
from factcheck.errors import FactcheckError
from factcheck.inference.document_prior import uniform_prior, weigh
from factcheck.inference.posterior import evidence_of_closeness
from factcheck.numbers.closeness import Closeness
from factcheck.quality.fitting.evaluated import ranks
from factcheck.quality.fitting.fit import cross_validated, fit
from factcheck.quality.fitting.layout import FEATURES, START, as_groups, as_vector, index_of
from factcheck.quality.fitting.lbfgs import minimise
from factcheck.quality.fitting.objective import Objective
from factcheck.quality.fitting.sample import SampledClaim, SampledDocument
from factcheck.quality.fitting.store import read_samples, write_samples
from factcheck.quality.fitting.vectors import CandidateVectors, evidence_vectors
from factcheck.quality.fitting.written import Source, page, weights_file
from factcheck.weights.learned import NEUTRAL, read_learned

WORDS = index_of("predicate", "words")
RARE = index_of("predicate", "rare")


@settings(max_examples=25, deadline=None)
@given(learned_weights())
def test_what_is_fitted_is_what_a_check_applies(learned):
    """The logarithms that weights and vectors make are those of the weights of the same space in a check."""
    vectors, space = CandidateVectors(space_of(NEUTRAL), claim_view()), space_of(learned)
    weighed = weigh(space, uniform_prior([CALLS]))
    candidates = [candidate for _, candidate in weighed.in_order()]
    assert any(isinstance(each, ListedCandidate) for each in candidates)
    assert len(candidates) > 20
    weights = as_vector(learned)
    differences = []
    for candidate in candidates:
        vector, offset = vectors.of(candidate)
        differences.append(vector @ weights + offset - log(without_prior(weighed, space, candidate)))
    assert np.ptp(differences) == pytest.approx(0, abs=1e-6)


def without_prior(weighed: WeightedSpace, space, candidate):
    prior = uniform_prior([CALLS])
    return weighed.weight(candidate) / prior.of_query(space.query(candidate))


@given(st.floats(0.51, 0.9999), st.integers(1, 400), learned_weights(), st.floats(0, 8))
def test_evidence_that_is_fitted_is_what_a_check_applies(p_match, matching, learned, digits):
    applied = evidence_of_closeness(p_match, matching, learned, digits)
    for closeness, (vector, offset) in evidence_vectors(p_match, matching, digits).items():
        assert vector @ as_vector(learned) + offset == pytest.approx(
            log(applied[closeness] / applied[Closeness.FAR]), abs=1e-6
        )


def claim_of(random, right_first=False):
    """A claim with eight candidates; the right one has short values where ``right_first``."""
    vectors = np.zeros((8, len(FEATURES)), dtype=np.float32)
    vectors[:, WORDS] = random.uniform(0, 1, 8)
    vectors[:, RARE] = random.uniform(0, 1, 8)
    right = np.zeros(8, dtype=bool)
    right[int(np.argmin(vectors[:, WORDS])) if right_first else int(random.integers(8))] = True
    nothing = np.zeros(8, dtype=np.int64)
    return SampledClaim(
        vectors, random.normal(size=8) / 4, nothing, nothing, np.full((8, 1), -1), right, right, True, False
    )


def documents(number, random):
    return [
        SampledDocument(
            f"case{i}", f"set{i % 5}", bool(i % 2), tuple(claim_of(random, True) for _ in range(4)), 1, 1, 1
        )
        for i in range(number)
    ]


def test_the_gradient_is_that_of_the_value():
    random = np.random.default_rng(3)
    claims = [(c.vectors.astype(float), c.offsets, c.right) for c in (claim_of(random) for _ in range(3))]
    objective = Objective(claims, START, 0.7)
    point = START + random.normal(size=len(START)) / 3
    _, gradient = objective.value_and_gradient(point)
    for index in (WORDS, RARE, index_of("predicate", "score")):
        step = np.zeros(len(START))
        step[index] = 1e-5
        ends = [objective.value_and_gradient(point + side * step)[0] for side in (1, -1)]
        assert (ends[0] - ends[1]) / 2e-5 == pytest.approx(gradient[index], abs=1e-4)


def test_the_least_value_of_a_bent_valley_is_found():
    def valley(at):
        x, y = at
        return (1 - x) ** 2 + 100 * (y - x * x) ** 2, np.array(
            [-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)]
        )

    assert minimise(valley, np.array([-1.2, 1.0]), rounds=500, tolerance=1e-8) == pytest.approx([1, 1], abs=1e-5)


def test_a_fit_learns_what_right_queries_have_in_common_and_nothing_else():
    some = documents(20, np.random.default_rng(1))
    weights = fit(some, 0.5)
    assert weights[WORDS] < -1
    assert abs(weights[RARE]) < 1
    unseen = [index for index in range(len(START)) if index not in (WORDS, RARE)]
    assert weights[unseen].tolist() == pytest.approx(START[unseen].tolist())
    tops = [sum(each.rank == 1 for document in some for each in ranks(document, w)) for w in (START, weights)]
    assert tops[1] > tops[0]
    assert sum(each.rank == 1 for each in cross_validated(some, 0.5, 5)) > tops[0]


def test_a_greater_strength_holds_weights_to_their_start():
    some = documents(10, np.random.default_rng(2))
    assert abs(fit(some, 100.0)[WORDS]) < abs(fit(some, 1.0)[WORDS])


def test_a_group_that_is_held_keeps_its_start_weights():
    some = documents(10, np.random.default_rng(2))
    assert fit(some, 1.0, ["predicate"]).tolist() == START.tolist()
    assert fit(some, 1.0, ["evidence"]).tolist() == fit(some, 1.0).tolist()


def test_samples_survive_being_kept(tmp_path):
    some = documents(3, np.random.default_rng(4))
    write_samples(tmp_path / "samples.npz", some)
    kept = read_samples(tmp_path / "samples.npz")
    assert [each.case_id for each in kept] == [each.case_id for each in some]
    assert fit(kept, 2.0).tolist() == fit(some, 2.0).tolist()


def test_samples_of_other_features_are_refused(tmp_path, monkeypatch):
    write_samples(tmp_path / "samples.npz", documents(1, np.random.default_rng(4)))
    monkeypatch.setattr("factcheck.quality.fitting.store._NAMES", ["another"])
    with pytest.raises(FactcheckError, match="does not have the features of this version"):
        read_samples(tmp_path / "samples.npz")


def test_the_written_file_is_signed_and_read_as_it_was_meant():
    some = documents(5, np.random.default_rng(5))
    weights = fit(some, 1.0)
    text = weights_file(weights, some, "factcheck fit --strength 1")
    assert "# Written by: factcheck fit --strength 1\n" in text
    assert "20 right queries of 5 cases about 5 data sets" in text
    assert read_learned(text).groups == as_groups(weights)
    assert "number of the value's words" in text


def test_the_page_tells_where_right_queries_come_from():
    sources = [Source("labels of cases", 3, 20, 0), Source("decisions of people", 1, 2, 4)]
    text = page([], [], START, START, np.ones(len(START)), 0, sources)
    assert "| labels of cases | 3 | 20 | 0 |\n| decisions of people | 1 | 2 | 4 |" in text


def test_the_page_tells_figures_and_what_changed():
    some = documents(6, np.random.default_rng(6))
    weights = fit(some, 1.0)
    before = [each for document in some for each in ranks(document, START)]
    text = page(before, before, weights, START, np.ones(len(START)), 3)
    assert "| as published | 12 | in use |" in text
    assert "| predicate | words | 0.000 | -" in text
    assert "| function | score" not in text
