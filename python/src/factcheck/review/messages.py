"""Errors as the page tells them: what went wrong, details, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

import psycopg

from factcheck.errors import FactcheckError
from factcheck.visible import visible

_UNDEFINED = "42704"
"""Of the page: what an address names is not there; of the server: something that was typed."""
_NOT_PERMITTED = "42501"
_ASK_FOR_LEVEL = "An administrator gives rights by levels: SELECT factcheck.grant_usage('role', 'analyst')."
_STATUS = {
    _NOT_PERMITTED: HTTPStatus.FORBIDDEN,
    _UNDEFINED: HTTPStatus.NOT_FOUND,
    "40001": HTTPStatus.CONFLICT,
    "53300": HTTPStatus.SERVICE_UNAVAILABLE,
    "54000": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "08006": HTTPStatus.SERVICE_UNAVAILABLE,
}


@dataclass(frozen=True, slots=True)
class Told:
    """An error in words."""

    message: str
    detail: str | None = None
    hint: str | None = None
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY


def told(error: FactcheckError | psycopg.Error) -> Told:
    """Put an error of the package or of the server into words, and choose the status of the answer."""
    if isinstance(error, FactcheckError):
        status = _STATUS.get(error.sqlstate or "", HTTPStatus.UNPROCESSABLE_ENTITY)
        return Told(visible(error.message), _visible(error.detail), _visible(error.hint), status)
    said = error.diag
    message = said.message_primary or " ".join(str(error).split())
    state = error.sqlstate or ""
    status = (
        HTTPStatus.UNPROCESSABLE_ENTITY if state == _UNDEFINED else _STATUS.get(state, HTTPStatus.UNPROCESSABLE_ENTITY)
    )
    hint = said.message_hint or (_ASK_FOR_LEVEL if state == _NOT_PERMITTED else None)
    return Told(visible(message), _visible(said.message_detail), _visible(hint), status)


def is_lost(error: psycopg.Error) -> bool:
    """Tell whether an error means that the connection is gone: ended by the server, or by the network."""
    return (
        isinstance(error, psycopg.OperationalError)
        and (error.sqlstate is None or error.sqlstate[:2] in {"08", "57"})
        and error.sqlstate != "57014"
    )


def _visible(text: str | None) -> str | None:
    return None if text is None else visible(text)
