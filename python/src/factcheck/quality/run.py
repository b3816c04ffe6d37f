"""Running cases: load the data, check the article, and lay the rows beside the labels."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

import psycopg

from factcheck.errors import FactcheckError
from factcheck.quality.cases import Case, LabelledClaim, locate_claims, read_case
from factcheck.quality.corruption import CorruptedSource, corrupt
from factcheck.quality.matching import Mention, SpottedNumber, match
from factcheck.quality.query_class import is_in_query_class
from factcheck.quality.sameness import Connection, QueryFailedError, SamenessTest
from factcheck.quality.source_text import SourceText, Span
from factcheck.sqltext import identifier

READINGS = 10
_STAGE = re.compile(r"stage (?P<stage>\w+): (?P<seconds>[\d.]+) s")

Row = Mapping[str, Any]
_Result = TypeVar("_Result")


class Table(Protocol):
    """A loaded table: its quoted, qualified name, and how many rows it has."""

    @property
    def regclass(self) -> str: ...  # noqa: D102

    @property
    def rows(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Steps:
    """How a file becomes a table of a schema, and how a document is checked against tables.

    ``check`` gets the document, the tables, the check's ``p_true`` and the number of readings wanted.
    """

    load: Callable[[Connection, Path, str], Table]
    check: Callable[[Connection, str, Sequence[str], float | None, int], Sequence[Row]]


@dataclass(frozen=True, slots=True)
class Options:
    """What an evaluation varies: share of right numbers to corrupt, its seed, and the check's ``p_true``."""

    corrupt: float = 0.0
    seed: int = 0
    p_true: float | None = None


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A labelled claim beside what the check said of it; ``verdict`` is None where it was not spotted.

    ``error`` names the error written into it.  ``right_rank`` is the place of the right query among the
    alternatives, from 1; None also where the right query is not known.
    """

    sentence: str
    value_text: str
    value: float
    is_correct: bool
    error: str | None
    sql: str | None
    is_in_class: bool
    verdict: str | None = None
    p_correct: float | None = None
    claimed_value: float | None = None
    found_value: float | None = None
    query: str | None = None
    description: str | None = None
    message: str | None = None
    right_rank: int | None = None


@dataclass(frozen=True, slots=True)
class OtherNumber:
    """A row of a check that is about no labelled claim; ``is_unlabelled``: nobody knows if it is one."""

    text: str
    sentence: str
    verdict: str
    is_unlabelled: bool


@dataclass(frozen=True, slots=True)
class Check:
    """One document checked."""

    claims: tuple[CheckedClaim, ...]
    others: tuple[OtherNumber, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class CaseResult:
    """A case with its natural and its corrupted document checked; ``failure`` tells why it was not."""

    case_id: str
    data_set: str
    tables: int = 0
    rows: int = 0
    load_seconds: float = 0.0
    add_seconds: float = 0.0
    warm_seconds: float = 0.0
    stage_seconds: Mapping[str, float] = field(default_factory=dict)
    natural: Check | None = None
    corrupted: Check | None = None
    invalid_queries: tuple[str, ...] = field(default=())
    failure: str | None = None


def run_cases(dsn: str, folders: Sequence[Path], options: Options, steps: Steps) -> Iterator[CaseResult]:
    """Run each case in a session and schema of its own; a failure is a result, and the run goes on.

    The session's role has to be a superuser; checks run as a role made for this run that may check and
    may read the case's tables, nothing else.
    """
    role = f"factcheck_evaluate_{secrets.token_hex(4)}"
    with _connected(dsn) as connection:
        connection.execute(f"CREATE ROLE {identifier(role)}".encode())
        connection.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [role])
    try:
        for folder in folders:
            yield _run_case(dsn, folder, role, options, steps)
    finally:
        with _connected(dsn) as connection:
            connection.execute(f"DROP OWNED BY {identifier(role)}".encode())
            connection.execute(f"DROP ROLE {identifier(role)}".encode())


def _run_case(dsn: str, folder: Path, role: str, options: Options, steps: Steps) -> CaseResult:
    name = folder.resolve().name
    data_set = name
    try:
        case = read_case(folder)
        data_set = case.data_set
        with _schema(dsn) as schema, _connected(dsn) as connection:
            return _checked_case(connection, case, schema, role, options, steps)
    except (FactcheckError, psycopg.Error, OSError) as error:
        return CaseResult(name, data_set, failure=_told(error))


def _told(error: Exception) -> str:
    message, detail = str(error).strip(), getattr(error, "detail", None)
    if isinstance(error, psycopg.Error) and error.diag.message_primary:
        message, detail = error.diag.message_primary, error.diag.message_detail
    return f"{message} ({detail})" if detail else message


def _checked_case(
    connection: Connection, case: Case, schema: str, role: str, options: Options, steps: Steps
) -> CaseResult:
    tables, load_seconds = _timed(lambda: [steps.load(connection, path, schema) for path in case.data])
    names = [table.regclass for table in tables]
    _, add_seconds = _timed(lambda: _add(connection, names))
    _grant(connection, schema, role)

    def run(document: str) -> tuple[Sequence[Row], float]:
        return _timed(lambda: steps.check(connection, document, names, options.p_true, READINGS))

    with _as_role(connection, role):
        connection.execute("SELECT factcheck.warm_up()")
        with _stages(connection) as stage_seconds:
            natural = run(case.source)
        _, warm_seconds = run(case.source)
        source = corrupt(case.source, case.claims, options.corrupt, f"{options.seed} {case.case_id}")
        corrupted = run(source.source) if options.corrupt else None
    queries = list(dict.fromkeys(claim.sql for claim in case.claims if claim.sql))
    with SamenessTest(connection, schema, queries) as sameness:
        return CaseResult(
            case.case_id,
            case.data_set,
            tables=len(tables),
            rows=sum(table.rows for table in tables),
            load_seconds=load_seconds,
            add_seconds=add_seconds,
            warm_seconds=warm_seconds,
            stage_seconds=stage_seconds,
            natural=_compared(case, CorruptedSource(case.source, ()), *natural, sameness),
            corrupted=corrupted and _compared(case, source, *corrupted, sameness),
            invalid_queries=tuple(query for query in queries if not _is_valid(sameness, query)),
        )


def _compared(
    case: Case,
    source: CorruptedSource,
    rows: Sequence[Row],
    seconds: float,
    sameness: SamenessTest,
) -> Check:
    """Lay the rows of a check of ``source`` beside the case's labels, changed where it was corrupted."""
    text = SourceText(case.source)
    edits = {edit.claim: edit for edit in source.edits}
    mentions = []
    for index, (claim, places) in enumerate(zip(case.claims, locate_claims(text, case.claims), strict=True)):
        edit = edits.get(index)
        moved = tuple(source.moved(place) for place in places)
        mentions.append(
            Mention(moved, edit.text, edit.value) if edit else Mention(moved, claim.value_text, claim.value)
        )
    spotted = [_spotted(row) for row in rows]
    found = match(mentions, spotted)
    claims = []
    for index, (claim, mention, position) in enumerate(zip(case.claims, mentions, found, strict=True)):
        row = None if position is None else rows[position]
        error = edits[index].error if index in edits else None
        claims.append(_checked_claim(claim, mention, error, row, sameness))
    unlabelled = [source.moved(s) for sentence, number in case.unlabelled for s in text.numbers(sentence, number)]
    others = tuple(
        OtherNumber(
            number.text,
            str(rows[position]["sentence"]),
            str(rows[position]["verdict"]),
            any(number.span.overlaps(span) for span in unlabelled),
        )
        for position, number in enumerate(spotted)
        if position not in found
    )
    return Check(tuple(claims), others, seconds)


