"""What a site decides, as migrations: up, down and up again, by alembic and by psql, with nothing left behind."""

from __future__ import annotations

import contextlib
import importlib
import io
import secrets
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import alembic.config
import psycopg
import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from psycopg import sql
from support.databases import new_database

ROOT = Path(__file__).resolve().parents[2]
INI = ROOT / "migrations" / "alembic.ini"

# One row for everything a migration could leave behind: kind, name, what it is like.
SNAPSHOT = """
SELECT 'role', rolname, concat(rolsuper, rolcanlogin, rolcreaterole, rolbypassrls)
FROM pg_roles WHERE rolname LIKE %(prefix)s
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
SELECT 'added', dt.relation::text, concat_ws(' ', dt.data_set, string_agg(dc.column_name, ', ' ORDER BY dc.column_name))
FROM factcheck.data_table dt JOIN factcheck.data_column dc ON dc.table_id = dt.table_id GROUP BY dt.table_id
UNION ALL
SELECT 'predicate', f.literal, f.frequency::text FROM factcheck.fragment f
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
        connection.execute('CREATE TABLE "Odd: schema"."50%% ""of"" it" (colour text, secret text)')
        connection.execute("""INSERT INTO "Odd: schema"."50%% ""of"" it" VALUES ('red', 'hidden')""")


@pytest.fixture
def prefix(server_dsn: str) -> Iterator[str]:
    """How the names of this test's roles begin; what is left of them goes at the end."""
    prefix = f"Site: {secrets.token_hex(4)} 100% "
    yield prefix
    with psycopg.connect(server_dsn, autocommit=True) as server:
        for (name,) in server.execute("SELECT rolname FROM pg_roles WHERE rolname LIKE %s", [f"{prefix}%"]).fetchall():
            server.execute(sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(name)))


@pytest.fixture
def site(tmp_path: Path, prefix: str) -> Path:
    """A site's file with three roles and both tables, one of them only in part."""
    path = tmp_path / "site.toml"
    path.write_text(
        f"""
        [roles]
        reader = '{prefix}reader'
        analyst = '{prefix}it"s'
        admin = '{prefix}admin'
        [[tables]]
        name = 'public.sales'
        data_set = 'shop: 100%'
        readable_by = ['analyst', 'admin']
        [[tables]]
        name = '"Odd: schema"."50%% ""of"" it"'
        columns = ['colour']
        readable_by = ['analyst']
        """
    )
    return path


def command(*arguments: str, site: Path, dsn: str = "host=/nowhere", ini: Path = INI) -> tuple[int, str]:
    """Run alembic's command line; its exit status and everything it printed."""
    output = io.StringIO()
    status = 0
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            alembic.config.main(["-c", str(ini), "-x", f"site={site}", "-x", f"dsn={dsn}", *arguments])
        except SystemExit as stopped:
            status = int(stopped.code or 0)
    return status, output.getvalue()


def migrate(dsn: str, site: Path, *arguments: str, ini: Path = INI) -> str:
    status, output = command(*arguments, site=site, dsn=dsn, ini=ini)
    assert status == 0, output
    return output


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
        return connection.execute(statement, values).fetchall()


