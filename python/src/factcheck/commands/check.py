"""``factcheck check``: tell what the data say about the claims of documents."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import click
import psycopg
from psycopg.types.json import set_json_loads

from factcheck.adapters.client_session import Connection, fact_check_name, relations
from factcheck.client import check_document, marked_up
from factcheck.commands.document_files import named_files, read_document
from factcheck.commands.findings.finding import CheckedFile, checked_file
from factcheck.commands.findings.formats import BY_FILE, as_json, summary
from factcheck.commands.findings.sarif import as_sarif
from factcheck.commands.progress import ProgressLine
from factcheck.commands.session import (
    EXIT_ERROR,
    EXIT_REFUTED,
    connected,
    dsn_option,
    error_parts,
    print_message,
    print_notice,
    reports_errors,
)
from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.command_line import pages_without_folder, tables_beside_data_set
from factcheck.runtime.progress import SQLSTATE, Progress
from factcheck.sqltext import identifier

Verdict = dict[str, Any]

_WHOLE: Mapping[str, Callable[[Sequence[CheckedFile], Sequence[str]], str]] = {"json": as_json, "sarif": as_sarif}
"""Forms that are one whole for all files."""
_TELL_PROGRESS = b"SET factcheck.progress = on"
_OF_DATA_SET = b"SELECT factcheck.data_set(%s::pg_catalog.text)::pg_catalog.oid[]"


@click.command("check")
@click.argument("files", nargs=-1, required=True)
@dsn_option
@click.option("--tables", help="Comma-separated tables the claims may be about; default: all added tables.")
@click.option("--sources", help="Comma-separated sources of passages that further sentences are checked against.")
@click.option("--data-set", help="The claims may be about the tables added under this name.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice([*BY_FILE, "json", "html", "sarif"]),
    default="table",
    show_default=True,
)
@click.option("--output", type=click.Path(path_type=Path), help="File to write to, or folder for several pages.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "note", "never"]),
    default="error",
    show_default=True,
    help="Least severity for exit status 1: error (refuted), warning (disputed), note (not enough info).",
)
@click.option("--role", help="Role to check as.")
@reports_errors
def check(
    files: tuple[str, ...],
    dsn: str,
    tables: str | None,
    sources: str | None,
    data_set: str | None,
    output_format: str,
    output: Path | None,
    fail_on: str,
    role: str | None,
) -> None:
    """Check the numeric claims of FILES against the database.

    FILES are names or patterns such as 'reports/**/*.md'; ``-`` is standard input.  All are checked in one session.
    A file that cannot be checked is told, and the others are checked.

    Exit status: 0, 1 when a claim is as severe as --fail-on, 2 on an error, also when claims are refuted.
    """
    if tables and data_set:
        raise tables_beside_data_set()
    with connected(dsn) as connection:
        set_json_loads(partial(json.loads, parse_float=Decimal), connection)  # doubles would lose digits
        if role:
            connection.execute(f"SET ROLE {identifier(role)}".encode())
        fact_check_name(connection)  # without the extension no file need be read
        asked = _asked(connection, tables, data_set)
        checks = _Checks(connection, asked, _names(sources), output_format, output, list(named_files(files)))
        checks.run()
    if checks.failures:
        sys.exit(EXIT_ERROR)
    if fail_on != "never" and any(file.reaches(fail_on) for file in checks.checked):
        sys.exit(EXIT_REFUTED)


class _Checks:
    """Checks files one after the other and writes what was found.

    ``checked`` has the files that were checked, ``failures`` a message for each that could not be.
    """

    def __init__(
        self,
        connection: Connection,
        tables: Sequence[int] | None,
        sources: Sequence[str] | None,
        output_format: str,
        output: Path | None,
        files: Sequence[str | FactcheckError],
    ) -> None:
        self.checked: list[CheckedFile] = []
        self.failures: list[str] = []
        self._connection = connection
        self._tables = tables
        self._sources = sources
        self._format = output_format
        self._output = output
        self._files = files
        self._stream: TextIO | None = None
        self._progress = ProgressLine(len(files))
        self._has_pages = output_format == "html" and len(files) > 1
        self._in_work: str | None = None

    def run(self) -> None:
        """Check all files; one that cannot be checked stops none of the others.

        Raises what ends the session, and ``FactcheckError`` where several pages have no folder to go to.
        """
        if self._has_pages and (self._output is None or self._output.is_file()):
            raise pages_without_folder()
        with ExitStack() as stack:
            if self._output is not None and not self._has_pages:
                self._stream = stack.enter_context(self._output.open("w", encoding="utf-8"))
            stack.enter_context(self._own_notices())
            stack.callback(self._progress.clear)
            for number, file in enumerate(self._files, 1):
                self._check_or_tell(number, file)
            self._finish()

    @contextmanager
    def _own_notices(self) -> Iterator[None]:
        """Tell which file the server's notices are about, and show how far it has come."""
        if self._progress.is_wanted:
            self._connection.execute(_TELL_PROGRESS)
        self._connection.remove_notice_handler(print_notice)
        self._connection.add_notice_handler(self._tell_notice)
        try:
            yield
        finally:
            self._connection.remove_notice_handler(self._tell_notice)
            self._connection.add_notice_handler(print_notice)

    def _check_or_tell(self, number: int, file: str | FactcheckError) -> None:
        name = None if isinstance(file, FactcheckError) else file
        self._in_work = name if len(self._files) > 1 else None
        self._progress.show(number, name or "")
        try:
            if isinstance(file, FactcheckError):
                raise file
            text = self._check(file)
        except (FactcheckError, psycopg.Error, OSError) as error:
            if self._connection.closed:
                raise
            self._tell_failure(error)
        else:
            self._write(text)

    def _check(self, name: str) -> str:
        """Check a file and return what is to be written of it before all are checked."""
        document = read_document(name)
        rows = check_document(self._connection, document, self._tables, sources=self._sources)
        file = checked_file(name, document, rows)
        text = writer(file) if (writer := BY_FILE.get(self._format)) else ""
        if self._format == "html":
            text = marked_up(self._connection, document, rows, "page") + "\n"
            if self._has_pages:
                self._write_page(name, text)
                text = ""
        self.checked.append(file)
        return text

    def _finish(self) -> None:
        """Write what can be written only when all files are checked."""
        if whole := _WHOLE.get(self._format):
            self._write(whole(self.checked, self.failures))
        elif self._format == "table":
            self._write(summary(self.checked, len(self.failures)))

    def _write(self, text: str) -> None:
        self._progress.clear()
        if self._stream is None:
            click.echo(text, nl=False)
        else:
            self._stream.write(click.unstyle(text))

    def _write_page(self, name: str, page: str) -> None:
        """Write a page below the folder, at the place that the document has below the current one or the root."""
        parts = ["_" if part == ".." else part for part in Path(name).parts if part != Path(name).anchor]
        path = Path(self._output or "", *parts)
        path = path.with_name(f"{path.name}.html")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, "utf-8")

    def _tell_notice(self, notice: psycopg.errors.Diagnostic) -> None:
        if notice.sqlstate == SQLSTATE:
            if progress := Progress.read(notice.message_primary or ""):
                self._progress.step(progress.in_words)
            return
        self._progress.clear()
        print_notice(notice, self._in_work)

    def _tell_failure(self, error: Exception) -> None:
        self._progress.clear()
        message, detail, hint = error_parts(error)
        print_message("ERROR", message, detail, hint, source=self._in_work)
        self.failures.append(": ".join(part for part in (self._in_work, message, detail) if part))


def fact_check(
    connection: Connection,
    document: str,
    tables: Sequence[str] | None = None,
    p_true: float | None = None,
    top_k: int = 10,
) -> list[Verdict]:
    """Run ``fact_check`` over a document and return its rows, column by name."""
    asked = relations(connection, tables) if tables is not None else None
    return check_document(connection, document, asked, p_true, top_k)


def _names(listed: str | None) -> list[str] | None:
    """Return the names of a list with commas."""
    return [name.strip() for name in listed.split(",")] if listed else None


def _asked(connection: Connection, tables: str | None, data_set: str | None) -> list[int] | None:
    """Return the tables that the claims may be about; None for all that are added."""
    if tables:
        return relations(connection, [name.strip() for name in tables.split(",")])
    if data_set is None:
        return None
    row = connection.execute(_OF_DATA_SET, [data_set]).fetchone()
    return list(row[0]) if row else []
