"""The demonstration as it comes out of one run: the processes that share out the tests load and check its data once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
from draw_review_page import run_demo
from psycopg import sql
from support.databases import shared_database

ANALYST = "factcheck_demo_analyst"
"""The role that the demonstration makes, which all databases of a server share."""


@dataclass(frozen=True)
class Demo:
    """A finished run: its database, what it printed, and the page it wrote.  Tests leave the database as it is."""

    dsn: str
    database: str
    lines: list[str]
    page: Path


@contextmanager
def shared_demo(server_dsn: str, database: str, folder: Path) -> Iterator[Demo]:
    """Lend the demonstration; the first process runs it, with its page in the folder, the last one removes it."""
    page, printed = folder / "page" / "report.html", folder / "printed"

    def fill(dsn: str) -> None:
        with psycopg.connect(server_dsn, autocommit=True) as server:  # the demonstration takes no database but its own
            server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(database)))
        text = run_demo(server_dsn, database, page)
        folder.mkdir(exist_ok=True)
        printed.write_text(text, "utf-8")

    with _role_in_use(server_dsn), shared_database(server_dsn, database, fill):
        dsn = psycopg.conninfo.make_conninfo(server_dsn, dbname=database)
        yield Demo(dsn, database, printed.read_text("utf-8").splitlines(), page)


@contextmanager
def _role_in_use(server_dsn: str) -> Iterator[None]:
    """Keep the demonstration's role while one process needs it, or another database of the server."""
    with psycopg.connect(server_dsn, autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock_shared(hashtext(%s))", [ANALYST])
        try:
            yield
        finally:
            server.execute("SELECT pg_advisory_unlock_shared(hashtext(%s))", [ANALYST])
            row = server.execute("SELECT pg_try_advisory_lock(hashtext(%s))", [ANALYST]).fetchone()
            if row == (True,):
                with suppress(psycopg.errors.DependentObjectsStillExist):
                    server.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(ANALYST)))
