"""What a site decides, as migrations: up, down and up again, by alembic and by psql, with nothing left behind."""

from __future__ import annotations

import io
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from psycopg import sql
from support.databases import new_database
from support.site_migrations import Migrations, copy_migrations, run_script

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


@pytest.fixture
def fresh(server_dsn: str, template: str, prefix: str) -> Iterator[str]:
    """The DSN of a fresh database with the extension and two tables."""
    with new_database(server_dsn, template) as dsn:
        make_tables(dsn)
        yield dsn


@pytest.fixture
def empty(server_dsn: str, prefix: str) -> Iterator[str]:
    """The DSN of a fresh database without the extension."""
    with new_database(server_dsn) as dsn:
        make_tables(dsn)
        yield dsn


def make_tables(dsn: str) -> None:
    """Make the two tables that the site file names."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE TABLE sales (month text, units integer)")
        connection.execute("INSERT INTO sales VALUES ('May', 1204), ('June', 980)")
        connection.execute('CREATE SCHEMA "Odd: schema"')
        connection.execute(f"CREATE TABLE {ODD} (colour text, secret text)")
        connection.execute(f"INSERT INTO {ODD} VALUES ('red', 'hidden')")


@pytest.fixture
def prefix(server_dsn: str) -> Iterator[str]:
    """How the names of this test's roles begin; what is left of them goes at the end."""
    prefix = f"Site: {secrets.token_hex(4)} 100% "
    yield prefix
    with psycopg.connect(server_dsn, autocommit=True) as server:
        for (name,) in server.execute("SELECT rolname FROM pg_roles WHERE rolname LIKE %s", [f"{prefix}%"]).fetchall():
            server.execute(sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(name)))


@pytest.fixture
def migrations(tmp_path: Path) -> Migrations:
    """A copy of the project's migrations."""
    return copy_migrations(tmp_path / "migrations")


@pytest.fixture
def site(migrations: Migrations, prefix: str) -> Migrations:
    """Migrations with a site's file of three roles, both tables, one of them only in part, and a dictionary."""
    migrations.site.write_text(
        f"""
        [roles]
        reader = '{prefix}reader'
        analyst = '{prefix}it"s'
        admin = '{prefix}admin'
        admins_let_in = true
        [settings]
        p_true = 0.99
        [[tables]]
        name = 'public.sales'
        data_set = 'shop: 100%'
        track = true
        readable_by = ['analyst', 'admin']
        [[tables]]
        name = '{ODD}'
        columns = ['colour']
        readable_by = ['analyst']
        [[dictionaries]]
        file = 'words.csv'
        """
    )
    (migrations.folder / "words.csv").write_text('table,column,description\nsales,units,"pieces: 100% \\sold $site$"\n')
    return migrations


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


def test_the_site_is_as_its_file_says(fresh: str, site: Migrations, prefix: str) -> None:
    site.set_up(fresh)
    analyst, reader, admin = f'{prefix}it"s', f"{prefix}reader", f"{prefix}admin"
    assert query(
        fresh,
        "SELECT has_function_privilege("
        "r, 'fact_check(text, regclass[], double precision, integer, interval)', 'EXECUTE'),"
        " has_table_privilege(r, 'sales', 'SELECT'), has_any_column_privilege(r, 'factcheck.data_table', 'INSERT')"
        " FROM unnest(%s::text[]) AS r",
        [reader, analyst, admin],
    ) == [(False, False, False), (True, True, False), (True, True, True)]
    assert query(fresh, "SELECT relation::text, data_set, is_tracked FROM factcheck.data_table ORDER BY table_id") == [
        ("sales", "shop: 100%", True),
        (ODD, None, False),
    ]
    assert query(fresh, "SELECT description FROM factcheck.description") == [("pieces: 100% \\sold $site$",)]
    with psycopg.connect(fresh, autocommit=True) as connection:
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(analyst)))
        assert connection.execute(f"SELECT colour FROM {ODD}".encode()).fetchall() == [("red",)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(f"SELECT secret FROM {ODD}".encode())
        connection.execute("RESET ROLE")
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(admin)))
        newcomer = f"{prefix}newcomer"
        run(fresh, f"CREATE ROLE {quoted(newcomer)}")
        connection.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [quoted(newcomer)])
    assert query(fresh, "SELECT has_table_privilege(%s, 'sales', 'SELECT')", newcomer) == [(True,)]
    assert site.drift(fresh) == []


