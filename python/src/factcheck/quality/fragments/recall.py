"""Fragment recall: whether the fragments of right queries exist in the catalogue and are retrieved for their claims."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from factcheck.adapters.client_session import Connection
from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.catalogue.schema import read_tables
from factcheck.claims.keywords import ALL_SOURCES, KeywordSource, all_keywords
from factcheck.nlp.parser import Parser
from factcheck.quality.cases.case import Case, LabelledClaim
from factcheck.quality.cases.corruption import CorruptedSource
from factcheck.quality.cases.runner import Load, LoadedCase, run_cases
from factcheck.quality.cases.sandbox import as_role
from factcheck.quality.fragments.lookup import Catalogue, CatalogueFragment, Kind, rank
from factcheck.quality.judging.matching import labelled_numbers, match
from factcheck.quality.judging.why_missed import ReadText, read_text
from factcheck.retrieval.relevance import Relevance
from factcheck.retrieval.retrieve import retrieve
from factcheck.settings import read_settings
from factcheck.sql_reading.from_sql import in_paper_class, is_in_query_class, read_queries
from factcheck.sqltext import text_array

RETRIEVED = 20

_PARTS = ("name", "part", "abbreviation", "expansion")
DESCRIBED_SOURCES = (*_PARTS, "comment", "dictionary")
"""All sources of columns' keywords but synonyms, by ``column_keyword.source``."""


@dataclass(frozen=True, slots=True)
class SourceStep:
    """Keyword sources in use: of the claims, and of tables and columns (None: all) by ``column_keyword.source``."""

    name: str
    of_claims: frozenset[KeywordSource]
    of_columns: tuple[str, ...] | None


def _steps() -> tuple[SourceStep, ...]:
    steps: list[SourceStep] = []
    sources: frozenset[KeywordSource] = frozenset()
    for source in KeywordSource:
        sources |= {source}
        steps.append(SourceStep(f"{'+ ' if steps else ''}{source.value}", sources, ("name",)))
    for name, of_columns in (("+ parts of names", _PARTS), ("+ comments", DESCRIBED_SOURCES), ("+ synonyms", None)):
        steps.append(SourceStep(name, sources, of_columns))
    return tuple(steps)


SOURCE_STEPS = _steps()
"""Figure 7 read at this stage: each step adds a source of keywords, of the claims first; the last has all."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A fragment of a right query: why it does not exist (None if it does), and its rank, None if not retrieved."""

    kind: Kind
    text: str
    missing: str | None
    rank: int | None

    def is_among(self, depth: int) -> bool:
        """Tell whether it was retrieved among the first ``depth`` of its kind."""
        return self.rank is not None and self.rank <= depth


@dataclass(frozen=True, slots=True)
class ClaimFragments:
    """The fragments of a labelled claim's right query; a claim that was not spotted has nothing retrieved."""

    sentence: str
    value_text: str
    sql: str
    is_spotted: bool
    fragments: tuple[Fragment, ...]

    @property
    def exists(self) -> bool:
        """Whether the catalogue has all fragments."""
        return all(fragment.missing is None for fragment in self.fragments)

    def is_among(self, depth: int) -> bool:
        """Tell whether all fragments were retrieved among the first ``depth`` of their kind."""
        return all(fragment.is_among(depth) for fragment in self.fragments)


@dataclass(frozen=True, slots=True)
class CaseFragments:
    """The claims of a case whose right queries are in the class; ``by_step`` has them by name of a source step."""

    case_id: str
    data_set: str
    claims: tuple[ClaimFragments, ...] = ()
    by_step: Mapping[str, tuple[ClaimFragments, ...]] = field(default_factory=dict)
    failure: str | None = None


def measure_recall(
    dsn: str, folders: Sequence[Path], load: Load, parser: Parser, with_steps: bool = False
) -> Iterator[CaseFragments]:
    """Measure the recall of each case; the session's role has to be a superuser.

    ``with_steps`` also measures it for each step of ``SOURCE_STEPS``; other sessions cannot add tables meanwhile.
    """
    return run_cases(dsn, folders, load, lambda loaded: _measured(loaded, parser, with_steps), CaseFragments)


