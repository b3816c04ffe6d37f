"""Accuracy of checks: each case's document is checked in the server, and the rows are compared with its labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from factcheck.adapters.client_session import Connection
from factcheck.nlp.parser import Parser
from factcheck.port import Row
from factcheck.quality.cases.case import Case
from factcheck.quality.cases.corruption import CorruptedSource, corrupt
from factcheck.quality.cases.other_cases import cases_of_other_data_sets
from factcheck.quality.cases.runner import Load, LoadedCase, run_cases, timed
from factcheck.quality.cases.sandbox import as_role, setting_changed
from factcheck.quality.cases.scratch import Scratch, scratch_database
from factcheck.quality.cases.statements import placed, twin_documents
from factcheck.quality.judging.comparison import compare
from factcheck.quality.judging.foreign import foreign_check
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
    check: Callable[[Connection, str, Sequence[str] | None, float | None, int], Sequence[Row]]
    parser: Parser | None = None


@dataclass(frozen=True, slots=True)
class MeasurementOptions:
    """What a measurement varies.

    ``corrupt`` is the share of right numbers to write errors into, ``seed`` picks them, and ``p_true`` is the check's.
    With ``is_foreign`` each case's data are also asked about a document of another data set.  ``crowd`` is the number
    of cases whose tables stand beside those of a case, where no table is named.  With ``is_paper_rounding`` a result
    agrees that rounds to the number at all (Definition 1).
    """

    corrupt: float = 0.0
    seed: int = 0
    p_true: float | None = None
    is_foreign: bool = False
    crowd: int = 0
    is_paper_rounding: bool = False


def measure_accuracy(
    dsn: str, folders: Sequence[Path], options: MeasurementOptions, harness: Harness
) -> Iterator[CaseResult]:
    """Check the document of each case in the server; the session's role has to be a superuser."""
    with ExitStack() as undone:
        if options.is_paper_rounding:
            undone.enter_context(setting_changed(dsn, "rounding_tolerance", 1.0))
        scratch = undone.enter_context(scratch_database(dsn))

        def measure(loaded: LoadedCase) -> CaseResult:
            foreign = next(cases_of_other_data_sets(loaded.case, folders), None) if options.is_foreign else None
            return _measured(loaded, foreign, scratch, options, harness)

        yield from run_cases(dsn, folders, harness.load, measure, CaseResult, options.crowd)


def _measured(
    loaded: LoadedCase, foreign: Case | None, scratch: Scratch, options: MeasurementOptions, harness: Harness
) -> CaseResult:
    case, connection = loaded.case, loaded.connection

    def check(document: str) -> tuple[Sequence[Row], float]:
        return timed(lambda: harness.check(connection, document, loaded.named_tables, options.p_true, ALTERNATIVES))

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
        foreign_rows = check(foreign.source)[0] if foreign is not None else ()
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
            foreign=None if foreign is None else foreign_check(foreign.case_id, foreign_rows),
            corrupted=corrupted and compare(case, source, *corrupted, equivalence),
            invalid_queries=tuple(query for query in case.queries if not _is_valid(equivalence, query)),
        )


def _is_valid(equivalence: QueryEquivalence, query: str) -> bool:
    try:
        equivalence.value(query)
    except QueryFailedError:
        return False
    return True