def _spotted(row: Row) -> SpottedNumber:
    start = int(row["claim_start"]) - 1
    return SpottedNumber(
        Span(start, start + int(row["claim_length"])),
        str(row["claim_text"]),
        _float(row["claimed_value"]),
        _float(row["claimed_high"]),
    )


def _checked_claim(
    claim: LabelledClaim,
    mention: Mention,
    error: str | None,
    row: Row | None,
    sameness: SamenessTest,
) -> CheckedClaim:
    label = (
        claim.sentence,
        mention.text,
        mention.value,
        claim.is_correct and error is None,
        error,
        claim.sql,
        claim.sql is not None and is_in_query_class(claim.sql),
    )
    if row is None:
        return CheckedClaim(*label)
    return CheckedClaim(
        *label,
        verdict=str(row["verdict"]),
        p_correct=_float(row["p_correct"]),
        claimed_value=_float(row["claimed_value"]),
        found_value=_float(row["found_value"]),
        query=row["query"],
        description=row["description"],
        message=row["message"],
        right_rank=_right_rank(claim.sql, row["alternatives"] or [], sameness),
    )


def _right_rank(truth: str | None, alternatives: Sequence[Row], sameness: SamenessTest) -> int | None:
    if truth is None:
        return None
    return next((rank for rank, reading in enumerate(alternatives, 1) if sameness.same(reading["query"], truth)), None)


