"""How the PL/Python functions are answered: the database is handed in, results and errors become JSON.

Each entry returns an object; on an error it holds ``error`` with message, DETAIL, HINT and SQLSTATE, which the
calling PL/pgSQL function raises, since only that raises it without a Python class name in front.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from factcheck.adapters.plpy_port import PlpyDatabase, as_error
from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.server import internal_error
from factcheck.exact_json import to_json
from factcheck.port import Database
from factcheck.runtime.checkpoints import at_intervals, looking
from factcheck.runtime.progress import reporting
from factcheck.server.memory import OUT_OF_MEMORY, memory_guard
from factcheck.visible import visible

_Arguments = ParamSpec("_Arguments")


def entry_point(
    function: Callable[Concatenate[Database, _Arguments], dict[str, Any]],
) -> Callable[Concatenate[Any, _Arguments], str]:
    """Make an entry of a function: give it the database, turn its result or its error into JSON."""

    @wraps(function)
    def entry(session: Any, /, *arguments: _Arguments.args, **named: _Arguments.kwargs) -> str:
        try:
            memory_guard.begin()
            database = PlpyDatabase(session)
            with (
                looking(at_intervals(database.checkpoint)),
                looking(at_intervals(memory_guard.look)),
                reporting(database.tell_progress),
            ):
                return to_json(function(database, *arguments, **named))
        except FactcheckError as error:
            known = error
        except MemoryError:
            return _NO_MEMORY
        except Exception as error:
            # Cancel and timeout come this way too: the statement is over, and the caller raises them again.
            if (told := as_error(error)) is None and memory_guard.is_short():
                return _NO_MEMORY  # extension modules tell of it in many ways
            known = told or internal_error(traceback.format_exc())
        return to_json({"error": _described(known)})

    return entry


_CANCELED, _NO_LOCK = "57014", "55P03"


@contextmanager
def hint_for_errors(hint: str) -> Iterator[None]:
    """Give this hint to errors of the server that bring none: a table's lock, a view's division, a file that is away.

    A cancel gets no hint: the user asked for it.
    """
    try:
        yield
    except Exception as error:
        known = as_error(error)
        if known is None or known.hint is not None:
            raise
        if known.sqlstate == _NO_LOCK:
            hint = "Try again when whoever holds the lock has ended, or raise lock_timeout."
        elif known.sqlstate == _CANCELED:
            if "timeout" not in known.message:
                raise
            hint = "Raise statement_timeout, or check a shorter document."
        raise FactcheckError(known.message, sqlstate=known.sqlstate, detail=known.detail, hint=hint) from error


def _described(error: FactcheckError) -> dict[str, str | None]:
    return {
        "name": error.name,
        "sqlstate": error.sqlstate,
        "message": visible(error.message),
        "detail": None if error.detail is None else visible(error.detail),
        "hint": None if error.hint is None else visible(error.hint),
    }


_NO_MEMORY = to_json({"error": _described(OUT_OF_MEMORY)})
