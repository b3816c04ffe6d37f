"""What the PL/Python functions call: arguments in, JSON out, errors as values.

Each entry returns an object; on an error it holds ``error`` with message, DETAIL, HINT and SQLSTATE, which the
calling PL/pgSQL function raises, since only that raises it without a Python class name in front.
"""

from __future__ import annotations

import json
import secrets
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from decimal import Decimal
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from factcheck import __version__, pipeline
from factcheck.adapters.plpy_port import PlpyDatabase, as_error
from factcheck.catalogue.descriptions import load_dictionary as take_dictionary
from factcheck.catalogue.foreign_keys import find_joins as find_foreign_keys
from factcheck.catalogue.join_decisions import add_join as keep_added
from factcheck.catalogue.join_decisions import checked_arguments, renew_joins
from factcheck.catalogue.join_decisions import remove_join as keep_removed
from factcheck.errors import FactcheckError
from factcheck.explanation import explain_claim, explain_numbers
from factcheck.health import examine
from factcheck.index.build import index_table as build_index
from factcheck.index.estimate import estimate_table as estimate_index
from factcheck.lexicon.table import is_loaded
from factcheck.lexicon.table import load_lexicon as fill_lexicon
from factcheck.nlp.spacy_parser import SpacyParser
from factcheck.parse_cache import remember as keep_parse
from factcheck.plan import explain_plan as plan_steps
from factcheck.port import Database
from factcheck.retrieval.fragment_search import FoundFragment, fragment_kind
from factcheck.retrieval.fragment_search import find_fragments as search_fragments
from factcheck.settings import read_settings

__all__ = [
    "__version__",
    "add_join",
    "doctor",
    "estimate_table",
    "evaluate",
    "explain",
    "explain_plan",
    "find_fragments",
    "find_joins",
    "index_table",
    "load_dictionary",
    "load_lexicon",
    "prepare",
    "remember",
    "remove_join",
    "render_html",
    "warm_up",
]

_Arguments = ParamSpec("_Arguments")


_Step = TypeVar("_Step", pipeline.PreparedCheck, pipeline.ParsedDocument)


@dataclass(slots=True)
class _Pending:
    """What the next step of a check takes up, and the role that began it: nobody else may go on with it."""

    role: str
    work: pipeline.PreparedCheck | pipeline.ParsedDocument


_MOST_PENDING = 4
"""Checks under way in one session: a function that a policy calls may check, too, while its table is evaluated."""


class _Session:
    """What a server process keeps between calls: the parser, and the checks under way, the outermost first."""

    def __init__(self) -> None:
        self.parser = SpacyParser()
        self.pending: dict[str, _Pending] = {}

    def begin(self, work: pipeline.PreparedCheck | pipeline.ParsedDocument, database: Database) -> str:
        """Keep what the next step takes up; checks that never came to their end make room."""
        token = secrets.token_hex(16)
        while len(self.pending) >= _MOST_PENDING:
            del self.pending[next(iter(self.pending))]
        self.pending[token] = _Pending(_role(database), work)
        return token

    def take(self, token: str, kind: type[_Step], database: Database) -> _Step:
        """What a token stands for, which is forgotten; raises ``FactcheckError`` where this role has not begun it."""
        pending = self.pending.pop(token, None)
        if pending is None or pending.role != _role(database) or not isinstance(pending.work, kind):
            raise FactcheckError(
                "no check is under way",
                sqlstate="55000",
                hint="Call fact_check, which takes the steps of a check in order.",
            )
        return pending.work


_session = _Session()


def _entry(
    function: Callable[Concatenate[Database, _Arguments], dict[str, Any]],
) -> Callable[Concatenate[Any, _Arguments], str]:
    """Make an entry of a function: give it the database, turn its result or its error into JSON."""

    @wraps(function)
    def entry(session: Any, /, *arguments: _Arguments.args, **named: _Arguments.kwargs) -> str:
        try:
            result = function(PlpyDatabase(session), *arguments, **named)
        except FactcheckError as error:
            result = {"error": _described(error)}
        except Exception as error:
            # Cancel and timeout come this way too: the statement is over, and the caller raises them again.
            known = as_error(error) or FactcheckError(
                "internal error in factcheck",
                sqlstate="XX000",
                detail=traceback.format_exc(),
                hint="This is a bug. Please report it with this message.",
            )
            result = {"error": _described(known)}
        return json.dumps(result, default=_plain_number)

    return entry


def _described(error: FactcheckError) -> dict[str, str | None]:
    return {
        "sqlstate": error.sqlstate,
        "message": error.message,
        "detail": error.detail,
        "hint": error.hint,
    }


def _plain_number(value: object) -> int | float:
    if not isinstance(value, Decimal):
        raise TypeError(f"no JSON for {value!r}")
    return int(value) if value == value.to_integral_value() else float(value)


def _role(database: Database) -> str:
    [row] = database.query("SELECT current_user::text AS role")
    return str(row["role"])


@_entry
def prepare(
    database: Database,
    document: str,
    relations: list[str | None] | None,
    p_true: float | None,
    top_k: int | None,
    time_budget: float | None,
) -> dict[str, Any]:
    """First step of ``fact_check``; ``time_budget`` in seconds.  Without a token there is nothing to check."""
    options = pipeline.checked_options(relations, p_true, top_k, time_budget)
    check = pipeline.prepare(document, options, database, _session.parser, read_settings(database))
    if check is None:
        return {}
    return {"token": _session.begin(check, database)}


