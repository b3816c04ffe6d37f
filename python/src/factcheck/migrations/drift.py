"""Compares what a site's file says with how the database is set up, for ``alembic check`` and ``--autogenerate``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from factcheck.errors.catalogue import extension_not_in_database
from factcheck.migrations.decisions import Site
from factcheck.migrations.dictionaries import LoadDictionary, UnloadDictionary
from factcheck.migrations.operation import SiteOperation
from factcheck.migrations.records import SCHEMA, State
from factcheck.migrations.report_tables import (
    PATTERN_STATES,
    SCHEDULE_STATES,
    WATCH_STATES,
    ScheduleChecks,
    UnscheduleChecks,
    WatchPattern,
    WatchTable,
)
from factcheck.migrations.roles import GrantAdminOption, GrantUsage, RevokeAdminOption, RevokeUsage
from factcheck.migrations.tables import TABLE_STATES, AddTable, GrantSelect, RemoveTable, RevokeSelect, table_name
from factcheck.port import Database
from factcheck.sqltext import literal, text_array


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between file and database, in words, and the operation that ends it."""

    words: str
    operation: SiteOperation


def differences(database: Database, site: Site, folder: Path) -> list[Difference]:
    """Return what differs, in the order in which the operations can run; raises ``FactcheckError`` without extension.

    What the file no longer says is taken away first, the last set up first.  What was set up by hand is told where the
    file has a section for it.  ``folder`` is that of the migrations, where dictionaries are.
    """
    [installed] = database.query(
        "SELECT quote_ident(current_database()) AS database_name,"
        " EXISTS (SELECT FROM pg_catalog.pg_extension e WHERE e.extname = 'factcheck') AS is_there"
    )
    if not installed["is_there"]:
        raise extension_not_in_database(installed["database_name"])
    recorded = _recorded(database)
    roles, tables = _Roles(database, site, recorded), _Tables(database, site, recorded)
    dictionaries, reports = _Dictionaries(database, site, recorded, folder), _Reports(database, site, recorded)
    return [
        *reports.undeclared(),
        *dictionaries.undeclared(),
        *tables.undeclared_selects(),
        *tables.undeclared(),
        *roles.undeclared_options(),
        *roles.undeclared(),
        *roles.missing(),
        *tables.missing(),
        *dictionaries.missing(),
        *reports.missing(),
    ]


Recorded = Mapping[str, list[tuple[str, str]]]
"""What migrations set up, by kind: the names of object and role, empty where there is none."""


def _recorded(database: Database) -> Recorded:
    if not database.query(f"SELECT 1 WHERE to_regclass({literal(f'{SCHEMA}.change')}) IS NOT NULL"):
        return {}
    rows = database.query(
        "SELECT DISTINCT ON (c.kind, c.object, c.role_name) c.kind, coalesce(c.object, '') AS object,"
        f" coalesce(c.role_name, '') AS role_name, c.is_set_up FROM {SCHEMA}.change c"
        " ORDER BY c.kind, c.object, c.role_name, c.number DESC"
    )
    recorded: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        if row["is_set_up"]:
            recorded.setdefault(row["kind"], []).append((row["object"], row["role_name"]))
    return recorded


def _name(database: Database, table: str) -> str:
    """Return a declared table's name as the database spells it."""
    return str(database.query(f"SELECT {table_name(table)} AS name")[0]["name"])


def _states(database: Database, query: str) -> dict[str, dict[str, Any]]:
    rows = database.query(f"SELECT s.object, s.state::text FROM ({query}) AS s ORDER BY s.object")
    return {row["object"]: json.loads(row["state"]) for row in rows}


def _interval(database: Database, interval: str | None) -> str | None:
    """Return an interval as the database writes it."""
    text = database.query(f"SELECT {literal(interval)}::interval::text AS interval")[0]["interval"]
    return None if text is None else str(text)


