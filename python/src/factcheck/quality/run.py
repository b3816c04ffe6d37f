"""Running cases: load the data, check the article, and lay the rows beside the labels."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from factcheck.adapters.client_session import Connection
from factcheck.nlp.parser import Parser
from factcheck.quality.cases.case import Case, case_name, locate_claims, read_case
from factcheck.quality.cases.corruption import CorruptedSource, corrupt
from factcheck.quality.cases.sandbox import (
    CASE_FAILURES,
    Load,
    add_tables,
    analyst,
    as_role,
    case_schema,
    connected,
    told,
)
from factcheck.quality.cases.scratch import Scratch, copied_schema, grant_reading, scratch_database
from factcheck.quality.cases.source_text import SourceText
from factcheck.quality.judging.comparison import Row, compare
from factcheck.quality.judging.results import CaseResult, Check
from factcheck.quality.judging.why_missed import read_text
from factcheck.quality.queries.equivalence import QueryFailedError, SamenessTest
from factcheck.quality.stage_times import stage_seconds

READINGS = 10

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Steps:
    """How a file becomes a table of a schema, how a document is checked against tables, and who parses here.

    ``check`` gets the document, the tables, the check's ``p_true`` and the number of readings wanted.
    ``parser`` is called for documents with missed claims only; without it no reason is told for them.
    """

    load: Load
    check: Callable[[Connection, str, Sequence[str], float | None, int], Sequence[Row]]
    parser: Parser | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """What an evaluation varies: share of right numbers to corrupt, its seed, and the check's ``p_true``."""

    corrupt: float = 0.0
    seed: int = 0
    p_true: float | None = None


def run_cases(dsn: str, folders: Sequence[Path], options: Options, steps: Steps) -> Iterator[CaseResult]:
    """Run each case in a session and schema of its own; a failure is a result, and the run goes on.

    The session's role has to be a superuser; checks run as a role made for this run that may check and
    may read the case's tables, nothing else.
    """
    with analyst(dsn) as role, scratch_database(dsn) as scratch:
        for folder in folders:
            yield _run_case(dsn, scratch, folder, role, options, steps)


def _run_case(dsn: str, scratch: Scratch, folder: Path, role: str, options: Options, steps: Steps) -> CaseResult:
    name = case_name(folder)
    data_set = name
    try:
        case = read_case(folder)
        data_set = case.data_set
        with case_schema(dsn) as schema, connected(dsn) as connection:
            return _checked_case(connection, scratch, case, schema, role, options, steps)
    except CASE_FAILURES as error:
        return CaseResult(name, data_set, failure=told(error))


def _checked_case(
    connection: Connection, scratch: Scratch, case: Case, schema: str, role: str, options: Options, steps: Steps
) -> CaseResult:
    tables, load_seconds = _timed(lambda: [steps.load(connection, path, schema) for path in case.data])
    names = [table.regclass for table in tables]
    _, add_seconds = _timed(lambda: add_tables(connection, names))
    grant_reading(connection, schema, role)

    def run(document: str) -> tuple[Sequence[Row], float]:
        return _timed(lambda: steps.check(connection, document, names, options.p_true, READINGS))

    with as_role(connection, role):
        connection.execute("SELECT factcheck.warm_up()")
        with stage_seconds(connection) as seconds_by_stage:
            natural = run(case.source)
        _, warm_seconds = run(case.source)
        source = corrupt(case.source, case.claims, options.corrupt, f"{options.seed} {case.case_id}")
        corrupted = run(source.source) if options.corrupt else None
    queries = list(dict.fromkeys(claim.sql for claim in case.claims if claim.sql))
    with (
        copied_schema(scratch, connection, schema) as (owner, reader),
        SamenessTest(owner, reader, schema, queries) as sameness,
    ):
        return CaseResult(
            case.case_id,
            case.data_set,
            tables=len(tables),
            rows=sum(table.rows for table in tables),
            load_seconds=load_seconds,
            add_seconds=add_seconds,
            warm_seconds=warm_seconds,
            stage_seconds=seconds_by_stage,
            natural=_explained(case, compare(case, CorruptedSource(case.source, ()), *natural, sameness), steps.parser),
            corrupted=corrupted and compare(case, source, *corrupted, sameness),
            invalid_queries=tuple(query for query in queries if not _is_valid(sameness, query)),
        )


def _explained(case: Case, check: Check, parser: Parser | None) -> Check:
    """Tell of each claim that was missed why it is not taken for one."""
    if parser is None or all(claim.verdict is not None for claim in check.claims):
        return check
    text = read_text(case.source, parser)
    places = locate_claims(SourceText(case.source), case.claims)
    claims = (
        claim if claim.verdict is not None else replace(claim, why_missed=text.why_missed(where))
        for claim, where in zip(check.claims, places, strict=True)
    )
    return replace(check, claims=tuple(claims))


def _is_valid(sameness: SamenessTest, query: str) -> bool:
    try:
        sameness.value(query)
    except QueryFailedError:
        return False
    return True


def _timed(action: Callable[[], _Result]) -> tuple[_Result, float]:
    start = time.perf_counter()
    result = action()
    return result, time.perf_counter() - start