@_entry
def evaluate(database: Database, token: str) -> dict[str, Any]:
    """Second step: the rows of ``fact_check``, and a new token where there is something to remember."""
    check = _session.take(token, pipeline.PreparedCheck, database)
    return {"rows": pipeline.evaluate(check, database), "token": _to_remember(check.parsed, database)}


@_entry
def remember(database: Database, token: str) -> dict[str, Any]:
    """Last step: keep the parsed document."""
    parsed = _session.take(token, pipeline.ParsedDocument, database)
    budget = read_settings(database).parse_cache_bytes
    keep_parse(database, _session.parser.name, parsed.paper.source, parsed.parses, budget)
    return {}


def _to_remember(parsed: pipeline.ParsedDocument, database: Database) -> str | None:
    """The token of the last step, None where there is nothing to remember."""
    return _session.begin(parsed, database) if parsed.is_worth_remembering else None


@_entry
def index_table(database: Database, relation: str) -> dict[str, Any]:
    """Index an added table; the first one brings the lexicon along."""
    if not is_loaded(database):
        database.notice("loading the lexicon, once in this database")
        fill_lexicon(database)
    return asdict(build_index(database, relation, read_settings(database)))


@_entry
def estimate_table(database: Database, relation: str) -> dict[str, Any]:
    """What indexing an added table would come to."""
    return asdict(estimate_index(database, relation, read_settings(database)))


@_entry
def find_joins(database: Database, relation: str) -> dict[str, Any]:
    """Let joins of an added table follow its changes, and find those that nobody declared."""
    renew_joins(database, relation)
    find_foreign_keys(database, relation, read_settings(database))
    return {}


@_entry
def add_join(
    database: Database,
    from_relation: str | None,
    from_columns: list[str | None] | None,
    to_relation: str | None,
    to_columns: list[str | None] | None,
) -> dict[str, Any]:
    """Keep a join that a person adds."""
    keep_added(database, checked_arguments(from_relation, from_columns, to_relation, to_columns))
    return {}


@_entry
def remove_join(
    database: Database,
    from_relation: str | None,
    from_columns: list[str | None] | None,
    to_relation: str | None,
    to_columns: list[str | None] | None,
) -> dict[str, Any]:
    """Keep that a person wants a join not to be used."""
    keep_removed(database, checked_arguments(from_relation, from_columns, to_relation, to_columns))
    return {}


@_entry
def explain_plan(database: Database, document: str, relations: list[str | None] | None) -> dict[str, Any]:
    """The steps of ``explain_plan``."""
    options = pipeline.checked_options(relations, None, None, None)
    return {"steps": plan_steps(database, document, options.relations, _session.parser)}


@_entry
def explain(
    database: Database, document: str, claim_no: int | None, relations: list[str | None] | None
) -> dict[str, Any]:
    """The rows of ``explain``, and a token where there is something to remember."""
    options = pipeline.checked_options(relations, None, None, None)
    settings = read_settings(database)
    pipeline.require_length(document, settings)
    parsed = pipeline.parse_document(document, database, _session.parser)
    if claim_no is None:
        rows = explain_numbers(parsed, database)
    else:
        rows = explain_claim(claim_no, options.relations, parsed, database, settings)
    return {"rows": rows, "token": _to_remember(parsed, database)}


@_entry
def find_fragments(
    database: Database, keywords: str, kind: str | None, limit: int, relations: list[str | None] | None
) -> dict[str, Any]:
    """The rows of ``find_fragments``."""
    options = pipeline.checked_options(relations, None, None, None)
    settings = read_settings(database)
    found = search_fragments(keywords, fragment_kind(kind), limit, options.relations, database, settings)
    return {"rows": [_fragment_row(fragment) for fragment in found]}


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


@_entry
def load_dictionary(
    database: Database, text: str, format_name: str | None, table: str | None, data_set: str | None
) -> dict[str, Any]:
    """Store the descriptions of a data dictionary."""
    loaded = take_dictionary(database, text, format_name, table, data_set)
    return {"taken": loaded.taken, "relations": loaded.relations}


@_entry
def load_lexicon(database: Database) -> dict[str, Any]:
    """Load the lexicon anew."""
    return {"entries": fill_lexicon(database)}


@_entry
def render_html(database: Database, document: str, claims: str) -> dict[str, Any]:
    """The page of ``check_html`` from the rows of a check."""
    # The sanitiser is loaded for this function only: a check does without it.
    from factcheck.documents.document import read_document  # noqa: PLC0415
    from factcheck.markup.page import mark_up  # noqa: PLC0415

    database.checkpoint()
    return {"html": mark_up(document, read_document(document, database.checkpoint).format, json.loads(claims))}


@_entry
def warm_up(database: Database) -> dict[str, Any]:
    """Load the parser by parsing a sentence."""
    _session.parser.parse(["The table has 12 rows."], database.checkpoint)
    return {}


@_entry
def doctor(database: Database) -> dict[str, Any]:
    """Examine the installation."""
    return {"findings": examine(database, _session.parser)}
