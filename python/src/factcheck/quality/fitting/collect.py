"""Collects what weights are fitted to: the competing candidates of claims, checked in this process."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from factcheck.adapters.client_session import Connection
from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.catalogue.schema import read_tables
from factcheck.check.interpret import Interpretation
from factcheck.check.judge import judge_claims
from factcheck.check.rerank import rerank
from factcheck.errors.catalogue.weights import nothing_to_fit_to
from factcheck.inference.verdicts import Verdict
from factcheck.joins.store import joins_that_hold
from factcheck.nlp.parser import Parser
from factcheck.quality.cases.case import LabelledClaim
from factcheck.quality.cases.corruption import CorruptedSource, corrupt
from factcheck.quality.cases.decided import DecidedClaim, DecidedDocument, Number, read_decided_documents
from factcheck.quality.cases.runner import Load, LoadedCase, run_cases
from factcheck.quality.cases.sandbox import connected, set_as_server_does
from factcheck.quality.cases.scratch import Scratch, scratch_database
from factcheck.quality.fitting.checks import Checks, places_of
from factcheck.quality.fitting.sample import SampledDocument
from factcheck.quality.fitting.sampler import KnownReading, LabelledTruth, Sampler, Truth
from factcheck.quality.queries.equivalence import case_equivalence
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.kept import Known, from_kept
from factcheck.queries.query import Query
from factcheck.sql_reading.from_sql import read_queries

_CONFIDENT = 0.25
"""Probability of the first reading above which that of a supported claim is taken for right."""

_OF_DATA_SET = "SELECT unnest(factcheck.data_set(%s))::text"


@dataclass(frozen=True, slots=True)
class CaseSamples:
    """What was collected of a case; ``failure`` tells why it was not.

    ``is_decided`` tells that people decided what is right in it, ``dismissed`` how many numbers they said to be no
    claims.
    """

    case_id: str
    data_set: str
    documents: tuple[SampledDocument, ...] = ()
    failure: str | None = None
    is_decided: bool = False
    dismissed: int = 0


@dataclass(frozen=True, slots=True)
class Errors:
    """Errors to write into documents: into which ``share`` of the right numbers, and what decides which."""

    share: float
    seed: int


def collect(
    dsn: str, folders: Sequence[Path], load: Load, parser: Parser, errors: Errors, *, is_labelled: bool = True
) -> Iterator[CaseSamples]:
    """Check each case's document, and with errors written into it, and sample the candidates of its claims.

    The labels of cases that are not to be taken for labelled are not looked at: what is read with confidence is taken
    for right.  The session's role has to be a superuser.
    """
    with scratch_database(dsn) as scratch:

        def collected(loaded: LoadedCase) -> CaseSamples:
            set_as_server_does(loaded.connection)
            case = loaded.case
            checks = Checks(loaded.connection, loaded.role, loaded.tables, parser)
            name = case.case_id, case.data_set
            if not is_labelled:
                return _self_labelled(checks, case.source, *name, errors)
            return _labelled(checks, loaded, scratch, errors)

        yield from run_cases(dsn, folders, load, collected, CaseSamples)


def collect_of_site(
    dsn: str,
    texts: Sequence[tuple[str, str]],
    data_set: str,
    parser: Parser,
    errors: Errors,
    *,
    is_with_corrections: bool = False,
) -> Iterator[CaseSamples]:
    """Check documents, given as name and text, against the tables of a data set of this database.

    What is read with confidence is taken for right.  With corrections, the sentences of stored documents come behind
    that people decided about: what they confirmed or corrected a claim to is right, and of dismissed claims nothing is,
    nor of the same claims in the other documents.  These are the decisions that the role of the session may see; checks
    run with its rights.
    """
    with connected(dsn) as connection:
        set_as_server_does(connection)
        tables = tuple(str(name) for (name,) in connection.execute(_OF_DATA_SET, [data_set]).fetchall())
        checks = Checks(connection, None, tables, parser)
        documents = read_decided_documents(connection, data_set) if is_with_corrections else []
        decided = {number for document in documents for number in document.decided}
        for name, text in texts:
            yield _self_labelled(checks, text, name, name, errors, decided)
        if documents:
            yield from _decided(checks, documents, errors)


def _decided(checks: Checks, documents: Iterable[DecidedDocument], errors: Errors) -> Iterator[CaseSamples]:
    """Sample documents that people decided about."""
    database = PsycopgDatabase(checks.connection)
    tables = read_tables(database, checks.tables)
    known = Known({table.table_id: table for table in tables}, joins_that_hold(database, tables))
    for document in documents:
        claims = [_Known(each.label, KnownReading(tuple(_ways(each, known)))) for each in document.claims]
        name = document.case_id, document.case_id
        sampled = _sampled_documents(checks, document.source, claims, name, errors) if claims else ()
        yield CaseSamples(*name, sampled, is_decided=True, dismissed=len(document.dismissed))


def _ways(decided: DecidedClaim, known: Known) -> Iterator[Query]:
    """Yield the queries of the program that a decided reading is; none where it cannot be made any more."""
    if decided.kept_query is not None:
        with suppress(LookupError):
            yield from_kept(decided.kept_query, known)
    elif decided.label.sql is not None:
        yield from (each.query for each in read_queries(decided.label.sql, tuple(known.tables.values())))


def require_any(documents: Iterable[SampledDocument]) -> None:
    """Raise ``FactcheckError`` (55000) where no claim has a right query that is known."""
    if not any(claim.right.any() for document in documents for claim in document.claims):
        raise nothing_to_fit_to()


@dataclass(frozen=True, slots=True)
class _Known:
    """A claim of a document, and what is known of its right query."""

    claim: LabelledClaim
    truth: Truth | None


def _labelled(checks: Checks, loaded: LoadedCase, scratch: Scratch, errors: Errors) -> CaseSamples:
    case = loaded.case
    with case_equivalence(scratch, loaded) as equivalence:
        known = [
            _Known(claim, None if claim.sql is None else LabelledTruth(claim.sql, equivalence)) for claim in case.claims
        ]
        documents = _sampled_documents(checks, case.source, known, (case.case_id, case.data_set), errors)
    return CaseSamples(case.case_id, case.data_set, documents)


def _self_labelled(
    checks: Checks, source: str, case_id: str, data_set: str, errors: Errors, left_out: Collection[Number] = ()
) -> CaseSamples:
    """Sample a document of which nothing is known: claims that are read with confidence are taken for right."""
    with checks.interpretation(source) as interpretation:
        confident = () if interpretation is None else tuple(_confident(interpretation, checks.connection))
    known = [each for each in confident if (each.claim.sentence, each.claim.value_text) not in left_out]
    return CaseSamples(
        case_id, data_set, _sampled_documents(checks, source, known, (case_id, data_set), errors) if known else ()
    )


def _confident(interpretation: Interpretation, connection: Connection) -> Iterator[_Known]:
    """Yield the claims of a check that are supported by a reading that is likely beside the others."""
    check = interpretation.check
    source = check.parsed.document.source
    context = check.context(PsycopgDatabase(connection))
    judged = judge_claims(rerank(interpretation, context), context)
    for claim, judgement in zip(check.claims, judged.judgements, strict=True):
        if judgement.verdict is not Verdict.SUPPORTED or judgement.readings[0].probability <= _CONFIDENT:
            continue
        reading, start = judgement.readings[0], claim.start - 1
        value = None if reading.value is None else float(reading.value)
        label = LabelledClaim(
            sentence=claim.sentence_text,
            value_text=source[start : start + claim.length],
            value=float(claim.number.value),
            sql=reading.query.sql(),
            result=value,
            is_correct=True,
        )
        yield _Known(label, KnownReading((reading.query,)))


def _sampled_documents(
    checks: Checks, source: str, known: Sequence[_Known], name: tuple[str, str], errors: Errors
) -> tuple[SampledDocument, ...]:
    """Sample a document as it is, and with errors written in."""
    claims = [each.claim for each in known]
    documents = []
    for share in (0.0, errors.share) if errors.share else (0.0,):
        corrupted = corrupt(source, claims, share, f"{errors.seed} {name[0]}")
        with checks.interpretation(corrupted.source) as interpretation:
            if interpretation is not None:
                documents.append(_sampled(interpretation, source, corrupted, known, name, is_corrupted=bool(share)))
    return tuple(documents)


def _sampled(
    interpretation: Interpretation,
    source: str,
    corrupted: CorruptedSource,
    known: Sequence[_Known],
    name: tuple[str, str],
    *,
    is_corrupted: bool,
) -> SampledDocument:
    wrong = {edit.claim for edit in corrupted.edits}
    places = places_of(interpretation.check, source, corrupted, [each.claim for each in known])
    numbers = {place: number for number, place in enumerate(places) if place is not None}
    sampler, claims = Sampler(interpretation), []
    for index in range(len(interpretation.check.claims)):
        number = numbers.get(index)
        truth = None if number is None else known[number].truth
        is_wrong = number is not None and (number in wrong or not known[number].claim.is_correct)
        claims.append(sampler.sampled(index, truth, is_wrong=is_wrong))
    lost = tuple(
        number in wrong or not each.claim.is_correct
        for number, (each, place) in enumerate(zip(known, places, strict=True))
        if place is None and each.truth is not None
    )
    return SampledDocument(*name, is_corrupted, tuple(claims), len(FUNCTIONS), *sampler.sizes, lost)
