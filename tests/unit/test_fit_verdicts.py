"""Fitting verdicts on made-up observations whose truth is known."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from factcheck.errors import FactcheckError
from factcheck.inference.verdict_features import MEANINGS, SET_BY_HAND, START, signs_of
from factcheck.quality.fitting.kept_observations import read_observations, write_observations
from factcheck.quality.fitting.observations import CaseObservations
from factcheck.quality.fitting.verdict_page import verdict_page
from factcheck.quality.fitting.verdicts import (
    CORRUPTED,
    FOREIGN,
    PUBLISHED,
    Observation,
    believe,
    fit_verdicts,
    out_of_fold,
)

RARE = SET_BY_HAND[True].keys() | SET_BY_HAND[False].keys() | START.keys()
"""What no number of these has."""


def observations(count: int = 600) -> list[Observation]:
    """Return observations of which those with explained nouns are meant; what is hedged is so against its sign."""
    draw = random.Random(4)
    made = []
    for number in range(count):
        text = (PUBLISHED, CORRUPTED, FOREIGN)[number % 3]
        agrees = draw.random() < 0.6
        meant = text != FOREIGN and draw.random() < 0.7
        features = {name: draw.random() for name in MEANINGS}
        features |= dict.fromkeys(RARE, 0.0)
        features["nouns_explained"] = 0.2 + 0.6 * meant + 0.2 * draw.random()
        features["hedged"] = float(meant)
        features["digits"] = 2.0
        features["predicates"] = 0.2 * meant + draw.random()
        correct = None if text == FOREIGN else (agrees if meant else draw.random() < 0.5)
        is_meant = meant if text != FOREIGN else False
        made.append(Observation(f"data {number % 20}", text, correct, is_meant, agrees, True, features))
    return made


def test_weights_follow_what_is_seen_and_keep_their_signs() -> None:
    weights = fit_verdicts(observations())
    for agrees in (True, False):
        of_reading = weights.of(agrees=agrees).features
        assert of_reading["nouns_explained"] > 1
        assert "hedged" not in of_reading
        assert "digits" not in of_reading
        assert all(weight * signs_of(agrees=agrees)[name] > 0 for name, weight in of_reading.items())


def test_a_feature_may_speak_for_readings_that_disagree_and_against_those_that_agree() -> None:
    weights = fit_verdicts(observations())
    assert "predicates" not in weights.agreeing.features
    assert weights.contradicting.features["predicates"] > 0
    assert "slip" not in signs_of(agrees=True)


def test_the_same_observations_give_the_same_weights() -> None:
    assert fit_verdicts(observations()) == fit_verdicts(observations())


def test_claims_whose_readings_are_meant_are_believed() -> None:
    seen = observations()
    believed = believe(seen, fit_verdicts(seen))
    meant = [each.p_meant for each in believed if each.observation.is_meant and not each.observation.agrees]
    foreign = [each.p_meant for each in believed if each.observation.text == FOREIGN]
    assert min(meant) > max(foreign)


def test_no_observation_is_judged_by_weights_that_its_data_set_had_a_part_in() -> None:
    seen = observations()
    alone = [each for each in seen if each.data_set == "data 3"]
    changed = [
        Observation("data 3", each.text, not each.is_correct, not each.is_meant, each.agrees, True, each.features)
        if each.data_set == "data 3" and each.text != FOREIGN
        else each
        for each in seen
    ]

    def of_alone(all_seen: list[Observation]) -> list[float]:
        return [each.p_meant for each in out_of_fold(all_seen) if each.observation.data_set == "data 3"]

    assert len(of_alone(seen)) == len(alone)
    assert of_alone(seen) == pytest.approx(of_alone(changed))


def test_the_page_tells_both_errors_of_a_threshold() -> None:
    seen = observations()
    page = verdict_page(seen, out_of_fold(seen), fit_verdicts(seen), (0.9, 0.5))
    assert "Numbers: 200 published, 200 corrupted, 200 foreign" in page
    assert "supported from 0.9, refuted up to 0.5" in page
    assert "foreign: supported" in page
    assert "nouns_explained" in page


def test_what_no_text_has_keeps_the_weight_it_starts_from() -> None:
    weights = fit_verdicts(observations())
    assert {name: weights.agreeing.features[name] for name in SET_BY_HAND[True]} == SET_BY_HAND[True]
    assert {name: weights.contradicting.features[name] for name in START} == pytest.approx(START)


def counting_all(share: float) -> list[Observation]:
    """Return observations with a share of the readings that are not meant, and none of the others, counting all."""
    draw = random.Random(5)
    return [
        replace(each, features={**each.features, "counts_all": float(not each.is_meant and draw.random() < share)})
        for each in observations()
    ]


def test_texts_move_a_weight_from_where_it_starts() -> None:
    rare, often = (fit_verdicts(counting_all(share)).contradicting.features["counts_all"] for share in (0.0, 0.9))
    meant_too = [
        replace(each, features={**each.features, "counts_all": float(index % 2)})
        for index, each in enumerate(observations())
    ]
    nothing = fit_verdicts(meant_too).contradicting.features.get("counts_all", 0.0)
    assert rare == pytest.approx(START["counts_all"])
    assert often < START["counts_all"] < nothing <= 0


def test_weights_that_are_held_stay_and_the_others_are_fitted() -> None:
    seen = observations(200)
    held = fit_verdicts(observations(100)).agreeing
    weights = fit_verdicts(seen, {True: held})
    assert weights.agreeing == held
    assert weights.contradicting == fit_verdicts(seen).contradicting
    assert all(each.weights.agreeing == held for each in out_of_fold(seen, {True: held}))


def test_observations_are_read_as_they_were_kept(tmp_path: Path) -> None:
    seen = [replace(each, data_set="ships") for each in observations(30)]
    seen += [Observation("ships", PUBLISHED, False, None, False, False, {})]
    kept = tmp_path / "shown.json"
    write_observations(
        kept, [CaseObservations("a", "ships", tuple(seen)), CaseObservations("b", "crews", failure="no table")]
    )
    [case] = read_observations(kept)
    assert (case.case_id, case.data_set) == ("a", "ships")
    for read, written in zip(case.observations, seen, strict=True):
        assert read.features == pytest.approx(written.features)
        assert replace(read, features={}) == replace(written, features={})


def test_observations_with_other_features_are_refused(tmp_path: Path) -> None:
    kept = tmp_path / "shown.json"
    kept.write_text('{"features": ["age"], "cases": []}', "utf-8")
    with pytest.raises(FactcheckError, match="features of this version"):
        read_observations(kept)
