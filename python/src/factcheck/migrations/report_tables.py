"""Operations on report tables: which are under watch, and when their documents are checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from alembic.operations import Operations

from factcheck.errors.catalogue.migrations import watch_as_superuser
from factcheck.migrations.pairs import SetUp, TakeBack
from factcheck.migrations.records import State, Subject, raising
from factcheck.migrations.tables import table_name
from factcheck.sqltext import literal

_WATCH = """
       jsonb_build_object(
           'text_column', w.text_column, 'key_column', w.key_column, 'title_column', w.title_column,
           'tables', (SELECT jsonb_agg(format('%I.%I', dn.nspname, d.relname) ORDER BY named.place)
                      FROM unnest(w.tables) WITH ORDINALITY AS named (relation, place)
                      JOIN pg_class d ON d.oid = named.relation
                      JOIN pg_namespace dn ON dn.oid = d.relnamespace),
           'data_set', w.data_set, 'mode', w.mode, 'time_budget', w.time_budget::text, 'recheck', w.recheck,
           'run_as', w.role_name, 'sources', to_jsonb(w.sources)) AS state
"""
WATCH_STATES = f"""
SELECT format('%I.%I', n.nspname, c.relname) AS object, {_WATCH}
FROM factcheck.watched_table w
JOIN pg_class c ON c.oid = w.relation
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE w.pattern_id IS NULL
"""
"""The report tables that were named to be watched: their names, and how they are watched."""

PATTERN_STATES = f"""
SELECT w.name_pattern AS object, {_WATCH}
FROM factcheck.watch_pattern w
"""
"""The patterns of names of report tables: what they are, and how tables that match them are watched."""

SCHEDULE_STATES = r"""
SELECT substr(j.jobname, 11) AS object, j.username AS role_name,
       jsonb_build_object('cron', j.schedule, 'max_documents', call[1]::integer, 'time_limit', call[2]) AS state
