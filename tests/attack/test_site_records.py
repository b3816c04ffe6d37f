"""Attack: a role that may create objects plants what a superuser's migrations of the site would run.

The attacker may create schemas and functions.  It makes the schema of the migrations' records before they do, with
records or a trigger of its own; and it plants functions and operators in front of the server's own, in the search path
of whoever runs the printed script.

Protection: migrations stop where the schema, or anything in it, belongs to a role that is neither the current one nor a
superuser; every block pins its search path.  Controls: the planted trigger runs once the check is gone, and the planted
functions spring in a statement without a pinned path.
"""

from __future__ import annotations

import os
import re

import psycopg
import pytest
from support.site_migrations import copy_migrations, run_script

SCHEMA = "factcheck_site"
VERSIONS = "alembic_version (version_num varchar(32) NOT NULL)"
TRAP = "CREATE TRIGGER planted BEFORE INSERT ON {} FOR EACH ROW EXECUTE FUNCTION attic.raise_rights()"


@pytest.fixture
def site(tmp_path, root, orders):
    """Migrations that add a table."""
    migrations = copy_migrations(tmp_path / "migrations")
    migrations.site.write_text("[[tables]]\nname = 'public.orders'\ndata_set = 'shop'\n")
    yield migrations
    root.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE; SELECT factcheck.add_table('public.orders')")


@pytest.fixture(scope="module")
def planted(attacker):
    """A function that makes the attacker a superuser, where a superuser runs it."""
    attacker.execute("""
        CREATE FUNCTION attic.raise_rights() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM attic.trap('trigger');
            RETURN NEW;
        END$$
    """)


@pytest.mark.parametrize("relation", ["alembic_version", "change"])
def test_records_that_somebody_planted_stop_the_migrations(database, site, attacker, planted, relation):
    site.write_revision(database, "0001")
    columns = "(version_num varchar(32) NOT NULL)" if relation == "alembic_version" else "(number integer)"
    attacker.execute(f"CREATE SCHEMA {SCHEMA}; CREATE TABLE {SCHEMA}.{relation} {columns}")
    attacker.execute(TRAP.format(f"{SCHEMA}.{relation}"))
    attacker.execute(f"GRANT ALL ON SCHEMA {SCHEMA} TO PUBLIC; GRANT ALL ON {SCHEMA}.{relation} TO PUBLIC")
    for command in (["upgrade", "head"], ["current"], ["check"]):
        status, output = site.command(*command, dsn=database)
        assert status != 0, command
        assert f"the records of migrations belong to the role {attacker.connection.info.user}" in output
        assert "trap sprung" not in output


def test_a_relation_planted_in_the_schema_of_a_superuser_stops_them_too(database, site, root, attacker, planted):
    site.write_revision(database, "0001")
    root.execute(f"CREATE SCHEMA {SCHEMA}; GRANT ALL ON SCHEMA {SCHEMA} TO PUBLIC")
    attacker.execute(f"CREATE TABLE {SCHEMA}.{VERSIONS}")
    status, output = site.command("upgrade", "head", dsn=database)
    assert status != 0
    assert "the records of migrations belong to the role" in output


def test_the_printed_script_stops_as_well(database, site, root, attacker, planted):
    site.write_revision(database, "0001")
    script = site.script("upgrade", "head")
    attacker.execute(
        f"CREATE SCHEMA {SCHEMA}; CREATE TABLE {SCHEMA}.alembic_version (version_num varchar(32) NOT NULL)"
    )
    attacker.execute(TRAP.format(f"{SCHEMA}.alembic_version"))
    output = run_script(database, script)  # psql goes on after errors
    assert "the records of migrations belong to the role" in output
    assert "trap sprung" not in output


def test_without_the_check_the_planted_trigger_runs_as_the_superuser(root, site, attacker, planted):
    """The control: what alembic does first in a schema that is there already."""
    attacker.execute(
        f"CREATE SCHEMA {SCHEMA}; CREATE TABLE {SCHEMA}.alembic_version (version_num varchar(32) NOT NULL)"
    )
    attacker.execute(TRAP.format(f"{SCHEMA}.alembic_version"))
    root.told.clear()
    root.execute(f"INSERT INTO {SCHEMA}.alembic_version (version_num) VALUES ('0001')")
    assert root.sprung() == ["trap sprung as postgres by trigger  "]


@pytest.fixture(scope="module")
def planted_names(attacker, plant):
    """All that can be planted in the attacker's schema."""
    plant(attacker, "attic")


PINNED = "SET LOCAL search_path = pg_catalog, pg_temp;"


@pytest.mark.parametrize("is_pinned", [True, False])
def test_names_planted_in_the_path_of_who_runs_the_script_are_not_found(
    database, site, planted_names, make_role, is_pinned
):
    """Every block pins its path by itself, too: a project of alembic's own has another environment."""
    site.site.write_text(
        f"{site.site.read_text()}readable_by = ['analyst']\n[roles]\nanalyst = '{make_role('reader')}'\n"
    )
    site.write_revision(database, "0001")
    scripts = [site.script("upgrade", "head"), site.script("downgrade", "head:base")]
    environment = {**os.environ, "PGOPTIONS": "-c search_path=attic,pg_catalog"}
    for script in scripts:
        assert PINNED in script
        blocks = "\n".join(re.findall(r"DO (?:\$site_*\$).*?\$site_*\$;", script, re.DOTALL))  # without alembic's own
        output = run_script(database, script if is_pinned else blocks, **environment)
        assert "trap sprung" not in output
        assert "ERROR" not in output
    control = "DO $$DECLARE planted text := 'x'; BEGIN PERFORM format('%s', planted); END$$;"
    assert "trap sprung" in run_script(database, control, **environment)


def test_an_administrator_s_records_are_not_read_by_a_superuser(database, site, root, make_role):
    """Whoever deployed first owns the records; a superuser who runs the migrations later would run what they say."""
    steward = make_role("admin")
    root.execute(f"CREATE SCHEMA {SCHEMA} AUTHORIZATION {steward}")
    status, output = site.command("check", dsn=database)
    assert status != 0
    assert f"the records of migrations belong to the role {steward}" in output
    root.execute(f"GRANT SELECT ON public.orders TO {steward}")
    status, output = site.command("check", dsn=psycopg.conninfo.make_conninfo(database, user=steward))
    assert "the records of migrations" not in output
