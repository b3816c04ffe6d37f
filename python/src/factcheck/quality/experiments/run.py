"""Running the variants: each case is loaded and read once, then checked once for each variant."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from factcheck.adapters.client_session import Connection
from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.catalogue.schema import read_tables
from factcheck.check.interpret import Interpretation, interpret, relearned
from factcheck.check.options import Options as CheckOptions
from factcheck.check.pipeline import judged
from factcheck.check.prepare import PreparedCheck, prepare
from factcheck.claims.keywords import all_keywords
from factcheck.nlp.parser import Parser
from factcheck.quality.cases.case import Case, case_name, read_case
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
from factcheck.quality.experiments.cached import CachedTime, time_cached
from factcheck.quality.experiments.naive import NaiveTime, time_naive
from factcheck.quality.experiments.variants import DEFAULT, Experiment, Variant, variants
from factcheck.quality.fragments.lookup import Catalogue
from factcheck.quality.fragments.recall import DESCRIBED_SOURCES, index_only
from factcheck.quality.judging.comparison import Row, compare
from factcheck.quality.judging.results import Check
from factcheck.quality.queries.equivalence import SamenessTest
from factcheck.quality.queries.from_sql import QueryFragments, read_fragments
from factcheck.quality.stage_times import StageTimingDatabase
from factcheck.settings import read_settings
from factcheck.sqltext import identifier, text_array

READINGS = 20
"""As many of the most likely queries are asked for."""


@dataclass(frozen=True, slots=True)
class Options:
    """The experiments to do, and the share of right numbers to write errors into with the seed that picks them."""

    experiments: frozenset[Experiment] = frozenset(Experiment)
    corrupt: float = 0.3
    seed: int = 1
    sample: int = 200


@dataclass(frozen=True, slots=True)
class VariantCheck:
    """One check: its claims beside the labels, its seconds without parsing, and those of each of its stages."""

    check: Check
    stage_seconds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class CaseExperiments:
    """A case with its right queries inside the paper's class, and a check of each variant.

    ``prepare_seconds`` is what reading and parsing the document took; ``naive`` is None unless it was measured.
    ``cached`` also where the server keeps no results.  ``failure`` tells why the case has none of these.
    """

    case_id: str
    data_set: str
    queries: tuple[QueryFragments, ...] = ()
    checks: Mapping[Variant, VariantCheck] = field(default_factory=dict)
    prepare_seconds: float = 0.0
    naive: NaiveTime | None = None
    cached: CachedTime | None = None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class _Checked:
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


def run_cases(
    dsn: str, folders: Sequence[Path], options: Options, load: Load, parser: Parser
) -> Iterator[CaseExperiments]:
    """Run each case in a schema of its own; a failure is a result, and the run goes on.

    Checks run here rather than in the server, under the settings of its functions, as a role that may read the
    case's tables and nothing else.  The session's role has to be a superuser; nobody else can add tables meanwhile.
    """
    parser.parse(["The table has 12 rows."], lambda: None)  # loads the language model, which no case is to pay for
    with analyst(dsn) as role, scratch_database(dsn) as scratch:
        for folder in folders:
            yield _run_case(_Place(dsn, scratch, role), folder, options, load, parser)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where cases are measured: the database, that of their labelled queries, and the role of the checks."""

    dsn: str
    scratch: Scratch
    role: str


def _run_case(place: _Place, folder: Path, options: Options, load: Load, parser: Parser) -> CaseExperiments:
    name = case_name(folder)
    data_set = name
    try:
        case = read_case(folder)
        data_set = case.data_set
        with case_schema(place.dsn) as schema, connected(place.dsn) as connection:
            names = [load(connection, path, schema).regclass for path in case.data]
            add_tables(connection, names)
            grant_reading(connection, schema, place.role)
            session = _Session(connection, place, schema, _plain(connection, names))
            return _measured(session, case, options, parser)
    except CASE_FAILURES as error:
        return CaseExperiments(name, data_set, failure=told(error))


def _plain(connection: Connection, names: Sequence[str]) -> tuple[str, ...]:
    """Names of tables as the server writes them."""
    rows = connection.execute(f"SELECT unnest({text_array(names)})::regclass::text".encode()).fetchall()
    return tuple(str(row[0]) for row in rows)


@dataclass(frozen=True, slots=True)
class _Session:
    """Where a case is measured: the session, and the tables that its checks are about."""

    connection: Connection
    place: _Place
    schema: str
    tables: tuple[str, ...]

    @property
    def role(self) -> str:
        """The role of the checks."""
        return self.place.role


def _measured(session: _Session, case: Case, options: Options, parser: Parser) -> CaseExperiments:
    wanted = variants(options.experiments)
    _set_as_server_does(session.connection)
    documents = {
        is_corrupted: _prepared(session, case, parser, options, is_corrupted)
        for is_corrupted in sorted({variant.is_corrupted for variant in wanted})
    }
    usual = documents[False].check
    is_compared = Experiment.TIME in options.experiments
    rows = _rows(session, documents, wanted, is_compared or Experiment.PROCESSING in options.experiments)
    naive = _naive(session, usual, options, case.case_id) if is_compared else None
    cached = time_cached(session.place.dsn, session.role, session.tables, case.source) if is_compared else None
    truths = list(dict.fromkeys(claim.sql for claim in case.claims if claim.sql))
    with (
        copied_schema(session.place.scratch, session.connection, session.schema) as (owner, reader),
        SamenessTest(owner, reader, session.schema, truths) as sameness,
    ):
        checks = {
            variant: VariantCheck(
                compare(case, documents[variant.is_corrupted].source, found.rows, found.seconds, sameness),
                found.stage_seconds,
            )
            for variant, found in rows.items()
        }
    queries = _right_queries(session, case) if Experiment.THEME in options.experiments else ()
    return CaseExperiments(case.case_id, case.data_set, queries, checks, documents[False].seconds, naive, cached)


