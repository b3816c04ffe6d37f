"""A database and its sessions that the test modules of a process use in turn: each new session loads the library anew.

After a module everything that it made is dropped, and everything that it put into the extension's tables.  The next one
gets the database only where its catalogues are what they were when it was copied from the template; else a new one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.rows import RowFactory, tuple_row
from psycopg.types.json import set_json_loads
from support.databases import new_database

Connection = psycopg.Connection[Any]

_FORGET_ROLES = """
DO $$
DECLARE role regrole;
BEGIN
    FOR role IN
        SELECT DISTINCT refobjid::regrole FROM pg_shdepend
        WHERE refclassid = 'pg_authid'::regclass
          AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    LOOP
        EXECUTE format('DROP OWNED BY %s CASCADE', role);
    END LOOP;
END $$
"""

_DROP_OBJECTS = """
DO $$
DECLARE command text;
BEGIN
    FOR command IN
        SELECT format('DROP EXTENSION IF EXISTS %I CASCADE', extname) FROM pg_extension
        WHERE extname NOT IN ('factcheck', 'pg_trgm', 'plpgsql', 'plpython3u')
        UNION ALL
        SELECT format('DROP SCHEMA IF EXISTS %I CASCADE', nspname) FROM pg_namespace
        WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'public', 'factcheck')
        UNION ALL
        SELECT format('DROP %s IF EXISTS %I.%I CASCADE', kind, nspname, relname)
        FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
        JOIN (VALUES ('r', 'TABLE'), ('p', 'TABLE'), ('v', 'VIEW'), ('m', 'MATERIALIZED VIEW'), ('f', 'FOREIGN TABLE'),
                     ('S', 'SEQUENCE')) AS kinds (letter, kind) ON letter = relkind::text
        WHERE nspname IN ('public', 'factcheck') AND NOT EXISTS (
            SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype IN ('e', 'i'))
        UNION ALL
        SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure)
        FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
        WHERE nspname IN ('public', 'factcheck') AND prokind <> 'a' AND NOT EXISTS (
            SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype IN ('e', 'i'))
        UNION ALL
        SELECT format('DROP TYPE IF EXISTS %I.%I CASCADE', nspname, typname)
        FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
        WHERE nspname IN ('public', 'factcheck')
          AND (typtype IN ('d', 'e', 'r') OR typrelid IN (SELECT oid FROM pg_class WHERE relkind = 'c'))
          AND NOT EXISTS (
            SELECT FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = t.oid AND deptype = 'e')
        UNION ALL
        SELECT format('DROP COLLATION IF EXISTS %I.%I CASCADE', nspname, collname)
        FROM pg_collation JOIN pg_namespace n ON n.oid = collnamespace WHERE nspname IN ('public', 'factcheck')
    LOOP
        EXECUTE command;
    END LOOP;
END $$
"""

_EMPTY_TABLES = """
DO $$
DECLARE names text;
BEGIN
    SELECT string_agg(c.oid::regclass::text, ', ') INTO names FROM pg_class c
    WHERE relnamespace = 'factcheck'::regnamespace AND relkind = 'r' AND pg_relation_size(c.oid) > 0
      AND relname NOT IN ('lexicon', 'setting_definition');
    IF names IS NOT NULL THEN
        EXECUTE format('TRUNCATE %s RESTART IDENTITY CASCADE', names);
        DELETE FROM pg_statistic WHERE starelid IN (
            SELECT oid FROM pg_class WHERE relnamespace = 'factcheck'::regnamespace AND relname NOT IN ('lexicon'));
    END IF;
END $$
"""

_COUNTED = """
SELECT relname FROM pg_class
WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r' AND NOT relisshared
  AND relname NOT IN ('pg_statistic', 'pg_namespace') ORDER BY 1
"""

_STATE = """
SELECT 'database', datname::text, (SELECT array_agg(s::text) FROM pg_db_role_setting s WHERE setdatabase = d.oid)::text,
       datacl::text, datconnlimit::text FROM pg_database d WHERE datname = current_database()
UNION ALL SELECT 'schema', nspname::text, nspowner::text, coalesce(nspacl, acldefault('n', nspowner))::text, NULL
FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp_'
UNION ALL SELECT 'relation', relname, relowner::text, coalesce(relacl, acldefault('r', relowner))::text,
       concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity, reloptions, relnatts, relchecks)
FROM pg_class WHERE relnamespace IN ('factcheck'::regnamespace, 'public'::regnamespace)
UNION ALL SELECT 'column', attrelid::regclass::text, attname, attacl::text, NULL
FROM pg_attribute WHERE attrelid >= 16384 AND attrelid::regclass::text LIKE 'factcheck.%' AND attacl IS NOT NULL
UNION ALL SELECT 'routine', oid::regprocedure::text, proowner::text, coalesce(proacl, acldefault('f', proowner))::text,
       concat_ws(' ', prosecdef, provolatile, proconfig, proparallel, md5(prosrc)) FROM pg_proc WHERE oid >= 16384
UNION ALL SELECT 'trigger', tgrelid::regclass::text, tgname, tgenabled::text, NULL FROM pg_trigger
WHERE NOT tgisinternal
UNION ALL SELECT 'policy', polrelid::regclass::text, polname, polroles::text, pg_get_expr(polqual, polrelid)
FROM pg_policy
UNION ALL SELECT 'language', lanname, lanacl::text, lanpltrusted::text, NULL FROM pg_language
UNION ALL SELECT 'extension', extname, extversion, extnamespace::text, NULL FROM pg_extension
UNION ALL SELECT 'sequence', sequencename, last_value::text, NULL, NULL FROM pg_sequences
UNION ALL SELECT 'words', relfilenode::text, pg_relation_size(oid)::text,
       (SELECT count(*) FROM factcheck.lexicon)::text, NULL