def test_nothing_is_left_after_base_and_the_second_time_is_as_the_first(
    fresh: str, site: Migrations, prefix: str
) -> None:
    before = snapshot(fresh, prefix)
    site.set_up(fresh)
    upgraded = snapshot(fresh, prefix)
    assert {name for kind, name, _ in upgraded - before if kind == "added"} == {"public.sales", ODD}
    assert {kind for kind, *_ in upgraded - before} >= {"role", "member", "description", "keyword", "predicate"}
    site.run(fresh, "downgrade", "base")
    assert snapshot(fresh, prefix) == before
    site.run(fresh, "upgrade", "head")
    assert snapshot(fresh, prefix) == upgraded


@pytest.mark.parametrize("command", ["current", "check"])
def test_asking_changes_nothing(fresh: str, site: Migrations, prefix: str, command: str) -> None:
    before = snapshot(fresh, prefix)
    status, output = site.command(command, dsn=fresh)
    assert (status != 0) == (command == "check"), output
    assert snapshot(fresh, prefix) == before
    site.set_up(fresh)
    upgraded = snapshot(fresh, prefix)
    site.run(fresh, command)
    assert snapshot(fresh, prefix) == upgraded


def test_psql_runs_the_printed_script_to_the_same_end(fresh: str, site: Migrations, prefix: str) -> None:
    before = snapshot(fresh, prefix)
    site.set_up(fresh)
    upgraded = snapshot(fresh, prefix)
    site.run(fresh, "downgrade", "base")
    for arguments, expected in ((["upgrade", "head"], upgraded), (["downgrade", "head:base"], before)):
        assert "ERROR" not in run_script(fresh, site.script(*arguments))
        assert snapshot(fresh, prefix) == expected


