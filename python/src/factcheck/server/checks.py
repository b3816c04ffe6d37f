"""The steps of a check."""

from __future__ import annotations

import json
from typing import Any

from factcheck.parse_cache import remember as keep_parse
from factcheck.pipeline import evaluate as evaluate_claims
from factcheck.port import Database
from factcheck.preparation import ParsedDocument, PreparedCheck, checked_options
from factcheck.preparation import prepare as prepare_check
from factcheck.server.entry import entry_point
from factcheck.server.session import session
from factcheck.settings import read_settings


@entry_point
def prepare(
    database: Database,
    document: str,
    relations: list[str | None] | None,
    p_true: float | None,
    top_k: int | None,
    time_budget: float | None,
) -> dict[str, Any]:
    """First step of ``fact_check``; ``time_budget`` in seconds.  Without a token there is nothing to check."""
    options = checked_options(relations, p_true, top_k, time_budget)
    check = prepare_check(document, options, database, session.parser, read_settings(database))
    if check is None:
        return {}
    return {"token": session.begin(check, database)}


@entry_point
def evaluate(database: Database, token: str) -> dict[str, Any]:
    """Second step: the rows of ``fact_check``, and a new token where there is something to remember."""
    check = session.take(token, PreparedCheck, database)
    return {"rows": evaluate_claims(check, database), "token": to_remember(check.parsed, database)}


@entry_point
def remember(database: Database, token: str) -> dict[str, Any]:
    """Last step: keep the parsed document."""
    parsed = session.take(token, ParsedDocument, database)
    budget = read_settings(database).parse_cache_bytes
    keep_parse(database, session.parser.name, parsed.paper.source, parsed.parses, budget)
    return {}


def to_remember(parsed: ParsedDocument, database: Database) -> str | None:
    """The token of the last step, None where there is nothing to remember."""
    return session.begin(parsed, database) if parsed.is_worth_remembering else None


@entry_point
def render_html(database: Database, document: str, claims: str) -> dict[str, Any]:
    """The page of ``check_html`` from the rows of a check."""
    # The sanitiser is loaded for this function only: a check does without it.
    from factcheck.documents.document import read_document  # noqa: PLC0415
    from factcheck.markup.page import mark_up  # noqa: PLC0415

    database.checkpoint()
    return {"html": mark_up(document, read_document(document, database.checkpoint).format, json.loads(claims))}


@entry_point
def warm_up(database: Database) -> dict[str, Any]:
    """Load the parser by parsing a sentence."""
    session.parser.parse(["The table has 12 rows."], database.checkpoint)
    return {}
