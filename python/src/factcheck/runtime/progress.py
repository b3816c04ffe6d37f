"""How far a check has come: reports that loops deep inside make, and that reach the client while the check runs.

Who begins the work says once where reports go; without that they go nowhere.  A report has a written form, in which
the server sends it and from which a client reads it again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic

SQLSTATE = "00P01"
"""That of notices that are reports of progress: a subclass of successful completion."""

STAGES = {
    "parsing": 0.35,
    "spotting": 0.4,
    "retrieval": 0.55,
    "candidates": 0.7,
    "evaluation": 0.9,
    "inference": 0.95,
    "verdicts": 1.0,
}
"""The stages that report, in their order, and which share of a check is done when each ends, roughly.

Evaluation and inference take turns: the share then stays where it was.
"""

_IN_WORDS = {
    "parsing": "Reading the text",
    "spotting": "Finding the claims",
    "retrieval": "Looking for what the words may mean",
    "candidates": "Making queries",
    "evaluation": "Asking the data",
    "inference": "Weighing the readings",
    "verdicts": "Judging the claims",
}
_SECONDS_BETWEEN = 0.2
_WRITTEN = re.compile(r"(?P<stage>[a-z]+): (?P<done>\d+)(?: of (?P<total>\d+))? (?P<unit>.+)")


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a stage is done; ``total`` is None where that is all there is to say."""

    stage: str
    done: int
    unit: str
    total: int | None = None

    def __str__(self) -> str:
        """Write the report as the server sends it."""
        return f"{self.stage}: {self._amount}"

    @property
    def _amount(self) -> str:
        return f"{self.done} {self.unit}" if self.total is None else f"{self.done} of {self.total} {self.unit}"

    @property
    def in_words(self) -> str:
        """Write the report for a reader."""
        return f"{_IN_WORDS[self.stage]}: {self._amount}"

    @classmethod
    def read(cls, text: str) -> Progress | None:
        """Read a report; None where a text is none."""
        match = _WRITTEN.fullmatch(text)
        if match is None or match["stage"] not in STAGES:
            return None
        return cls(match["stage"], int(match["done"]), match["unit"], int(match["total"]) if match["total"] else None)

    @property
    def share(self) -> float:
        """Return about how much of the whole check is done."""
        ends = list(STAGES.values())
        index = list(STAGES).index(self.stage)
        begin = ends[index - 1] if index else 0.0
        done = self.done / self.total if self.total else 0.0
        return begin + (ends[index] - begin) * min(done, 1.0)


class _Reporter:
    """Passes reports on: the first of a stage, and then no more than some in a second."""

    def __init__(self, tell: Callable[[Progress], None]) -> None:
        self._tell = tell
        self._stage = ""
        self._due = 0.0

    def report(self, progress: Progress) -> None:
        now = monotonic()
        if progress.stage == self._stage and now < self._due:
            return
        self._stage, self._due = progress.stage, now + _SECONDS_BETWEEN
        self._tell(progress)


_reporter: ContextVar[_Reporter | None] = ContextVar("reporter", default=None)


@contextmanager
def reporting(tell: Callable[[Progress], None]) -> Iterator[None]:
    """Have reports that are made inside the block told, as far as they are not too many."""
    token = _reporter.set(_Reporter(tell))
    try:
        yield
    finally:
        _reporter.reset(token)


def report_progress(stage: str, done: int, unit: str, total: int | None = None) -> None:
    """Report how much of a stage is done; ``unit`` says what is counted."""
    reporter = _reporter.get()
    if reporter is not None:
        reporter.report(Progress(stage, done, unit, total))