def test_what_was_there_before_stays_after_base(fresh: str, site: Migrations, prefix: str) -> None:
    analyst = sql.Identifier(f'{prefix}it"s')
    with psycopg.connect(fresh, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE ROLE {}").format(analyst))
        connection.execute(sql.SQL("SELECT factcheck.grant_usage({}, 'reader')").format(f'"{prefix}it""s"'))
        connection.execute(sql.SQL("GRANT SELECT (month) ON sales TO {}").format(analyst))
        connection.execute("SELECT factcheck.add_table('sales', columns => '{units}', data_set => 'by hand')")
        connection.execute("SELECT factcheck.add_description('sales', 'by hand', 'units')")
    before = snapshot(fresh, prefix)
    site.set_up(fresh)
    assert site.drift(fresh) == []
    site.run(fresh, "downgrade", "base")
    assert snapshot(fresh, prefix) == before


def test_a_role_that_somebody_needs_is_kept_with_a_warning(fresh: str, site: Migrations, prefix: str) -> None:
    site.set_up(fresh)
    with psycopg.connect(fresh, autocommit=True) as connection:
        connection.execute(
            sql.SQL("CREATE ROLE {}; GRANT {} TO {}").format(
                sql.Identifier(f"{prefix}person"), sql.Identifier(f"{prefix}reader"), sql.Identifier(f"{prefix}person")
            )
        )
        connection.execute(sql.SQL("ALTER TABLE sales OWNER TO {}").format(sql.Identifier(f"{prefix}admin")))
    told = site.run(fresh, "downgrade", "base")
    assert f'role "{prefix}reader" is kept: it has members' in told
    assert f'role "{prefix}admin" is kept: objects or rights depend on it' in told
    left = query(fresh, "SELECT rolname FROM pg_roles WHERE rolname LIKE %s ORDER BY 1", f"{prefix}%")
    assert left == [(f"{prefix}admin",), (f"{prefix}person",), (f"{prefix}reader",)]
    assert query(fresh, "SELECT units FROM sales ORDER BY 1") == [(980,), (1204,)]
    assert query(fresh, "SELECT has_schema_privilege(%s, 'factcheck', 'USAGE')", f"{prefix}reader") == [(False,)]


def test_the_site_survives_the_extension_and_can_still_be_taken_back(fresh: str, site: Migrations, prefix: str) -> None:
    site.set_up(fresh)
    run(fresh, "DROP EXTENSION factcheck CASCADE")
    site.run(fresh, "downgrade", "base")
    assert query(fresh, "SELECT to_regnamespace('factcheck_site')") == [(None,)]
    assert query(fresh, "SELECT FROM pg_roles WHERE rolname LIKE %s", f"{prefix}%") == []
    assert query(fresh, "SELECT attacl FROM pg_attribute WHERE attacl IS NOT NULL AND attrelid > 16384") == []


def test_a_missing_extension_is_told_with_the_statement_that_installs_it(
    fresh: str, empty: str, site: Migrations, prefix: str
) -> None:
    site.write_revision(fresh, "0001")
    hint = "Ask a superuser to run: CREATE EXTENSION factcheck SCHEMA public CASCADE;"
    for command in (["upgrade", "head"], ["check"]):
        status, output = site.command(*command, dsn=empty)
        assert status != 0
        if command != ["check"]:
            assert "the extension factcheck is not installed in the database" in output
            assert f"HINT:  {hint}" in output
        assert "Traceback" not in output
    assert query(empty, "SELECT FROM pg_roles WHERE rolname LIKE %s", f"{prefix}%") == []
    run(empty, hint.partition(": ")[2])
    site.run(empty, "upgrade", "head")


def test_a_comparison_without_the_extension_tells_the_statement_too(empty: str, site: Migrations) -> None:
    status, output = site.command("check", dsn=empty)
    assert status != 0
    assert "HINT:  Ask a superuser to run: CREATE EXTENSION factcheck SCHEMA public CASCADE;" in output


@pytest.mark.parametrize(("needed", "is_enough"), [("0.0.9", True), ("0.1.0", True), ("0.1.10", False), ("99", False)])
def test_versions_are_compared_as_numbers(fresh: str, needed: str, is_enough: bool) -> None:
    block = printed("require_extension", needed)
    if is_enough:
        run(fresh, block)
        return
    with pytest.raises(psycopg.errors.FeatureNotSupported) as caught:
        run(fresh, block)
    assert caught.value.diag.message_primary == f"the extension factcheck {needed} is not installed on this server"
    assert "extension/install.sh" in str(caught.value.diag.message_hint)


def test_an_old_extension_is_told_with_the_statement_that_updates_it(fresh: str) -> None:
    block = printed("require_extension", "0.1.0")
    run(fresh, "UPDATE pg_extension SET extversion = '0.0.9' WHERE extname = 'factcheck'")
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState) as caught:
        run(fresh, block)
    assert caught.value.diag.message_detail == "Version 0.0.9 is installed, 0.1.0 is needed."
    statement, hint = "ALTER EXTENSION factcheck UPDATE TO '0.1.0';", str(caught.value.diag.message_hint)
    assert hint.startswith(f"Ask a superuser to run: {statement}")


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


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[roles]\nauditor = 'x'", '"auditor", which is not known'),
        ("[roles]\nadmin = 3", '"admin" in [roles]'),
        ("roles = 'x'", '"roles" in the file'),
        ("[roles]\nanalyst = 'x'\nadmins_let_in = true", 'the level "admin", which has no role'),
        ("[settings]\np_true = 'high'", '"p_true" in [settings]'),
        ("[[tables]]\ndata_set = 'x'", 'has no "name"'),
        ("[tables]\nname = 'public.sales'", "is not a list of blocks [[tables]]"),
        ("[[tables]]\nname = 'public.sales'\ncolumns = 'units'", '"columns" in [[tables]]'),
        ("[[tables]]\nname = 'public.sales'\nreadable_by = ['analyst']", 'the level "analyst", which has no role'),
        ("[[tables]]\nname = 'public.sales'\n[[tables]]\nname = 'public.sales'", 'names "public.sales" twice'),
        ("[[dictionaries]]\ntable = 'public.sales'", 'has no "file"'),
        ("tables = 3 3", "is not TOML"),
    ],
)
def test_a_mistake_in_the_site_file_is_told_before_the_database_is_asked(
    migrations: Migrations, content: str, message: str
) -> None:
    migrations.site.write_text(content)
    status, output = migrations.command("upgrade", "head")
    assert status != 0
    assert message in output
    assert "Traceback" not in output


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("[[tables]]\nname = 'public.missing'\n", 'relation "public.missing" does not exist'),
        ("[[tables]]\nname = 'sales'\n", 'the name of table "sales" has no schema'),
        ("[[dictionaries]]\nfile = 'missing.csv'\n", "missing.csv"),
    ],
)
def test_a_failed_upgrade_leaves_nothing(fresh: str, site: Migrations, prefix: str, entry: str, message: str) -> None:
    site.site.write_text(site.site.read_text() + entry)
    before = snapshot(fresh, prefix)
    outputs = []
    for command in (["revision", "--autogenerate", "-m", "x"], ["upgrade", "head"]):
        status, output = site.command(*command, dsn=fresh)
        outputs.append((status, output))
    assert any(status != 0 and message in output for status, output in outputs), outputs
    assert not any("Traceback" in output for _, output in outputs)
    assert snapshot(fresh, prefix) == before


