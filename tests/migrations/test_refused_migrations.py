"""Migrations that stop with a message: a missing or old extension, mistakes of the site's file, what fails half-way."""

from __future__ import annotations

import psycopg
import pytest
from support.site_migrations import ONE_WORD, Migrations
from support.site_snapshots import printed, query, run, snapshot


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
    run(empty, ONE_WORD)
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
        (
            "[[watches]]\nname_pattern = 'reports.%'\ntext_column = 'body'\nreadable_by = ['reader']",
            '"readable_by", which is not known',
        ),
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