FROM pg_class WHERE oid = 'factcheck.lexicon'::regclass
UNION ALL SELECT 'setting', to_jsonb(s)::text, NULL, NULL, NULL FROM factcheck.setting_definition s
UNION ALL SELECT 'filled', relname, NULL, NULL, NULL FROM pg_class
WHERE relnamespace = 'factcheck'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
"""

_ROLE = """
SELECT r::text, (SELECT count(*) FROM pg_auth_members WHERE roleid = r.oid OR member = r.oid),
       (SELECT count(*) FROM pg_db_role_setting WHERE setrole = r.oid)
FROM pg_roles r WHERE rolname = %s
"""


class DatabasesInTurn:
    """Lends one database after the other, the same again as long as modules leave nothing behind."""

    def __init__(self, server_dsn: str, template: str) -> None:
        self._server_dsn, self._template = server_dsn, template
        self._open = ExitStack()
        self._dsn: str | None = None
        self._idle: dict[str | None, list[Connection]] = {}
        self._analyst: tuple[str, object] | None = None
        self._before: object = None

    def lend(self) -> str:
        """Return the DSN of a database with the extension and nothing else."""
        if self._dsn is None:
            self._dsn = self._open.enter_context(new_database(self._server_dsn, self._template))
            _in_turn[self._dsn] = self
            with self.session() as admin:
                self._before = _state_of(admin)
        return self._dsn

    def lends(self, dsn: str) -> bool:
        """Tell whether a DSN is that of the database which is lent."""
        return dsn == self._dsn

    @contextmanager
    def session(self, user: str | None = None) -> Iterator[Connection]:
        """Lend an idle session of the database, or a new one: a superuser's, or another role's."""
        idle = self._idle.setdefault(user, [])
        while idle and idle[-1].closed:
            idle.pop()
        connection = idle.pop() if idle else _connect(self._dsn or "", user)
        connection.prepare_threshold = None  # DISCARD ALL forgets what was prepared
        try:
            yield connection
        finally:
            if self._dsn is None:
                connection.close()
            elif not connection.closed:
                forget(connection)
                idle.append(connection)

    def analyst(self, make_role: Callable[[], str]) -> str:
        """Return a role without any right in the database, the same for all modules that leave it as it is."""
        if self._analyst is None:
            name = make_role()
            with self.session() as admin:
                self._analyst = name, admin.execute(_ROLE, [name]).fetchone()
        return self._analyst[0]

    def take_back(self) -> None:
        """Clear the database for the next module, or give it up."""
        try:
            with self.session() as admin:
                is_clean = self._is_restored(admin)
        except psycopg.Error:
            is_clean = False
        if not is_clean:
            self.close()

    def close(self) -> None:
        """Drop the database and end its sessions."""
        _in_turn.pop(self._dsn or "", None)
        for connection in chain.from_iterable(self._idle.values()):
            connection.close()
        self._idle.clear()
        self._dsn = self._analyst = None
        self._open.close()

    def _is_restored(self, admin: Connection) -> bool:
        idle = [each.info.backend_pid for each in chain.from_iterable(self._idle.values()) if not each.closed]
        admin.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND pid <> ALL (%s)",
            [idle],
        )
        admin.execute("SET session_replication_role = replica")
        admin.execute("SET allow_system_table_mods = on")
        admin.execute("SET client_min_messages = warning")
        for step in (_FORGET_ROLES, _DROP_OBJECTS, _EMPTY_TABLES):
            admin.execute(step)
        forget(admin)
        if self._analyst is not None and admin.execute(_ROLE, [self._analyst[0]]).fetchone() != self._analyst[1]:
            return False
        return _state_of(admin) == self._before


_in_turn: dict[str, DatabasesInTurn] = {}
"""Who lends which database, by its DSN."""


def is_lent(dsn: str) -> bool:
    """Tell whether a DSN is that of a database which is used in turn."""
    return dsn in _in_turn


@contextmanager
def session_of(dsn: str, user: str | None = None, row_factory: RowFactory[Any] = tuple_row) -> Iterator[Connection]:
    """Open a session in autocommit mode, of the DSN's own role or of another one.

    Where the database is lent, this is a session that has loaded the library already, if one is idle.
    """
    lender = _in_turn.get(dsn)
    with _connect(dsn, user) if lender is None else lender.session(user) as connection:
        connection.row_factory = row_factory
        yield connection


def _connect(dsn: str, user: str | None) -> Connection:
    return psycopg.connect(dsn if user is None else make_conninfo(dsn, user=user), autocommit=True)


def forget(connection: Connection) -> None:
    """Make a session what it was at its beginning, but for what the library has loaded."""
    connection.rollback()
    connection.autocommit = True
    connection.row_factory = tuple_row
    set_json_loads(json.loads, connection)  # some commands read numbers exactly
    connection.execute("DISCARD ALL")


def _state_of(connection: Connection) -> object:
    """Return what a database has: the rows of each catalogue as a number, and what else may be changed, as it is."""
    names = [name for (name,) in connection.execute(_COUNTED).fetchall()]
    counts = sql.SQL(" UNION ALL ").join(
        sql.SQL("SELECT {}, count(*) FROM pg_catalog.{}").format(name, sql.Identifier(name)) for name in names
    )
    counted = sorted(connection.execute(counts).fetchall())
    return counted, sorted(map(str, connection.execute(_STATE).fetchall()))
