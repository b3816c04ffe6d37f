"""Errors a user may see: message, DETAIL and HINT in PostgreSQL style, with a SQLSTATE and a stable name.

The texts are in ``factcheck.errors.catalogue``: a function an error.
"""

from __future__ import annotations


class FactcheckError(Exception):
    """An error whose text is written for the user.

    ``message`` is lower case and has no full stop; ``detail`` and ``hint`` are sentences.
    Adapters hand these and ``sqlstate`` to the client unchanged.  ``name`` is the error's name in the catalogue, which
    stays when texts are reworded; None for an error of the server that is passed on.
    """

    name: str | None = None

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
