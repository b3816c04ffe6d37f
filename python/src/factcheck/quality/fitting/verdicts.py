"""Fitting the weights of verdicts on labelled cases, and what they are worth on data sets they have not seen."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.inference.none_of_these import p_correct, p_meant
from factcheck.inference.verdict_features import SET_BY_HAND, START, signs_of
from factcheck.quality.fitting.signs import worst_against
from factcheck.weights.logistic import Floats, fit_logistic
from factcheck.weights.verdicts import ReadingWeights, VerdictWeights

PUBLISHED, CORRUPTED, FOREIGN = "published", "corrupted", "foreign"
FITTED_ERROR_RATE = 0.1
FOLDS = 10

_PULL = 10.0
"""Strength of the penalty on weights, in cases: some hundred readings decide some twenty weights."""
_FOREIGN = 0.5
"""How much the foreign texts together count, relative to the texts as published."""
_OF_ERRORS = 1.5
"""How much texts with errors written in count in calibration, relative to the texts as published.

Written-in errors are found more easily than those that writers make.  Of 2, claims as published that are refuted last
are mostly right; of 1, plain errors of short texts stay open.
"""
_SLOPE_PULL = 0.1


@dataclass(frozen=True, slots=True)
class Observation:
    """A number of a text with what a check makes of it.

    ``text`` is one of published, corrupted and foreign.  ``is_correct`` is None for a foreign text, ``is_meant`` where
    it is not known what is; ``features`` are empty for a claim without a reading or that was not spotted.  ``agrees``
    tells of its likeliest reading, ``decides`` that this has a value, in the unit of the number.
    """

    data_set: str
    text: str
    is_correct: bool | None
    is_meant: bool | None
    agrees: bool
    decides: bool
    features: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Believed:
    """An observation with the probabilities that its reading is meant, and that the claim is correct, by weights."""

    observation: Observation
    p_meant: float
    p_correct: float
    weights: VerdictWeights


Held = Mapping[bool, ReadingWeights]
"""Weights that stay as they are, of readings that agree (True) or do not."""

_NONE_HELD: Held = {}


def fit_verdicts(observations: Sequence[Observation], held: Held = _NONE_HELD) -> VerdictWeights:
    """Fit the weights of readings that agree and of those that do not; the same observations give the same weights.

    Those that are set by hand stay, and those that are held.
    """
    agreeing, contradicting = (held.get(agrees) or _fitted(observations, agrees=agrees) for agrees in (True, False))
    return VerdictWeights(agreeing, contradicting)


def out_of_fold(observations: Sequence[Observation], held: Held = _NONE_HELD) -> list[Believed]:
    """Return what weights fitted on the other data sets make of each observation that has a reading."""
    believed = []
    for fold in range(FOLDS):
        others = [each for each in observations if _fold(each) != fold]
        held_out = [each for each in observations if _fold(each) == fold and each.features]
        believed += believe(held_out, fit_verdicts(others, held)) if held_out else []
    return believed


def believe(observations: Sequence[Observation], weights: VerdictWeights) -> list[Believed]:
    """Return what weights make of observations; p_correct is that for the error rate they were fitted at."""
    believed = []
    for each in observations:
        meant = p_meant(each.features, agrees=each.agrees, weights=weights)
        correct = p_correct(meant, FITTED_ERROR_RATE, agrees=each.agrees, weights=weights)
        believed.append(Believed(each, meant, correct, weights))
    return believed


def _fold(observation: Observation) -> int:
    return zlib.crc32(observation.data_set.encode()) % FOLDS


def _fitted(observations: Sequence[Observation], *, agrees: bool) -> ReadingWeights:
    chosen = [each for each in observations if each.features and each.agrees is agrees]
    with_target = [(each, target) for each in chosen if (target := _target(each)) is not None]
    texts = _text_weights(observations)
    by_hand = SET_BY_HAND[agrees]
    base, features = _with_signs(
        [each for each, _ in with_target],
        np.array([target for _, target in with_target]),
        np.array([texts[each.text] for each, _ in with_target]),
        {name: sign for name, sign in signs_of(agrees=agrees).items() if name not in by_hand},
        {} if agrees else START,
    )
    features = {**features, **by_hand}
    weights = ReadingWeights(base, 0.0, 1.0, features)
    of_rate = _rate_weights(observations)
    counts = {text: share * (_OF_ERRORS if text == CORRUPTED else 1.0) for text, share in texts.items()}
    offset, slope = _calibrated(chosen, weights, lambda each: counts[each.text] * of_rate(each), agrees=agrees)
    return ReadingWeights(base, offset, slope, features)


def _target(observation: Observation) -> float | None:
    """Return 1 where the reading is meant, else 0; None where that is not known.

    A claim is right that is meant as a reading that agrees; the other way round hardly any is right by chance.
    """
    if observation.text == FOREIGN:
        return 0.0
    known = observation.is_correct if observation.agrees else observation.is_meant
    return None if known is None else float(known)


def _text_weights(observations: Collection[Observation]) -> dict[str, float]:
    """Return what an observation of each kind of text counts, so that each kind counts as much as it should."""
    counts = {text: sum(each.text == text for each in observations) for text in (PUBLISHED, CORRUPTED, FOREIGN)}
    shares = {PUBLISHED: 1.0, CORRUPTED: 1.0, FOREIGN: _FOREIGN}
    return {text: shares[text] * counts[PUBLISHED] / counts[text] for text in counts if counts[text]}


def _rate_weights(observations: Collection[Observation]) -> Callable[[Observation], float]:
    """Return what an observation counts so that one claim in ten is wrong."""
    known = [each for each in observations if each.is_correct is not None]
    right = max(sum(each.is_correct is True for each in known), 1)
    wrong = max(len(known) - right, 1)
    of_right, of_wrong = (1 - FITTED_ERROR_RATE) * len(known) / right, FITTED_ERROR_RATE * len(known) / wrong
    return lambda each: of_right if each.is_correct else of_wrong


def _with_signs(
    chosen: Sequence[Observation],
    targets: Floats,
    counts: Floats,
    signs: Mapping[str, int],
    start: Mapping[str, float],
) -> tuple[float, dict[str, float]]:
    """Fit weights; those that would get a sign against the meaning of their feature are left out, the worst first.

    Those of features that no observation has stay as they
    ``start``, where they have a start.
    """
    matrix = np.array([[each.features[name] for name in signs] for each in chosen])
    spreads = dict(zip(signs, matrix.std(axis=0).tolist(), strict=True))
    names = [name for name in signs if spreads[name] > 0 or name in start]
    while True:
        columns = [index for index, name in enumerate(signs) if name in names]
        starts = np.array([start.get(name, 0.0) for name in names])
        base, fitted = fit_logistic(matrix[:, columns], targets, counts, _PULL, starts)
        weights = dict(zip(names, fitted.tolist(), strict=True))
        worst = worst_against(weights, signs, spreads)
        if worst is None:
            return base, weights
        names.remove(worst)


def _calibrated(
    chosen: Sequence[Observation],
    weights: ReadingWeights,
    counts: Callable[[Observation], float],
    *,
    agrees: bool,
) -> tuple[float, float]:
    """Return offset and slope that make of the log-odds that a reading is meant those that the claim is correct."""
    known = [each for each in chosen if each.is_correct is not None]
    both = VerdictWeights(weights, weights)
    meant = [p_meant(each.features, agrees=agrees, weights=both) for each in known]
    log_odds = np.log(np.array(meant) / (1 - np.array(meant)))
    offset, slope = fit_logistic(
        log_odds[:, None],
        np.array([float(each.is_correct is True) for each in known]),
        np.array([counts(each) for each in known]),
        _SLOPE_PULL,
    )
    return offset, float(slope[0])
