"""What differs of report tables under watch, and of schedules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.migrations.decisions import Site
from factcheck.migrations.drift.difference import Difference, Recorded, declared_name, interval_text, states, told
from factcheck.migrations.records import State
from factcheck.migrations.report_tables import (
    PATTERN_STATES,
    SCHEDULE_STATES,
    WATCH_STATES,
    ScheduleChecks,
    UnscheduleChecks,
    WatchPattern,
    WatchTable,
)
from factcheck.port import Database


@dataclass(frozen=True, slots=True)
class ReportDrift:
    """Compares the report tables and the schedules."""

    database: Database
    site: Site
    recorded: Recorded

    def undeclared(self) -> Iterator[Difference]:
        """Yield what the file does not say, or no longer."""
        yield from self._undeclared_schedules()
        tables = {declared_name(self.database, watch.name) for watch in self.site.watched_tables or ()}
        patterns = {watch.name for watch in self.site.watched_patterns or ()}
        for kind, noun, query, declared, watch in (
            ("watch pattern", "pattern", PATTERN_STATES, patterns, WatchPattern),
            ("watch", "table", WATCH_STATES, tables, WatchTable),
        ):
            by_migrations = {name for name, _ in self.recorded.get(kind, {})}
            for name, state in states(self.database, query).items():
                if name not in declared and (self.site.watched_tables is not None or name in by_migrations):
                    yield Difference(f"{noun} {name} is watched, not declared", watch(name, **state).reverse())

    def missing(self) -> Iterator[Difference]:
        """Yield what the file says and the database is without, or has otherwise."""
        tables, patterns = states(self.database, WATCH_STATES), states(self.database, PATTERN_STATES)
        for table in self.site.watched_tables or ():
            yield from self._changed_watch("table", table, tables.get(declared_name(self.database, table.name)))
        for pattern in self.site.watched_patterns or ():
            yield from self._changed_watch("pattern", pattern, patterns.get(pattern.name))
        yield from self._missing_schedules()

    def _changed_watch(
        self, noun: str, watch: WatchTable | WatchPattern, present: State | None
    ) -> Iterator[Difference]:
        if present is None:
            yield Difference(f"{noun} {watch.name} is declared, and not watched", watch)
            return
        declared = {**watch.state(), "time_budget": interval_text(self.database, watch.time_budget)}
        if watch.tables is not None:
            declared["tables"] = [declared_name(self.database, table) for table in watch.tables]
        # the primary key, and the role that migrates, where none is named
        declared |= {key: present[key] for key in ("key_column", "run_as") if declared[key] is None}
        if declared != present:
            yield Difference(f"{noun} {watch.name} under watch: {told(present, declared)}", watch)

    def _schedules(self) -> dict[tuple[str, str], State]:
        """Return the schedules that the current role sees, by name and role."""
        if not self.database.query("SELECT 1 WHERE to_regclass('cron.job') IS NOT NULL"):
            return {}
        rows = self.database.query(
            f"SELECT s.object, s.role_name, s.state::text FROM ({SCHEDULE_STATES}) AS s ORDER BY 1, 2"
        )
        return {(row["object"], row["role_name"]): json.loads(row["state"]) for row in rows}

    def _user(self) -> str:
        return str(self.database.query("SELECT current_user::text AS role_name")[0]["role_name"])

    def _undeclared_schedules(self) -> Iterator[Difference]:
        user = self._user()
        declared = {(schedule.name, schedule.run_as or user) for schedule in self.site.schedules or ()}
        by_migrations = {(name, role or user) for name, role in self.recorded.get("schedule", {})}
        for (name, role), state in self._schedules().items():
            if (name, role) not in declared and (self.site.schedules is not None or (name, role) in by_migrations):
                # recorded under the role that was named, none where the role that migrates was meant
                run_as = None if (name, "") in self.recorded.get("schedule", {}) and role == user else role
                operation = UnscheduleChecks(name, run_as, ScheduleChecks(name, run_as=run_as, **state))
                yield Difference(f'schedule "{name}" of role "{role}" is not declared', operation)

    def _missing_schedules(self) -> Iterator[Difference]:
        schedules, user = self._schedules(), self._user()
        for schedule in self.site.schedules or ():
            present = schedules.get((schedule.name, schedule.run_as or user))
            declared = {**schedule.state(), "time_limit": interval_text(self.database, schedule.time_limit)}
            if present is None:
                yield Difference(f'schedule "{schedule.name}" is declared, and does not run', schedule)
            elif present != declared:
                yield Difference(f'schedule "{schedule.name}": {told(present, declared)}', schedule)
