"""Long work that can be ended: at a checkpoint the server acts on a cancel, and work that is out of time ends.

Who begins the work says once what is looked at; loops deep inside need not be handed it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import TypeVar

_Item = TypeVar("_Item")

_ITEMS_PER_CHECKPOINT = 50

_SECONDS_BETWEEN_LOOKS = 0.02
"""Far less than a user who cancels notices."""

_looks: ContextVar[tuple[Callable[[], None], ...]] = ContextVar("looks", default=())


@contextmanager
def looking(look: Callable[[], None]) -> Iterator[None]:
    """Have every checkpoint inside the block call ``look``, after what blocks around it have theirs call.

    ``look`` raises what ends the work.
    """
    token = _looks.set((*_looks.get(), look))
    try:
        yield
    finally:
        _looks.reset(token)


def at_intervals(look: Callable[[], None]) -> Callable[[], None]:
    """Return what calls ``look`` unless it just did, since checkpoints come by far more often than one has to look."""
    due = 0.0

    def look_if_due() -> None:
        nonlocal due
        now = monotonic()
        if now >= due:
            due = now + _SECONDS_BETWEEN_LOOKS
            look()

    return look_if_due


def checkpoint() -> None:
    """Raise what ends the work, if anything does; long loops call this at least every 100 ms."""
    for look in _looks.get():
        look()


def with_checkpoints(items: Iterable[_Item], interval: int = _ITEMS_PER_CHECKPOINT) -> Iterator[_Item]:
    """Yield the items as they come, with a checkpoint before the first, and again after each ``interval`` of them."""
    for index, item in enumerate(items):
        if index % interval == 0:
            checkpoint()
        yield item