def run(dsn: str, statement: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(statement)


def test_the_site_is_as_its_file_says(fresh: str, site: Path, prefix: str) -> None:
    migrate(fresh, site, "upgrade", "head")
    analyst, reader = f'{prefix}it"s', f"{prefix}reader"
    assert query(
        fresh,
        "SELECT has_function_privilege("
        "r, 'fact_check(text, regclass[], double precision, integer, interval)', 'EXECUTE'),"
        " has_table_privilege(r, 'sales', 'SELECT'), has_any_column_privilege(r, 'factcheck.data_table', 'INSERT')"
        " FROM unnest(%s::text[]) AS r",
        [reader, analyst, f"{prefix}admin"],
    ) == [(False, False, False), (True, True, False), (True, True, True)]
    assert query(fresh, "SELECT relation::text, data_set FROM factcheck.data_table ORDER BY table_id") == [
        ("sales", "shop: 100%"),
        ('"Odd: schema"."50%% ""of"" it"', None),
    ]
    with psycopg.connect(fresh, autocommit=True) as connection:
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(analyst)))
        odd = '"Odd: schema"."50%% ""of"" it"'
        assert connection.execute(f"SELECT colour FROM {odd}").fetchall() == [("red",)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(f"SELECT secret FROM {odd}")


def test_nothing_is_left_after_base_and_the_second_time_is_as_the_first(fresh: str, site: Path, prefix: str) -> None:
    before = snapshot(fresh, prefix)
    migrate(fresh, site, "upgrade", "head")
    upgraded = snapshot(fresh, prefix)
    assert {name for kind, name, _ in upgraded - before if kind == "added"} == {
        "public.sales",
        '"Odd: schema"."50%% ""of"" it"',
    }
    migrate(fresh, site, "downgrade", "base")
    assert snapshot(fresh, prefix) == before
    migrate(fresh, site, "upgrade", "head")
    assert snapshot(fresh, prefix) == upgraded


def test_asking_for_the_current_revision_changes_nothing(fresh: str, site: Path, prefix: str) -> None:
    before = snapshot(fresh, prefix)
    migrate(fresh, site, "current")
    assert snapshot(fresh, prefix) == before


def test_psql_runs_the_printed_script_to_the_same_end(fresh: str, site: Path, prefix: str) -> None:
    before = snapshot(fresh, prefix)
    migrate(fresh, site, "upgrade", "head")
    upgraded = snapshot(fresh, prefix)
    migrate(fresh, site, "downgrade", "base")
    for arguments, expected in ((["upgrade", "head"], upgraded), (["downgrade", "head:base"], before)):
        status, script = command(*arguments, "--sql", site=site)
        assert status == 0, script
        subprocess.run(
            ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--dbname={fresh}"],
            input=script,
            text=True,
            check=True,
            capture_output=True,
        )
        assert snapshot(fresh, prefix) == expected


def test_what_was_there_before_stays_after_base(fresh: str, site: Path, prefix: str) -> None:
    analyst = sql.Identifier(f'{prefix}it"s')
    with psycopg.connect(fresh, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE ROLE {}").format(analyst))
        connection.execute(sql.SQL("GRANT SELECT ON sales TO {}").format(analyst))
        connection.execute("SELECT factcheck.add_table('sales', data_set => 'by hand')")
    before = snapshot(fresh, prefix)
    migrate(fresh, site, "upgrade", "head")
    migrate(fresh, site, "downgrade", "base")
    assert snapshot(fresh, prefix) == before


def test_a_role_that_somebody_needs_is_kept_with_a_warning(fresh: str, site: Path, prefix: str) -> None:
    migrate(fresh, site, "upgrade", "head")
    with psycopg.connect(fresh, autocommit=True) as connection:
        connection.execute(
            sql.SQL("CREATE ROLE {}; GRANT {} TO {}").format(
                sql.Identifier(f"{prefix}person"), sql.Identifier(f"{prefix}reader"), sql.Identifier(f"{prefix}person")
            )
        )
        connection.execute(sql.SQL("ALTER TABLE sales OWNER TO {}").format(sql.Identifier(f"{prefix}admin")))
    told = migrate(fresh, site, "downgrade", "base")
    assert f'role "{prefix}reader" is kept: it has members' in told
    assert f'role "{prefix}admin" is kept: objects or rights depend on it' in told
    left = query(fresh, "SELECT rolname FROM pg_roles WHERE rolname LIKE %s ORDER BY 1", f"{prefix}%")
    assert left == [(f"{prefix}admin",), (f"{prefix}person",), (f"{prefix}reader",)]
    assert query(fresh, "SELECT units FROM sales ORDER BY 1") == [(980,), (1204,)]
    assert query(fresh, "SELECT has_schema_privilege(%s, 'factcheck', 'USAGE')", f"{prefix}reader") == [(False,)]


def test_the_site_survives_the_extension_and_can_still_be_taken_back(fresh: str, site: Path, prefix: str) -> None:
    migrate(fresh, site, "upgrade", "head")
    run(fresh, "DROP EXTENSION factcheck")
    migrate(fresh, site, "downgrade", "base")
    assert query(fresh, "SELECT to_regnamespace('factcheck_site')") == [(None,)]
    assert query(fresh, "SELECT FROM pg_roles WHERE rolname LIKE %s", f"{prefix}%") == []


def test_a_missing_extension_is_told_with_the_statement_that_installs_it(empty: str, site: Path, prefix: str) -> None:
    site.write_text(site.read_text().partition("[[tables]]")[0])
    status, output = command("upgrade", "head", site=site, dsn=empty)
    assert status != 0
    assert "the extension factcheck is not installed in the database" in output
    hint = "Ask a superuser to run: CREATE EXTENSION factcheck SCHEMA public CASCADE;"
    assert f"HINT:  {hint}" in output
    assert "Traceback" not in output
    assert query(empty, "SELECT FROM pg_roles WHERE rolname LIKE %s", f"{prefix}%") == []
    run(empty, hint.partition(": ")[2])
    migrate(empty, site, "upgrade", "head")


@pytest.mark.parametrize(("needed", "is_enough"), [("0.0.9", True), ("0.1.0", True), ("0.1.10", False), ("99", False)])
def test_versions_are_compared_as_numbers(
    fresh: str, needed: str, is_enough: bool, require_extension: Callable[[str], str]
) -> None:
    block = require_extension(needed)
    if is_enough:
        run(fresh, block)
        return
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState) as caught:
        run(fresh, block)
    assert caught.value.diag.message_hint == (
        f"Ask a superuser to run: ALTER EXTENSION factcheck UPDATE TO '{needed}';"
    )


@pytest.fixture
def require_extension(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """The SQL that a revision's call of require_extension runs."""
    monkeypatch.syspath_prepend(INI.parent)
    site_operations = importlib.import_module("site_operations")

    def printed(version: str) -> str:
        output = io.StringIO()
        context = MigrationContext.configure(
            dialect_name="postgresql",
            dialect_opts={"paramstyle": "named"},
            opts={"as_sql": True, "output_buffer": output},
        )
        with Operations.context(context):
            site_operations.require_extension(version)
        return output.getvalue()

    return printed


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[roles]\nauditor = 'x'", '"auditor", which is not known'),
        ("[[tables]]\ndata_set = 'x'", "has no name"),
        ("[[tables]]\nname = 'public.sales'\nreadable_by = ['analyst']", 'the level "analyst", which has no role'),
        ("tables = 3 3", "is not TOML"),
    ],
)
def test_a_mistake_in_the_site_file_is_told_before_the_database_is_asked(
    tmp_path: Path, content: str, message: str
) -> None:
    path = tmp_path / "mistake.toml"
    path.write_text(content)
    status, output = command("upgrade", "head", site=path)
    assert status != 0
    assert message in output
    assert "Traceback" not in output