def test_no_vacuum_comes_between_grants_and_the_tables_that_are_added(fresh: str, prefix: str) -> None:
    """It would wait for the grants to be committed, and add_table for it to end: a deadlock."""
    locking = "LOCK TABLE factcheck.column_keyword IN SHARE UPDATE EXCLUSIVE MODE NOWAIT"  # as VACUUM does
    with psycopg.connect(fresh) as migrating, psycopg.connect(fresh, autocommit=True) as vacuuming:
        migrating.execute(printed("grant_usage", f"{prefix}analyst", "analyst").encode())
        with pytest.raises(psycopg.errors.LockNotAvailable), vacuuming.transaction():
            vacuuming.execute(locking)
        assert vacuuming.execute("SELECT factcheck.add_description('sales', 'a writer goes on')").fetchone()
        migrating.rollback()
        with vacuuming.transaction():
            vacuuming.execute(locking)


def test_a_setting_that_there_is_not_stops_the_upgrade(fresh: str, site: Migrations, prefix: str) -> None:
    site.site.write_text(site.site.read_text().replace("p_true", "p_false"))
    before = snapshot(fresh, prefix)
    site.write_revision(fresh, "0001")
    status, output = site.command("upgrade", "head", dsn=fresh)
    assert status != 0
    assert 'setting "p_false" is not known' in output
    assert snapshot(fresh, prefix) == before


