"""Running cases: each is loaded into a schema of its own and measured; a failure is a result, and the run goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeVar

import psycopg

from factcheck.adapters.client_session import Connection
from factcheck.errors import FactcheckError
from factcheck.quality.cases.case import Case, case_name, read_case
from factcheck.quality.cases.other_cases import cases_of_other_data_sets
from factcheck.quality.cases.sandbox import analyst, case_schema, connected
from factcheck.quality.cases.scratch import grant_reading
from factcheck.sqltext import text_array

_Value = TypeVar("_Value")
_Result = TypeVar("_Result")
_Result_co = TypeVar("_Result_co", covariant=True)

_FAILURES = (FactcheckError, psycopg.Error, OSError, RecursionError)
"""Errors that end a case but not the run."""


class CaseTable(Protocol):
    """A table loaded from a file of a case: its quoted, qualified name, and how many rows it has."""

    @property
    def regclass(self) -> str: ...  # noqa: D102

    @property
    def rows(self) -> int: ...  # noqa: D102


Load = Callable[[Connection, Path, str], CaseTable]
"""Loads a file into a table of a schema."""


@dataclass(frozen=True, slots=True)
class LoadedCase:
    """A case whose tables are in a schema of their own and added, and the session that may measure it.

    ``role`` may check and may read these tables, nothing else; ``tables`` are their names as the server writes them.
    In a crowd it may read the tables of other cases, too.
    """

    case: Case
    connection: Connection
    schema: str
    role: str
    tables: tuple[str, ...]
    rows: int
    load_seconds: float
    add_seconds: float
    is_crowded: bool = False

    @property
    def named_tables(self) -> tuple[str, ...] | None:
        """The tables that checks are asked about; None in a crowd, for all that the role may read."""
        return None if self.is_crowded else self.tables


class ResultType(Protocol[_Result_co]):
    """Makes the result of a case that failed."""

    def __call__(self, case_id: str, data_set: str, *, failure: str) -> _Result_co: ...  # noqa: D102


def run_cases(
    dsn: str,
    folders: Sequence[Path],
    load: Load,
    measure: Callable[[LoadedCase], _Result],
    result_type: ResultType[_Result],
    crowd: int = 0,
) -> Iterator[_Result]:
    """Measure each case in a session and schema of its own; ``result_type`` makes the results of those that fail.

    Beside it are loaded as many cases of other data sets as ``crowd`` says.  The session's role has to be a superuser.
    """
    with analyst(dsn) as role:
        for folder in folders:
            yield _run_case(dsn, folder, folders, role, load, measure, result_type, crowd)


def _run_case(
    dsn: str,
    folder: Path,
    folders: Sequence[Path],
    role: str,
    load: Load,
    measure: Callable[[LoadedCase], _Result],
    result_type: ResultType[_Result],
    crowd: int,
) -> _Result:
    name = case_name(folder)
    data_set = name
    try:
        case = read_case(folder)
        data_set = case.data_set
        others = islice(cases_of_other_data_sets(case, folders), crowd)
        with ExitStack() as crowded:
            for other in others:
                crowded.enter_context(loaded_case(dsn, other, role, load))
            loaded = crowded.enter_context(loaded_case(dsn, case, role, load))
            return measure(replace(loaded, is_crowded=crowd > 0))
    except _FAILURES as error:
        return result_type(name, data_set, failure=_reason(error))


@contextmanager
def loaded_case(dsn: str, case: Case, role: str, load: Load, session: Connection | None = None) -> Iterator[LoadedCase]:
    """Load a case's tables, let claims be about them, and let the role read them; all is gone at the end.

    ``session`` is one to go on with, by default one of its own, which has to load the language model first.
    """
    with case_schema(dsn) as schema, connected(dsn) if session is None else nullcontext(session) as connection:
        loaded, load_seconds = timed(lambda: [load(connection, path, schema) for path in case.data])
        names = [table.regclass for table in loaded]
        _, add_seconds = timed(lambda: _add(connection, names))
        grant_reading(connection, schema, role)
        tables = _as_the_server_writes(connection, names)
        yield LoadedCase(
            case, connection, schema, role, tables, sum(table.rows for table in loaded), load_seconds, add_seconds
        )


def _add(connection: Connection, tables: Sequence[str]) -> None:
    for table in tables:
        connection.execute("SELECT factcheck.add_table(%s::regclass)", [table])


def _as_the_server_writes(connection: Connection, tables: Sequence[str]) -> tuple[str, ...]:
    rows = connection.execute(f"SELECT unnest({text_array(tables)})::regclass::text".encode()).fetchall()
    return tuple(str(row[0]) for row in rows)


def timed(action: Callable[[], _Value]) -> tuple[_Value, float]:
    """Return what the action returns, and the seconds it took."""
    start = time.perf_counter()
    value = action()
    return value, time.perf_counter() - start


def _reason(error: Exception) -> str:
    """Say in one line why a case failed."""
    if isinstance(error, RecursionError):
        return "a text or a query of the case is nested too deeply"
    message, detail = str(error).strip(), getattr(error, "detail", None)
    if isinstance(error, psycopg.Error) and error.diag.message_primary:
        message, detail = error.diag.message_primary, error.diag.message_detail
    return f"{message} ({detail})" if detail else message
