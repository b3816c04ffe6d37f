"""Keep the planner's statistics of the extension's tables true after large changes."""

from __future__ import annotations

from factcheck.port import Database
from factcheck.sqltext import literal, qualified


def analyze(database: Database, *names: str) -> None:
    """Analyse tables of the schema ``factcheck`` where the current role may.

    Without it the first checks after indexing look terms up by plans made for empty tables, many times slower; for
    roles that may not, the server does it in a while.
    """
    for name in names:
        [relation] = database.query(
            "SELECT pg_has_role(relowner, 'USAGE') AS is_ours FROM pg_catalog.pg_class"
            f" WHERE oid = {literal(f'factcheck.{name}')}::regclass"
        )
        if relation["is_ours"]:
            database.query(f"ANALYZE {qualified('factcheck', name)}")
