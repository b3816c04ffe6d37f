"""The cross-encoder learns what two texts have to do with each other, and its figures stand beside the paper's."""

from __future__ import annotations

import numpy as np
import pytest

from factcheck.quality.evidence.cross_encoder.model import first_weights, log_probabilities, logits
from factcheck.quality.evidence.cross_encoder.page import Compared, table

WORDS = ["tea", "coffee", "rain", "wind", "snow", "bread"]


def test_words_of_longer_rows_beside_it_do_not_change_a_row() -> None:
    weights = first_weights(words=20, longest=10, width=8, outcomes=2, seed=1)
    alone = logits(weights, np.array([[3, 1, 5]]))
    beside = logits(weights, np.array([[3, 1, 5, 0, 0], [3, 1, 5, 7, 9]]))
    assert beside[0] == pytest.approx(alone[0], abs=1e-5)
    assert beside[1] != pytest.approx(alone[0], abs=1e-3)


def test_probabilities_add_up_to_one() -> None:
    weights = first_weights(words=20, longest=10, width=8, outcomes=4, seed=1)
    shares = np.exp(log_probabilities(logits(weights, np.array([[3, 1, 5], [4, 1, 2]]))))
    assert shares.sum(axis=1) == pytest.approx([1.0, 1.0], abs=1e-5)


def test_training_tells_pairs_apart() -> None:
    pytest.importorskip("autograd")
    from factcheck.quality.evidence.cross_encoder.training import Example, Settings, trained  # noqa: PLC0415

    examples = [Example(((one,), (two,)), int(one == two)) for one in WORDS for two in WORDS for _ in range(3)]
    told: list[str] = []
    settings = Settings(width=16, longest=8, epochs=25, step=5e-3)
    model = trained(lambda _: examples, 2, settings, told.append)
    given = model.probabilities([each.texts for each in examples]).argmax(axis=1)
    always_other = sum(each.outcome == 0 for each in examples) / len(examples)
    right = np.mean(given == [each.outcome for each in examples])
    assert right > always_other + 0.05
    assert len(told) == settings.epochs
    # words that training has not met are no error
    assert model.probabilities([(("zebra",), ("tea", "quagga"))]).shape == (1, 2)


def test_figures_stand_beside_those_of_the_paper() -> None:
    lines = table([Compared("BM25, first 4", 0.2), Compared("labels", 0.1, 0.5, 0.25)], 7).splitlines()
    assert lines[2] == "| BM25, first 4 | 0.135 | 0.200 |  |  |  |"
    assert lines[3] == "| labels |  | 0.100 | 0.461 | 0.500 | 0.250 |"
