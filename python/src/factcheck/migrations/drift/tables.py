"""What differs of tables that claims may be about, and of who reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from factcheck.migrations.decisions import Site
from factcheck.migrations.drift.difference import Difference, Recorded, declared_name, states, told
from factcheck.migrations.records import State
from factcheck.migrations.tables import TABLE_STATES, AddTable, GrantSelect, RemoveTable, RevokeSelect
from factcheck.port import Database
from factcheck.sqltext import literal, text_array


@dataclass(frozen=True, slots=True)
class TableDrift:
    """Compares the tables."""

    database: Database
    site: Site
    recorded: Recorded

    def states(self) -> Mapping[str, State]:
        """Return how each added table was added, by name."""
        return states(self.database, TABLE_STATES)

    def undeclared(self) -> Iterator[Difference]:
        """Yield what the file does not say, or no longer."""
        declared = {declared_name(self.database, table.table) for table in self.site.tables or ()}
        by_migrations = {name for name, _ in self.recorded.get("table", {})}
        for name, state in self.states().items():
            if name not in declared and (self.site.tables is not None or name in by_migrations):
                yield Difference(f"table {name} is added, and not declared", RemoveTable(name, AddTable(name, **state)))

    def missing(self) -> Iterator[Difference]:
        """Yield what the file says and the database is without, or has otherwise."""
        states = self.states()
        for table in self.site.tables or ():
            present = states.get(declared_name(self.database, table.table))
            if present is None:
                yield Difference(f"table {table.table} is declared, and not added", table)
            elif present != table.state():
                yield Difference(f"table {table.table}: {told(present, table.state())}", table)
        for select in self.site.selects or ():
            if select in self._changed_selects() or not self._can_select(select):
                words = f'role "{select.role}" cannot read what is declared of table {select.table}'
                yield Difference(words, select)

    def undeclared_selects(self) -> Iterator[Difference]:
        """Yield who was let read a table, or columns of it, and no longer should."""
        declared = self._declared_selects()
        for (table, role), decided in self.recorded.get("select", {}).items():
            select = declared.get((table, role))
            if select is None or select.state() != decided:
                columns = None if decided["table"] else decided["columns"]
                words = f'role "{role}" was let read what is not declared of table {table}'
                yield Difference(words, RevokeSelect(table, role, GrantSelect(table, role, columns)))

    def _declared_selects(self) -> dict[tuple[str, str], GrantSelect]:
        selects = self.site.selects or ()
        return {(declared_name(self.database, select.table), select.role): select for select in selects}

    def _changed_selects(self) -> list[GrantSelect]:
        """Return what is declared otherwise than migrations granted it."""
        recorded = self.recorded.get("select", {})
        return [
            select
            for subject, select in self._declared_selects().items()
            if subject in recorded and recorded[subject] != select.state()
        ]

    def _can_select(self, select: GrantSelect) -> bool:
        columns = "true" if select.columns is None else f"a.attname = ANY ({text_array(select.columns)})"
        rows = self.database.query(
            "SELECT has_schema_privilege(r.oid, c.relnamespace, 'USAGE')"
            " AND bool_and(has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT')) AS can_select"
            " FROM pg_catalog.pg_roles r, pg_catalog.pg_class c"
            " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped"
            f" WHERE r.rolname = {literal(select.role)} AND c.oid = to_regclass({literal(select.table)}) AND {columns}"
            " GROUP BY r.oid, c.oid, c.relnamespace"
        )
        return bool(rows) and bool(rows[0]["can_select"])
