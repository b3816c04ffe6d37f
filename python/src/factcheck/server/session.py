"""What a server process keeps between calls: the parser, and what the next step of a check takes up."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from factcheck.errors.catalogue.server import no_check_under_way
from factcheck.nlp.spacy_parser import SpacyParser
from factcheck.port import Database
from factcheck.runtime.telemetry import StageTime
from factcheck.server.memory import memory_guard

if TYPE_CHECKING:
    from factcheck.check.prepare import ParsedDocument
    from factcheck.evaluation.cubes import CubesToKeep


@dataclass(frozen=True, slots=True)
class Memories:
    """What the last step of a check keeps for later ones: a parsed document, and cubes over tracked tables."""

    parsed: ParsedDocument | None
    cubes: CubesToKeep | None


_Step = TypeVar("_Step")


@dataclass(slots=True)
class _Pending:
    """What the next step of a check takes up, and the OID of the role that began it: no other role may go on with it.

    A later role of the same name is another role.
    """

    role: int
    work: object


_MOST_PENDING = 4
"""Checks under way in one session: a function that a policy calls may check, too, while its table is evaluated."""


class Session:
    """What a server process keeps between calls: the parser, and the checks under way, the outermost first."""

    def __init__(self) -> None:
        self.parser = SpacyParser(memory_guard.require_room_for_parser)
        self.pending: dict[str, _Pending] = {}
        self._times: tuple[int, tuple[StageTime, ...]] = (0, ())

    def begin(self, work: object, database: Database) -> str:
        """Keep what the next step takes up; checks that never came to their end make room."""
        token = secrets.token_hex(16)
        while len(self.pending) >= _MOST_PENDING:
            del self.pending[next(iter(self.pending))]
        self.pending[token] = _Pending(_role(database), work)
        return token

    def take(self, token: str, kind: type[_Step], database: Database) -> tuple[_Step, int]:
        """Return what a token stands for, which is forgotten, and the OID of the role.

        Raises ``FactcheckError`` where this role has not begun it.
        """
        pending = self.pending.pop(token, None)
        if pending is None or pending.role != _role(database) or not isinstance(pending.work, kind):
            raise no_check_under_way()
        return pending.work, pending.role

    def note_times(self, times: tuple[StageTime, ...], role: int) -> None:
        """Note how long the stages of a role's check took that has ended."""
        self._times = role, times

    def times(self, database: Database) -> tuple[StageTime, ...]:
        """Return the times of the last check, nothing where it was another role's."""
        role, times = self._times
        return times if role == _role(database) else ()


session = Session()


def _role(database: Database) -> int:
    [row] = database.query_again("SELECT quote_ident(current_user)::regrole::oid::bigint AS role")
    return int(row["role"])
