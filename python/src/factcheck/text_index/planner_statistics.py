"""Keep the planner's statistics of the extension's tables true after large changes."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.port import Database
from factcheck.sqltext import literal, qualified


def analyze(database: Database, *names: str) -> None:
    """Analyse tables of the schema ``factcheck`` where the current role may, and no other session is about it.

    Without it the first checks after indexing look terms up by plans made for empty tables, many times slower; for
    roles that may not, the server does it in a while.  It waits for nobody: two transactions that add tables would
    each keep the lock of what it analysed, and come to wait for each other's tables.
    """
    [before] = database.query("SELECT pg_catalog.current_setting('client_min_messages') AS level")
    # A lock that is not to be had is told in a warning, which is of no use to the client.
    database.query("SELECT pg_catalog.set_config('client_min_messages', 'error', true)")
    _analyze(database, names)
    database.query(f"SELECT pg_catalog.set_config('client_min_messages', {literal(before['level'])}, true)")


def _analyze(database: Database, names: Sequence[str]) -> None:
    for name in names:
        [relation] = database.query(
            "SELECT pg_has_role(relowner, 'USAGE') AS is_ours FROM pg_catalog.pg_class"
            f" WHERE oid = {literal(f'factcheck.{name}')}::regclass"
        )
        if relation["is_ours"]:
            database.query(f"ANALYZE (SKIP_LOCKED) {qualified('factcheck', name)}")
