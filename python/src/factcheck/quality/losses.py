"""At which stage of a check the right query of a claim was lost, seen by running the first stages in this process."""

from __future__ import annotations

from dataclasses import dataclass, replace

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.catalogue.schema import Table
from factcheck.check.options import CheckOptions
from factcheck.check.prepare import prepare
from factcheck.check.retrieve import retrieve_fragments
from factcheck.check.span import span_candidates
from factcheck.nlp.parser import Parser
from factcheck.quality.cases.case import LabelledClaim, locate_claims
from factcheck.quality.cases.corruption import CorruptedSource
from factcheck.quality.cases.runner import LoadedCase
from factcheck.quality.cases.sandbox import as_role
from factcheck.quality.cases.source_text import SourceText
from factcheck.quality.fragments.lookup import Catalogue
from factcheck.quality.judging.matching import has_same_digits, labelled_numbers, match
from factcheck.quality.judging.results import Check, CheckedClaim, Loss, Stage
from factcheck.quality.judging.why_missed import ReadText, read_text
from factcheck.quality.queries.as_candidate import MissingPart, as_candidate
from factcheck.settings import read_settings
from factcheck.sql_reading.from_sql import read_queries
from factcheck.sql_reading.labelled_query import LabelledQuery

_FURTHEST_FIRST = ("combination", "joins", "predicate", "column", "function", "table", "kind of query")
"""What may be missing; of several ways to read the right query, the one that came furthest tells where it was lost."""

_STAGES = {"combination": Stage.COMBINATION, "joins": Stage.COMBINATION, "kind of query": Stage.GENERATION}


@dataclass(frozen=True, slots=True)
class _Spanned:
    """The claims of a document as a check reads them, with their candidates, and the fragments that there are."""

    text: ReadText
    tables: tuple[Table, ...]
    spaces: tuple[CandidateSpace, ...]
    catalogue: Catalogue


def with_losses(loaded: LoadedCase, check: Check, parser: Parser) -> Check:
    """Add to each claim of a check whose right query did not come first where that was lost."""
    if not any(_is_lost(claim) for claim in check.claims):
        return check
    case = loaded.case
    with as_role(loaded.connection, loaded.role):
        spanned = _spanned(loaded, parser)
        spotted = match(
            labelled_numbers(case.source, case.claims, CorruptedSource(case.source, ())), spanned.text.spotted()
        )
        locations = locate_claims(SourceText(case.source), case.claims)
        claims = []
        for labelled, claim, spans, index in zip(case.claims, check.claims, locations, spotted, strict=True):
            loss = None
            if claim.verdict is None or index is None:
                loss = Loss(Stage.SPOTTING, spanned.text.why_missed(spans))
            elif _is_lost(claim):
                loss = _loss(labelled, claim, spanned, index)
            claims.append(replace(claim, loss=loss))
    return replace(check, claims=tuple(claims))


def _is_lost(claim: CheckedClaim) -> bool:
    return claim.verdict is None or (claim.sql is not None and claim.right_rank != 1)


def _spanned(loaded: LoadedCase, parser: Parser) -> _Spanned:
    database = PsycopgDatabase(loaded.connection)
    source = loaded.case.source
    check = prepare(source, CheckOptions(loaded.named_tables), database, parser, read_settings(database))
    if check is None:
        return _Spanned(read_text(source, parser), (), (), Catalogue(loaded.connection, ()))
    context = check.context(database)
    spanned = span_candidates(retrieve_fragments(check, context), context)
    return _Spanned(read_text(source, parser), check.tables, spanned.spaces, Catalogue(loaded.connection, check.tables))


def _loss(labelled: LabelledClaim, claim: CheckedClaim, spanned: _Spanned, index: int) -> Loss:
    """Tell where the right query of a spotted claim was lost."""
    number = spanned.text.claims[index].number
    if not any(each is not None and has_same_digits(float(each), claim.value) for each in (number.value, number.high)):
        return Loss(Stage.READING, f"read as {number.value:f}")
    first = f"first came {claim.description}"
    if claim.right_rank is not None:
        return Loss(Stage.RANKING, f"it came as number {claim.right_rank}; {first}")
    readings = read_queries(str(labelled.sql), spanned.tables)
    if not readings:
        return Loss(Stage.QUERY_CLASS, str(labelled.sql))
    space = spanned.spaces[index]
    found = [(as_candidate(reading.query, space), reading) for reading in readings]
    missing = [(part, reading) for part, reading in found if isinstance(part, MissingPart)]
    if len(missing) < len(found):
        return Loss(Stage.RANKING, f"it was not among the first; {first}")
    part, reading = min(missing, key=lambda pair: _FURTHEST_FIRST.index(pair[0].kind))
    return _missing(part, reading, spanned.catalogue)


def _missing(part: MissingPart, reading: LabelledQuery, catalogue: Catalogue) -> Loss:
    """Tell whether what a query lacks to be a candidate does not exist, or was not retrieved."""
    if part.kind in _STAGES:
        return Loss(_STAGES[part.kind], part.text)
    lacking = [fragment for fragment in catalogue.find(reading) or () if fragment.missing is not None]
    if lacking:
        return Loss(Stage.CATALOGUE, "; ".join(f"{fragment.text}: {fragment.missing}" for fragment in lacking))
    return Loss(Stage.RETRIEVAL, f"{part.kind} {part.text}")
