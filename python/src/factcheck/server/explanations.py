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
from factcheck.runtime.context import CheckContext
from factcheck.server.checks import to_remember
from factcheck.server.entry import entry_point
from factcheck.server.memory import settings_in_force
from factcheck.server.session import session


@entry_point
def explain_plan(database: Database, document: str, relations: list[str | None] | None) -> dict[str, Any]:
    """Return the steps of ``explain_plan``, and a token where there is something to remember."""
    options = checked_options(relations, None, None, None)
    context = checked_context(document, database)
    parsed = parse_document(document, context, session.parser)
    return {"steps": plan_steps(parsed, options, context), "token": to_remember(parsed, database)}


@entry_point
def explain(
    database: Database, document: str, claim_no: int | None, relations: list[str | None] | None
) -> dict[str, Any]:
    """Return the rows of ``explain``, and a token where there is something to remember."""
    options = checked_options(relations, None, None, None)
    context = checked_context(document, database)
    parsed = parse_document(document, context, session.parser)
    token = to_remember(parsed, database)
    if claim_no is None:
        return {"rows": explain_numbers(parsed, context), "token": token}
    return {"rows": explain_claim(claim_no, options, parsed, context), "token": token}


@entry_point
def find_fragments(
    database: Database, keywords: str, kind: str | None, limit: int, relations: list[str | None] | None
) -> dict[str, Any]:
    """Return the rows of ``find_fragments``."""
    options = checked_options(relations, None, None, None)
    settings = settings_in_force(database)
    fragments = search_fragments(keywords, fragment_kind(kind), limit, options.table_names, database, settings)
    return {"rows": [_fragment_row(fragment) for fragment in fragments]}


def checked_context(document: str, database: Database) -> CheckContext:
    """Return the context of an explanation; raises ``FactcheckError`` for a document that is not accepted."""
    settings = settings_in_force(database)
    require_text(document, settings)
    return CheckContext(database, settings)


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
