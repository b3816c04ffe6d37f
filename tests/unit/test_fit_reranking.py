"""Fitting re-ranking on made-up claims whose right readings are known."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from factcheck.errors import FactcheckError
from factcheck.inference.reranking import RANKING_MEANINGS, ranking_signs
from factcheck.quality.fitting import rankings
from factcheck.quality.fitting.rankings import (
    RankedClaim,
    read_rankings,
    write_rankings,
)
from factcheck.quality.fitting.reranking import (
    NEUTRAL,
    fit_reranking,
    out_of_fold,
    place_of_right,
    reranking_page,
)

NAMES = list(RANKING_MEANINGS)
EXPLAINED, CONDITIONS = NAMES.index("words_explained"), NAMES.index("conditions")


def claims(count: int = 200) -> list[RankedClaim]:
    """Return claims whose right reading explains more words, has more conditions, and comes second."""
    draw = random.Random(7)
    made = []
    for number in range(count):
        features = np.zeros((3, len(NAMES)))
        features[:, EXPLAINED] = [
            0.3 + 0.3 * draw.random(),
            0.6 + 0.3 * draw.random(),
            0.5 * draw.random(),
        ]
        features[:, CONDITIONS] = [0.0, 1.0, 0.0]
        logs, right = np.log([0.5, 0.3, 0.1]), np.array([0.0, 1.0, 0.0])
        made.append(
            RankedClaim(
                f"data {number % 20}",
                number % 4 == 0,
                number % 8 == 0,
                logs,
                features,
                right,
            )
        )
    return made


def test_what_tells_the_right_reading_gets_a_weight_and_it_comes_first() -> None:
    weights = fit_reranking(claims(), 1.0)
    assert weights.features["words_explained"] > 1
    assert "conditions" not in weights.features  # they speak against a reading, or not at all
    assert all(weight * ranking_signs()[name] > 0 for name, weight in weights.features.items())
    places = out_of_fold(claims(), 1.0)
    assert sum(place == 1 for place in places) > 150
    assert [place_of_right(claim, NEUTRAL) for claim in claims()] == [2] * 200


def test_the_same_claims_give_the_same_weights() -> None:
    assert fit_reranking(claims(), 10.0) == fit_reranking(claims(), 10.0)


def test_strong_pull_and_claims_without_a_right_reading_leave_the_order() -> None:
    held = fit_reranking(claims(), 1e9)
    assert held.posterior == pytest.approx(1.0, abs=1e-3)
    assert all(abs(weight) < 1e-3 for weight in held.features.values())
    unknown = [replace(claim, right=np.zeros(3)) for claim in claims()]
    assert fit_reranking(unknown, 1.0) == NEUTRAL
    assert place_of_right(unknown[0], NEUTRAL) == 0


def test_claims_are_kept_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "readings.npz"
    write_rankings(path, claims(7))
    for kept, claim in zip(read_rankings(path), claims(7), strict=True):
        assert (kept.data_set, kept.is_corrupted, kept.is_wrong) == (
            claim.data_set,
            claim.is_corrupted,
            claim.is_wrong,
        )
        assert all(np.array_equal(getattr(kept, name), getattr(claim, name)) for name in ("logs", "features", "right"))
    monkeypatch.setattr(rankings, "RANKING_MEANINGS", {"another": "feature"})
    with pytest.raises(FactcheckError, match="features of this version"):
        read_rankings(path)


def test_the_page_tells_what_was_before_and_after() -> None:
    seen = claims()
    page = reranking_page(seen, out_of_fold(seen, 1.0), fit_reranking(seen, 1.0))
    assert "right claims as published: 0 → 150 of 150; among the likely ones 150" in page
    assert "words_explained: share of the sentence's words" in page
