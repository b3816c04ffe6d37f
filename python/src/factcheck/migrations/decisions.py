"""Reads the site's file: what the site decided about factcheck, as TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from factcheck.errors.catalogue.migrations import (
    site_entry_twice,
    site_file_not_readable,
    site_file_not_toml,
    site_key_missing,
    site_key_not_known,
    site_level_without_role,
    site_value_of_wrong_type,
)
from factcheck.migrations.dictionaries import LoadDictionary
from factcheck.migrations.measures import AddMeasure
from factcheck.migrations.report_tables import ScheduleChecks, WatchPattern, WatchTable
from factcheck.migrations.roles import LEVELS, GrantAdminOption, GrantUsage
from factcheck.migrations.settings import SetSetting
from factcheck.migrations.sources import AddSource
from factcheck.migrations.tables import AddTable, GrantSelect

_TEXT, _TEXTS, _FLAG = "a text", "a list of texts", "true or false"
_NUMBER, _VALUE = "a whole number", "a number"

_SECTIONS = ("roles", "settings", "tables", "dictionaries", "measures", "sources", "watches", "schedules")
_TABLE_KEYS = {
    "name": _TEXT,
    "columns": _TEXTS,
    "data_set": _TEXT,
    "track": _FLAG,
    "trust_owner": _FLAG,
    "readable_by": _TEXTS,
}
_DICTIONARY_KEYS = {"file": _TEXT, "format": _TEXT, "table": _TEXT, "data_set": _TEXT}
_MEASURE_KEYS = dict.fromkeys(("name", "table", "expression", "description"), _TEXT)
_SOURCE_KEYS = dict.fromkeys(("name", "relation", "key_column", "text_column", "language"), _TEXT)
_WATCH_KEYS = {
    **dict.fromkeys(("table", "name_pattern", "text_column", "key_column", "title_column"), _TEXT),
    "tables": _TEXTS,
    "data_set": _TEXT,
    "mode": _TEXT,
    "time_budget": _TEXT,
    "recheck": _FLAG,
    "run_as": _TEXT,
    "sources": _TEXTS,
    "readable_by": _TEXTS,
}
_SCHEDULE_KEYS = {"name": _TEXT, "cron": _TEXT, "max_documents": _NUMBER, "time_limit": _TEXT, "run_as": _TEXT}
_ROLE_KEYS = {**dict.fromkeys(LEVELS, _TEXT), "admins_let_in": _FLAG}


@dataclass(frozen=True, slots=True)
class Site:
    """What a site decided, as the operations that set it up; None where its file has no such section."""

    usage: Sequence[GrantUsage] | None
    admin_options: Sequence[GrantAdminOption] | None
    tables: Sequence[AddTable] | None
    selects: Sequence[GrantSelect] | None
    dictionaries: Sequence[LoadDictionary] | None
    watched_tables: Sequence[WatchTable] | None
    watched_patterns: Sequence[WatchPattern] | None
    schedules: Sequence[ScheduleChecks] | None
    settings: Sequence[SetSetting] | None
    measures: Sequence[AddMeasure] | None = None
    sources: Sequence[AddSource] | None = None


def read_site(path: Path) -> Site:
    """Read a site's file; raises ``FactcheckError`` when it is missing or says what cannot be."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise site_file_not_readable(str(path), str(error.strerror)) from None
    except ValueError as error:
        raise site_file_not_toml(str(path), str(error)) from None
    reader = _Reader(str(path))
    reader.require_known("the file", content, _SECTIONS)
    roles = reader.entry("[roles]", content.get("roles", {}), _ROLE_KEYS)
    tables = reader.entries("[[tables]]", content.get("tables", []), _TABLE_KEYS, "name", '"public.sales"')
    dictionaries = reader.entries(
        "[[dictionaries]]", content.get("dictionaries", []), _DICTIONARY_KEYS, "file", '"dictionaries/sales.csv"'
    )
    measures = reader.measures(content.get("measures", []))
    watches = reader.watches(content.get("watches", []))
    schedules = reader.entries("[[schedules]]", content.get("schedules", []), _SCHEDULE_KEYS, "name", '"nightly"')
    for entry in schedules:
        reader.require("[[schedules]]", entry, "cron", '"0 2 * * *"')
    has_roles, has_tables, has_watches = (section in content for section in ("roles", "tables", "watches"))
    return Site(
        _usage(roles) if has_roles else None,
        reader.admin_options(roles) if has_roles else None,
        [_table(entry) for entry in tables] if has_tables else None,
        reader.selects(tables, watches, roles) if has_tables or has_watches else None,
        [LoadDictionary(**entry) for entry in dictionaries] if "dictionaries" in content else None,
        [WatchTable(**_watch(entry, "table")) for entry in watches if "table" in entry] if has_watches else None,
        [WatchPattern(**_watch(entry, "name_pattern")) for entry in watches if "table" not in entry]
        if has_watches
        else None,
        [ScheduleChecks(**entry) for entry in schedules] if "schedules" in content else None,
        reader.settings(content["settings"]) if "settings" in content else None,
        measures if "measures" in content else None,
        reader.sources(content["sources"]) if "sources" in content else None,
    )


def _usage(roles: Mapping[str, Any]) -> list[GrantUsage]:
    return [GrantUsage(roles[level], level) for level in reversed(LEVELS) if level in roles]


