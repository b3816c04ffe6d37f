"""Memory of the server process: a step of a check ends with an error before there is none left.

What allocates in vain does not always tell: extension modules may end the process, and with it all sessions of the
server.  So the process looks, between any two pieces of work, how much it has taken and how much it may.
"""

from __future__ import annotations

import resource
from typing import NamedTuple

from factcheck.errors.catalogue.server import check_bytes_used_up, no_memory_left
from factcheck.port import Database
from factcheck.settings import Settings, read_settings

_RESERVE = 48_000_000
"""Bytes that one piece of work may take before the process looks again."""

_PARSER = 220_000_000
"""Bytes that loading the parser takes, and some more."""

_STATE = "/proc/self/statm"
_PAGE = resource.getpagesize()

OUT_OF_MEMORY = no_memory_left()
"""Made before memory is short."""


class _Pages(NamedTuple):
    """Numbers of pages of this process: all that are mapped, those in memory, those of them that are shared."""

    mapped: int
    resident: int
    shared: int

    @property
    def own_bytes(self) -> int:
        """Memory that the process has to itself."""
        return (self.resident - self.shared) * _PAGE


class MemoryGuard:
    """Watches the memory of this process; where the system does not tell, it watches nothing."""

    def __init__(self) -> None:
        self.most = Settings().check_bytes
        self._before = 0

    def begin(self) -> None:
        """Begin a step of a check: what it may take counts from here."""
        pages = _pages()
        self._before = pages.own_bytes
        self._require_room(pages=pages)

    def look(self) -> None:
        """Raise ``FactcheckError`` (53200) where the step has taken more than it may, or little more is to be had."""
        pages = _pages()
        self._require_room(pages=pages)
        taken = pages.own_bytes - self._before
        if taken > self.most:
            raise check_bytes_used_up(taken, self.most)

    def is_short(self, needed: int = _RESERVE, pages: _Pages | None = None) -> bool:
        """Tell whether less memory is to be had than needed, or than one piece of work may take."""
        most, _ = resource.getrlimit(resource.RLIMIT_AS)
        if most == resource.RLIM_INFINITY:
            return False
        return (pages or _pages()).mapped * _PAGE + needed > most

    def require_room_for_parser(self) -> None:
        """Raise ``FactcheckError`` (53200) where the parser's model could not be loaded."""
        self._require_room(_PARSER)

    def _require_room(self, needed: int = _RESERVE, pages: _Pages | None = None) -> None:
        if self.is_short(needed, pages):
            raise OUT_OF_MEMORY


memory_guard = MemoryGuard()


def settings_in_force(database: Database) -> Settings:
    """Read the settings, and let the guard know how much memory a step may take."""
    settings = read_settings(database)
    memory_guard.most = settings.check_bytes
    return settings


def _pages() -> _Pages:
    """Read the numbers of pages of this process; all are 0 where the system does not tell."""
    try:
        with open(_STATE, "rb") as state:
            return _Pages(*(int(number) for number in state.read().split()[:3]))
    except OSError:
        return _Pages(0, 0, 0)
