"""Memory of the server process: a step of a check ends with an error before there is none left.

What allocates in vain does not always tell: extension modules may end the process, and with it all sessions of the
server.  So the process looks, between any two pieces of work, how much it has taken and how much it may.
"""

from __future__ import annotations

import resource
from time import monotonic

from factcheck.errors.catalogue import check_bytes_used_up, no_memory_left
from factcheck.settings import Settings

_RESERVE = 48_000_000
"""Bytes that one piece of work may take before the process looks again."""

_PARSER = 220_000_000
"""Bytes that loading the parser takes, and some more."""

_SECONDS_BETWEEN_LOOKS = 0.005
_STATE = "/proc/self/statm"
_PAGE = resource.getpagesize()

OUT_OF_MEMORY = no_memory_left()
"""Made before memory is short."""


class MemoryGuard:
    """Watches the memory of this process; where the system does not tell, it watches nothing."""

    def __init__(self) -> None:
        self.most = Settings().check_bytes
        self._before = 0
        self._looked = 0.0

    def begin(self) -> None:
        """Begin a step of a check: what it may take counts from here."""
        self._before = _own_bytes()
        self._looked = monotonic()
        self._require_room()

    def look(self) -> None:
        """Raise ``FactcheckError`` (53200) where the step has taken more than it may, or little more is to be had."""
        now = monotonic()
        if now - self._looked < _SECONDS_BETWEEN_LOOKS:
            return
        self._looked = now
        self._require_room()
        taken = _own_bytes() - self._before
        if taken > self.most:
            raise check_bytes_used_up(taken, self.most)

    def is_short(self, needed: int = _RESERVE) -> bool:
        """Tell whether less memory is to be had than needed, or than one piece of work may take."""
        most, _ = resource.getrlimit(resource.RLIMIT_AS)
        return most != resource.RLIM_INFINITY and _pages(0) * _PAGE + needed > most

    def require_room_for_parser(self) -> None:
        """Raise ``FactcheckError`` (53200) where the parser's model could not be loaded."""
        self._require_room(_PARSER)

    def _require_room(self, needed: int = _RESERVE) -> None:
        if self.is_short(needed):
            raise OUT_OF_MEMORY


memory_guard = MemoryGuard()


def _own_bytes() -> int:
    """Return memory that the process has to itself."""
    return (_pages(1) - _pages(2)) * _PAGE


def _pages(field: int) -> int:
    """Return a number of pages of this process: 0 for all that are mapped, 1 for those in memory, 2 for shared ones."""
    try:
        with open(_STATE, "rb") as state:
            return int(state.read().split()[field])
    except OSError:
        return 0
