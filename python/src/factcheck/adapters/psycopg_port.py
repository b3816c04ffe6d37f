"""The database seen from a client, over psycopg."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.rows import dict_row

from factcheck.port import Row
from factcheck.visible import visible

_log = logging.getLogger("factcheck")


class PsycopgDatabase:
    """Runs statements over a psycopg connection; notices and warnings go to the log ``factcheck``."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def query(self, sql: str) -> Sequence[Row]:
        """Run one statement; without arguments psycopg sends the text as it is."""
        with self._connection.cursor(row_factory=dict_row) as cursor:
            cursor.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def query_again(self, sql: str) -> Sequence[Row]:
        """Run one statement; psycopg prepares by itself what comes often."""
        return self.query(sql)

    def debug(self, message: str) -> None:
        """Log at level DEBUG."""
        _log.debug(visible(message))

    def notice(self, message: str, *, detail: str | None = None, hint: str | None = None) -> None:
        """Log at level INFO."""
        _log.info(_joined(message, detail, hint))

    def warning(self, message: str, *, detail: str | None = None, hint: str | None = None) -> None:
        """Log at level WARNING."""
        _log.warning(_joined(message, detail, hint))


def _joined(*parts: str | None) -> str:
    return visible(" ".join(part for part in parts if part))
