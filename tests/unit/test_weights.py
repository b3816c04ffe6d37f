"""The file of weights: every function has its weights, and what is missing or not known is told."""

from __future__ import annotations

import pytest

from factcheck.candidates.features import number_form
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.weights.weights import WEIGHTS, read_weights

TEXTS = (
    "It was 41% there.",
    "It rose by 3 percentage points.",
    "They paid $412.50 there.",
    "They had 412 of them.",
    "It was 4.5 on average.",
)


def test_every_function_has_a_weight_for_every_form_of_a_number():
    forms = {number_form(number) for text in TEXTS for number in find_numbers(text)}
    assert forms | {"year"} == set(WEIGHTS.function.form)
    for form, weights in WEIGHTS.function.form.items():
        assert set(weights) == {function.name for function in FUNCTIONS}, form
        assert all(weight >= 0 for weight in weights.values())


def test_shares_fit_percentages_and_counts_fit_whole_numbers():
    """Signs, not values: a fit may change these, but not turn them round."""
    form = WEIGHTS.function.form
    assert form["percent"]["percentage"] > form["whole"]["percentage"]
    assert form["whole"]["count"] > form["percent"]["count"]
    assert form["decimal"]["avg"] > form["whole"]["avg"]
    assert min(WEIGHTS.function.keywords, WEIGHTS.column.keywords, WEIGHTS.predicate.relevance) > 0
    assert 0 < WEIGHTS.predicate.uncovered < 1


def test_an_unknown_weight_is_an_error():
    with pytest.raises(TypeError, match="unheard_of"):
        read_weights(
            "[function]\nkeywords = 1.0\nunheard_of = 2.0\n[function.form.percent]\n[column]\n[predicate]\n[terms]\n"
            "[prior]\n[evidence]\n"
        )
