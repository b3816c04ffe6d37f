"""Running the experiments: each case is loaded and read once, then checked once for each variant."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.catalogue.schema import read_tables
from factcheck.check.interpret import Interpretation, reinferred
from factcheck.check.judge import judge_claims
from factcheck.check.options import CheckOptions
from factcheck.check.pipeline import interpreted
from factcheck.check.prepare import PreparedCheck, prepare
from factcheck.check.rerank import rerank
from factcheck.check.rows import rows_of
from factcheck.claims.keywords import all_keywords
from factcheck.nlp.parser import Parser
from factcheck.port import Row
from factcheck.quality.cases.corruption import CorruptedSource, corrupt
from factcheck.quality.cases.runner import Load, LoadedCase, run_cases
from factcheck.quality.cases.sandbox import as_role, set_as_server_does
from factcheck.quality.cases.scratch import Scratch, scratch_database
from factcheck.quality.experiments.cached import CachedTime, time_cached
from factcheck.quality.experiments.naive import NaiveTime, time_naive
from factcheck.quality.experiments.variants import DEFAULT, Experiment, Variant, variants
from factcheck.quality.fragments.lookup import Catalogue
from factcheck.quality.fragments.recall import DESCRIBED_SOURCES, index_only
from factcheck.quality.judging.comparison import compare
from factcheck.quality.judging.results import Check
from factcheck.quality.queries.equivalence import case_equivalence
from factcheck.queries.query import Query
from factcheck.runtime.telemetry import seconds_by_stage
from factcheck.settings import read_settings
from factcheck.sql_reading.from_sql import in_paper_class, read_queries
from factcheck.sqltext import identifier

ALTERNATIVES = 20
"""How many of the most likely queries a check is asked for."""


@dataclass(frozen=True, slots=True)
class ExperimentOptions:
    """The experiments to do, and the share of right numbers to write errors into with the seed that picks them."""

    experiments: frozenset[Experiment] = frozenset(Experiment)
    corrupt: float = 0.3
    seed: int = 1
    sample: int = 200


@dataclass(frozen=True, slots=True)
class VariantCheck:
    """One check: its claims compared with the labels, its seconds without parsing, and those of each stage."""

    check: Check
    stage_seconds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class CaseExperiments:
    """A case with its right queries inside the paper's class, and a check of each variant.

    ``prepare_seconds`` is the time of reading and parsing the document.  ``naive`` is None unless it was measured,
    ``cached`` also where the server keeps no results.  ``failure`` tells why the case has none of these.
    """

    case_id: str
    data_set: str
    queries: tuple[Query, ...] = ()
    checks: Mapping[Variant, VariantCheck] = field(default_factory=dict)
    prepare_seconds: float = 0.0
    naive: NaiveTime | None = None
    cached: CachedTime | None = None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class _VariantRows:
    """The rows of a check, which are compared with the labels after all checks."""

    rows: Sequence[Row]
    seconds: float
    stage_seconds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A document with or without errors written into it, ready to be evaluated; None where it has no claim."""

    source: CorruptedSource
    check: PreparedCheck | None
    seconds: float


def run_experiments(
    dsn: str, folders: Sequence[Path], options: ExperimentOptions, load: Load, parser: Parser
) -> Iterator[CaseExperiments]:
    """Do the experiments on each case.

    Checks run in this process rather than in the server, under the settings of the server's functions.  The session's
    role has to be a superuser; other sessions cannot add tables meanwhile.
    """
    parser.parse(["The table has 12 rows."])  # loads the language model, whose time is no case's
    with scratch_database(dsn) as scratch:

        def measure(loaded: LoadedCase) -> CaseExperiments:
            return _measured(loaded, dsn, scratch, options, parser)

        yield from run_cases(dsn, folders, load, measure, CaseExperiments)


def _measured(
    loaded: LoadedCase, dsn: str, scratch: Scratch, options: ExperimentOptions, parser: Parser
) -> CaseExperiments:
    case = loaded.case
    wanted = variants(options.experiments)
    set_as_server_does(loaded.connection)
    documents = {
        is_corrupted: _prepared(loaded, parser, options, is_corrupted)
        for is_corrupted in sorted({variant.is_corrupted for variant in wanted})
    }
    is_compared = Experiment.TIME in options.experiments
    checked = _checked(loaded, documents, wanted, is_compared or Experiment.PROCESSING in options.experiments)
    naive = _naive(loaded, documents[False].check, options) if is_compared else None
    cached = time_cached(dsn, loaded.role, loaded.tables, case.source) if is_compared else None
    with case_equivalence(scratch, loaded) as equivalence:
        checks = {
            variant: VariantCheck(
                compare(case, documents[variant.is_corrupted].source, check.rows, check.seconds, equivalence),
                check.stage_seconds,
            )
            for variant, check in checked.items()
        }
    queries = _right_queries(loaded) if Experiment.THEME in options.experiments else ()
    return CaseExperiments(case.case_id, case.data_set, queries, checks, documents[False].seconds, naive, cached)


