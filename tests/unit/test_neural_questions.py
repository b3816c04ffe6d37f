"""The neural model of decomposition: what it copies, what it cannot be disturbed by, and how it is trained and kept."""

from __future__ import annotations

import random

import numpy as np
import pytest

from factcheck.errors import FactcheckError
from factcheck.questions.neural import kept_weights
from factcheck.questions.neural.corpus import examples, known_words, templates
from factcheck.questions.neural.kept_weights import Model, keep, of_file, of_package
from factcheck.questions.neural.model import encode, shapes, step
from factcheck.questions.neural.vocabulary import LONGEST_INPUT, OTHERS, Names, Vocabulary, input_words
from factcheck.questions.neural.writing import parts_of

WELLS = Names(("depth_m", "yield"), ("year",), ("district", "operator"))


def test_words_that_no_template_has_are_copied_from_question_and_columns() -> None:
    first, second = parts_of("How do Grumfeld and Ostrava differ in yield over time?", WELLS, 0.0, of_package())
    assert first.startswith("What is the trend of")
    assert "yield over year" in first
    assert first.endswith("grumfeld?")
    assert second.endswith("ostrava?")


def test_a_question_that_says_little_is_filled_in_from_the_columns() -> None:
    trend, share = parts_of("What about Grumfeld?", WELLS, 1.0, of_package())
    assert trend.startswith("What is the trend of")
    assert "proportion" in share
    assert "grumfeld" in share


def test_a_question_reads_the_same_beside_a_longer_one() -> None:
    model = of_package()
    coded = [3, 7, 9, 11]
    types = np.array([[1.0, 0.0]], dtype=np.float32)
    alone = encode(model.weights, np.array([coded]), types)
    filled = encode(model.weights, np.array([[*coded, 0, 0, 0]]), types)
    assert np.allclose(alone.states, filled.states, atol=1e-5)
    before = np.full((2, 1), 1)
    one, other = (step(model.weights, each, before, each.states) for each in (alone, filled))
    assert np.allclose(one[1], other[1][:, :, : len(coded)], atol=1e-5)
    assert np.allclose(one[3], other[3], atol=1e-5)


def test_a_long_question_and_wide_table_are_cut_to_what_the_model_reads() -> None:
    wide = Names(tuple(f"measure_{index}" for index in range(300)), (), ())
    assert len(input_words("why " * 500, wide)) == LONGEST_INPUT
    first, second = parts_of("why " * 500, wide, 0.5, of_package())
    assert first
    assert second


def test_each_template_fills_its_slots_and_names_no_sign() -> None:
    for example in examples(templates(), random.Random(3), len(templates())):
        for text in (example.question, *example.parts):
            assert not set(text) & set("{}()|<>"), text


def test_weights_are_kept_to_half_precision(tmp_path) -> None:
    vocabulary = Vocabulary.of(known_words())
    drawn = np.random.default_rng(1)
    weights = {name: drawn.normal(0, 1, shape) for name, shape in shapes(vocabulary.size, OTHERS).items()}
    keep(tmp_path / "kept.npz", vocabulary, weights)
    read = of_file(tmp_path / "kept.npz")
    assert read.vocabulary == vocabulary
    assert all(np.allclose(read.weights[name], each, rtol=1e-3, atol=1e-3) for name, each in weights.items())


def test_a_package_without_weights_says_how_they_are_made(monkeypatch) -> None:
    monkeypatch.setattr(kept_weights, "WEIGHTS_FILE", "absent.npz")
    of_package.cache_clear()
    try:
        with pytest.raises(FactcheckError, match="is not trained") as raised:
            of_package()
        assert "fit-questions --method neural" in str(raised.value.hint)
    finally:
        of_package.cache_clear()


def test_training_learns_to_copy(monkeypatch) -> None:
    pytest.importorskip("autograd", reason="training takes pip install './python[train]'")
    from factcheck.questions.neural import training  # noqa: PLC0415

    monkeypatch.setattr(training, "_OF_EACH_EPOCH", 640)
    told: list[str] = []
    chosen = templates()[:6]
    vocabulary, weights = training.trained(chosen, 1, 4, told.append)
    losses = [float(line.rsplit(" ", 1)[1]) for line in told]
    assert losses[-1] < 0.6 * losses[0]
    assert Model(vocabulary, weights).vocabulary.size < 300
