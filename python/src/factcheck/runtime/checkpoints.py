"""Long loops that can be ended: a checkpoint lets the server act on a cancel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_Item = TypeVar("_Item")

_ITEMS_PER_CHECKPOINT = 50


def with_checkpoints(
    items: Iterable[_Item], checkpoint: Callable[[], None], every: int = _ITEMS_PER_CHECKPOINT
) -> Iterator[_Item]:
    """The items as they come, with a call of ``checkpoint`` before the first, and again after so many each time."""
    for place, item in enumerate(items):
        if place % every == 0:
            checkpoint()
        yield item
