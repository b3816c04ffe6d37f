"""The time budget of a check: how long each step may take, and statements that end themselves when it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf, isinf
from time import monotonic

from factcheck.port import Database, Row
from factcheck.runtime.checkpoints import looking

_DIVISION_BY_ZERO = "22012"
_SHORTEST = 0.001


class OutOfTimeError(Exception):
    """The time that a step of a check has is over; what it had found so far is lost."""


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """The point of the monotonic clock at which a step of a check has to end; without a budget there is none."""

    end: float = inf

    @property
    def left(self) -> float:
        """Seconds from now to the end, negative beyond it."""
        return self.end - monotonic()

    @property
    def is_over(self) -> bool:
        """Whether the end is reached."""
        return self.left <= 0

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Have the checkpoints inside the block raise ``OutOfTimeError`` once the time is over."""
        if isinf(self.end):
            yield
            return
        token = _in_force.set(self)
        try:
            with looking(self._look):
                yield
        finally:
            _in_force.reset(token)

    def _look(self) -> None:
        if self.is_over:
            raise OutOfTimeError

    def end_sql(self, database: Database) -> str | None:
        """Return the end as SQL, by the server's clock; None where there is no limit."""
        if isinf(self.end):
            return None
        left = max(self.left, _SHORTEST)
        [row] = database.query(f"SELECT (clock_timestamp() + make_interval(secs => {left:.6f}))::text AS at")
        return f"'{row['at']}'::timestamptz"

    def condition(self, database: Database) -> str | None:
        """Return SQL that is true while there is time, and an error for the first row that comes later.

        It is no constant, so that a scan asks for every row.  None where there is no limit.
        """
        end = self.end_sql(database)
        return None if end is None else f"1 / (clock_timestamp() < {end})::integer = 1"

    def query(self, database: Database, sql: str) -> Sequence[Row]:
        """Run a statement that has the ``condition`` in it; raises ``OutOfTimeError`` where the time was not enough."""
        try:
            return database.query(sql)
        except Exception as error:
            if self.is_over and getattr(error, "sqlstate", None) == _DIVISION_BY_ZERO:
                raise OutOfTimeError from error
            raise


NO_LIMIT = TimeLimit()

_in_force: ContextVar[TimeLimit] = ContextVar("limit", default=NO_LIMIT)


def limit_in_force() -> TimeLimit:
    """Return the limit of the innermost block that has one."""
    return _in_force.get()


@dataclass(frozen=True, slots=True)
class TimeBudget:
    """When a check began, by the monotonic clock, and how many seconds it may take; infinitely many by default."""

    started: float = 0.0
    seconds: float = inf

    @property
    def is_limited(self) -> bool:
        """Whether there is a budget at all."""
        return not isinf(self.seconds)

    def until(self, share: float) -> TimeLimit:
        """Return the limit for steps that have to end when this share of the budget is used."""
        return TimeLimit(self.started + share * self.seconds)


NO_BUDGET = TimeBudget()


def tell_time_is_up(what: str, database: Database) -> None:
    """Tell what was left out for want of time."""
    database.notice(f"time budget reached: {what}", hint="Raise time_budget, or name fewer tables.")


# The schedule of a check with a time budget: shares of it that are used when something ends or begins.

PARSING_ENDS = 0.3
"""What is parsed has to be understood and evaluated, too."""

RETRIEVAL_ENDS = 0.5
"""Where values are read at check time, for want of an index, as many are read as this allows."""

LEARNING_ENDS = 0.85
"""The last round of learning begins no later."""

KEEPING_BEGINS = 0.9
"""Something is kept for later checks only where no more than this is used."""
