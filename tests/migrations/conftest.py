"""What tests of a site's migrations share: databases, roles, and a site's file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.databases import new_database
from support.site_migrations import Migrations, copy_migrations, role_prefix, write_site
from support.site_snapshots import make_tables


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
    with role_prefix(server_dsn) as prefix:
        yield prefix


@pytest.fixture
def migrations(tmp_path: Path) -> Migrations:
    """A copy of the project's migrations."""
    return copy_migrations(tmp_path / "migrations")


@pytest.fixture
def site(migrations: Migrations, prefix: str) -> Migrations:
    """Migrations with a site's file of three roles, both tables, one of them only in part, and a dictionary."""
    write_site(migrations, prefix)
    return migrations
