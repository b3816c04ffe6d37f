"""The figures of an evaluation, as pure functions of what was counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Count = tuple[float, float]
"""A part and its whole."""

_RESAMPLES = 2000
_SEED = 20_240_229
_LOW, _HIGH = 2.5, 97.5


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with its 95 % bootstrap interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ratio:
    """A share over several data sets.

    ``micro`` is the share over all, ``macro`` the mean of the data sets' shares; both None when there is
    nothing to count.  ``part`` and ``whole`` are the sums.
    """

    part: float
    whole: float
    micro: Interval | None
    macro: Interval | None


def ratio_over_data_sets(counts: Iterable[tuple[str, Count]]) -> Ratio:
    """Compute the share of counts that each belong to a data set, by its name."""
    by_data_set: dict[str, list[Count]] = defaultdict(list)
    for data_set, count in counts:
        by_data_set[data_set].append(count)
    return ratio([total(counts_of_it) for counts_of_it in by_data_set.values()])


def total(counts: Iterable[Count]) -> Count:
    """Add up parts and wholes."""
    part, whole = 0.0, 0.0
    for one_part, one_whole in counts:
        part, whole = part + one_part, whole + one_whole
    return part, whole


def ratio(counts: Sequence[Count]) -> Ratio:
    """Compute the share of the counts of all data sets; the interval comes from redrawing the data sets.

    Data sets with an empty whole have no share, and do not enter.
    """
    table = np.array([pair for pair in counts if pair[1] > 0], dtype=float).reshape(-1, 2)
    part, whole = table.sum(axis=0)
    if not len(table):
        return Ratio(0.0, 0.0, None, None)
    draws = _draws(len(table))
    sums = table[draws].sum(axis=1)
    shares = table[:, 0] / table[:, 1]
    micro = _interval(part / whole, sums[:, 0] / sums[:, 1])
    macro = _interval(float(shares.mean()), shares[draws].mean(axis=1))
    return Ratio(float(part), float(whole), micro, macro)


def f1_counts(true_positives: float, predicted: float, actual: float) -> Count:
    """Write F1 as a ratio: twice the true positives over predicted plus actual positives."""
    return 2 * true_positives, predicted + actual


def expected_calibration_error(probabilities: Sequence[float], outcomes: Sequence[bool], bins: int) -> float:
    """Compute the mean distance between probability and frequency, over bins of equal numbers of cases.

    Cases are sorted by probability; ties keep their order.  Raises ``ValueError`` without cases.
    """
    if not probabilities:
        raise ValueError("no cases to calibrate on")
    order = np.argsort(probabilities, kind="stable")
    p = np.asarray(probabilities, dtype=float)[order]
    y = np.asarray(outcomes, dtype=float)[order]
    pieces = zip(np.array_split(p, min(bins, len(p))), np.array_split(y, min(bins, len(y))), strict=True)
    return float(sum(abs(a.sum() - b.sum()) for a, b in pieces) / len(p))


def brier_skill(probabilities: Sequence[float], outcomes: Sequence[bool]) -> float | None:
    """Compute one minus the Brier score over that of always saying the base rate; None if all outcomes are equal."""
    p, y = np.asarray(probabilities, dtype=float), np.asarray(outcomes, dtype=float)
    reference = float(((y.mean() - y) ** 2).mean()) if len(y) else 0.0
    return None if reference == 0.0 else float(1.0 - ((p - y) ** 2).mean() / reference)


def pooled(
    groups: Sequence[Sequence[tuple[float, bool]]],
    figure: Callable[[Sequence[float], Sequence[bool]], float | None],
    resamples: int = 300,
) -> Interval | None:
    """Compute a calibration figure over all data sets' cases, with the interval of redrawn data sets."""
    filled = [group for group in groups if group]
    if not filled:
        return None
    value = figure(*_columns(filled))
    if value is None:
        return None
    drawn = [figure(*_columns([filled[i] for i in draw])) for draw in _draws(len(filled), resamples)]
    return _interval(value, np.array([other for other in drawn if other is not None]))


def _columns(groups: Sequence[Sequence[tuple[float, bool]]]) -> tuple[list[float], list[bool]]:
    cases = [case for group in groups for case in group]
    return [probability for probability, _ in cases], [outcome for _, outcome in cases]


def _draws(size: int, resamples: int = _RESAMPLES) -> NDArray[np.int64]:
    return np.random.default_rng(_SEED).integers(0, size, size=(resamples, size))


def _interval(value: float, draws: NDArray[np.float64]) -> Interval:
    low, high = np.percentile(draws, [_LOW, _HIGH])
    return Interval(float(value), float(low), float(high))
