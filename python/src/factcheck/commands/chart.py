"""``factcheck chart``: a verdict, or the answer to a question, as a picture, a page or a specification."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from factcheck.adapters.client_session import Connection, fact_check_name, relations
from factcheck.charts.page import dashboard_page
from factcheck.charts.rendering import MOST_SCALE, pdf, png, svg
from factcheck.commands.session import connected, dsn_option, reports_errors
from factcheck.errors.catalogue.charts import (
    not_one_chart,
    nothing_to_draw,
    page_of_one_chart,
    picture_kind_not_known,
    specification_not_readable,
)
from factcheck.sqltext import identifier

_VERDICT = b"SELECT factcheck.chart_for_verdict(%s::pg_catalog.int8, %s::pg_catalog.int4)"
_DASHBOARD = b"SELECT factcheck.dashboard(%s::pg_catalog.text, %s::pg_catalog.oid[]::pg_catalog.regclass[])"
_KINDS = (".svg", ".png", ".pdf", ".html", ".json")

Json = dict[str, Any]


class _Claim(click.ParamType):  # type: ignore[type-arg]
    """The number of a document and that of a claim, with a slash between."""

    name = "document/claim"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        document, slash, claim = str(value).partition("/")
        if not (slash and document.isdecimal() and claim.isdecimal()):
            self.fail(f"{value!r} is no number of a document and of a claim, such as 3/1", param, ctx)
        return int(document), int(claim)


@click.command("chart")
@dsn_option
@click.option("--claim", type=_Claim(), help="A claim of a stored document, by both numbers: 3/1.")
@click.option("--question", help="A question about the data; its answer is a dashboard.")
@click.option("--tables", help="Comma-separated tables the question is about; default: all added tables.")
@click.option("--role", help="Role to draw as.")
@click.option("--scale", type=click.FloatRange(0.1, MOST_SCALE), default=2, show_default=True, help="Of PNG pictures.")
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), required=True, help="A .svg, .png, .pdf, .html or .json file."
)
@reports_errors
def chart(
    dsn: str,
    claim: tuple[int, int] | None,
    question: str | None,
    tables: str | None,
    role: str | None,
    scale: float,
    output: Path,
) -> None:
    """Draw a verdict or the answer to a question; with neither, a specification from standard input.

    The ending of --output says what is written: .svg, .png and .pdf are pictures, .json is the specification, .html the
    page of a question's dashboard.  Pictures are drawn here and need nothing in the server: pip install
    'factcheck[charts]'.
    """
    if output.suffix not in _KINDS:
        raise picture_kind_not_known(output.name)
    if claim is not None and question is not None:
        raise not_one_chart()
    if question is None and output.suffix == ".html":
        raise page_of_one_chart()
    if claim is None and question is None:
        drawn = _from_input()
    else:
        with connected(dsn) as connection:
            fact_check_name(connection)  # without the extension there is nothing to draw
            if role:
                connection.execute(f"SET ROLE {identifier(role)}".encode())
            drawn = _verdict(connection, claim) if claim else _dashboard(connection, question or "", tables)
    output.write_bytes(_content(drawn, output.suffix, scale))
    click.echo(f"{output}: {output.stat().st_size:,} bytes")


def _verdict(connection: Connection, claim: tuple[int, int]) -> Json:
    row = connection.execute(_VERDICT, claim).fetchone()
    if row is None or row[0] is None:
        raise nothing_to_draw(f"claim {claim[1]} of document {claim[0]}")
    return dict(row[0])


def _dashboard(connection: Connection, question: str, tables: str | None) -> Json:
    asked = relations(connection, [name.strip() for name in tables.split(",")]) if tables else None
    row = connection.execute(_DASHBOARD, [question, asked]).fetchone()
    if row is None or row[0] is None or row[0]["spec"] is None:
        raise nothing_to_draw("this question")
    return dict(row[0])


def _from_input() -> Json:
    try:
        read = json.load(sys.stdin)
    except ValueError as error:
        raise specification_not_readable(str(error)) from None
    return read if isinstance(read, dict) else {}


def _content(drawn: Json, suffix: str, scale: float) -> bytes:
    """Return what is written; of a dashboard, all of its charts in one."""
    spec = drawn.get("spec", drawn)
    match suffix:
        case ".html":
            return dashboard_page(drawn, svg).encode()
        case ".svg":
            return svg(spec).encode()
        case ".png":
            return png(spec, scale)
        case ".pdf":
            return pdf(spec)
    return json.dumps(spec, ensure_ascii=False, indent=1).encode() + b"\n"
