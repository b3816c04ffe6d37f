"""Learned weights beside the factors of features: neutral ones change nothing, others what their features look at."""

from __future__ import annotations

import numpy as np
import pytest
from support.learned_space import BERGEN, CALLS, GULL, NEW_BERGEN, claim_view, space_of

from factcheck.candidates.learned_features import LEARNED_OF_PREDICATE
from factcheck.candidates.predicate_view import predicate_views
from factcheck.inference.posterior import evidence_of_closeness
from factcheck.numbers.closeness import Closeness
from factcheck.quality.fitting.layout import FEATURES, START, as_groups, as_vector
from factcheck.weights.learned import LEARNED, NEUTRAL, LearnedWeights, read_learned


def score_of(space, predicate):
    return space.product.predicate_scores[space.product.predicates.index(predicate)]


def value(name, predicate):
    views = {view.predicate: view for view in predicate_views(claim_view(), [CALLS])}
    values = LEARNED_OF_PREDICATE.values(views[predicate])
    return dict(zip(LEARNED_OF_PREDICATE.meanings, values, strict=True))[name]


def test_weights_at_their_start_change_nothing():
    before = space_of(NEUTRAL)
    started = {}
    for feature in FEATURES:
        started.setdefault(feature.group, {})[feature.name] = feature.start
    after = space_of(LearnedWeights(started))
    assert [a.score for a in after.product.aggregates] == pytest.approx([a.score for a in before.product.aggregates])
    assert after.product.predicate_scores.tolist() == before.product.predicate_scores.tolist()
    assert [one.score for one in after.listed.queries] == [one.score for one in before.listed.queries] == [2.0]
    assert (after.product.size_factors == 1).all()
    for p_match, matching in ((0.5, 40), (0.99, 1), (0.9999, 7)):
        assert evidence_of_closeness(p_match, matching, LearnedWeights(started)) == pytest.approx(
            evidence_of_closeness(p_match, matching, NEUTRAL)
        )


def test_a_weight_changes_what_its_feature_looks_at_and_nothing_else():
    before, after = space_of(NEUTRAL), space_of(LearnedWeights({"predicate": {"words": -1.0}}))
    assert score_of(after, BERGEN) == score_of(before, BERGEN)
    assert score_of(after, NEW_BERGEN) < score_of(before, NEW_BERGEN)
    assert [a.score for a in after.product.aggregates] == pytest.approx([a.score for a in before.product.aggregates])


def test_an_exponent_counts_the_score_more_or_less_often():
    before, after = space_of(NEUTRAL), space_of(LearnedWeights({"predicate": {"score": 2.0}, "listed": {"score": 0.5}}))
    assert score_of(after, GULL) == pytest.approx(score_of(before, GULL) ** 2)
    assert [one.score for one in after.listed.queries] == pytest.approx([2.0**0.5])


def test_what_was_learned_about_predicates_counts_in_listed_queries_too():
    [before], [after] = (
        space_of(learned).listed.queries
        for learned in (NEUTRAL, LearnedWeights({"predicate": {"inside a longer one": -1.0}}))
    )
    assert after.score < before.score


def test_the_number_of_predicates_is_looked_at_by_kind_of_aggregate():
    product = space_of(LearnedWeights({"number of predicates": {"count with 2": 1.0}})).product
    kinds = {product.aggregates[indexes[0]].kind: f for f, indexes in enumerate(product.families.aggregates)}
    assert product.size_factors[kinds["count"]].tolist() == pytest.approx([1, 1, np.e, 1])
    assert (product.size_factors[kinds["amount"]] == 1).all()


def test_features_see_where_a_value_stands_and_what_it_is_part_of():
    assert value("inside a longer one", BERGEN) == 1
    assert value("inside a longer one", NEW_BERGEN) == 0
    assert (value("before", NEW_BERGEN), value("behind", NEW_BERGEN)) == (1, 0)
    assert value("break", NEW_BERGEN) == 1
    assert (value("before", GULL), value("behind", GULL)) == (0, 0)
    assert value("as written", BERGEN) == 1
    assert value("rare", NEW_BERGEN) == pytest.approx(2)
    assert value("values", GULL) == pytest.approx(3)


def test_what_was_learned_about_matches_is_said_of_matches_alone():
    before = evidence_of_closeness(0.99, 10, NEUTRAL)
    after = evidence_of_closeness(0.99, 10, LearnedWeights({"evidence": {"agrees": 1.0, "matches": 0.5}}))
    odds = [evidence[Closeness.AGREES] / evidence[Closeness.FAR] for evidence in (before, after)]
    assert odds[1] == pytest.approx(odds[0] * np.exp(1.5))
    near = [evidence[Closeness.NEAR] / evidence[Closeness.FAR] for evidence in (before, after)]
    assert near[1] == pytest.approx(near[0])
    assert sum(after) <= len(after)


def test_where_a_match_says_nothing_nothing_learned_does():
    learned = LearnedWeights({"evidence": {"agrees": 3.0, "near": 0.4}})
    assert evidence_of_closeness(0.5, 3, learned) == evidence_of_closeness(0.5, 3, NEUTRAL)


def test_the_file_names_only_features_that_there_are():
    known = {(feature.group, feature.name) for feature in FEATURES}
    assert {(group, name) for group, weights in LEARNED.groups.items() for name in weights} <= known


def test_weights_survive_being_written_and_read():
    weights = START + np.arange(len(START)) / 8
    assert as_vector(LearnedWeights(as_groups(weights))).tolist() == weights.tolist()
    assert as_groups(START) == {}


def test_a_weight_that_is_no_number_is_an_error():
    with pytest.raises(TypeError, match='weight "words" of group "predicate" is no number'):
        read_learned('[predicate]\nwords = "many"\n')


@pytest.mark.parametrize("name", ["best of its column", "column named", "as written"])
def test_what_speaks_for_a_restriction(name):
    assert LEARNED.of("predicate")[name] > 0


@pytest.mark.parametrize("name", ["inside a longer one", "values", "distance", "break", "only around", "not said"])
def test_what_speaks_against_a_restriction(name):
    assert LEARNED.of("predicate")[name] < 0


@pytest.mark.parametrize("name", ["function", "column", "restriction"])
def test_the_theme_of_a_document_counts(name):
    assert LEARNED.of("prior")[name] > 0