def _watch(entry: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return how an entry is watched, with the name of what is watched under ``name``."""
    return {"name" if name == key else name: value for name, value in entry.items() if name != "readable_by"}


def _table(entry: Mapping[str, Any]) -> AddTable:
    arguments = {key: entry[key] for key in ("columns", "data_set", "track", "trust_owner") if key in entry}
    return AddTable(entry["name"], **arguments)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Checks what the file says; ``file`` is its name, for errors."""

    file: str

    def require_known(self, place: str, entry: Mapping[str, Any], known: Sequence[str]) -> None:
        for key in entry:
            if key not in known:
                raise site_key_not_known(self.file, place, key, known)

    def entry(self, place: str, entry: Any, keys: Mapping[str, str]) -> Mapping[str, Any]:
        if not isinstance(entry, dict):
            raise site_value_of_wrong_type(self.file, "the file", place.strip("[]"), "a table of keys and values")
        self.require_known(place, entry, list(keys))
        for key, value in entry.items():
            if not _is_of(keys[key], value):
                raise site_value_of_wrong_type(self.file, place, key, keys[key])
        return entry

    def entries(
        self, place: str, entries: Any, keys: Mapping[str, str], name: str, example: str
    ) -> Sequence[Mapping[str, Any]]:
        if not isinstance(entries, list):
            raise site_value_of_wrong_type(self.file, "the file", place.strip("[]"), f"a list of blocks {place}")
        names: set[str] = set()
        for entry in entries:
            self.entry(place, entry, keys)
            self.require(place, entry, name, example)
            if entry[name] in names:
                raise site_entry_twice(self.file, place, entry[name])
            names.add(entry[name])
        return entries

    def require(self, place: str, entry: Mapping[str, Any], key: str, example: str) -> None:
        if key not in entry:
            raise site_key_missing(self.file, place, key, example)

    def measures(self, entries: Any) -> list[AddMeasure]:
        """Return the measures to be declared."""
        place = "[[measures]]"
        measures = self.entries(place, entries, _MEASURE_KEYS, "name", '"revenue"')
        for entry in measures:
            self.require(place, entry, "table", '"public.order_lines"')
            self.require(place, entry, "expression", '"quantity * price"')
        return [AddMeasure(**entry) for entry in measures]

    def sources(self, entries: Any) -> list[AddSource]:
        """Return the sources of passages to be added."""
        place = "[[sources]]"
        sources = self.entries(place, entries, _SOURCE_KEYS, "name", '"policies"')
        for entry in sources:
            self.require(place, entry, "relation", '"public.policy"')
            self.require(place, entry, "key_column", '"policy_id"')
            self.require(place, entry, "text_column", '"body"')
        return [AddSource(**entry) for entry in sources]

    def watches(self, entries: Any) -> Sequence[Mapping[str, Any]]:
        """Return the report tables to be watched: each names one table, or a pattern."""
        place = "[[watches]]"
        tables = [entry for entry in entries if isinstance(entry, dict) and "name_pattern" not in entry]
        patterns = [entry for entry in entries if entry not in tables]
        watches = [
            *self.entries(place, tables, _WATCH_KEYS, "table", '"reports.weekly"'),
            *self.entries(place, patterns, _WATCH_KEYS, "name_pattern", '"reports.%"'),
        ]
        for entry in watches:
            self.require(place, entry, "text_column", '"body"')
            if "name_pattern" in entry:
                known = [key for key in _WATCH_KEYS if key not in ("table", "readable_by")]
                self.require_known(f"an entry {place} with a name_pattern", entry, known)
        return watches

    def settings(self, settings: Any) -> list[SetSetting]:
        """Return the values of settings, by name; which names there are, the database knows."""
        entry = self.entry(
            "[settings]", settings, dict.fromkeys(settings, _VALUE) if isinstance(settings, dict) else {}
        )
        return [SetSetting(name, float(value)) for name, value in entry.items()]

    def role(self, roles: Mapping[str, Any], level: str) -> str:
        if level not in LEVELS or level not in roles:
            raise site_level_without_role(self.file, level)
        return str(roles[level])

    def admin_options(self, roles: Mapping[str, Any]) -> list[GrantAdminOption]:
        if not roles.get("admins_let_in"):
            return []
        admin = self.role(roles, "admin")
        return [GrantAdminOption(roles[level], admin) for level in ("reader", "analyst") if level in roles]

    def selects(
        self, tables: Sequence[Mapping[str, Any]], watches: Sequence[Mapping[str, Any]], roles: Mapping[str, Any]
    ) -> list[GrantSelect]:
        """Return who shall read which tables: data tables, of which some columns may be added, and report tables."""
        readable = [(entry["name"], entry.get("columns"), entry) for entry in tables]
        readable += [(entry["table"], None, entry) for entry in watches if "table" in entry]
        return [
            GrantSelect(name, self.role(roles, level), columns)
            for name, columns, entry in readable
            for level in entry.get("readable_by", [])
        ]


def _is_of(kind: str, value: object) -> bool:
    if kind == _FLAG:
        return isinstance(value, bool)
    if kind == _TEXTS:
        return isinstance(value, list) and all(isinstance(text, str) for text in value)
    if kind == _VALUE:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind == _NUMBER:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str)
