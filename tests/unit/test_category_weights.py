"""The weights of the version's models, and how they are written."""

from __future__ import annotations

import tomllib

import pytest

from factcheck.categories.text.models import MODELS, CategoryModel
from factcheck.quality.categories.membership import MeasuredModel
from factcheck.quality.categories.page import MeasuredCategories
from factcheck.quality.categories.written import written_category_weights
from factcheck.weights.categories import column_weights, model_weights, unknown_share


@pytest.mark.parametrize("name", sorted(MODELS))
def test_each_model_has_a_weight_for_each_of_its_features(name):
    _, weights = model_weights(name)
    assert set(weights) == set(MODELS[name])


def test_matches_speak_for_the_category_in_the_best_model_of_the_paper():
    assert model_weights("5")[1]["log_m"] > 0


def test_the_unknown_is_neither_certain_nor_excluded():
    assert 0 < unknown_share() < 1


def test_what_is_written_is_read_again():
    model = CategoryModel("text of words", -1.5, {"matches": 0.25})
    measured = MeasuredModel("text of words", model, None, (0, 0), [], 0.4)
    text = written_category_weights(MeasuredCategories({"text of words": measured}, {}, None, None, [], None, []))
    assert tomllib.loads(text)["models"]["text of words"] == {"base": -1.5, "matches": 0.25}


def test_the_headings_beside_count():
    assert column_weights()["siblings"] > 0
