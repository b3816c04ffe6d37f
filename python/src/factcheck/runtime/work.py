"""How much work a check makes: counts that code deep inside adds to, and whoever began the check reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Work:
    """What was done: statements that read data tables, groups that came of them, results that were kept before."""

    scans: int = 0
    groups: int = 0
    reused_cubes: int = 0


_work: ContextVar[Work | None] = ContextVar("work", default=None)


@contextmanager
def counting() -> Iterator[Work]:
    """Have the work inside the block counted."""
    work = Work()
    token = _work.set(work)
    try:
        yield work
    finally:
        _work.reset(token)


def count_work(*, scans: int = 0, groups: int = 0, reused_cubes: int = 0) -> None:
    """Add to what is counted, if anything is."""
    work = _work.get()
    if work is not None:
        work.scans += scans
        work.groups += groups
        work.reused_cubes += reused_cubes
