"""Minimising a smooth function of some hundred variables: L-BFGS (Nocedal and Wright, Algorithms 7.4 and 7.5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_REMEMBERED = 10
_SUFFICIENT = 1e-4
_SHORTEST_STEP = 1e-10
_CURVATURE = 1e-10


def minimise(
    function: Callable[[Floats], tuple[float, Floats]], start: Floats, rounds: int = 150, tolerance: float = 1e-2
) -> Floats:
    """Return where a function, which gives its value and gradient, is least near ``start``.

    Stops after ``rounds`` steps, or where no component of the gradient is larger than ``tolerance``.
    """
    point, (value, gradient) = start, function(start)
    steps: deque[tuple[Floats, Floats]] = deque(maxlen=_REMEMBERED)
    for _ in range(rounds):
        if np.abs(gradient).max(initial=0.0) <= tolerance:
            break
        direction = -_times_inverse(gradient, steps)
        slope = float(direction @ gradient)
        if slope >= 0:  # what is remembered misleads
            steps.clear()
            direction, slope = -gradient, -float(gradient @ gradient)
        length = 1.0 if steps else min(1.0, 1.0 / float(np.abs(gradient).sum()))
        while True:
            new = point + length * direction
            new_value, new_gradient = function(new)
            if new_value <= value + _SUFFICIENT * length * slope:
                break
            length /= 2
            if length < _SHORTEST_STEP:
                return point
        if float((new - point) @ (new_gradient - gradient)) > _CURVATURE:
            steps.append((new - point, new_gradient - gradient))
        point, value, gradient = new, new_value, new_gradient
    return point


def _times_inverse(gradient: Floats, steps: deque[tuple[Floats, Floats]]) -> Floats:
    """Return the inverse of the second derivatives, as the last steps show them, times the gradient."""
    if not steps:
        return gradient
    result, shares = gradient, []
    for step, change in reversed(steps):
        share = float(step @ result) / float(step @ change)
        result = result - share * change
        shares.append(share)
    step, change = steps[-1]
    result = result * (float(step @ change) / float(change @ change))
    for (step, change), share in zip(steps, reversed(shares), strict=True):
        result = result + (share - float(change @ result) / float(step @ change)) * step
    return result