@dataclass(frozen=True, slots=True)
class _Roles:
    database: Database
    site: Site
    recorded: Recorded

    def levels(self) -> dict[str, str]:
        """Return the level that each role was given."""
        rows = self.database.query(
            "SELECT r.rolname::text AS role, g.level FROM factcheck._granted_levels() AS g"
            " JOIN pg_catalog.pg_roles r ON r.oid = g.role ORDER BY g.rank, r.rolname"
        )
        return {row["role"]: row["level"] for row in rows}

    def undeclared(self) -> Iterator[Difference]:
        declared = {usage.role for usage in self.site.usage or ()}
        levels = self.levels()
        by_migrations = {role for _, role in self.recorded.get("usage", ())}
        for role, level in levels.items():
            if role not in declared and (self.site.usage is not None or role in by_migrations):
                operation = RevokeUsage(role, GrantUsage(role, level))
                yield Difference(f'role "{role}" has the level {level}, which is not declared', operation)

    def missing(self) -> Iterator[Difference]:
        levels = self.levels()
        for usage in self.site.usage or ():
            if usage.role not in levels:
                yield Difference(f'role "{usage.role}" is declared, and does not have the level {usage.level}', usage)
            elif levels[usage.role] != usage.level:
                words = f'role "{usage.role}" has the level {levels[usage.role]}, declared is {usage.level}'
                yield Difference(words, usage)
        for option in self.site.admin_options or ():
            if not self._has_option(option):
                yield Difference(f'members of role "{option.member}" cannot let others into "{option.role}"', option)

    def undeclared_options(self) -> Iterator[Difference]:
        declared = {(option.role, option.member) for option in self.site.admin_options or ()}
        for role, member in self.recorded.get("admin option", ()):
            if (role, member) not in declared:
                operation = RevokeAdminOption(role, member)
                yield Difference(f'members of role "{member}" can let others into "{role}", not declared', operation)

    def _has_option(self, option: GrantAdminOption) -> bool:
        return bool(
            self.database.query(
                "SELECT 1 FROM pg_catalog.pg_auth_members m JOIN pg_catalog.pg_roles r ON r.oid = m.roleid"
                " JOIN pg_catalog.pg_roles u ON u.oid = m.member"
                f" WHERE r.rolname = {literal(option.role)} AND u.rolname = {literal(option.member)} AND m.admin_option"
            )
        )


@dataclass(frozen=True, slots=True)
class _Tables:
    database: Database
    site: Site
    recorded: Recorded

    def states(self) -> Mapping[str, State]:
        """Return how each added table was added, by name."""
        return _states(self.database, TABLE_STATES)

    def undeclared(self) -> Iterator[Difference]:
        declared = {_name(self.database, table.table) for table in self.site.tables or ()}
        by_migrations = {name for name, _ in self.recorded.get("table", ())}
        for name, state in self.states().items():
            if name not in declared and (self.site.tables is not None or name in by_migrations):
                yield Difference(f"table {name} is added, and not declared", RemoveTable(name, AddTable(name, **state)))

    def missing(self) -> Iterator[Difference]:
        states = self.states()
        for table in self.site.tables or ():
            present = states.get(_name(self.database, table.table))
            if present is None:
                yield Difference(f"table {table.table} is declared, and not added", table)
            elif present != table.state():
                yield Difference(f"table {table.table}: {_told(present, table.state())}", table)
        for select in self.site.selects or ():
            if not self._can_select(select):
                words = f'role "{select.role}" cannot read what is declared of table {select.table}'
                yield Difference(words, select)

    def undeclared_selects(self) -> Iterator[Difference]:
        declared = {(_name(self.database, select.table), select.role) for select in self.site.selects or ()}
        for table, role in self.recorded.get("select", ()):
            if (table, role) not in declared:
                yield Difference(f'role "{role}" was let read table {table}, not declared', RevokeSelect(table, role))

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