def _measured(loaded: LoadedCase, parser: Parser, with_steps: bool) -> CaseFragments:
    case = loaded.case
    text = read_text(case.source, parser)
    with as_role(loaded.connection, loaded.role):
        claims = _claims(loaded, text, ALL_SOURCES)
    return CaseFragments(case.case_id, case.data_set, claims, _by_step(loaded, text) if with_steps else {})


def _by_step(loaded: LoadedCase, text: ReadText) -> dict[str, tuple[ClaimFragments, ...]]:
    by_step = {}
    for of_columns in dict.fromkeys(step.of_columns for step in SOURCE_STEPS):
        with loaded.connection.transaction(force_rollback=True):
            if of_columns is not None:
                index_only(loaded.connection, loaded.tables, of_columns)
            with as_role(loaded.connection, loaded.role):
                for step in SOURCE_STEPS:
                    if step.of_columns == of_columns:
                        by_step[step.name] = _claims(loaded, text, step.of_claims)
    return {step.name: by_step[step.name] for step in SOURCE_STEPS}


def index_only(connection: Connection, names: Sequence[str], sources: Sequence[str]) -> None:
    """Index the tables anew with the columns' keywords of these sources only, until the transaction ends."""
    connection.execute(
        "CREATE FUNCTION pg_temp.leave_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
    )
    for table in ("column_keyword", "table_keyword"):
        connection.execute(
            f"CREATE TRIGGER leave_out BEFORE INSERT ON factcheck.{table} FOR EACH ROW"
            f" WHEN (NEW.source <> ALL ({text_array(sources)})) EXECUTE FUNCTION pg_temp.leave_out()".encode()
        )
    for name in names:
        connection.execute("SELECT factcheck.refresh(%s::regclass)", [name])


def _claims(loaded: LoadedCase, text: ReadText, sources: Collection[KeywordSource]) -> tuple[ClaimFragments, ...]:
    database = PsycopgDatabase(loaded.connection)
    tables = read_tables(database, loaded.tables)
    settings = replace(read_settings(database), predicates_per_claim=RETRIEVED)
    keywords = all_keywords(text.claims, text.document, text.parses, sources)
    relevance = retrieve(keywords, tables, database, settings)
    catalogue = Catalogue(loaded.connection, tables)
    return tuple(
        _fragments(claim, None if index is None else relevance[index], catalogue)
        for claim, index in zip(loaded.case.claims, _spotted(loaded.case, text), strict=True)
        if claim.sql is not None and is_in_query_class(claim.sql)
    )


def _spotted(case: Case, text: ReadText) -> list[int | None]:
    """Find for each labelled claim the index of the spotted claim that is it."""
    return match(labelled_numbers(case.source, case.claims, CorruptedSource(case.source, ())), text.spotted())


def _fragments(claim: LabelledClaim, relevance: Relevance | None, catalogue: Catalogue) -> ClaimFragments:
    """Look up the right query's fragments; of several ways to put the query together, the best counts."""
    readings = in_paper_class(read_queries(str(claim.sql), catalogue.tables))
    alternatives = [catalogue.find(reading) for reading in readings]
    ranked = [tuple(_ranked(part, relevance) for part in parts) for parts in alternatives if parts is not None]
    best = max(ranked, key=_goodness)
    return ClaimFragments(claim.sentence, claim.value_text, str(claim.sql), relevance is not None, best)


def _ranked(fragment: CatalogueFragment, relevance: Relevance | None) -> Fragment:
    retrieved_rank = None if relevance is None else rank(fragment, relevance)
    return Fragment(fragment.kind, fragment.text, fragment.missing, retrieved_rank)


def _goodness(fragments: Sequence[Fragment]) -> tuple[bool, bool, int]:
    worst = max(fragment.rank or RETRIEVED + 1 for fragment in fragments)
    exist = all(fragment.missing is None for fragment in fragments)
    return exist, all(fragment.is_among(RETRIEVED) for fragment in fragments), -worst
