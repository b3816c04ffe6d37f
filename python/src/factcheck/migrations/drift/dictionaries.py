"""What differs of the descriptions that data dictionaries have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from factcheck.migrations.decisions import Site
from factcheck.migrations.dictionaries import LoadDictionary, UnloadDictionary
from factcheck.migrations.drift.difference import Difference, Recorded
from factcheck.port import Database
from factcheck.sqltext import literal


@dataclass(frozen=True, slots=True)
class DictionaryDrift:
    """Compares the dictionaries; ``folder`` is that of the migrations."""

    database: Database
    site: Site
    recorded: Recorded
    folder: Path

    def undeclared(self) -> Iterator[Difference]:
        """Yield what the file does not say, or no longer."""
        declared = {dictionary.file for dictionary in self.site.dictionaries or ()}
        for (file, _), arguments in self.recorded.get("dictionary", {}).items():
            if file not in declared:
                operation = UnloadDictionary(file, LoadDictionary(file, **arguments))
                yield Difference(f"dictionary {file} was loaded, and is not declared", operation)

    def missing(self) -> Iterator[Difference]:
        """Yield what the file says and the database is without, or has otherwise."""
        for dictionary in self.site.dictionaries or ():
            number = self._number_of_changes(dictionary)
            if number is None:
                yield Difference(f"dictionary {dictionary.file} is declared, and cannot be loaded as yet", dictionary)
            elif number:
                noun = "description" if number == 1 else "descriptions"
                yield Difference(f"dictionary {dictionary.file} would change {number} {noun}", dictionary)

    def _number_of_changes(self, dictionary: LoadDictionary) -> int | None:
        """Load a dictionary and take that back; return how many descriptions it changed, None where it has an error.

        The index is not renewed meanwhile.  Before the tables are added, loading ends in an error.
        """
        table = "NULL" if dictionary.table is None else f"to_regclass({literal(dictionary.table)})"
        arguments = (
            f"{literal(dictionary.text(self.folder))}, {literal(dictionary.format)}, {table}, "
            f"{literal(dictionary.data_set)}"
        )
        if dictionary.table is not None and not self.database.query(f"SELECT 1 WHERE {table} IS NOT NULL"):
            return None
        self.database.query("SAVEPOINT site_dictionary")
        try:
            # what fits no table is told when the dictionary is loaded
            self.database.query("SET LOCAL client_min_messages = warning")
            self.database.query("SELECT factcheck._raise(factcheck._load())")
            before = self._descriptions()
            loaded = self.database.query(
                f"SELECT factcheck._load_dictionary({arguments})->'error' IS NULL AS is_loaded"
            )
            return len(self._descriptions() - before) if loaded[0]["is_loaded"] else None
        finally:
            self.database.query("ROLLBACK TO SAVEPOINT site_dictionary")

    def _descriptions(self) -> set[tuple[str, ...]]:
        rows = self.database.query(
            "SELECT d.relation::oid::text AS relation, coalesce(d.column_name::text, '') AS column_name, d.description,"
            " d.source FROM factcheck.description d"
        )
        return {tuple(row.values()) for row in rows}
