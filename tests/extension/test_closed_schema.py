"""The extension in a schema that is not open to all: what is told to who gives a level, and to who has it."""

from __future__ import annotations

import psycopg
import pytest
from support.databases import new_database


@pytest.fixture
def closed(server_dsn, role):
    """A database with the extension in a schema of its own, and a role without a right to it."""
    analyst = role()
    with new_database(server_dsn) as dsn:
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute('CREATE SCHEMA "Checks"; CREATE EXTENSION factcheck SCHEMA "Checks" CASCADE')
        yield dsn, analyst


def warnings_of(connection, statement):
    heard = []
    connection.add_notice_handler(lambda said: heard.append((said.message_primary, said.message_hint)))
    connection.execute(statement)
    return heard


def findings(dsn, user):
    with psycopg.connect(dsn, user=user, autocommit=True) as analyst:
        return analyst.execute("SELECT status, hint FROM factcheck.doctor() WHERE item = 'fact_check'").fetchall()


def test_a_role_that_may_not_use_the_schema_is_told_of_with_the_next_step(closed):
    dsn, analyst = closed
    grant = f'GRANT USAGE ON SCHEMA "Checks" TO {analyst}'
    level = f"SELECT factcheck.grant_usage('{analyst}', 'analyst')"
    with psycopg.connect(dsn, autocommit=True) as superuser:
        assert warnings_of(superuser, level) == [(f'role {analyst} may not use schema "Checks"', f"Run: {grant}.")]
        assert findings(dsn, analyst) == [("error", f"Ask for it: {grant};")]
        superuser.execute(grant)
        assert findings(dsn, analyst) == []
    with psycopg.connect(dsn, autocommit=True) as superuser:
        assert warnings_of(superuser, level) == []


def test_a_reader_needs_no_right_to_the_schema(closed):
    dsn, reader = closed
    with psycopg.connect(dsn, autocommit=True) as superuser:
        assert warnings_of(superuser, f"SELECT factcheck.grant_usage('{reader}', 'reader')") == []
