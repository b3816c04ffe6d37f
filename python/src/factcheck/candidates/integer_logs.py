"""Logarithms of weights as whole numbers, to compare products by.

Whole numbers sum exactly, in any order.  So products of the same factors tie wherever they are multiplied, and the
order of candidates depends neither on that of the catalogue nor on how a processor rounds.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

NEVER = -(2**56)
"""The logarithm of 0: no sum of a few others makes up for it."""

NOISE = 16
"""Logarithms of products closer together than this tell nothing: the products agree to eleven digits."""

_UNIT = 2.0**40


def whole_logs(weights: Floats) -> Integers:
    """Return logarithms of weights that are not negative."""
    positive = weights > 0
    logs = np.rint(np.log2(np.where(positive, weights, 1.0)) * _UNIT).astype(np.int64)
    return np.where(positive, logs, NEVER)


def natural_log(log: int) -> float:
    """Return such a logarithm, or a difference of two, as a natural one."""
    return log / _UNIT * math.log(2)


def is_possible(log: int) -> bool:
    """Tell whether no factor of the product was 0."""
    return log > NEVER // 2