def _prepared(loaded: LoadedCase, parser: Parser, options: ExperimentOptions, is_corrupted: bool) -> _Prepared:
    case = loaded.case
    share = options.corrupt if is_corrupted else 0.0
    source = corrupt(case.source, case.claims, share, f"{options.seed} {case.case_id}")
    database = PsycopgDatabase(loaded.connection)
    asked = CheckOptions(loaded.tables, top_k=ALTERNATIVES)
    with as_role(loaded.connection, loaded.role):
        start = time.perf_counter()
        check = prepare(source.source, asked, database, parser, read_settings(database))
        return _Prepared(source, check, time.perf_counter() - start)


def _checked(
    loaded: LoadedCase, documents: Mapping[bool, _Prepared], wanted: Sequence[Variant], is_timed: bool
) -> dict[Variant, _VariantRows]:
    """Check the documents in each variant; where there is nothing to check, there are no rows."""
    checked: dict[Variant, _VariantRows] = {}
    for is_corrupted, document in documents.items():
        if document.check is not None:
            variants_of_it = [variant for variant in wanted if variant.is_corrupted is is_corrupted]
            checked |= _checked_document(loaded, document.check, variants_of_it, is_timed)
    return {variant: checked.get(variant, _VariantRows((), 0.0, {})) for variant in wanted}


def _varied(check: PreparedCheck, variant: Variant) -> PreparedCheck:
    if variant == DEFAULT:
        return check
    keywords = all_keywords(check.claims, check.parsed.document, check.parsed.parses, variant.sources)
    return replace(check, settings=variant.apply(check.settings), keywords=tuple(keywords))


def _checked_document(
    loaded: LoadedCase, check: PreparedCheck, wanted: Sequence[Variant], is_timed: bool
) -> dict[Variant, _VariantRows]:
    """Check a document in full for those variants that need it, and infer anew for the others.

    The first check of a session takes longer: where the time matters, the default is checked once more.
    Variants without synonyms come last, in a transaction that has none and is undone.
    """
    first, interpretation = _evaluated(loaded, check)
    checked = {}
    for variant in wanted:
        if variant == DEFAULT and not is_timed:
            checked[variant] = first
            continue
        varied = _varied(check, variant)
        if variant.changes_inference_only:
            context = varied.context(PsycopgDatabase(loaded.connection))
            judged = judge_claims(rerank(reinferred(varied, interpretation, context), context), context)
            checked[variant] = _VariantRows(rows_of(judged, context), 0.0, {})
        elif variant.with_synonyms:
            checked[variant], _ = _evaluated(loaded, varied)
    without = [variant for variant in wanted if not variant.with_synonyms]
    if without:
        with _no_synonyms(loaded):
            checked |= {variant: _evaluated(loaded, _varied(check, variant))[0] for variant in without}
    return checked


def _evaluated(loaded: LoadedCase, check: PreparedCheck) -> tuple[_VariantRows, Interpretation]:
    context = check.context(PsycopgDatabase(loaded.connection))
    with as_role(loaded.connection, loaded.role):
        start = time.perf_counter()
        interpretation = interpreted(check, context)
        rows = rows_of(judge_claims(rerank(interpretation, context), context), context)
        seconds = time.perf_counter() - start
    return _VariantRows(rows, seconds, seconds_by_stage(context.telemetry.times[len(check.times) :])), interpretation


@contextmanager
def _no_synonyms(loaded: LoadedCase) -> Iterator[None]:
    """Take the synonyms from the index and, for the role of the checks, from the lexicon."""
    connection = loaded.connection
    with connection.transaction(force_rollback=True):
        index_only(connection, loaded.tables, DESCRIBED_SOURCES)
        connection.execute("ALTER TABLE factcheck.lexicon ENABLE ROW LEVEL SECURITY")
        connection.execute(
            f"CREATE POLICY no_synonyms ON factcheck.lexicon FOR SELECT TO {identifier(loaded.role)}"
            " USING (relation NOT IN ('synonym', 'hypernym'))".encode()
        )
        yield


def _naive(loaded: LoadedCase, check: PreparedCheck | None, options: ExperimentOptions) -> NaiveTime | None:
    if check is None:
        return None
    database = PsycopgDatabase(loaded.connection)
    with as_role(loaded.connection, loaded.role):
        return time_naive(check, database, options.sample, f"{options.seed} {loaded.case.case_id}")


def _right_queries(loaded: LoadedCase) -> tuple[Query, ...]:
    """Return the right query of each claim inside the paper's class, read in the first way the data allow."""
    tables = read_tables(PsycopgDatabase(loaded.connection), loaded.tables)
    catalogue = Catalogue(loaded.connection, tables)
    alternatives = (in_paper_class(read_queries(claim.sql, tables)) for claim in loaded.case.claims if claim.sql)
    possible = ([one.query for one in readings if catalogue.find(one) is not None] for readings in alternatives)
    return tuple(queries[0] for queries in possible if queries)
