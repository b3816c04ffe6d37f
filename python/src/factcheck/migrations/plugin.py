"""What alembic learns: the operations that revisions use, and what autogenerate compares.

An environment calls ``register()``, names the plugin, ``autogenerate_plugins=[PLUGIN]``, and passes what the site
decided, ``factcheck_site=read_site(path)``, to ``context.configure``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic.autogenerate.api import AutogenContext
from alembic.operations.ops import UpgradeOps
from alembic.runtime.plugins import Plugin
from alembic.util import PriorityDispatchResult

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.migrations import dictionaries, extension, measures, report_tables, roles, settings, sources, tables
from factcheck.migrations.decisions import Site
from factcheck.migrations.drift.differences import differences

__all__ = [
    "PLUGIN",
    "dictionaries",
    "extension",
    "measures",
    "register",
    "report_tables",
    "roles",
    "settings",
    "sources",
    "tables",
]


PLUGIN = "factcheck"


@cache
def register() -> None:
    """Let revisions use the operations, and autogenerate compare a site's file with the database.

    Alembic runs an environment anew for each command; the plugin is registered once in a process.
    """
    Plugin(PLUGIN).add_autogenerate_comparator(_compare, "autogenerate", "site")


def _compare(context: AutogenContext, upgrade: UpgradeOps) -> PriorityDispatchResult:
    """Add the operations that bring the database to what the site decided; say on standard output what differs."""
    site: Site | None = context.opts.get("factcheck_site")
    migration = context.migration_context
    if site is None or context.connection is None or migration.script is None:
        return PriorityDispatchResult.CONTINUE
    session = context.connection.connection.driver_connection
    assert session is not None  # noqa: S101  # the connection is open
    database = PsycopgDatabase(session)
    for difference in differences(database, site, Path(migration.script.dir)):
        if migration.config is not None:
            migration.config.print_stdout("%s", difference.words)
        upgrade.ops.append(difference.operation)
    return PriorityDispatchResult.CONTINUE
