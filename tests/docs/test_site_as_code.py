"""docs/site_as_code.md tells the truth: its file, its commands and what they print."""

from __future__ import annotations

import re
import secrets
import shlex
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from support.databases import new_database
from support.site_migrations import Migrations, copy_migrations

PAGE = Path(__file__).parents[2] / "docs/site_as_code.md"
NAMES = ("factcheck_reader", "factcheck_analyst", "factcheck_admin", "steward", "newcomer", "intern")


@pytest.fixture
def names(server_dsn: str) -> Iterator[dict[str, str]]:
    """Roles in place of those that the page speaks of: others on the server may have their names."""
    ending = secrets.token_hex(4)
    names = {name: f"{name}_{ending}" for name in NAMES}
    with psycopg.connect(server_dsn, autocommit=True) as server:
        for name in NAMES[3:]:
            server.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(names[name])))
        yield names
        for name in reversed(NAMES):
            server.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(names[name])))


@pytest.fixture
def database(server_dsn: str, template: str, names: dict[str, str]) -> Iterator[str]:
    with new_database(server_dsn, template) as dsn:
        run(
            dsn,
            """
            CREATE TABLE sales AS SELECT * FROM (VALUES ('May', 1204), ('June', 980)) AS v (month, units);
            CREATE SCHEMA reports;
            CREATE TABLE reports.weekly (id integer PRIMARY KEY, body text);
            """,
        )
        yield dsn


def run(dsn: str, statement: str, **parameters: str) -> None:
    with psycopg.connect(dsn, autocommit=True, **parameters) as connection:
        connection.execute(statement.encode())


class Page:
    """The page's blocks, with the names of this test."""

    def __init__(self, names: dict[str, str]) -> None:
        text = PAGE.read_text("utf-8")
        for name, replacement in names.items():
            text = re.sub(rf"\b{name}\b", replacement, text)
        self.blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)

    def block(self, language: str, part: str = "") -> str:
        return next(body for found, body in self.blocks if found == language and part in body)

    def commands(self, program: str) -> list[list[str]]:
        """The arguments of each call of a program."""
        lines = [line for language, body in self.blocks if language == "sh" for line in body.splitlines()]
        return [shlex.split(line)[1:] for line in lines if line.startswith(f"{program} ")]


@pytest.fixture
def page(names: dict[str, str]) -> Page:
    return Page(names)


@pytest.fixture
def site(tmp_path: Path, page: Page) -> Migrations:
    """The page's file, without the schedule, which takes pg_cron: tests/migrations has it."""
    migrations = copy_migrations(tmp_path / "migrations")
    migrations.site.write_text(page.block("toml").partition("[[schedules]]")[0])
    (migrations.folder / "dictionaries").mkdir()
    (migrations.folder / "dictionaries/sales.csv").write_text("table,column,description\nsales,units,pieces\n")
    return migrations


def test_the_pages_commands_lead_where_it_says(
    database: str, site: Migrations, page: Page, names: dict[str, str]
) -> None:
    revision, upgrade, script, check, downgrade = (arguments[2:] for arguments in page.commands("alembic"))
    site.run(database, *revision)
    [written] = site.revisions
    operations = [line for line in page.block("python", "op.").splitlines() if "schedule_checks" not in line]
    lines = written.read_text().partition("def downgrade")[0].splitlines()
    shown = [line for line in lines if line.startswith("    op.")]
    assert shown == operations
    assert site.command(*script)[0] == 0
    site.run(database, *upgrade)
    assert site.command(*check, dsn=database)[0] == 0

    run(database, f"GRANT {names['factcheck_admin']} TO {names['steward']}")
    let_in, out = (arguments[-1] for arguments in page.commands("psql")[1:])
    for statement, may in ((let_in, True), (out, False)):
        run(database, statement, user=names["steward"])
        assert may_check(database, names["newcomer"]) == may

    run(database, f"SELECT factcheck.remove_table('sales'), factcheck.grant_usage('{names['intern']}', 'admin')")
    assert site.drift(database) == page.block("", "is not declared").splitlines()
    run(database, f"REVOKE {names['factcheck_admin']} FROM {names['steward']}; DROP OWNED BY {names['intern']}")
    site.run(database, *downgrade)
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT to_regrole(%s)", [names["factcheck_admin"]]).fetchone() == (None,)


def may_check(dsn: str, role: str) -> bool:
    with psycopg.connect(dsn) as connection:
        row = connection.execute("SELECT has_table_privilege(%s, 'factcheck.fragment', 'SELECT')", [role]).fetchone()
        return row is not None and bool(row[0])


def test_the_page_names_every_operation() -> None:
    text = PAGE.read_text("utf-8")
    folder = PAGE.parents[1] / "python/src/factcheck/migrations"
    operations = {
        name
        for path in folder.glob("*.py")
        for name in re.findall(r'@Operations\.register_operation\("(\w+)"\)', path.read_text())
    }
    assert len(operations) > 12
    assert sorted(name for name in operations if f"`op.{name}(" not in text) == []
