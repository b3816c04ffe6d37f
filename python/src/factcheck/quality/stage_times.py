"""How long the stages of a check took: the only module that knows how a server tells."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg

from factcheck.adapters.client_session import Connection
from factcheck.runtime.telemetry import StageTime, seconds_by_stage

StageListener = Callable[[str, float], None]
"""Called when a stage has ended, with its name and the seconds since another one did."""

NoticeHandler = Callable[[psycopg.errors.Diagnostic], None]

_ENDED = re.compile(r"stage (\w+) has ended")


@contextmanager
def stage_seconds(connection: Connection) -> Iterator[dict[str, float]]:
    """Give the seconds of each stage, once the block is over, of the last check that the server ran in the session."""
    seconds: dict[str, float] = {}
    yield seconds
    rows = connection.execute("SELECT stage, seconds FROM factcheck._stage_times()").fetchall()
    seconds |= seconds_by_stage(StageTime(*row) for row in rows)


def listen_to_stages(connection: Connection, listener: StageListener) -> NoticeHandler:
    """Call the listener whenever a stage of a check ends that the server runs in the session from now on.

    Returns the handler that was added to the connection.
    """
    last = time.perf_counter()

    def handler(notice: psycopg.errors.Diagnostic) -> None:
        nonlocal last
        ended = _ENDED.fullmatch(notice.message_primary or "")
        if ended:
            now = time.perf_counter()
            listener(ended[1], now - last)
            last = now

    connection.add_notice_handler(handler)
    connection.execute("SET client_min_messages = debug2")
    return handler
