"""Sessions for commands that a test runs in its own process, in turn: each new one would load the library anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache

import psycopg
import pytest
from support.databases_in_turn import forget, is_lent, session_of

from factcheck.adapters.client_session import Connection, client_session, pin_search_path
from factcheck.commands import session
from factcheck.quality import yardstick
from factcheck.quality.cases import sandbox

_yardstick_seconds = cache(yardstick.yardstick_seconds)


@contextmanager
def shared_session(dsn: str) -> Iterator[None]:
    """Have all commands of this process take the sessions of a database in turn, until the end.

    They are those of the test modules where the database is lent, and no other module's else.  As a pooler lends them:
    what one command has set, the next does not find.  The machine's speed, which each evaluation tells, is measured
    once, since that takes a second.
    """
    idle: list[Connection] = []

    @contextmanager
    def lend(asked: str, application_name: str = "factcheck") -> Iterator[Connection]:
        """Stand in for ``client_session``."""
        if asked != dsn:
            with client_session(asked, application_name) as connection:
                yield connection
            return
        with session_of(dsn) if is_lent(dsn) else _next_of(idle, dsn) as connection:
            connection.execute("SELECT set_config('application_name', %s, false)", [application_name])
            pin_search_path(connection)
            try:
                yield connection
            finally:
                with suppress(ValueError):  # not all commands print notices
                    connection.remove_notice_handler(session.print_notice)

    with pytest.MonkeyPatch.context() as patch:
        for module in (session, sandbox):
            patch.setattr(module, "client_session", lend)
        patch.setattr(yardstick, "yardstick_seconds", _yardstick_seconds)
        yield
    for connection in idle:
        connection.close()


@contextmanager
def _next_of(idle: list[Connection], dsn: str) -> Iterator[Connection]:
    """Take an idle session, or a new one where there is none or it was lost."""
    connection = idle.pop() if idle else None
    if connection is None or connection.closed:
        connection = psycopg.connect(dsn, autocommit=True)
        connection.prepare_threshold = None  # DISCARD ALL forgets what was prepared
    yield connection
    if not connection.closed:
        forget(connection)
        idle.append(connection)
