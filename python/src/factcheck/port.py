"""What the core asks of a database, whichever driver answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Row = Mapping[str, Any]


class Database(Protocol):
    """A session of one role, as the core sees it.

    Values come back as plain Python types: ``int``, ``float``, ``Decimal``, ``str``, ``bool``, ``bytes``,
    lists of these, or ``None``.  Queries that return dates or JSON cast them to text first, because
    drivers differ on those.
    """

    def query(self, sql: str) -> Sequence[Row]:
        """Run one statement and return its rows; the text carries its own quoted literals.

        Plain text, not a prepared statement: only then does the server start parallel workers.
        """
        ...

    def query_again(self, sql: str) -> Sequence[Row]:
        """Run a statement about the catalogs that comes again and again in the same words, and return its rows.

        It may be planned once for a session; it reads so little that it gains nothing from parallel workers.
        """
        ...

    def debug(self, message: str) -> None:
        """Send a debug message about what happens inside, such as how long a stage took."""
        ...

    def notice(self, message: str, *, detail: str | None = None, hint: str | None = None) -> None:
        """Tell the client something it may want to know."""
        ...

    def warning(self, message: str, *, detail: str | None = None, hint: str | None = None) -> None:
        """Tell the client something it should act on."""
        ...