FROM cron.job j
CROSS JOIN LATERAL regexp_match(j.command, '^CALL factcheck\.run_pending\((\d+), ''(.*)''\)$') AS call
WHERE starts_with(j.jobname, 'factcheck ') AND j.database = current_database() AND call IS NOT NULL
"""
"""The schedules that pg_cron runs, as far as the current role sees them: their names, roles and times."""

# The key is the primary key where none is named; intervals and names of tables are written in several ways.
_LOOK_AT_WATCH = """
    IF to_regclass('factcheck.watched_table') IS NOT NULL THEN -- else the extension is gone, and no table is watched
        SELECT s.state INTO present FROM (@STATES@) AS s WHERE s.object = site_object;
    END IF;
    IF wanted IS NOT NULL THEN
        wanted := wanted || jsonb_build_object(
            'key_column', coalesce(wanted->'key_column', present->'key_column'),
            'time_budget', (wanted->>'time_budget')::interval::text,
            'tables', (SELECT jsonb_agg(format('%I.%I', n.nspname, c.relname) ORDER BY named.place)
                       FROM jsonb_array_elements_text(nullif(wanted->'tables', 'null'))
                            WITH ORDINALITY AS named (name, place)
                       JOIN pg_class c ON c.oid = named.name::regclass
                       JOIN pg_namespace n ON n.oid = c.relnamespace),
            'run_as', coalesce(wanted->>'run_as', current_user));
    END IF;"""

# Documents are checked with the rights of the role that watches: SET ROLE lasts for the one call.
_APPLY_WATCH = """
    IF present IS NOT NULL AND (wanted IS NULL OR wanted->>'run_as' <> present->>'run_as') THEN
        PERFORM factcheck.unwatch(@NAME@);
    END IF;
    IF wanted IS NOT NULL AND wanted IS DISTINCT FROM present THEN
        PERFORM set_config('role', wanted->>'run_as', true);
        PERFORM factcheck.watch(
            @NAME@, text_column => wanted->>'text_column', key_column => wanted->>'key_column',
            title_column => wanted->>'title_column',
            tables => (SELECT array_agg(named.name::regclass ORDER BY named.place)
                       FROM jsonb_array_elements_text(nullif(wanted->'tables', 'null'))
                            WITH ORDINALITY AS named (name, place)),
            data_set => wanted->>'data_set', mode => wanted->>'mode',
            time_budget => (wanted->>'time_budget')::interval, recheck => (wanted->>'recheck')::boolean,
            sources => CASE WHEN wanted->'sources' <> 'null' THEN
                ARRAY(SELECT jsonb_array_elements_text(wanted->'sources')) END);
        PERFORM set_config('role', acting_role, true);
    END IF;"""

_LOOK_AT_SCHEDULE = f"""
    IF to_regclass('cron.job') IS NOT NULL THEN
        PERFORM set_config('role', coalesce(site_role, acting_role), true);
        SELECT s.state INTO present FROM ({SCHEDULE_STATES}) AS s
        WHERE s.object = site_object AND s.role_name = current_user;
        PERFORM set_config('role', acting_role, true);
    END IF;
    IF wanted IS NOT NULL THEN
        wanted := jsonb_set(wanted, '{{time_limit}}', to_jsonb((wanted->>'time_limit')::interval::text));
    END IF;"""

_APPLY_SCHEDULE = """
    PERFORM set_config('role', coalesce(site_role, acting_role), true);
    IF wanted IS NULL AND present IS NOT NULL AND to_regprocedure('factcheck.unschedule(text)') IS NULL THEN
        EXECUTE 'SELECT cron.unschedule($1)' USING 'factcheck ' || site_object; -- the extension is gone
    ELSIF wanted IS NULL AND present IS NOT NULL THEN
        PERFORM factcheck.unschedule(site_object);
    ELSIF wanted IS DISTINCT FROM present THEN
        PERFORM factcheck.schedule(site_object, wanted->>'cron', (wanted->>'max_documents')::integer,
                                   (wanted->>'time_limit')::interval);
    END IF;
    PERFORM set_config('role', acting_role, true);"""


@dataclass(frozen=True)
class _Watch(SetUp):
    """How report tables are watched; the arguments are those of ``factcheck.watch``, and the role that watches.

    ``run_as`` is the role with whose rights documents are checked.
    """

    name: str
    text_column: str
    key_column: str | None = None
    title_column: str | None = None
    tables: Sequence[str] | None = None
    data_set: str | None = None
    mode: str = "trigger"
    time_budget: str | None = None
    recheck: bool = False
    run_as: str | None = None
    sources: Sequence[str] | None = None

    def state(self) -> State:
        """Return how the table is watched."""
        return {
            "text_column": self.text_column,
            "key_column": self.key_column,
            "title_column": self.title_column,
            "tables": None if self.tables is None else list(self.tables),
            "data_set": self.data_set,
            "mode": self.mode,
            "time_budget": self.time_budget,
            "recheck": self.recheck,
            "run_as": self.run_as,
            "sources": None if self.sources is None else list(self.sources),
        }


@Operations.register_operation("watch_table")
@dataclass(frozen=True)
class WatchTable(_Watch):
    """Put a report table under watch; ``name`` is schema-qualified, as SQL spells it."""

    operation_name: ClassVar[str] = "watch_table"

    @classmethod
    def watch_table(
        cls,
        operations: Operations,
        name: str,
        text_column: str,
        *,
        key_column: str | None = None,
        title_column: str | None = None,
        tables: Sequence[str] | None = None,
        data_set: str | None = None,
        mode: str = "trigger",
        time_budget: str | None = None,
        recheck: bool = False,
        run_as: str | None = None,
        sources: Sequence[str] | None = None,
    ) -> None:
        """Put a report table under watch, as the role ``run_as``; ``op.unwatch_table`` is the reverse."""
        operations.invoke(
            cls(
                name,
                text_column,
                key_column,
                title_column,
                tables,
                data_set,
                mode,
                time_budget,
                recheck,
                run_as,
                sources,
            )
        )

    def subject(self) -> Subject:
        """Return what is set up."""
        return _watched_table(self.name)

    def reverse(self) -> UnwatchTable:
        """Return the operation that takes this one back."""
        return UnwatchTable(self.name, self)


@Operations.register_operation("unwatch_table")
@dataclass(frozen=True)
class UnwatchTable(TakeBack):
    """Take back what ``watch_table`` did; the watch of a table that no migration began ends."""

    operation_name: ClassVar[str] = "unwatch_table"
    name: str
    was: WatchTable | None = field(default=None, repr=False)

    @classmethod
    def unwatch_table(cls, operations: Operations, name: str) -> None:
        """Take back what ``op.watch_table`` did; the watch of a table that no migration began ends."""
        operations.invoke(cls(name))

    def subject(self) -> Subject:
        """Return what is taken back."""
        return _watched_table(self.name)


@Operations.register_operation("watch_pattern")
@dataclass(frozen=True)
class WatchPattern(_Watch):
    """Put report tables under watch, those to come too, whose names match a pattern such as ``reports.%``."""

    operation_name: ClassVar[str] = "watch_pattern"

    @classmethod
    def watch_pattern(
        cls,
        operations: Operations,
        name: str,
        text_column: str,
        *,
        key_column: str | None = None,
        title_column: str | None = None,
        tables: Sequence[str] | None = None,
        data_set: str | None = None,
        mode: str = "trigger",
        time_budget: str | None = None,
        recheck: bool = False,
        run_as: str | None = None,
        sources: Sequence[str] | None = None,
    ) -> None:
        """Put report tables whose names match a pattern under watch; ``op.unwatch_pattern`` is the reverse."""
        operations.invoke(
            cls(
                name,
                text_column,
                key_column,
                title_column,
                tables,
                data_set,
                mode,
                time_budget,
                recheck,
                run_as,
                sources,
            )
        )

    def subject(self) -> Subject:
        """Return what is set up."""
        return _watched_pattern(self.name)

    def reverse(self) -> UnwatchPattern:
        """Return the operation that takes this one back."""
        return UnwatchPattern(self.name, self)


@Operations.register_operation("unwatch_pattern")
@dataclass(frozen=True)
class UnwatchPattern(TakeBack):
    """Take back what ``watch_pattern`` did."""

    operation_name: ClassVar[str] = "unwatch_pattern"
    name: str
    was: WatchPattern | None = field(default=None, repr=False)

    @classmethod
    def unwatch_pattern(cls, operations: Operations, name: str) -> None:
        """Take back what ``op.watch_pattern`` did; a pattern that no migration gave is taken away."""
        operations.invoke(cls(name))

    def subject(self) -> Subject:
        """Return what is taken back."""
        return _watched_pattern(self.name)


@Operations.register_operation("schedule_checks")
@dataclass(frozen=True)
class ScheduleChecks(SetUp):
    """Let pg_cron run the queue as the role ``run_as``; the other arguments are those of ``factcheck.schedule``."""

    operation_name: ClassVar[str] = "schedule_checks"
    name: str
    cron: str
    max_documents: int = 10_000
    time_limit: str = "4 hours"
    run_as: str | None = None

    @classmethod
    def schedule_checks(
        cls,
        operations: Operations,
        name: str,
        cron: str,
        *,
        max_documents: int = 10_000,
        time_limit: str = "4 hours",
        run_as: str | None = None,
    ) -> None:
        """Let pg_cron check what waits at the times of a cron schedule; ``op.unschedule_checks`` is the reverse."""
        operations.invoke(cls(name, cron, max_documents, time_limit, run_as))

    def state(self) -> State:
        """Return how checks are scheduled."""
        return {"cron": self.cron, "max_documents": self.max_documents, "time_limit": self.time_limit}

    def subject(self) -> Subject:
        """Return what is set up."""
        return _schedule(self.name, self.run_as)

    def reverse(self) -> UnscheduleChecks:
        """Return the operation that takes this one back."""
        return UnscheduleChecks(self.name, self.run_as, self)


@Operations.register_operation("unschedule_checks")
@dataclass(frozen=True)
class UnscheduleChecks(TakeBack):
    """Take back what ``schedule_checks`` did."""

    operation_name: ClassVar[str] = "unschedule_checks"
    name: str
    run_as: str | None = None
    was: ScheduleChecks | None = field(default=None, repr=False)

    @classmethod
    def unschedule_checks(cls, operations: Operations, name: str, *, run_as: str | None = None) -> None:
        """Take back what ``op.schedule_checks`` did; a schedule that no migration made ends."""
        operations.invoke(cls(name, run_as))

    def subject(self) -> Subject:
        """Return what is taken back."""
        return _schedule(self.name, self.run_as)


def _refuse_superuser(name: str) -> str:
    return f"""
    IF wanted IS NOT NULL AND wanted->>'run_as' IS NULL
       AND (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = current_user) THEN
        {raising(watch_as_superuser(name.replace("%", "%%")))}
    END IF;"""


def _watched_table(table: str) -> Subject:
    look = _refuse_superuser(table) + _LOOK_AT_WATCH.replace("@STATES@", WATCH_STATES)
    return Subject("watch", table_name(table), "NULL", look, _APPLY_WATCH.replace("@NAME@", "site_object::regclass"))


def _watched_pattern(pattern: str) -> Subject:
    look = _refuse_superuser(pattern) + _LOOK_AT_WATCH.replace("@STATES@", PATTERN_STATES)
    return Subject(
        "watch pattern", literal(pattern), "NULL", look, _APPLY_WATCH.replace("@NAME@", "name_pattern => site_object")
    )


def _schedule(name: str, run_as: str | None) -> Subject:
    return Subject("schedule", literal(name), literal(run_as), _LOOK_AT_SCHEDULE, _APPLY_SCHEDULE)
