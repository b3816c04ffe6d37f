"""Questions about tables: kinds, parts, facts, compound claims, and questions to ask."""

from __future__ import annotations

from typing import Any

from factcheck.catalogue.failing_tables import naming_failing_tables
from factcheck.catalogue.locked_tables import keep_from_altering, require_still_trusted
from factcheck.catalogue.schema import Column, Table, read_tables, tell_why_no_table
from factcheck.check.options import checked_options, require_text
from factcheck.check.prepare import parse_again
from factcheck.errors.catalogue.questions import (
    column_not_known,
    facts_out_of_range,
    method_not_known,
    question_too_long,
)
from factcheck.port import Database
from factcheck.questions import sentences
from factcheck.questions.answer import AskedQuestion, answers, ask, claim_rows, part_rows
from factcheck.questions.fact import to_json
from factcheck.questions.neural.kept_weights import of_package
from factcheck.questions.plan import as_question
from factcheck.questions.roles import roles_of
from factcheck.questions.suggest import suggested
from factcheck.retrieval.retrieve import retrieve
from factcheck.runtime.context import CheckContext
from factcheck.server.entry import entry_point, hint_for_errors
from factcheck.server.memory import settings_in_force
from factcheck.server.session import session
from factcheck.settings import Settings
from factcheck.visible import without_controls

_LONGEST = 2_000
_MOST_FACTS = 100
_MOST_BEFORE = 10
_MOST_UNREAD = 5
_UNREADABLE = (
    "Name only relations that can be read in the argument tables, or take out others with factcheck.remove_table."
)


@entry_point
def read_question(
    database: Database,
    question: str,
    relations: list[str | None] | None,
    before: list[str] | None = None,
    method: str = "rules",
) -> dict[str, Any]:
    """Split a question into parts; the token stands for the facts that answer them."""
    if method not in {"rules", "neural"}:
        raise method_not_known(method)
    settings = settings_in_force(database)
    earlier = (before or [])[-_MOST_BEFORE:]
    for text in (question, *earlier):
        require_text(text, settings)
        if len(text) > _LONGEST:
            raise question_too_long(len(text), _LONGEST)
    tables = _tables(database, relations, settings)
    with hint_for_errors(_UNREADABLE), naming_failing_tables(tables, database) as reading:
        asked = ask(
            question, tables, reading, session.parser, settings, earlier, of_package() if method == "neural" else None
        )
    if asked is None:
        return {"parts": [], "types": []}
    keep_from_altering(database, asked.tables)
    decomposition = asked.decomposition
    kinds = decomposition.reading.kinds
    return {
        "kind": decomposition.kind,
        "method": decomposition.method,
        "probability": round(decomposition.probability, 4),
        "parts": part_rows(decomposition),
        "types": [{"fact_type": kind.value, "probability": round(kinds[kind], 4)} for kind in kinds],
        "token": session.begin(asked, database),
    }


@entry_point
def answer_question(database: Database, token: str, most: int, least_relevance: float) -> dict[str, Any]:
    """Evaluate the facts that answer a question that was read."""
    if not 1 <= most <= _MOST_FACTS:
        raise facts_out_of_range(most, _MOST_FACTS)
    asked, _ = session.take(token, AskedQuestion, database)
    with hint_for_errors(_UNREADABLE), naming_failing_tables(asked.tables, database) as reading:
        require_still_trusted(database, asked.tables)
        found = answers(asked, most, least_relevance, reading)
    if asked.unread.words:
        words = ", ".join(f'"{without_controls(word)}"' for word in asked.unread.words[:_MOST_UNREAD])
        database.notice(
            f"the facts leave out words that name nothing in {asked.tables[0].name}: {words}",
            hint="Ask in the words of the tables' columns and values; an administrator can teach others with"
            " factcheck.add_description.",
        )
    return {"rows": [{"part": each.part + 1, "fact": to_json(each.fact)} for each in found]}


@entry_point
def check_parts(database: Database, token: str) -> dict[str, Any]:
    """Evaluate the facts that decide the parts of a claim that was read."""
    asked, _ = session.take(token, AskedQuestion, database)
    with hint_for_errors(_UNREADABLE), naming_failing_tables(asked.tables, database) as reading:
        require_still_trusted(database, asked.tables)
        return {"rows": claim_rows(asked, reading)}


@entry_point
def compound_sentences(database: Database, document: str) -> dict[str, Any]:
    """Return the sentences of a document that was checked that may say several things."""
    settings = settings_in_force(database)
    require_text(document, settings)
    parsed = parse_again(document, CheckContext(database, settings), session.parser)
    found = sentences.compound_sentences(parsed, session.parser)
    return {
        "rows": [
            {"sentence": each.text, "starts": each.starts, "end": each.end, "has_clauses": each.has_clauses}
            for each in found
        ]
    }


@entry_point
def suggest_questions(database: Database, relation: str, column_name: str | None, most: int) -> dict[str, Any]:
    """Return questions that a table or one of its columns can answer."""
    if not 1 <= most <= _MOST_FACTS:
        raise facts_out_of_range(most, _MOST_FACTS)
    settings = settings_in_force(database)
    [table] = read_tables(database, [relation]) or [None]
    if table is None:
        return {"rows": []}
    column = None if column_name is None else _column(table, column_name)
    with naming_failing_tables([table], database) as reading:
        [relevance] = retrieve([()], [table], reading, settings)
    plans = suggested(roles_of(table, relevance), column, most)
    return {"rows": [{"question": as_question(plan), "fact_type": plan.kind.value} for plan in plans]}


def _tables(database: Database, relations: list[str | None] | None, settings: Settings) -> tuple[Table, ...]:
    options = checked_options(relations, None, None, None)
    tables = read_tables(database, options.table_names, stale_share=settings.stale_share)
    if not tables:
        tell_why_no_table(database)
    return tables


def _column(table: Table, name: str) -> Column:
    for column in table.columns:
        if column.name == name:
            return column
    raise column_not_known(name, table.sql_name)