@dataclass(frozen=True, slots=True)
class _Dictionaries:
    database: Database
    site: Site
    recorded: Recorded
    folder: Path

    def undeclared(self) -> Iterator[Difference]:
        declared = {dictionary.file for dictionary in self.site.dictionaries or ()}
        for file, _ in self.recorded.get("dictionary", ()):
            if file not in declared:
                yield Difference(f"dictionary {file} was loaded, and is not declared", UnloadDictionary(file))

    def missing(self) -> Iterator[Difference]:
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


@dataclass(frozen=True, slots=True)
class _Reports:
    database: Database
    site: Site
    recorded: Recorded

    def undeclared(self) -> Iterator[Difference]:
        yield from self._undeclared_schedules()
        tables = {_name(self.database, watch.name) for watch in self.site.watched_tables or ()}
        patterns = {watch.name for watch in self.site.watched_patterns or ()}
        for kind, noun, query, declared, watch in (
            ("watch pattern", "pattern", PATTERN_STATES, patterns, WatchPattern),
            ("watch", "table", WATCH_STATES, tables, WatchTable),
        ):
            by_migrations = {name for name, _ in self.recorded.get(kind, ())}
            for name, state in _states(self.database, query).items():
                if name not in declared and (self.site.watched_tables is not None or name in by_migrations):
                    yield Difference(f"{noun} {name} is watched, not declared", watch(name, **state).reverse())

    def missing(self) -> Iterator[Difference]:
        tables, patterns = _states(self.database, WATCH_STATES), _states(self.database, PATTERN_STATES)
        for table in self.site.watched_tables or ():
            yield from self._changed_watch("table", table, tables.get(_name(self.database, table.name)))
        for pattern in self.site.watched_patterns or ():
            yield from self._changed_watch("pattern", pattern, patterns.get(pattern.name))
        yield from self._missing_schedules()

    def _changed_watch(
        self, noun: str, watch: WatchTable | WatchPattern, present: State | None
    ) -> Iterator[Difference]:
        if present is None:
            yield Difference(f"{noun} {watch.name} is declared, and not watched", watch)
            return
        declared = {**watch.state(), "time_budget": _interval(self.database, watch.time_budget)}
        if watch.tables is not None:
            declared["tables"] = [_name(self.database, table) for table in watch.tables]
        # the primary key, and the role that migrates, where none is named
        declared |= {key: present[key] for key in ("key_column", "run_as") if declared[key] is None}
        if declared != present:
            yield Difference(f"{noun} {watch.name} under watch: {_told(present, declared)}", watch)

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
        by_migrations = {(name, role or user) for name, role in self.recorded.get("schedule", ())}
        for (name, role), state in self._schedules().items():
            if (name, role) not in declared and (self.site.schedules is not None or (name, role) in by_migrations):
                # recorded under the role that was named, none where the role that migrates was meant
                run_as = None if (name, "") in self.recorded.get("schedule", ()) and role == user else role
                operation = UnscheduleChecks(name, run_as, ScheduleChecks(name, run_as=run_as, **state))
                yield Difference(f'schedule "{name}" of role "{role}" is not declared', operation)

    def _missing_schedules(self) -> Iterator[Difference]:
        schedules, user = self._schedules(), self._user()
        for schedule in self.site.schedules or ():
            present = schedules.get((schedule.name, schedule.run_as or user))
            declared = {**schedule.state(), "time_limit": _interval(self.database, schedule.time_limit)}
            if present is None:
                yield Difference(f'schedule "{schedule.name}" is declared, and does not run', schedule)
            elif present != declared:
                yield Difference(f'schedule "{schedule.name}": {_told(present, declared)}', schedule)


def _told(present: State, declared: State) -> str:
    parts = (
        f"{key} is {_value(present[key])}, declared is {_value(declared[key])}"
        for key in declared
        if present.get(key) != declared[key]
    )
    return "; ".join(parts)


def _value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if value is not None else "not given"
