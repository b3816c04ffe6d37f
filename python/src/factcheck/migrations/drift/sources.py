"""What differs of sources of passages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.migrations.decisions import Site
from factcheck.migrations.drift.difference import Difference, Recorded, declared_name, states, told
from factcheck.migrations.sources import SOURCE_STATES, AddSource, RemoveSource, language_name
from factcheck.port import Database
from factcheck.sqltext import literal


@dataclass(frozen=True, slots=True)
class SourceDrift:
    """Compares the sources."""

    database: Database
    site: Site
    recorded: Recorded

    def undeclared(self) -> Iterator[Difference]:
        """Yield sources that the file does not have, or no longer."""
        declared = {source.name for source in self.site.sources or ()}
        by_migrations = {name for name, _ in self.recorded.get("source", {})}
        for name, state in states(self.database, SOURCE_STATES).items():
            if name not in declared and (self.site.sources is not None or name in by_migrations):
                yield Difference(
                    f"source {name} is there, and not declared", RemoveSource(name, AddSource(name, **state))
                )

    def missing(self) -> Iterator[Difference]:
        """Yield sources that the file has and the database has not, or otherwise."""
        present = states(self.database, SOURCE_STATES)
        for source in self.site.sources or ():
            [named] = self.database.query(f"SELECT {language_name(literal(source.language))} AS language")
            wanted = {
                **source.state(),
                "relation": declared_name(self.database, source.relation),
                "language": named["language"],
            }
            if source.name not in present:
                yield Difference(f"source {source.name} is declared, and not there", source)
            elif present[source.name] != wanted:
                yield Difference(f"source {source.name}: {told(present[source.name], wanted)}", source)
