"""The whole of the extension and everybody's rights on it, against what was written down when they were looked at.

A wanted change: ``make golden`` writes the files in ``golden/`` anew; look at what git shows before you commit.
"""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from support import inventory
from support.golden_text import compare

GOLDEN = Path(__file__).with_name("golden")
LEVELS = ("reader", "analyst", "admin")


@pytest.fixture(scope="module")
def roles(admin, role):
    """A role of each level, and one that was given nothing: it has what PUBLIC has."""
    names = {"public": role()} | {level: role() for level in LEVELS}
    for level in LEVELS:
        admin.execute("SELECT factcheck.grant_usage(%s::regrole, %s)", [names[level], level])
    return names


def test_the_extension_consists_of_what_is_written_down(server_dsn, template):
    with psycopg.connect(server_dsn, dbname=template) as connection:
        compare(GOLDEN / "objects.txt", inventory.objects(connection))


def test_every_level_may_do_what_is_written_down(admin, roles):
    compare(GOLDEN / "rights.txt", inventory.as_text(inventory.rights(admin, roles)))


def test_public_may_do_nothing(admin, roles):
    assert [name for name, may in inventory.rights(admin, roles).items() if may["public"]] == []


def test_nobody_may_put_objects_into_the_schema(admin, roles):
    [may] = [may for name, may in inventory.rights(admin, roles).items() if name == "schema factcheck"]
    assert may == {"public": set()} | {level: {"USAGE"} for level in LEVELS}


def test_a_level_holds_all_of_the_one_before(admin, roles):
    for name, may in inventory.rights(admin, roles).items():
        assert may["public"] <= may["reader"] <= may["analyst"] <= may["admin"], name


def test_nothing_but_the_definitions_of_settings_comes_filled(empty):
    """What the script fills is compared after updates; everything else must start empty."""
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION factcheck CASCADE")
        tables = connection.execute(
            "SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'factcheck'::regnamespace AND relkind = 'r'"
        ).fetchall()
        filled = [
            name for (name,) in tables if connection.execute(f"SELECT FROM {name} LIMIT 1").fetchone() is not None
        ]
    assert filled == list(inventory.SEEDED)
