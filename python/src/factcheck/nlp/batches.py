"""Texts that are parsed together, which takes half the time that they take one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_Item = TypeVar("_Item")


def batched(items: Iterable[_Item], length: Callable[[_Item], int], most: int) -> Iterator[list[_Item]]:
    """Yield items in their order, as many together as have a ``length`` of ``most`` in all; one is never too long."""
    batch: list[_Item] = []
    total = 0
    for item in items:
        size = length(item)
        if batch and total + size > most:
            yield batch
            batch, total = [], 0
        batch.append(item)
        total += size
    if batch:
        yield batch
