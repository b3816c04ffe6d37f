"""Arrays as they are kept: whole numbers in few bytes, amounts and what compared numbers stand for by parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from factcheck.evaluation.amounts import Amounts, Order

Arrays = Mapping[str, Any]


def small(whole: Any) -> Any:
    """Return whole numbers in few bytes."""
    return whole.astype(np.min_scalar_type(whole.max(initial=0)))


def wide(kept: Any) -> Any:
    """Return numbers that are added up, in as many bytes as that takes."""
    return kept.astype(np.int64)


def amounts_kept(name: str, amounts: Amounts) -> dict[str, Any]:
    """Return the arrays of amounts, by name."""
    return {name: amounts.limbs, f"{name}_scale": _scale_kept(amounts.scale)}


def amounts_read(name: str, arrays: Arrays) -> Amounts:
    """Read amounts."""
    return Amounts(arrays[name], _scale_read(arrays[f"{name}_scale"]))


def order_kept(name: str, order: Order) -> dict[str, Any]:
    """Return the arrays of what compared numbers stand for, by name."""
    table = {} if order.table is None else amounts_kept(f"{name}_table", order.table)
    return {f"{name}_scale": _scale_kept(order.scale), **table}


def order_read(name: str, arrays: Arrays) -> Order:
    """Read what compared numbers stand for."""
    table = amounts_read(f"{name}_table", arrays) if f"{name}_table" in arrays else None
    return Order(_scale_read(arrays[f"{name}_scale"]), table)


def _scale_kept(scale: int | None) -> Any:
    """Return a scale as an array, -1 for none."""
    return np.array(-1 if scale is None else scale)


def _scale_read(kept: Any) -> int | None:
    return None if int(kept) < 0 else int(kept)
