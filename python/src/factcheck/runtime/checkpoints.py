"""Long loops that can be ended: a checkpoint lets the server act on a cancel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_Item = TypeVar("_Item")

_ITEMS_PER_CHECKPOINT = 50


def with_checkpoints(
    items: Iterable[_Item], checkpoint: Callable[[], None], interval: int = _ITEMS_PER_CHECKPOINT
) -> Iterator[_Item]:
    """Yield the items as they come; call ``checkpoint`` before the first, and again after each ``interval`` of them."""
    for index, item in enumerate(items):
        if index % interval == 0:
            checkpoint()
        yield item
