"""One session for all commands that a test runs in its own process: each new one would load the library anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from factcheck.adapters.client_session import Connection, client_session, pin_search_path
from factcheck.commands import session


class SharedSession:
    """A session that commands take in turn, as a pooler lends it: what one has set, the next does not find."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._connection: Connection | None = None

    @contextmanager
    def lend(self, dsn: str) -> Iterator[Connection]:
        """Stand in for ``client_session``; a session that was lost is opened anew."""
        if dsn != self._dsn:
            with client_session(dsn) as connection:
                yield connection
            return
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(dsn, autocommit=True, application_name="factcheck")
            self._connection.prepare_threshold = None  # DISCARD ALL forgets what was prepared
        connection = self._connection
        pin_search_path(connection)
        try:
            yield connection
        finally:
            connection.remove_notice_handler(session.print_notice)
            if not connection.closed:
                connection.execute("DISCARD ALL")

    def close(self) -> None:
        """End the session, if there is one."""
        if self._connection is not None:
            self._connection.close()


@contextmanager
def shared_session(dsn: str) -> Iterator[SharedSession]:
    """Have all commands of this process share a session of a database, until the end."""
    with pytest.MonkeyPatch.context() as patch:
        shared = SharedSession(dsn)
        patch.setattr(session, "client_session", shared.lend)
        yield shared
        shared.close()
