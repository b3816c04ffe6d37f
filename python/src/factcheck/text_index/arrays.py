"""Arrays of numbers: types, ranges, and the server's binary forms."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


def ranges(starts: Integers, sizes: Integers) -> Integers:
    """Return the whole numbers from each start on, as many as its size says, one range after the other."""
    before = np.cumsum(sizes) - sizes
    numbers: Integers = np.repeat(starts - before, sizes) + np.arange(int(sizes.sum()))
    return numbers


def integers(sent: bytes | None) -> Integers:
    """Read integers in the server's binary form (``int4send``), one after the other."""
    return np.frombuffer(sent or b"", dtype=">i4").astype(np.int64)


def floats(sent: bytes | None) -> Floats:
    """Read numbers in the server's binary form (``float4send``), one after the other."""
    return np.frombuffer(sent or b"", dtype=">f4").astype(np.float64)
