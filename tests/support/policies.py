"""A source of policies, as tests use it."""

from __future__ import annotations

from typing import Any

import psycopg

POLICIES = [
    (
        1,
        "Customer data is kept for six years. The retention policy was changed in 2021 by the board.",
    ),
    (
        2,
        "Employees may not work from home on Fridays. Remote work needs a permit from the manager.",
    ),
]
CHANGED = "The retention policy was changed in 2021."
HOME = "Employees may work from home on Fridays."


def add_policies(session: psycopg.Connection[Any], reader: str, schema: str = "public") -> None:
    """Make a source of policies that a role may read."""
    session.execute(f"CREATE TABLE {schema}.policy (policy_id integer PRIMARY KEY, body text)")
    with session.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {schema}.policy VALUES (%s, %s)", POLICIES)
    session.execute(f"GRANT SELECT ON {schema}.policy TO {reader}")
    session.execute(f"SELECT factcheck.add_source('{schema} policies', '{schema}.policy', 'policy_id', 'body')")
