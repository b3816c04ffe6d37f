"""What all attacks share: an attacker of level analyst, traps that tell when they run, and tables worth attacking."""

from __future__ import annotations

import contextlib
import re
import runpy
from pathlib import Path

import psycopg
import pytest

TRAPS = runpy.run_path(str(Path(__file__).with_name("traps.py")))

ROOT = Path(__file__).parents[2]


class Session:
    """A connection in autocommit mode that keeps what it was told besides results."""

    def __init__(self, connection):
        self.connection = connection
        self.told = []
        connection.add_notice_handler(
            lambda d: self.told.append(f"{d.message_primary} {d.message_detail or ''} {d.message_hint or ''}")
        )

    def execute(self, statement, parameters=None):
        return self.connection.execute(statement, parameters)

    def rows(self, statement, parameters=None):
        return self.execute(statement, parameters).fetchall()

    def value(self, statement, parameters=None):
        [row] = self.rows(statement, parameters)
        return row[0]

    def transaction(self):
        return self.connection.transaction()

    def sprung(self):
        """What the traps told since last asked."""
        found = [text for text in self.told if TRAPS["SPRUNG"] in text]
        self.told.clear()
        return found


@pytest.fixture(scope="module")
def connect(database):
    """Opens sessions of roles, which are closed at the end of the module."""
    with contextlib.ExitStack() as opened:

        def open_session(user=None, **parameters):
            login = {"user": user} if user else {}
            connection = psycopg.connect(database, autocommit=True, **login, **parameters)
            return Session(opened.enter_context(connection))

        yield open_session


@pytest.fixture(scope="module")
def root(connect):
    """A superuser's session."""
    return connect()


@pytest.fixture(scope="module")
def make_role(admin, role):
    """Makes roles of a level of ``grant_usage``."""

    def make(level):
        name = role()
        admin.execute("SELECT factcheck.grant_usage(%s::regrole, %s)", [name, level])
        return name

    return make


@pytest.fixture(scope="module")
def attacker(admin, make_role, connect):
    """A session of an analyst who may create objects in public and has a schema, attic, with a trap."""
    name = make_role("analyst")
    admin.execute(f"GRANT CREATE ON SCHEMA public TO {name}; CREATE SCHEMA attic AUTHORIZATION {name}")
    admin.execute("GRANT USAGE ON SCHEMA attic TO PUBLIC")
    admin.execute(f"DO $$BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO {name}', current_database()); END$$")
    session = connect(name)
    TRAPS["plant_trap"](session)
    yield session
    admin.execute(f"DROP OWNED BY {name} CASCADE")


@pytest.fixture(scope="module")
def victim(make_role, connect):
    """A session of an analyst who does no harm."""
    return connect(make_role("analyst"))


@pytest.fixture(scope="session")
def called_names():
    """Names that the extension's SQL and Python sources mention, functions and relations of the server among them."""
    files = [*(ROOT / "sql").glob("*.sql"), *(ROOT / "python/src/factcheck").rglob("*.py")]
    return sorted({name for file in files for name in re.findall(r"[a-z_][a-z_0-9]+", file.read_text())})


@pytest.fixture(scope="session")
def plant(called_names):
    """Plants all traps that a session can plant in a schema."""
    return lambda session, schema: TRAPS["plant"](session, schema, called_names)


@pytest.fixture(scope="session")
def plant_trap():
    """Creates the function that all traps call, in a schema."""
    return TRAPS["plant_trap"]


@pytest.fixture(scope="session")
def make_session():
    """Makes a session of a connection."""
    return Session