def _set_as_server_does(connection: Connection) -> None:
    """Take over the settings under which the server evaluates candidates."""
    connection.execute(
        "SELECT set_config(split_part(c, '=', 1), substr(c, strpos(c, '=') + 1), false)"
        " FROM pg_proc p, unnest(p.proconfig) AS c WHERE p.oid = 'factcheck._evaluate(text)'::regprocedure"
    )


def _prepared(session: _Session, case: Case, parser: Parser, options: Options, is_corrupted: bool) -> _Prepared:
    share = options.corrupt if is_corrupted else 0.0
    source = corrupt(case.source, case.claims, share, f"{options.seed} {case.case_id}")
    database = PsycopgDatabase(session.connection)
    asked = CheckOptions(session.tables, top_k=READINGS)
    with as_role(session.connection, session.role):
        start = time.perf_counter()
        check = prepare(source.source, asked, database, parser, read_settings(database))
        return _Prepared(source, check, time.perf_counter() - start)


def _rows(
    session: _Session, documents: Mapping[bool, _Prepared], wanted: Sequence[Variant], is_timed: bool
) -> dict[Variant, _Checked]:
    """Check every variant; where there is nothing to check, there are no rows."""
    found: dict[Variant, _Checked] = {}
    for is_corrupted, document in documents.items():
        if document.check is not None:
            own = [variant for variant in wanted if variant.is_corrupted is is_corrupted]
            found |= _checked_document(session, document.check, own, is_timed)
    return {variant: found.get(variant, _Checked((), 0.0, {})) for variant in wanted}


def _varied(check: PreparedCheck, variant: Variant) -> PreparedCheck:
    if variant == DEFAULT:
        return check
    keywords = all_keywords(check.claims, check.parsed.paper, check.parsed.parses, variant.sources)
    return replace(check, settings=variant.apply(check.settings), keywords=tuple(keywords))


def _checked_document(
    session: _Session, check: PreparedCheck, wanted: Sequence[Variant], is_timed: bool
) -> dict[Variant, _Checked]:
    """Check a document in full for those variants that need it, and infer anew for the others.

    The first check of a session takes longer: where the time matters, the default is checked once more.
    Variants without synonyms come last, in a transaction that has none and is undone.
    """
    first, interpretation = _evaluated(session, check)
    found = {}
    for variant in wanted:
        if variant == DEFAULT and not is_timed:
            found[variant] = first
            continue
        varied = _varied(check, variant)
        if variant.changes_inference_only:
            database = PsycopgDatabase(session.connection)
            found[variant] = _Checked(judged(varied, relearned(varied, interpretation, database), database), 0.0, {})
        elif variant.with_synonyms:
            found[variant], _ = _evaluated(session, varied)
    without = [variant for variant in wanted if not variant.with_synonyms]
    if without:
        with _no_synonyms(session):
            found |= {variant: _evaluated(session, _varied(check, variant))[0] for variant in without}
    return found


def _evaluated(session: _Session, check: PreparedCheck) -> tuple[_Checked, Interpretation]:
    database = StageTimingDatabase(session.connection)
    with as_role(session.connection, session.role):
        start = time.perf_counter()
        found = interpret(check, database)
        rows = judged(check, found, database)
        return _Checked(rows, time.perf_counter() - start, database.stage_seconds), found


@contextmanager
def _no_synonyms(session: _Session) -> Iterator[None]:
    """Take the synonyms from the index and, for the role of the checks, from the lexicon."""
    connection = session.connection
    with connection.transaction(force_rollback=True):
        index_only(connection, session.tables, DESCRIBED_SOURCES)
        connection.execute("ALTER TABLE factcheck.lexicon ENABLE ROW LEVEL SECURITY")
        connection.execute(
            f"CREATE POLICY no_synonyms ON factcheck.lexicon FOR SELECT TO {identifier(session.role)}"
            " USING (relation NOT IN ('synonym', 'hypernym'))".encode()
        )
        yield


def _naive(session: _Session, check: PreparedCheck | None, options: Options, case_id: str) -> NaiveTime | None:
    if check is None:
        return None
    database = PsycopgDatabase(session.connection)
    with as_role(session.connection, session.role):
        return time_naive(check, database, options.sample, f"{options.seed} {case_id}")


def _right_queries(session: _Session, case: Case) -> tuple[QueryFragments, ...]:
    """The right query of each claim inside the paper's class, in the first reading that holds on the data."""
    tables = read_tables(PsycopgDatabase(session.connection), session.tables)
    catalogue = Catalogue(session.connection, tables)
    readings = (read_fragments(claim.sql, catalogue.columns) for claim in case.claims if claim.sql)
    held = ([query for query in queries if catalogue.find(query) is not None] for queries in readings)
    return tuple(queries[0] for queries in held if queries)