def test_a_later_decision_is_a_revision_of_its_own(fresh: str, site: Migrations, prefix: str) -> None:
    site.set_up(fresh)
    before = snapshot(fresh, prefix)
    run(fresh, "CREATE TABLE colours (colour text)")
    before |= {row for row in snapshot(fresh, prefix) if row[1] == "public.colours"}
    text = site.site.read_text()
    text = text.replace("data_set = 'shop: 100%'", "data_set = 'other'").replace("'analyst', 'admin'", "'reader'")
    text = text.replace("admins_let_in = true", "")
    text = text.replace("[[dictionaries]]", "[[tables]]\nname = 'public.colours'\n[[dictionaries]]")
    site.site.write_text(text)
    (site.folder / "words.csv").write_text("table,column,description\nsales,units,boxes\n")
    revision = site.write_revision(fresh, "0002")
    assert "op.add_table('public.colours')" in revision
    assert "op.add_table('public.sales', data_set='other', track=True)" in revision
    assert revision.count("op.revoke_select('public.sales'") == 2 + 1  # the third takes back what is granted here
    assert "op.load_dictionary('words.csv')" in revision
    site.run(fresh, "upgrade", "head")
    assert site.drift(fresh) == []
    assert query(fresh, "SELECT description FROM factcheck.description") == [("boxes",)]
    rights = (
        "SELECT rolname, has_table_privilege(oid, 'sales', 'SELECT') FROM pg_roles WHERE rolname LIKE %s ORDER BY 1"
    )
    assert dict(query(fresh, rights, f"{prefix}%")) == {
        f"{prefix}admin": False,
        f'{prefix}it"s': False,
        f"{prefix}reader": True,
    }
    site.run(fresh, "downgrade", "-1")
    assert snapshot(fresh, prefix) == before


DRIFTS = [
    ("SELECT factcheck.remove_table('sales')", "table public.sales is declared, and not added"),
    (
        "SELECT factcheck.add_table('sales', data_set => 'shop: 100%', track => false)",
        "table public.sales: track is false, declared is true",
    ),
    (
        "SELECT factcheck.add_table('sales', '{{units}}', 'mine', true)",
        'table public.sales: columns is ["units"], declared is not given; data_set is "mine", declared is "shop: 100%"',
    ),
    (
        "UPDATE factcheck.setting SET value = 0.5 WHERE name = 'p_true'",
        "setting p_true: value is 0.5, declared is 0.99",
    ),
    (
        "UPDATE factcheck.setting SET value = 20 WHERE name = 'em_rounds'",
        "setting em_rounds is 20, which is not declared",
    ),
    ("SELECT factcheck.add_table('other')", "table public.other is added, and not declared"),
    (  # the administrators read it as members of the analysts
        "REVOKE SELECT ON sales FROM {analyst}",
        "role {analyst} cannot read what is declared of table public.sales\n"
        "role {admin} cannot read what is declared of table public.sales",
    ),
    ("SELECT factcheck.grant_usage({reader!r}, 'analyst')", "role {reader} has the level analyst, declared is reader"),
    ("SELECT factcheck.grant_usage({other!r}, 'admin')", "role {other} has the level admin, which is not declared"),
    ("REVOKE ADMIN OPTION FOR {reader} FROM {admin}", "members of role {admin} cannot let others into {reader}"),
    ("SELECT factcheck.add_description('sales', NULL, 'units')", "dictionary words.csv would change 1 description"),
]


@pytest.mark.parametrize(("statement", "words"), DRIFTS)
def test_what_differs_is_told_and_a_revision_ends_it(
    fresh: str, site: Migrations, prefix: str, statement: str, words: str
) -> None:
    site.site.write_text(site.site.read_text().replace('it"s', "its"))
    names = {key: quoted(f"{prefix}{key}") for key in ("reader", "admin", "other")}
    names["analyst"] = quoted(f"{prefix}its")
    run(fresh, f"CREATE TABLE other (a integer); CREATE ROLE {names['other']}")
    site.set_up(fresh)
    assert site.drift(fresh) == []
    decided = snapshot(fresh, prefix)
    run(fresh, statement.format(**names))
    drifted = snapshot(fresh, prefix)
    assert drifted != decided
    assert site.drift(fresh) == words.format(**names).split("\n")
    site.write_revision(fresh, "0002")
    site.run(fresh, "upgrade", "head")
    assert site.drift(fresh) == []
    assert snapshot(fresh, prefix) == decided
    site.run(fresh, "downgrade", "-1")
    assert snapshot(fresh, prefix) == drifted


