"""What differs of settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.migrations.decisions import Site
from factcheck.migrations.drift.difference import Difference, Recorded, states, told
from factcheck.migrations.settings import SETTING_STATES, ResetSetting, SetSetting
from factcheck.port import Database


@dataclass(frozen=True, slots=True)
class SettingDrift:
    """Compares the settings."""

    database: Database
    site: Site
    recorded: Recorded

    def undeclared(self) -> Iterator[Difference]:
        """Yield values that the file does not give, or no longer."""
        declared = {setting.name for setting in self.site.settings or ()}
        by_migrations = {name for name, _ in self.recorded.get("setting", {})}
        for name, state in states(self.database, SETTING_STATES).items():
            if name not in declared and (self.site.settings is not None or name in by_migrations):
                operation = ResetSetting(name, SetSetting(name, **state))
                yield Difference(f"setting {name} is {state['value']:g}, which is not declared", operation)

    def missing(self) -> Iterator[Difference]:
        """Yield values that the file gives and the database does not have."""
        present = states(self.database, SETTING_STATES)
        for setting in self.site.settings or ():
            if setting.name not in present:
                yield Difference(f"setting {setting.name} is declared, and has its default", setting)
            elif present[setting.name] != setting.state():
                yield Difference(f"setting {setting.name}: {told(present[setting.name], setting.state())}", setting)
