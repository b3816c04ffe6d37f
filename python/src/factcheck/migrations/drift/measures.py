"""What differs of declared measures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.migrations.decisions import Site
from factcheck.migrations.drift.difference import Difference, Recorded, declared_name, states, told
from factcheck.migrations.measures import MEASURE_STATES, AddMeasure, RemoveMeasure
from factcheck.port import Database


@dataclass(frozen=True, slots=True)
class MeasureDrift:
    """Compares the measures."""

    database: Database
    site: Site
    recorded: Recorded

    def undeclared(self) -> Iterator[Difference]:
        """Yield measures that the file does not have, or no longer."""
        declared = {measure.name for measure in self.site.measures or ()}
        by_migrations = {name for name, _ in self.recorded.get("measure", {})}
        for name, state in states(self.database, MEASURE_STATES).items():
            if name not in declared and (self.site.measures is not None or name in by_migrations):
                yield Difference(
                    f"measure {name} is there, and not declared", RemoveMeasure(name, AddMeasure(name, **state))
                )

    def missing(self) -> Iterator[Difference]:
        """Yield measures that the file has and the database has not, or otherwise."""
        present = states(self.database, MEASURE_STATES)
        for measure in self.site.measures or ():
            wanted = {**measure.state(), "table": declared_name(self.database, measure.table)}
            if measure.name not in present:
                yield Difference(f"measure {measure.name} is declared, and not there", measure)
            elif present[measure.name] != wanted:
                yield Difference(f"measure {measure.name}: {told(present[measure.name], wanted)}", measure)
