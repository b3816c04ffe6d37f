"""What all attacks share: an attacker of level analyst, traps that tell when they run, and tables worth attacking."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import psycopg
import pytest
from support import traps

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def database(fresh_database):
    """A database that no other module has used, and none will: what an attack leaves behind is part of it."""
    return fresh_database


@pytest.fixture(scope="module")
def connect(database):
    """Opens sessions of roles, which are closed at the end of the module."""
    with contextlib.ExitStack() as opened:

        def open_session(user=None, **parameters):
            login = {"user": user} if user else {}
            connection = psycopg.connect(database, autocommit=True, **login, **parameters)
            return traps.Session(opened.enter_context(connection))

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
    traps.plant_trap(session)
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
    return lambda session, schema: traps.plant(session, schema, called_names)


@pytest.fixture(scope="module")
def orders(root):
    """A tracked table that everybody may read."""
    root.execute("""
        CREATE TABLE public.orders (order_id integer PRIMARY KEY, city text);
        INSERT INTO public.orders SELECT g, (ARRAY['Leeds', 'York'])[1 + g % 2] FROM generate_series(1, 40) AS g;
        GRANT SELECT ON public.orders TO PUBLIC;
        SELECT factcheck.add_table('public.orders', track => true);
    """)
