"""Accuracy of checks: each case's document is checked in the server, and the rows are compared with its labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from factcheck.adapters.client_session import Connection
from factcheck.nlp.parser import Parser
from factcheck.port import Row
from factcheck.quality.cases.corruption import CorruptedSource, corrupt
from factcheck.quality.cases.runner import Load, LoadedCase, run_cases, timed
from factcheck.quality.cases.sandbox import as_role
from factcheck.quality.cases.scratch import Scratch, scratch_database
from factcheck.quality.cases.statements import placed, twin_documents
from factcheck.quality.judging.comparison import compare
from factcheck.quality.judging.results import ALTERNATIVES, CaseResult
from factcheck.quality.judging.statements import compare_statements
from factcheck.quality.losses import with_losses
from factcheck.quality.queries.equivalence import QueryEquivalence, QueryFailedError, case_equivalence
from factcheck.quality.stage_times import stage_seconds


@dataclass(frozen=True, slots=True)
class Harness:
    """How files are loaded and documents checked, and the parser of this process.

    ``check`` gets the document, the tables, the check's ``p_true`` and the number of alternatives to return.
    ``parser`` is called for documents with lost claims only; without it no reason is given for them.
    """

    load: Load
    check: Callable[[Connection, str, Sequence[str], float | None, int], Sequence[Row]]
    parser: Parser | None = None


@dataclass(frozen=True, slots=True)
class MeasurementOptions:
    """What a measurement varies: share of right numbers to corrupt, its seed, and the check's ``p_true``."""

    corrupt: float = 0.0
    seed: int = 0
    p_true: float | None = None


def measure_accuracy(
    dsn: str, folders: Sequence[Path], options: MeasurementOptions, harness: Harness
) -> Iterator[CaseResult]:
    """Check the document of each case in the server; the session's role has to be a superuser."""
    with scratch_database(dsn) as scratch:
        yield from run_cases(
            dsn, folders, harness.load, lambda loaded: _measured(loaded, scratch, options, harness), CaseResult
        )


def _measured(loaded: LoadedCase, scratch: Scratch, options: MeasurementOptions, harness: Harness) -> CaseResult:
    case, connection = loaded.case, loaded.connection

    def check(document: str) -> tuple[Sequence[Row], float]:
        return timed(lambda: harness.check(connection, document, loaded.tables, options.p_true, ALTERNATIVES))

    with as_role(connection, loaded.role):
        connection.execute("SELECT factcheck.warm_up()")
        with stage_seconds(connection) as seconds_by_stage:
            natural = check(case.source)
        _, warm_seconds = check(case.source)
        source = corrupt(case.source, case.claims, options.corrupt, f"{options.seed} {case.case_id}")
        corrupted = check(source.source) if options.corrupt else None
        twins = [
            (check(document)[0], placed_twins)
            for document, placed_twins in twin_documents(case.source, case.statements)
        ]
    statements, other_statements = compare_statements(placed(case.source, case.statements), natural[0])
    for rows, placed_twins in twins:
        statements += compare_statements(placed_twins, rows, is_twin=True)[0]
    with case_equivalence(scratch, loaded) as equivalence:
        published = compare(case, CorruptedSource(case.source, ()), *natural, equivalence)
        return CaseResult(
            case.case_id,
            case.data_set,
            tables=len(loaded.tables),
            rows=loaded.rows,
            load_seconds=loaded.load_seconds,
            add_seconds=loaded.add_seconds,
            warm_seconds=warm_seconds,
            stage_seconds=seconds_by_stage,
            natural=published if harness.parser is None else with_losses(loaded, published, harness.parser),
            statements=statements,
            other_statements=other_statements,
            corrupted=corrupted and compare(case, source, *corrupted, equivalence),
            invalid_queries=tuple(query for query in case.queries if not _is_valid(equivalence, query)),
        )


def _is_valid(equivalence: QueryEquivalence, query: str) -> bool:
    try:
        equivalence.value(query)
    except QueryFailedError:
        return False
    return True