def test_columns_that_a_role_shall_no_longer_read_are_taken_away(fresh: str, site: Migrations, prefix: str) -> None:
    site.set_up(fresh)
    before = snapshot(fresh, prefix)
    text = site.site.read_text()
    site.site.write_text(text.replace("track = true", "columns = ['month']").replace("'analyst', 'admin'", "'analyst'"))
    site.write_revision(fresh, "0002")
    site.run(fresh, "upgrade", "head")
    assert site.drift(fresh) == []
    rights = "SELECT has_column_privilege(%s, 'sales', c, 'SELECT') FROM unnest(ARRAY['month', 'units']) AS c"
    assert query(fresh, rights, f'{prefix}it"s') == [(True,), (False,)]
    site.run(fresh, "downgrade", "-1")
    assert snapshot(fresh, prefix) == before


def test_a_dictionary_that_is_no_longer_declared_comes_back_with_its_arguments(
    fresh: str, site: Migrations, prefix: str
) -> None:
    text = site.site.read_text()
    site.site.write_text(f"{text}table = 'public.sales'\nformat = 'csv'\n")
    (site.folder / "words.csv").write_text("column,description\nunits,pieces\n")
    site.set_up(fresh)
    before = snapshot(fresh, prefix)
    site.site.write_text(text.partition("[[dictionaries]]")[0])
    assert site.drift(fresh) == ["dictionary words.csv was loaded, and is not declared"]
    site.write_revision(fresh, "0002")
    site.run(fresh, "upgrade", "head")
    assert query(fresh, "SELECT FROM factcheck.description") == []
    site.run(fresh, "downgrade", "-1")
    assert snapshot(fresh, prefix) == before


def test_what_the_file_has_no_section_for_is_not_compared(fresh: str, site: Migrations, prefix: str) -> None:
    run(fresh, "SELECT factcheck.add_table('sales')")
    site.site.write_text(f"[roles]\nreader = '{prefix}reader'\n")
    assert site.drift(fresh) == [f'role "{prefix}reader" is declared, and does not have the level reader']


def test_an_administrator_who_is_no_superuser_sets_up_tables(fresh: str, site: Migrations, prefix: str) -> None:
    """With a schema of its own for the records, and roles that a superuser made."""
    deployer = quoted(f"{prefix}deployer")
    with psycopg.connect(fresh, autocommit=True) as connection:
        connection.execute(
            f"CREATE ROLE {deployer} LOGIN; GRANT CREATE ON DATABASE {connection.info.dbname} TO {deployer};".encode()
        )
    run(
        fresh,
        f"SELECT factcheck.grant_usage('{deployer}', 'admin'); ALTER TABLE sales OWNER TO {deployer};"
        f"CREATE ROLE {quoted(prefix + 'analyst')};"
        f"SELECT factcheck.grant_usage('{quoted(prefix + 'analyst')}', 'analyst')",
    )
    as_deployer = psycopg.conninfo.make_conninfo(fresh, user=f"{prefix}deployer")
    tables = "[[tables]]\nname = 'public.sales'\ndata_set = 'shop'\ntrack = true\n"
    site.site.write_text(f"{tables}[[dictionaries]]\nfile = 'words.csv'")
    before = snapshot(fresh, prefix)
    site.set_up(as_deployer)
    assert site.drift(as_deployer) == []
    assert query(fresh, "SELECT relation::text, data_set, is_tracked FROM factcheck.data_table") == [
        ("sales", "shop", True)
    ]
    site.run(as_deployer, "downgrade", "base")
    assert snapshot(fresh, prefix) == before
    site.site.write_text(f"[roles]\nreader = '{prefix}reader'\n{tables}")
    site.revisions[0].unlink()
    site.write_revision(as_deployer, "0001")
    status, output = site.command("upgrade", "head", dsn=as_deployer)
    assert status != 0
    assert f"permission denied to change the level of role {quoted(prefix + 'analyst')}" in output
    assert "HINT:  Run the migration as a superuser, or leave [roles] out" in output
    assert snapshot(fresh, prefix) == before
