"""The command line's database sessions, and how it tells of errors and notices."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec

import click
import psycopg

from factcheck.adapters.client_session import Connection, client_session
from factcheck.errors import FactcheckError
from factcheck.visible import visible

EXIT_REFUTED = 1
EXIT_ERROR = 2
EXIT_INTERRUPTED = 130

_Parameters = ParamSpec("_Parameters")

dsn_option = click.option(
    "--dsn",
    envvar="FACTCHECK_DSN",
    default="",
    help="Connection string or URI; default: FACTCHECK_DSN, then the PG* variables.",
)


@contextmanager
def connected(dsn: str) -> Iterator[Connection]:
    """Open a session that commits each statement and prints the server's notices to standard error."""
    with client_session(dsn) as connection:
        connection.add_notice_handler(print_notice)
        yield connection


def say(text: str, *, is_error: bool = False, nl: bool = True) -> None:
    """Print text that may hold what others wrote, with nothing in it that a terminal would obey."""
    click.echo(visible(text), err=is_error, nl=nl)


def print_notice(notice: psycopg.errors.Diagnostic, source: str | None = None) -> None:
    """Print one notice or warning of the server to standard error."""
    severity, message = notice.severity or "NOTICE", notice.message_primary or ""
    print_message(severity, message, notice.message_detail, notice.message_hint, source)


def print_message(
    severity: str, message: str, detail: str | None = None, hint: str | None = None, source: str | None = None
) -> None:
    """Print a message the way psql does, with its DETAIL and HINT, to standard error; ``source`` is a file's name."""
    say(f"{source}: {severity}:  {message}" if source else f"{severity}:  {message}", is_error=True)
    if detail:
        say(f"DETAIL:  {detail}", is_error=True)
    if hint:
        say(f"HINT:  {hint}", is_error=True)


def error_parts(error: Exception) -> tuple[str, str | None, str | None]:
    """Split an error into its primary message, DETAIL and HINT."""
    if isinstance(error, FactcheckError):
        return error.message, error.detail, error.hint
    if isinstance(error, psycopg.Error) and error.diag.message_primary:
        return error.diag.message_primary, error.diag.message_detail, error.diag.message_hint
    if isinstance(error, psycopg.OperationalError) and error.sqlstate is None:
        return str(error).strip(), None, "See that the server runs; --dsn or FACTCHECK_DSN names another one."
    if isinstance(error, UnicodeEncodeError):
        return "an argument holds bytes that are no text", None, "Write it in the encoding of the terminal's locale."
    if isinstance(error, OSError) and error.filename is not None:
        return f"cannot open file {error.filename}", f"{error.strerror}.", None
    return str(error).strip(), None, None


def reports_errors(command: Callable[_Parameters, None]) -> Callable[_Parameters, None]:
    """Make a command print expected errors without a traceback and exit with status 2, 130 when it is interrupted."""

    @functools.wraps(command)
    def run(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except BrokenPipeError:
            raise  # who reads the output has had enough: click ends in silence
        except (FactcheckError, psycopg.Error, OSError, UnicodeEncodeError) as error:
            print_message("ERROR", *error_parts(error))
            sys.exit(EXIT_ERROR)
        except KeyboardInterrupt:
            sys.exit(EXIT_INTERRUPTED)  # click's status would say that a claim is refuted

    return run
