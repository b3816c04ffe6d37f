"""Fixtures for everything that needs the server: databases made from a template, and roles of each level.

How to run tests (``make setup`` once; ``pytest`` is ``.venv/bin/python -m pytest``):

    one test                  pytest tests/unit/test_rounding.py -k percent
    one test with a server    FACTCHECK_DSN=$(make server | tail -n 1) pytest tests/server/test_check.py
    all without a server      make unit
    all                       make test

What asks for a server's DSN or programs by a fixture, however indirectly, has the marker ``server``, what asks for the
browser ``browser``; what checks an artefact rather than code says ``build``.  ``make unit`` runs the rest, wherever it
stands; all of tests/unit is part of it but for ``build``.  Without ``FACTCHECK_DSN`` tests that need a running server
are skipped.

Each new session loads the library anew, which takes as long as ten checks.  Therefore modules use a ``database`` and
its sessions in turn (``support/databases_in_turn.py``): a module finds the extension and nothing else, in sessions
that have loaded the library.  One whose tests need a session that has not opens it by ``psycopg.connect``.
"""

from __future__ import annotations

import gc
import os
import secrets
import subprocess
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from psycopg import sql
from support.databases import new_database, shared_database
from support.databases_in_turn import DatabasesInTurn, session_of
from support.demonstration import Demo, shared_demo

settings.register_profile("any machine", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

Connection = psycopg.Connection[Any]
ROOT = Path(__file__).parents[1]
PREFIX = f"factcheck_test_{secrets.token_hex(4)}"


NEEDS_SERVER = {"server_dsn", "pg_config"}


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let no garbage collection walk through the modules and tests that are loaded: they stay until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a server, running or installed, or the browser: whatever asks for it by any fixture."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if NEEDS_SERVER.intersection(fixtures):
            item.add_marker("server")
        if "browser" in fixtures:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def server_dsn() -> str:
    """A superuser's DSN of a server that has the extension installed."""
    dsn = os.environ.get("FACTCHECK_DSN")
    if not dsn:
        pytest.skip("FACTCHECK_DSN is not set: start a server with `make server` and pass its DSN")
    return dsn


@pytest.fixture(scope="session")
def pg_config() -> str:
    """Path of the pg_config of the server to install for."""
    asked = subprocess.run(
        [ROOT / "extension/install.sh", "pg-config"], capture_output=True, text=True, check=False, timeout=1800
    )
    if asked.returncode:
        pytest.skip(f"no PostgreSQL to install for: {asked.stderr}")
    return asked.stdout.strip()


@pytest.fixture(scope="session")
def template(server_dsn: str) -> Iterator[str]:
    """A database with the extension and its lexicon, to copy from; all processes of a run have the same."""

    def fill(dsn: str) -> None:
        with psycopg.connect(dsn, autocommit=True) as inside:
            inside.execute("CREATE EXTENSION factcheck SCHEMA public CASCADE")
            inside.execute("SELECT factcheck.load_lexicon()")

    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", PREFIX)
    with shared_database(server_dsn, f"factcheck_test_{run}", fill) as name:
        yield name


@pytest.fixture(scope="session")
def role(server_dsn: str) -> Iterator[Callable[[], str]]:
    """Makes roles without any right; they go at the end, after the databases."""
    names: list[str] = []

    def make() -> str:
        name = f"{PREFIX}_role_{len(names)}"
        with psycopg.connect(server_dsn, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))
        names.append(name)
        return name

    yield make
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        for name in names:
            connection.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(name)))


@pytest.fixture(scope="session")
def databases(server_dsn: str, role: Callable[[], str], template: str) -> Iterator[DatabasesInTurn]:
    """The databases that modules use in turn."""
    lent = DatabasesInTurn(server_dsn, template)
    yield lent
    lent.close()


@pytest.fixture(scope="session")
def demo(server_dsn: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """The demonstration as it was loaded, checked and stored; all processes of a run have the same."""
    run, folder = os.environ.get("PYTEST_XDIST_TESTRUNUID"), tmp_path_factory.getbasetemp()
    with shared_demo(
        server_dsn, f"factcheck_test_demo_{run or PREFIX}", (folder.parent if run else folder) / "demonstration"
    ) as made:
        yield made


@pytest.fixture(scope="module")
def fresh_database(server_dsn: str, role: Callable[[], str], template: str) -> Iterator[str]:
    """The DSN of a fresh database with the extension, for one test module.

    A module that must not have a lent database has a fixture ``database`` that returns this one.
    """
    with new_database(server_dsn, template) as dsn:
        yield dsn


@pytest.fixture(scope="module")
def database(databases: DatabasesInTurn) -> Iterator[str]:
    """The DSN of a database with the extension and nothing else, for one test module."""
    yield databases.lend()
    databases.take_back()


@pytest.fixture(scope="module")
def admin(database: str) -> Iterator[Connection]:
    """A superuser's connection, in autocommit mode."""
    with session_of(database) as connection:
        yield connection


@pytest.fixture(scope="module")
def analyst_name(admin: Connection, database: str, databases: DatabasesInTurn, role: Callable[[], str]) -> str:
    """A role of level analyst without rights on any data table."""
    name = databases.analyst(role) if databases.lends(database) else role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [name])
    return name


@pytest.fixture(scope="module")
def analyst(database: str, analyst_name: str) -> Iterator[Connection]:
    """The analyst's connection, in autocommit mode: one for all tests of a module, as each loads the library anew."""
    with session_of(database, analyst_name) as connection:
        yield connection