def test_a_failed_upgrade_leaves_nothing(fresh: str, site: Path, prefix: str) -> None:
    site.write_text(site.read_text() + "[[tables]]\nname = 'public.missing'\n")
    before = snapshot(fresh, prefix)
    status, output = command("upgrade", "head", site=site, dsn=fresh)
    assert status != 0
    assert 'relation "public.missing" does not exist' in output
    assert snapshot(fresh, prefix) == before


def test_a_later_decision_is_a_revision_of_its_own(fresh: str, site: Path, prefix: str, tmp_path: Path) -> None:
    folder = shutil.copytree(INI.parent, tmp_path / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    ini = folder / INI.name
    migrate(fresh, site, "revision", "-m", "Add the colours", "--rev-id", "0002", ini=ini)
    [revision] = (folder / "versions").glob("0002_*.py")
    decision = f'add_table(revision, "public.colours", readers=["{prefix}reader"])'
    revision.write_text(revision.read_text().replace("# create_role(", f"{decision}\n    # create_role("))
    run(fresh, "CREATE TABLE colours (colour text)")
    migrate(fresh, site, "upgrade", "0001", ini=ini)
    before = snapshot(fresh, prefix)
    migrate(fresh, site, "upgrade", "head", ini=ini)
    assert ("colours",) in query(fresh, "SELECT relation::text FROM factcheck.data_table")
    assert query(fresh, "SELECT has_table_privilege(%s, 'colours', 'SELECT')", f"{prefix}reader") == [(True,)]
    migrate(fresh, site, "downgrade", "-1", ini=ini)
    assert snapshot(fresh, prefix) == before
