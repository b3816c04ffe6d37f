"""How long the stages of a check take: records, one a stage that has ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic

from factcheck.port import Database


@dataclass(frozen=True, slots=True)
class StageTime:
    """A stage of a check that has ended, and the seconds it took; a stage may run several times in a check."""

    stage: str
    seconds: float


class Telemetry:
    """Collects the times of a check's stages, those of earlier steps first."""

    def __init__(self, times: Iterable[StageTime] = ()) -> None:
        self._times = list(times)

    @property
    def times(self) -> tuple[StageTime, ...]:
        """The times so far, in the order in which stages ended."""
        return tuple(self._times)

    @contextmanager
    def stage(self, name: str, database: Database) -> Iterator[None]:
        """Time a stage, unless it fails; a debug message says at once that it has ended."""
        started = monotonic()
        yield
        self._times.append(StageTime(name, monotonic() - started))
        database.debug(f"stage {name} has ended")


def seconds_by_stage(times: Iterable[StageTime]) -> dict[str, float]:
    """Return the seconds of each stage, added up."""
    seconds: dict[str, float] = {}
    for time in times:
        seconds[time.stage] = seconds.get(time.stage, 0.0) + time.seconds
    return seconds
