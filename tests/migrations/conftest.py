"""What tests of a site's migrations share: databases, roles, and a site's file."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from support.databases import new_database
from support.site_migrations import Migrations, copy_migrations
from support.site_snapshots import ODD, make_tables


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