def _is_valid(sameness: SamenessTest, query: str) -> bool:
    try:
        sameness.value(query)
    except QueryFailedError:
        return False
    return True


def _float(value: Any) -> float | None:
    return None if value is None else float(value)


def _timed(action: Callable[[], _Result]) -> tuple[_Result, float]:
    start = time.perf_counter()
    result = action()
    return result, time.perf_counter() - start


def _add(connection: Connection, tables: Sequence[str]) -> None:
    for table in tables:
        connection.execute("SELECT factcheck.add_table(%s::regclass)", [table])


def _grant(connection: Connection, schema: str, role: str) -> None:
    grantee = identifier(role)
    connection.execute(f"GRANT USAGE ON SCHEMA {identifier(schema)} TO {grantee}".encode())
    connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {identifier(schema)} TO {grantee}".encode())


@contextmanager
def _connected(dsn: str) -> Iterator[Connection]:
    """Open a session that keeps the server's notices to itself."""
    with psycopg.connect(dsn, autocommit=True, application_name="factcheck evaluate") as connection:
        yield connection


@contextmanager
def _schema(dsn: str) -> Iterator[str]:
    """Make a schema; at the end take its tables back and drop it, in sessions that no check has touched."""
    schema = f"factcheck_case_{secrets.token_hex(4)}"
    with _connected(dsn) as connection:
        connection.execute(f"CREATE SCHEMA {identifier(schema)}".encode())
    try:
        yield schema
    finally:
        with _connected(dsn) as connection:
            connection.execute(
                "SELECT factcheck.remove_table(c.oid) FROM pg_class c"
                " JOIN factcheck.data_table t ON t.relation = c.oid WHERE c.relnamespace = %s::regnamespace",
                [schema],
            )
            connection.execute(f"DROP SCHEMA {identifier(schema)} CASCADE".encode())


@contextmanager
def _stages(connection: Connection) -> Iterator[Mapping[str, float]]:
    """Collect the seconds of each stage that checks of the session tell as debug messages."""
    seconds: dict[str, float] = {}

    def listen(told: psycopg.errors.Diagnostic) -> None:
        found = _STAGE.fullmatch(told.message_primary or "")
        if found:
            seconds[found["stage"]] = seconds.get(found["stage"], 0.0) + float(found["seconds"])

    connection.add_notice_handler(listen)
    connection.execute("SET client_min_messages = debug2")
    yield seconds
    connection.execute("RESET client_min_messages")
    connection.remove_notice_handler(listen)


@contextmanager
def _as_role(connection: Connection, role: str) -> Iterator[None]:
    connection.execute(f"SET ROLE {identifier(role)}".encode())
    yield
    connection.execute(b"RESET ROLE")
