"""What is left in a database and of roles, for tests of a site's migrations."""

from __future__ import annotations

import io
from typing import Any

import psycopg
from alembic.migration import MigrationContext
from alembic.operations import Operations

from factcheck.migrations.plugin import register

ODD = '"Odd: schema"."50%% ""of"" it"'

# One row for everything a migration could leave behind: kind, name, what it is like.
SNAPSHOT = """
SELECT 'role', rolname, concat(rolsuper, rolcanlogin, rolcreaterole, rolbypassrls)
FROM pg_roles WHERE rolname LIKE %(prefix)s
UNION ALL
SELECT 'member', m.roleid::regrole::text, concat_ws(' ', m.member::regrole, m.admin_option)
FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid WHERE r.rolname LIKE %(prefix)s
UNION ALL
SELECT 'schema', nspname, list(coalesce(nspacl, acldefault('n', nspowner))::text[])
FROM pg_namespace WHERE nspname !~ '^pg_(temp|toast)'
UNION ALL
SELECT 'relation', c.oid::regclass::text, concat_ws(' ', c.relkind,
    list(coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, c.relowner))::text[]),
    (SELECT string_agg(concat_ws(' ', a.attname, a.atttypid::regtype, list(a.attacl::text[])), ', ' ORDER BY a.attnum)
     FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0))
FROM pg_class c WHERE c.relnamespace::regnamespace::text !~ '^pg_|^information_schema$'
UNION ALL
SELECT 'function', p.oid::regprocedure::text, list(coalesce(p.proacl, acldefault('f', p.proowner))::text[])
FROM pg_proc p WHERE p.pronamespace::regnamespace::text !~ '^pg_|^information_schema$'
UNION ALL
SELECT 'added', dt.relation::text, concat_ws(' ', dt.data_set, dt.is_tracked, dt.has_all_columns,
    string_agg(dc.column_name, ', ' ORDER BY dc.column_name))
FROM factcheck.data_table dt JOIN factcheck.data_column dc ON dc.table_id = dt.table_id GROUP BY dt.table_id
UNION ALL
SELECT 'setting', s.name, s.value::text FROM factcheck.setting s
UNION ALL
SELECT 'predicate', f.literal, f.frequency::text FROM factcheck.fragment f
UNION ALL
SELECT 'source', s.name, concat_ws(' ', s.relation::regclass, s.key_column, s.text_column, s.language)
FROM factcheck.passage_source s
UNION ALL
SELECT 'measure', m.name, concat_ws(' ', m.table_id, m.expression, m.description)
FROM factcheck.measure m
UNION ALL
SELECT 'description', concat_ws(' ', d.relation, d.column_name), concat_ws(' ', d.source, d.description)
FROM factcheck.description d
UNION ALL
SELECT 'keyword', concat_ws(' ', dt.relation, dc.column_name, k.word), concat_ws(' ', k.source, k.weight)
FROM factcheck.column_keyword k JOIN factcheck.data_column dc USING (column_id)
JOIN factcheck.data_table dt USING (table_id)
"""
LIST = """
CREATE FUNCTION pg_temp.list(acl text[]) RETURNS text LANGUAGE sql AS
$$ SELECT string_agg(entry, ' ' ORDER BY entry COLLATE "C") FROM unnest(acl) AS entry WHERE entry !~ '=/' $$
"""

Snapshot = set[tuple[str, str, str]]


def make_tables(dsn: str) -> None:
    """Make the two tables that the site file names."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE TABLE sales (month text, units integer)")
        connection.execute("INSERT INTO sales VALUES ('May', 1204), ('June', 980)")
        connection.execute('CREATE SCHEMA "Odd: schema"')
        connection.execute(f"CREATE TABLE {ODD} (colour text, secret text)")
        connection.execute(f"INSERT INTO {ODD} VALUES ('red', 'hidden')")


def snapshot(dsn: str, prefix: str) -> Snapshot:
    with psycopg.connect(dsn) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute(LIST)
        connection.execute("SET search_path = pg_catalog, pg_temp")
        query = SNAPSHOT.replace("list(", "pg_temp.list(")
        rows = connection.execute(query, {"prefix": f"{prefix}%"}).fetchall()
        assert len(rows) == len(set(rows))
        return set(rows)


def query(dsn: str, statement: str, *values: Any) -> list[Any]:
    with psycopg.connect(dsn, autocommit=True) as connection:
        return connection.execute(statement.encode(), values or None).fetchall()


def run(dsn: str, statement: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(statement.encode())


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def printed(name: str, *arguments: str) -> str:
    """The SQL that an operation of a revision runs."""
    register()
    output = io.StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql",
        dialect_opts={"paramstyle": "named"},
        opts={"as_sql": True, "output_buffer": output},
    )
    with Operations.context(context) as operations:
        getattr(operations, name)(*arguments)
    return output.getvalue()
