"""The page's connections to the database, all of one role: that of whoever started the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import partial
from typing import Any

import psycopg
from psycopg.rows import DictRow, dict_row
from psycopg.types.json import set_json_loads
from psycopg_pool import ConnectionPool, PoolTimeout

from factcheck.adapters.client_session import fact_check_name, pin_search_path
from factcheck.errors.catalogue.review import connection_lost
from factcheck.sqltext import identifier

Connection = psycopg.Connection[DictRow]

MOST = 8
"""Connections at once: requests that run at the same time, and checks beside them."""
_SECONDS_TO_CONNECT = 5.0
_SECONDS_OF_ATTEMPTS = 2.0
"""The pool tries again ever more seldom; who asks after that begins anew, and is not kept waiting for the next try."""
_SECONDS_IDLE = 300.0
_NAME = "factcheck serve"


class Sessions:
    """Lends connections that were tried before; one that the server has ended is replaced."""

    def __init__(self, dsn: str, role: str | None = None) -> None:
        self._dsn = dsn
        self._role = role
        self._pool = ConnectionPool(
            dsn,
            connection_class=psycopg.Connection[DictRow],
            # each choice stores all claims of the document once more: a plan that is kept soon fits no longer
            kwargs={
                "autocommit": True,
                "row_factory": dict_row,
                "application_name": _NAME,
                "prepare_threshold": None,
            },
            min_size=0,
            max_size=MOST,
            max_idle=_SECONDS_IDLE,
            timeout=_SECONDS_TO_CONNECT,
            reconnect_timeout=_SECONDS_OF_ATTEMPTS,
            configure=self._configure,
            check=ConnectionPool.check_connection,
            open=False,
        )

    def open(self) -> None:
        """Connect once, so that whoever starts the page hears of what is wrong.

        Raises ``psycopg.Error``, and ``FactcheckError`` where the database has no extension.
        """
        with psycopg.connect(self._dsn, autocommit=True, application_name=_NAME, row_factory=dict_row) as connection:
            self._configure(connection)
            fact_check_name(connection)  # without the extension there is nothing to show
        self._pool.open()

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    @contextmanager
    def lent(self) -> Iterator[Connection]:
        """Lend a connection that commits each statement.

        Raises ``FactcheckError`` where none can be had: the server cannot be reached.
        """
        try:
            connection = self._pool.getconn()
        except PoolTimeout:
            raise connection_lost(self._problem()) from None
        try:
            yield connection
        finally:
            self._pool.putconn(connection)

    def _problem(self) -> str:
        """Find out why no connection can be had: the pool does not say."""
        try:
            psycopg.connect(self._dsn, application_name=_NAME).close()
        except psycopg.Error as error:
            return " ".join(str(error).split())
        return "All connections are in use"

    def _configure(self, connection: psycopg.Connection[Any]) -> None:
        pin_search_path(connection)
        set_json_loads(partial(json.loads, parse_float=Decimal), connection)  # doubles would lose digits
        if self._role:
            connection.execute(f"SET ROLE {identifier(self._role)}".encode())
        connection.execute(b"SET idle_in_transaction_session_timeout = '60s'")
