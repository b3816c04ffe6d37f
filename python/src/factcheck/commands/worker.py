"""``factcheck worker``: run the queue of report tables under watch, once or until told to stop."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click
import psycopg

from factcheck.adapters.client_session import Connection, client_session
from factcheck.commands.session import EXIT_ERROR, dsn_option, error_parts, print_message, reports_errors, say

_HEARTBEAT_SECONDS = 10.0
_RUN = b"CALL factcheck.run_pending(%s, pg_catalog.make_interval(secs => %s))"
_WAITING = b"SELECT factcheck._has_waiting()"
_LISTEN = b"LISTEN factcheck_queue"
_REGISTER = b"SELECT factcheck._register_worker(%s::pg_catalog.text, %s::pg_catalog.int4)"
_BEAT = b"SELECT factcheck._beat(%s::pg_catalog.int4)"


@click.command("worker")
@dsn_option
@click.option("--once", is_flag=True, help="Check what waits, then end.")
@click.option(
    "--interval",
    type=click.FloatRange(min=0.1),
    default=5.0,
    show_default=True,
    help="Seconds between looks at an empty queue; NOTIFY factcheck_queue cuts them short.",
)
@click.option(
    "--time-limit", type=click.FloatRange(min=0.1), help="With --once: begin no document after these seconds."
)
@reports_errors
def worker(dsn: str, once: bool, interval: float, time_limit: float | None) -> None:
    """Check documents of watched report tables, as the roles that watch them.

    Takes the tables of the role that it logs in as and of the roles that this one is a member of.  Several workers
    share the queue.  Without --once it runs until a signal comes: the first one lets it end what it has begun, a second
    one cancels that.

    Exit status: 0, or 2 on an error.
    """
    stop = _Stop()
    if once:
        with client_session(dsn, "factcheck worker") as connection, stop.ends(connection):
            _run_until_empty(connection, stop, time_limit)
        return
    while not stop.is_set():
        try:
            _work(dsn, interval, stop)
        except psycopg.OperationalError as error:
            print_message("ERROR", *error_parts(error))
            if isinstance(error, psycopg.errors.InvalidAuthorizationSpecification | psycopg.errors.UndefinedObject):
                sys.exit(EXIT_ERROR)
            stop.wait(interval)


class _Stop(threading.Event):
    """Set by the first signal; a second one cancels what the session does."""

    @contextmanager
    def ends(self, connection: Connection) -> Iterator[None]:
        """Let SIGINT and SIGTERM end the work of a session."""

        def on_signal(_number: int, _frame: FrameType | None) -> None:
            if self.is_set():
                connection.cancel_safe()
            self.set()

        before = {number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _work(dsn: str, interval: float, stop: _Stop) -> None:
    """Run the queue again and again, beside a session that says that this worker lives."""
    with (
        client_session(dsn, "factcheck worker") as connection,
        stop.ends(connection),
        _heart(dsn, connection.info.backend_pid) as number,
    ):
        say(f"worker {number} started")
        connection.execute(_LISTEN)
        while not stop.is_set():
            try:
                _run_until_empty(connection, stop, None)
            except (psycopg.errors.DiskFull, psycopg.errors.QueryCanceled) as error:
                print_message("ERROR", *error_parts(error))
            _wait(connection, interval, stop)
        say(f"worker {number} stopped")


def _run_until_empty(connection: Connection, stop: _Stop, time_limit: float | None) -> None:
    """Check one document after the other until none waits, or a signal came.

    A call takes the documents of a few seconds, so that a signal is soon heeded.
    """
    seconds = 5.0 if time_limit is None else time_limit
    while not stop.is_set():
        connection.execute(_RUN, [2_147_483_647 if time_limit is not None else 1_000, seconds])
        row = connection.execute(_WAITING).fetchone()
        if time_limit is not None or row is None or not row[0]:
            return


def _wait(connection: Connection, interval: float, stop: _Stop) -> None:
    """Wait for a notification, a signal or the end of the interval."""
    waited = 0.0
    while waited < interval and not stop.is_set():
        step = min(0.5, interval - waited)
        if list(connection.notifies(timeout=step, stop_after=1)):
            return
        waited += step


@contextmanager
def _heart(dsn: str, backend_pid: int) -> Iterator[int]:
    """Register a worker in a session of its own, which beats until the work ends; yields the worker's number."""
    with client_session(dsn, "factcheck worker heartbeat") as connection:
        row = connection.execute(_REGISTER, [f"{socket.gethostname()}:{os.getpid()}", backend_pid]).fetchone()
        number = int(row[0]) if row else 0
        is_over = threading.Event()
        thread = threading.Thread(target=_beat, args=(connection, number, is_over), daemon=True)
        thread.start()
        try:
            yield number
        finally:
            is_over.set()
            thread.join()


def _beat(connection: Connection, number: int, is_over: threading.Event) -> None:
    """Beat until the work ends, or the session does."""
    while not is_over.wait(_HEARTBEAT_SECONDS):
        try:
            connection.execute(_BEAT, [number])
        except psycopg.Error:
            return
