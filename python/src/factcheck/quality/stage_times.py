"""How long the stages of a check took: the only module that knows how a check reports it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg

from factcheck.adapters.client_session import Connection
from factcheck.adapters.psycopg_port import PsycopgDatabase

StageListener = Callable[[str, float], None]
"""Called when a stage has ended, with its name and its seconds."""

NoticeHandler = Callable[[psycopg.errors.Diagnostic], None]

_STAGE = re.compile(r"stage (?P<stage>\w+): (?P<seconds>[\d.]+) s")


@contextmanager
def stage_seconds(connection: Connection) -> Iterator[Mapping[str, float]]:
    """Collect the seconds of each stage of the checks that the server runs in the session until the end."""
    seconds: dict[str, float] = {}
    handler = listen_to_stages(connection, _adder(seconds))
    yield seconds
    connection.execute("RESET client_min_messages")
    connection.remove_notice_handler(handler)


def listen_to_stages(connection: Connection, listener: StageListener) -> NoticeHandler:
    """Call the listener at the end of each stage of the checks that the server runs in the session from now on.

    Returns the handler that was added to the connection.
    """

    def handler(notice: psycopg.errors.Diagnostic) -> None:
        _report(notice.message_primary or "", listener)

    connection.add_notice_handler(handler)
    connection.execute("SET client_min_messages = debug2")
    return handler


class StageTimingDatabase(PsycopgDatabase):
    """A session that collects the seconds of each stage of the checks that run over it in this process."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        super().__init__(connection)
        self.stage_seconds: dict[str, float] = {}

    def debug(self, message: str) -> None:
        """Take the seconds from a message about a stage."""
        _report(message, _adder(self.stage_seconds))


def _report(message: str, listener: StageListener) -> None:
    stage = _STAGE.fullmatch(message)
    if stage:
        listener(stage["stage"], float(stage["seconds"]))


def _adder(seconds: dict[str, float]) -> StageListener:
    """Return a listener that adds up the seconds of each stage, which may run several times in a check."""

    def add(stage: str, taken: float) -> None:
        seconds[stage] = seconds.get(stage, 0.0) + taken

    return add
