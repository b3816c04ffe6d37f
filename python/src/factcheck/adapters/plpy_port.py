"""The database seen from inside a PL/Python function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from factcheck.errors import FactcheckError
from factcheck.port import Row
from factcheck.runtime.progress import SQLSTATE, Progress
from factcheck.visible import visible

_IS_ASKED = """
SELECT lower(current_setting('factcheck.progress', true)) IN ('on', 'true', 'yes', '1') AS is_asked
"""

_MOST_PLANS = 100
_plans: dict[str, Any] = {}
"""Plans of this session.  PostgreSQL makes each anew where the role, a policy or what it reads has changed."""


class PlpyDatabase:
    """Runs statements through the ``plpy`` module that PL/Python hands to its functions."""

    def __init__(self, plpy: Any) -> None:
        self._plpy = plpy
        self._tells_progress: bool | None = None

    def query(self, sql: str) -> Sequence[Row]:
        """Run one statement as plain text, since prepared plans and cursors never run in parallel."""
        return list(self._plpy.execute(sql))

    def query_again(self, sql: str) -> Sequence[Row]:
        """Run one statement that is planned once for the session."""
        return list(self._plan(sql).execute())

    def checkpoint(self) -> None:
        """Let a waiting cancel take effect, as any statement does."""
        self._plan("SELECT 1").execute()

    def _plan(self, sql: str) -> Any:
        plan = _plans.get(sql)
        if plan is None:
            if len(_plans) >= _MOST_PLANS:
                _plans.clear()
            plan = _plans[sql] = self._plpy.prepare(sql)
        return plan

    def debug(self, message: str) -> None:
        """Raise a message of level DEBUG2."""
        self._plpy.debug(visible(message))

    def tell_progress(self, progress: Progress) -> None:
        """Raise a NOTICE, which reaches the client at once, where the session has asked for it."""
        if self._tells_progress is None:
            [row] = self.query(_IS_ASKED)
            self._tells_progress = bool(row["is_asked"])
        if self._tells_progress:
            self._plpy.notice(str(progress), sqlstate=SQLSTATE)

    def notice(self, message: str, *, detail: str | None = None, hint: str | None = None) -> None:
        """Raise a NOTICE."""
        self._plpy.notice(visible(message), **_given(detail, hint))

    def warning(self, message: str, *, detail: str | None = None, hint: str | None = None) -> None:
        """Raise a WARNING."""
        self._plpy.warning(visible(message), **_given(detail, hint))


def _given(detail: str | None, hint: str | None) -> dict[str, str]:
    return {name: visible(text) for name, text in (("detail", detail), ("hint", hint)) if text is not None}


def as_error(error: Exception) -> FactcheckError | None:
    """Return an error of the server as one of ours, with its SQLSTATE; None for anything else.

    Errors of statements have their details in ``spidata``; those that come while a message is sent, as a cancel may,
    have them as attributes.
    """
    sqlstate = getattr(error, "sqlstate", None)
    if not isinstance(sqlstate, str):
        return None
    details = getattr(error, "spidata", None)
    if details is None:
        detail, hint = getattr(error, "detail", None), getattr(error, "hint", None)
    else:
        _, detail, hint, *_ = details
    return FactcheckError(str(error), sqlstate=sqlstate, detail=detail, hint=hint)
