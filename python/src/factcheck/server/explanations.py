"""What is told of a document, of a claim, and of fragments: explanations."""

from __future__ import annotations

from typing import Any

from factcheck.check.options import checked_options, require_text
from factcheck.check.prepare import parse_document
from factcheck.explain.numbers import explain_claim, explain_numbers
from factcheck.explain.plan import explain_plan as plan_steps
from factcheck.port import Database
from factcheck.retrieval.fragment_search import FoundFragment, fragment_kind
from factcheck.retrieval.fragment_search import find_fragments as search_fragments
from factcheck.server.checks import to_remember
from factcheck.server.entry import entry_point
from factcheck.server.session import session
from factcheck.settings import read_settings


@entry_point
def explain_plan(database: Database, document: str, relations: list[str | None] | None) -> dict[str, Any]:
    """Return the steps of ``explain_plan``, and a token where there is something to remember."""
    options = checked_options(relations, None, None, None)
    settings = read_settings(database)
    require_text(document, settings)
    parsed = parse_document(document, database, session.parser, settings)
    return {"steps": plan_steps(database, parsed, options, settings), "token": to_remember(parsed, database)}


@entry_point
def explain(
    database: Database, document: str, claim_no: int | None, relations: list[str | None] | None
) -> dict[str, Any]:
    """Return the rows of ``explain``, and a token where there is something to remember."""
    options = checked_options(relations, None, None, None)
    settings = read_settings(database)
    require_text(document, settings)
    parsed = parse_document(document, database, session.parser, settings)
    if claim_no is None:
        rows = explain_numbers(parsed, database)
    else:
        rows = explain_claim(claim_no, options, parsed, database, settings)
    return {"rows": rows, "token": to_remember(parsed, database)}


@entry_point
def find_fragments(
    database: Database, keywords: str, kind: str | None, limit: int, relations: list[str | None] | None
) -> dict[str, Any]:
    """Return the rows of ``find_fragments``."""
    options = checked_options(relations, None, None, None)
    settings = read_settings(database)
    fragments = search_fragments(keywords, fragment_kind(kind), limit, options.relations, database, settings)
    return {"rows": [_fragment_row(fragment) for fragment in fragments]}


def _fragment_row(fragment: FoundFragment) -> dict[str, Any]:
    return {
        "kind": fragment.kind.value,
        "fragment": fragment.sql,
        "table_name": fragment.table.sql_name if fragment.table else None,
        "column_name": fragment.column.name if fragment.column else None,
        "literal": fragment.literal,
        "score": float(f"{fragment.score:.6g}"),
        "keywords": fragment.keywords,
    }
