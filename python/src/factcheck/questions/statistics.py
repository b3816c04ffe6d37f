"""How unlikely it is that what a fact says comes by chance: from 0, not at all, to 1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, median

_NORMAL = NormalDist()
OUTSIDE = 3.5
"""Robust standard deviations from the median from which a value is an outlier."""
_ROBUST = 0.6745


def sure_of(t: float, freedom: float) -> float:
    """Return one less the two-sided probability of Student's t, by Wallace's normal approximation."""
    if not math.isfinite(t) or freedom <= 0:
        return 1.0 if math.isinf(t) else 0.0
    z = math.sqrt(freedom * math.log1p(t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
    return 2 * _NORMAL.cdf(z) - 1


def sure_of_difference(one: tuple[float, float, int], other: tuple[float, float, int]) -> float:
    """Return how sure the difference of two means is, by Welch's test; each by its mean, variance and number."""
    (mean, variance, count), (mean_2, variance_2, count_2) = one, other
    if min(count, count_2) < 2:
        return 0.0
    parts = variance / count, variance_2 / count_2
    spread = sum(parts)
    if spread <= 0:
        return 1.0 if mean != mean_2 else 0.0
    freedom = spread**2 / (parts[0] ** 2 / (count - 1) + parts[1] ** 2 / (count_2 - 1))
    return sure_of((mean - mean_2) / math.sqrt(spread), freedom)


def sure_of_share(share: float, expected: float, count: int) -> float:
    """Return how sure it is that a share is not the expected one."""
    if not 0 < expected < 1 or count < 1:
        return 0.0
    z = (share - expected) / math.sqrt(expected * (1 - expected) / count)
    return 2 * _NORMAL.cdf(abs(z)) - 1


def sure_of_spread(values: Sequence[float]) -> float:
    """Return how sure it is that amounts are not the same for all groups, by the chi-square test."""
    total, freedom = math.fsum(values), len(values) - 1
    if freedom < 1 or total <= 0 or min(values) < 0:
        return 0.0
    expected = total / len(values)
    chi = math.fsum((value - expected) ** 2 / expected for value in values)
    part = 2 / (9 * freedom)
    return _NORMAL.cdf(((chi / freedom) ** (1 / 3) - (1 - part)) / math.sqrt(part))


def line(values: Sequence[float]) -> tuple[float, float, float]:
    """Return slope, intercept and r² of values over their indexes."""
    return line_through(range(len(values)), values)


def line_through(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float, float]:
    """Return slope, intercept and r² of points."""
    count = len(ys)
    if count < 2:
        return 0.0, ys[0] if ys else 0.0, 0.0
    x, y = math.fsum(xs) / count, math.fsum(ys) / count
    sxx = math.fsum((each - x) ** 2 for each in xs)
    syy = math.fsum((each - y) ** 2 for each in ys)
    sxy = math.fsum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
    if sxx == 0:
        return 0.0, y, 0.0
    slope = sxy / sxx
    return slope, y - slope * x, 0.0 if syy == 0 else min(sxy * sxy / (sxx * syy), 1.0)


def sure_of_correlation(r: float, count: int) -> float:
    """Return how sure it is that a correlation is not 0."""
    if count < 3:
        return 0.0
    if abs(r) >= 1:
        return 1.0
    return sure_of(r * math.sqrt((count - 2) / (1 - r * r)), count - 2)


def unevenness(counts: Sequence[float]) -> float:
    """Return one less the normalised entropy of counts."""
    total = math.fsum(counts)
    shares = [count / total for count in counts if count > 0] if total > 0 else []
    if len(shares) < 2:
        return 0.0
    entropy = -math.fsum(share * math.log(share) for share in shares)
    return max(1 - entropy / math.log(len(counts)), 0.0)


def power_law(values: Sequence[float]) -> float:
    """Return how well the ordered positive values follow a power law: r² of their logarithms."""
    ordered = sorted((value for value in values if value > 0), reverse=True)
    if len(ordered) < 3:
        return 0.0
    xs = [math.log(rank) for rank in range(1, len(ordered) + 1)]
    return line_through(xs, [math.log(value) for value in ordered])[2]


def bounds(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the median, and the values outside which others are outliers."""
    middle = median(values)
    deviation = median(abs(value - middle) for value in values)
    reach = OUTSIDE * deviation / _ROBUST
    return middle, middle - reach, middle + reach


def strangeness(value: float, values: Sequence[float]) -> float:
    """Return how far a value lies from the others, from 0 to 1; 1 from 5 robust standard deviations."""
    middle = median(values)
    deviation = median(abs(each - middle) for each in values)
    if deviation == 0:
        return 1.0 if value != middle else 0.0
    return min(max((_ROBUST * abs(value - middle) / deviation - 2) / 3, 0.0), 1.0)


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return a quantile of ordered values, interpolated."""
    at = share * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])
