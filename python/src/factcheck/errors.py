"""Errors a user may see: message, DETAIL and HINT in PostgreSQL style, with a SQLSTATE."""

from __future__ import annotations


class FactcheckError(Exception):
    """An error whose text is written for the user.

    ``message`` is lower case and has no full stop; ``detail`` and ``hint`` are sentences.
    Adapters hand all four parts to the client unchanged.
    """

    def __init__(
        self,
        message: str,
        *,
        sqlstate: str = "22023",
        detail: str | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.sqlstate = sqlstate
        self.detail = detail
        self.hint = hint
