"""What all stages of a check share: the database, the settings in force, the time budget, the times taken."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from factcheck.port import Database
from factcheck.runtime.telemetry import Telemetry
from factcheck.runtime.time_budget import NO_BUDGET, TimeBudget
from factcheck.settings import Settings


@dataclass(frozen=True, slots=True)
class CheckContext:
    """One step of a check as its stages see it."""

    database: Database
    settings: Settings
    budget: TimeBudget = NO_BUDGET
    telemetry: Telemetry = field(default_factory=Telemetry)

    def stage(self, name: str) -> AbstractContextManager[None]:
        """Time a stage."""
        return self.telemetry.stage(name, self.database)
