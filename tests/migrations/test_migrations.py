"""What a site decides, as migrations: up, down and up again, by alembic and by psql, with nothing left behind."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import sql
from support.site_migrations import Migrations, run_script
from support.site_snapshots import ODD, query, quoted, run, snapshot


def test_the_site_is_as_its_file_says(fresh: str, site: Migrations, prefix: str) -> None:
    site.set_up(fresh)
    analyst, reader, admin = f'{prefix}it"s', f"{prefix}reader", f"{prefix}admin"
    assert query(
        fresh,
        "SELECT has_function_privilege("
        "r, 'fact_check(text, regclass[], double precision, integer, interval, text[])', 'EXECUTE'),"
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
