"""Runs stored readings, each once, as long as there is time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from time import monotonic

from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.time_budget import TimeLimit, tell_time_is_up
from factcheck.settings import Settings
from factcheck.stored.claims import StoredClaim, StoredReading
from factcheck.stored.recheck import Answer, Rechecked, rechecked

_CANNOT_RUN = ("22", "42")
"""Classes of SQLSTATE of queries that the data, or what they are called by now, do not let run."""


class ReadingRunner:
    """Asks the database what stored readings give now; readings of the same text share one run."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._answers: dict[str, Answer] = {}
        self._failed: set[str] = set()
        self.longest = 0.0

    def answer(self, reading: StoredReading) -> Answer:
        """Return what a reading gives; raises ``LookupError`` where it cannot be run any more."""
        text = reading.query.text
        if text in self._failed:
            raise LookupError(text)
        if text not in self._answers:
            checkpoint()
            started = monotonic()
            self._answers[text] = self._run(text)
            self.longest = max(self.longest, monotonic() - started)
        return self._answers[text]

    def _run(self, text: str) -> Answer:
        try:
            [row] = self._database.query(text)
        except Exception as error:
            if str(getattr(error, "sqlstate", "")).startswith(_CANNOT_RUN):
                self._failed.add(text)
                raise LookupError(text) from error
            raise
        [value] = row.values()
        return value if isinstance(value, int | float | Decimal) else None


def recheck_all(
    claims: Sequence[StoredClaim], database: Database, settings: Settings, limit: TimeLimit
) -> Iterator[Rechecked]:
    """Judge claims again, in order, until there is no time left for a reading as slow as the slowest so far."""
    runner = ReadingRunner(database)
    for done, claim in enumerate(claims):
        if limit.left <= runner.longest:
            tell_time_is_up(f"{done} of {len(claims)} claims checked again", database)
            return
        yield rechecked(claim, settings, runner.answer)
