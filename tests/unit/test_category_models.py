"""Models of categories: what they are made of, and what they say where nothing is known."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import pytest

from factcheck.categories import asking
from factcheck.categories.labelled import fit, out_of_fold
from factcheck.categories.text import likeness
from factcheck.categories.text.evidence import DocumentCounts, Known, Pair
from factcheck.categories.text.likeness import Likeness, likenesses
from factcheck.categories.text.metrics import (
    area_under_curve,
    average_precision,
    balanced_accuracy,
    reciprocal_rank,
    total_reciprocal_rank,
)
from factcheck.categories.text.models import FULL_FEATURES, MODELS, CategoryModel, Evidence, features_of
from factcheck.categories.text.phrases import head_of, normal_phrase, plural, singular
from factcheck.categories.text.questions import question_category
from factcheck.categories.text.reranking import rerank
from factcheck.categories.text.smoothing import Matrix, ancestors, ppmi, truncated_svd
from factcheck.errors import FactcheckError
from factcheck.text_index.embeddings import embedder

PAIR = Pair.of("pepsi", "soft drinks")


SOME = DocumentCounts(10, 20, 5)


def evidence(matches, documents=SOME):
    known = Known(exact_counts={("pepsi", "soft drink"): tuple(matches)})
    return Evidence(PAIR, known, documents)


MATCHES = [3.0, 1.0] + [0.0] * 14


def test_the_paper_models_have_the_variables_of_the_paper():
    seen = evidence(MATCHES)
    assert features_of(seen, "0") == []
    assert features_of(seen, "1") == [*MATCHES, 10, 20, 5]
    assert features_of(seen, "2") == pytest.approx([math.log(5), math.log(10), math.log(20), math.log(5)])
    assert features_of(seen, "3") == pytest.approx([*MATCHES, math.log(10), math.log(20), math.log(5)])
    assert features_of(seen, "4") == pytest.approx([10, 20, 5, math.log(5)])
    assert features_of(seen, "5") == pytest.approx([10, 20, math.log(5)])
    assert features_of(seen, "6") == pytest.approx([5, math.log(5)])


def test_a_pair_that_no_text_holds_scores_zero_in_the_paper_models():
    model = CategoryModel("5", 3.0, {"log_m": 1.0})
    assert model.probability(evidence(MATCHES, DocumentCounts(10, 20, 0))) == 0.0


@pytest.mark.parametrize("name", sorted(set(MODELS) - {"0"}))
def test_what_is_not_known_has_no_probability(name):
    unknown = Evidence(Pair.of("zzyzx", "soft drink"), Known(), DocumentCounts(0, 20, 0))
    assert CategoryModel(name, 0.0, {}).probability(unknown) is None


def test_embeddings_judge_an_instance_that_no_text_has_where_the_category_is_known():
    known = Known(kinds={"soft drink": {"drink": 1}})
    alike = Evidence(Pair.of("zzyzx", "soft drink"), known, likeness=Likeness(0.6, 2.0, 2.0))
    unlike = Evidence(Pair.of("zzyzx", "soft drink"), known, likeness=Likeness(0.1, -1.0, -1.0))
    model = CategoryModel("semantic", 0.0, {"embedded_alike": 4.0, "embedded_beyond_instance": 1.0})
    assert model.probability(alike) > 0.9 > 0.5 > model.probability(unlike)
    assert CategoryModel("full", 0.0, {}).probability(alike) is None
    assert model.probability(alike._replace(known=Known())) is None


def test_without_the_packages_the_model_of_embeddings_is_refused_and_left_out(monkeypatch):
    monkeypatch.setattr(likeness, "embedder", lambda: None)
    monkeypatch.setattr(asking, "embedder", lambda: None)
    monkeypatch.setattr(likeness, "_kept", {})
    with pytest.raises(FactcheckError, match="embeddings are not installed"):
        likenesses([PAIR])
    assert set(MODELS) - set(asking.usable_models()) == {"semantic"}


@pytest.mark.skipif(embedder() is None, reason="the packages for embeddings are not installed")
def test_a_name_is_more_like_its_kind_than_like_another():
    tea, stone = likenesses([Pair.of("Darjeeling", "tea"), Pair.of("Darjeeling", "stone")])
    assert tea.cosine > stone.cosine
    assert tea.beyond_instance > stone.beyond_instance
    assert likenesses([Pair.of("Darjeeling", "tea")]) == [pytest.approx(tea)]


def test_the_head_of_a_name_is_enough_to_judge_by():
    museum = Evidence(Pair.of("Zzyzx museum", "museum"), Known())
    assert CategoryModel("full", 0.0, {"named_alike": 2.0}).probability(museum) > 0.5


def test_a_fitted_model_tells_true_from_false():
    rows = [evidence([float(count)] + [0.0] * 15) for count in (0, 0, 0, 1, 5, 6, 7, 8)]
    labels = [False] * 4 + [True] * 4
    model = fit("2", rows, labels)
    scores = [model.probability(row) for row in rows]
    assert max(scores[:4]) < min(scores[4:])


def test_pairs_of_one_label_alone_are_refused():
    with pytest.raises(FactcheckError) as refused:
        fit("2", [evidence(MATCHES)] * 3, [True] * 3)
    assert refused.value.name == "category_labels_missing"


def test_out_of_fold_no_pair_is_judged_by_a_model_that_saw_its_group():
    rows = [evidence([float(index % 2) * 9] + [0.0] * 15) for index in range(20)]
    labels = [index % 2 == 1 for index in range(20)]
    flipped = [not label if index < 2 else label for index, label in enumerate(labels)]
    scores = out_of_fold("2", rows, flipped, [index // 2 for index in range(20)])
    # the first group is labelled the wrong way round; a model that had seen it alone would agree with it
    assert scores[1] > 0.5 > scores[0]


def test_where_the_other_groups_have_one_label_alone_there_is_no_probability():
    rows = [evidence([float(count)] + [0.0] * 15) for count in (0, 1, 5)]
    assert out_of_fold("2", rows, [False, True, True], ["a", "b", "b"]) == [None, None, None]


def test_measures_of_known_rankings():
    labels = np.array([True, False, True, False])
    assert area_under_curve(np.array([0.9, 0.8, 0.7, 0.1]), labels) == 0.75
    assert area_under_curve(np.array([0.5, 0.5, 0.5, 0.5]), labels) == 0.5
    assert average_precision(np.array([0.9, 0.8, 0.7, 0.1]), labels) == pytest.approx((1 + 2 / 3) / 2)
    assert average_precision(np.array([0.5, 0.5, 0.5, 0.5]), labels) == pytest.approx((1 / 3 + 2 / 4) / 2)
    assert balanced_accuracy(np.array([0.9, 0.8, 0.7, 0.1]), labels) == (0.75, 1.0, 0.5)
    assert reciprocal_rank([False, True, True]) == 0.5
    assert total_reciprocal_rank([False, True, True]) == pytest.approx(1 / 2 + 1 / 3)


def test_answers_are_ordered_by_the_product_of_both_scores():
    ranked = rerank(["house", "beaver", "what"], [0.5, 0.4, 0.3], [0.1, 0.9, None], unknown=0.2)
    assert [row.answer for row in ranked] == ["beaver", "what", "house"]
    assert ranked[0].final_score == pytest.approx(0.36)
    assert [row.rank for row in ranked] == [1, 2, 3]


def test_answers_after_the_first_thirty_keep_their_place():
    answers = [str(number) for number in range(32)]
    ranked = rerank(answers, [1 - number / 100 for number in range(32)], [0.0] * 30 + [1.0] * 2, unknown=0.5)
    assert [row.answer for row in ranked[30:]] == ["30", "31"]


@pytest.mark.parametrize(
    ("question", "category", "head"),
    [
        ("What soft drink contains the largest amount of caffeine?", "soft drink", "drink"),
        ("In which city is the Eiffel Tower located?", "city", "city"),
        ("What tourist attractions are there in Reims?", "tourist attraction", "attraction"),
        ("What is the name of the airline that flies to Oslo?", "airline", "airline"),
        ("Name a film in which a lion speaks.", "film", "film"),
        ("What type of bridge is the Golden Gate Bridge?", "bridge", "bridge"),
    ],
)
def test_questions_name_the_category_of_their_answer(question, category, head):
    assert question_category(question) == (category, head)


@pytest.mark.parametrize("question", ["Who wrote it?", "When did it end?", "What is caffeine?", ""])
def test_other_questions_name_none(question):
    assert question_category(question) is None


@pytest.mark.parametrize(
    ("one", "several"), [("city", "cities"), ("box", "boxes"), ("man", "men"), ("day", "days"), ("gas giant", None)]
)
def test_plurals_and_singulars(one, several):
    if several:
        assert plural(one) == several
        assert singular(several) == one


def test_phrases():
    assert normal_phrase("The  U.S. President's") == "u s president"
    assert head_of("brand of white rum") == "brand"
    assert head_of("italian cities") == "city"


def test_ancestors_follow_the_heads_of_definitions():
    heads = {"beagle": {"hound": 2.0}, "hound": {"dog": 1.0, "person": 1.0}, "dog": {"animal": 1.0}}
    strengths = ancestors("beagle", heads)
    assert list(strengths) == ["hound", "dog", "person", "animal"]
    assert strengths["hound"] == 1.0
    assert strengths["dog"] == pytest.approx(strengths["person"])


def test_the_truncated_decomposition_is_that_of_a_dense_matrix():
    generator = np.random.default_rng(3)
    dense = np.where(generator.random((30, 20)) < 0.4, generator.random((30, 20)) * 5, 0.0)
    rows, columns = np.nonzero(dense)
    left, right = truncated_svd(Matrix.of(rows, columns, dense[rows, columns], dense.shape), 5)
    u, s, v = np.linalg.svd(dense, full_matrices=False)
    assert left @ right.T == pytest.approx((u[:, :5] * s[:5]) @ v[:5], abs=0.05)


def test_mutual_information_keeps_what_goes_together_more_often_than_by_chance():
    counts = Matrix.of(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([4.0, 1.0, 5.0]), (2, 2))
    kept = ppmi(counts)
    assert list(zip(kept.rows, kept.columns, strict=True)) == [(0, 0), (1, 1)]
    assert kept.values[0] == pytest.approx(math.log(4 * 10 / (5 * 4)))


def told_by_definitions(heads=None, definitions=None, mentions=None, instance="dog", category="animal"):
    known = Known(heads=defaultdict(dict, heads or {}), definitions=definitions or {}, mentions=mentions or {})
    return Evidence(Pair.of(instance, category), known)


def feature(name, row):
    return FULL_FEATURES[name](row)


HEADS = {"dog": {"animal": 2.0}, "cat": {"animal": 1.0}, "animal": {"organism": 3.0}}


def test_what_the_category_is_a_kind_of_the_instance_is_too():
    assert feature("kinds_shared", told_by_definitions(HEADS)) > 0.9
    assert feature("kinds_shared", told_by_definitions(HEADS, category="organism")) == 0  # it is no kind of anything
    assert feature("kinds_beyond", told_by_definitions(HEADS)) == 1
    assert feature("kinds_beyond", told_by_definitions(HEADS, instance="animal", category="stone")) == 0


def test_definitions_that_name_the_category_count_wherever_they_name_it():
    row = told_by_definitions(definitions={"dog": 4}, mentions={("dog", "animal"): 3})
    assert feature("mentions", row) == pytest.approx(math.log(4))
    assert feature("mentions_share", row) == 0.75
    assert feature("mentions", told_by_definitions(definitions={"dog": 4})) == 0
    assert feature("mentions_share", told_by_definitions()) == 0
