"""``factcheck check``: print the verdicts on the claims of one document."""

from __future__ import annotations

import bisect
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import click
from psycopg.rows import dict_row
from psycopg.types.json import set_json_loads

from factcheck.adapters.client_session import Connection, fact_check_name, relations
from factcheck.commands.csv_file import decode_text
from factcheck.commands.session import EXIT_REFUTED, connected, dsn_option, reports_errors
from factcheck.exact_json import to_json
from factcheck.sqltext import identifier
from factcheck.visible import visible, visible_json

Verdict = dict[str, Any]

_VERDICTS = ("supported", "refuted", "not_enough_info", "disputed")
_COLOURS = {"supported": "green", "refuted": "red", "not_enough_info": "yellow", "disputed": "magenta"}


@click.command("check")
@click.argument("file")
@dsn_option
@click.option("--tables", help="Comma-separated tables the claims may be about; default: all added tables.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "line", "json", "html"]),
    default="text",
    show_default=True,
)
@click.option("--role", help="Role to check as.")
@reports_errors
def check(file: str, dsn: str, tables: str | None, output_format: str, role: str | None) -> None:
    """Check the numeric claims of FILE (``-``: standard input) against the database.

    Exit status: 0 when no claim is refuted, 1 when one is, 2 on an error.
    """
    document = decode_text(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    names = [name.strip() for name in tables.split(",")] if tables else None
    with connected(dsn) as connection:
        set_json_loads(partial(json.loads, parse_float=Decimal), connection)  # doubles would lose digits
        if role:
            connection.execute(f"SET ROLE {identifier(role)}".encode())
        verdicts = fact_check(connection, document, names)
        if output_format == "html":
            click.echo(_page(connection, document, names))
        else:
            click.echo(_WRITERS[output_format](file, document, verdicts), nl=False)
    if any(verdict["verdict"] == "refuted" for verdict in verdicts):
        sys.exit(EXIT_REFUTED)


def fact_check(
    connection: Connection,
    document: str,
    tables: Sequence[str] | None = None,
    p_true: float | None = None,
    top_k: int = 10,
) -> list[Verdict]:
    """Run ``fact_check`` over a document and return its rows, column by name.

    Every argument is given and has its type: no function of another signature fits the call as well.
    """
    call = (
        f"{fact_check_name(connection)}(%s::pg_catalog.text, tables => %s::pg_catalog.oid[]::pg_catalog.regclass[],"
        " p_true => %s::pg_catalog.float8, top_k => %s::pg_catalog.int4, time_budget => NULL::pg_catalog.interval)"
    )
    asked = relations(connection, tables) if tables is not None else None
    with connection.cursor(row_factory=dict_row) as cursor:
        cursor.execute(f"SELECT * FROM {call}".encode(), [document, asked, p_true, top_k])
        return cursor.fetchall()


def _page(connection: Connection, document: str, tables: Sequence[str] | None) -> str:
    """Return the document as a page with its claims marked."""
    row = connection.execute(
        "SELECT factcheck.check_html(%s::pg_catalog.text, %s::pg_catalog.oid[]::pg_catalog.regclass[])",
        [document, relations(connection, tables) if tables is not None else None],
    ).fetchone()
    return str(row[0]) if row else ""


def _as_text(_file: str, _document: str, verdicts: Sequence[Verdict]) -> str:
    lines: list[str] = []
    for sentence, claims in groupby(verdicts, key=lambda verdict: verdict["sentence"]):
        lines.append(visible(" ".join((sentence or "").split())))
        for claim in claims:
            word = click.style(f"{claim['verdict']:<15}", fg=_COLOURS.get(claim["verdict"]))
            found_value = claim["found_value"]
            lines.append(
                f"  {word} {visible(claim['claim_text'])}"
                + ("" if found_value is None else f"  (found {found_value:f})")
            )
            if claim["message"]:
                lines.append(f"  {'':<15} {visible(claim['message'])}")
        lines.append("")
    counts = Counter(verdict["verdict"] for verdict in verdicts)
    parts = [f"{counts[name]} {name}" for name in _VERDICTS if counts[name]]
    lines.append(f"{len(verdicts)} claims" + (": " if parts else "") + ", ".join(parts))
    return "\n".join(lines) + "\n"


def _as_lines(file: str, document: str, verdicts: Sequence[Verdict]) -> str:
    starts = [0, *(i + 1 for i, character in enumerate(document) if character == "\n")]
    lines = []
    for verdict in verdicts:
        offset = verdict["claim_start"] - 1
        line = bisect.bisect_right(starts, offset)
        column = offset - starts[line - 1] + 1
        message = " ".join((verdict["message"] or "").split())
        lines.append(f"{visible(file)}:{line}:{column}:{verdict['verdict']}:{visible(message)}\n")
    return "".join(lines)


def _as_json(_file: str, _document: str, verdicts: Sequence[Verdict]) -> str:
    return visible_json(to_json(verdicts, ensure_ascii=False, indent=1)) + "\n"


_WRITERS: dict[str, Callable[[str, str, Sequence[Verdict]], str]] = {
    "text": _as_text,
    "line": _as_lines,
    "json": _as_json,
}
