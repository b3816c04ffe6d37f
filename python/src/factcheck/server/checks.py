"""The steps of a check."""

from __future__ import annotations

import json
from dataclasses import asdict
from decimal import Decimal
from typing import Any, Literal

from factcheck.catalogue.locked_tables import require_still_trusted
from factcheck.check.options import checked_options, require_text
from factcheck.check.parse_cache import remember as keep_parse
from factcheck.check.pipeline import judged as judged_by_tables
from factcheck.check.prepare import ParsedDocument, PreparedCheck, parse_again
from factcheck.check.prepare import prepare as prepare_check
from factcheck.check.rows import columns_of, decisions_of, kept_queries_of, rows_of
from factcheck.errors.catalogue.arguments import form_not_known
from factcheck.evaluation.cubes import CubesToKeep
from factcheck.port import Database
from factcheck.runtime.context import CheckContext
from factcheck.runtime.telemetry import seconds_by_stage
from factcheck.runtime.time_budget import KEEPING_BEGINS
from factcheck.runtime.work import counting
from factcheck.server.entry import entry_point, hint_for_errors
from factcheck.server.memory import settings_in_force
from factcheck.server.session import Memories, session

_UNREADABLE = (
    "Name only relations that can be read in the argument tables, or take out others with factcheck.remove_table."
)


@entry_point
def prepare(
    database: Database,
    document: str,
    relations: list[str | None] | None,
    p_true: float | None,
    top_k: int | None,
    time_budget: float | None,
) -> dict[str, Any]:
    """Take the first step of ``fact_check``; ``time_budget`` in seconds.  Without a token there is nothing to check."""
    options = checked_options(relations, p_true, top_k, time_budget)
    settings = settings_in_force(database)
    with hint_for_errors(_UNREADABLE):
        check = prepare_check(document, options, database, session.parser, settings)
    if check is None:
        return {}
    return {"token": session.begin(check, database)}


@entry_point
def evaluate(database: Database, token: str, is_stored: bool = False) -> dict[str, Any]:
    """Take the second step: return the rows of ``fact_check``, and a new token where there is something to remember.

    Where the check ``is_stored``, each reading of each claim comes with the columns that it reads, and as it is kept.
    """
    check, role = session.take(token, PreparedCheck, database)
    context = check.context(database)
    with counting() as work, hint_for_errors(_UNREADABLE):
        require_still_trusted(database, check.tables)
        judged = judged_by_tables(check, context)
    rows = rows_of(judged, context)
    session.note_times(context.telemetry.times, role)
    is_late = check.budget.until(KEEPING_BEGINS).is_over
    return {
        "rows": rows,
        "columns": columns_of(judged) if is_stored else None,
        "kept_queries": kept_queries_of(judged) if is_stored else None,
        "decisions": decisions_of(judged) if is_stored else None,
        "seconds": seconds_by_stage(context.telemetry.times),
        "work": asdict(work) | {"candidates": judged.interpretation.n_evaluated} if is_stored else None,
        "token": None if is_late else to_remember(check.parsed, database, judged.interpretation.cubes.to_keep()),
    }


@entry_point
def remember(database: Database, token: str) -> dict[str, Any]:
    """Take the last step: keep the parsed document, and cubes over tracked tables."""
    memories, _ = session.take(token, Memories, database)
    settings = settings_in_force(database)
    if memories.parsed is not None:
        source, parses = memories.parsed.document.source, memories.parsed.parses
        keep_parse(database, session.parser.name, source, parses, settings.parse_cache_bytes)
    if memories.cubes is not None:
        memories.cubes.keep(database, settings.cube_cache_bytes)
    return {}


def to_remember(parsed: ParsedDocument, database: Database, cubes: CubesToKeep | None = None) -> str | None:
    """Return the token of the last step, None where there is nothing to remember."""
    worth = parsed if parsed.is_worth_remembering else None
    return None if worth is None and cubes is None else session.begin(Memories(worth, cubes), database)


@entry_point
def render_html(database: Database, document: str, claims: str, form: str, contexts: str) -> dict[str, Any]:
    """Return a page or a fragment from the rows of a check; its numbers that are no claims are marked, too.

    ``contexts`` are those of ``passage_contexts``.
    """
    # The sanitiser is loaded for this function only: a check does without it.
    from factcheck.markup.page import mark_up  # noqa: PLC0415
    from factcheck.markup.passages import Context, Place  # noqa: PLC0415
    from factcheck.markup.unchecked import unchecked_numbers  # noqa: PLC0415

    if form not in {"page", "fragment"}:
        raise form_not_known(form)
    settings = settings_in_force(database)
    require_text(document, settings)
    parsed = parse_again(document, CheckContext(database, settings), session.parser)
    rows = json.loads(claims, parse_float=Decimal)
    known = [
        Context(Place(**each["place"]), each["before"], each["text"], each["after"]) for each in json.loads(contexts)
    ]
    form_asked: Literal["page", "fragment"] = "page" if form == "page" else "fragment"
    return {"html": mark_up(parsed.document, rows, unchecked_numbers(parsed), form_asked, known)}


@entry_point
def warm_up(_database: Database) -> dict[str, Any]:
    """Load the parser by parsing a sentence."""
    session.parser.parse(["The table has 12 rows."])
    return {}


@entry_point
def stage_times(database: Database) -> dict[str, Any]:
    """Return how long the stages of this role's last check in this session took."""
    return {"times": [asdict(time) for time in session.times(database)]}
