"""A check from the document to its rows: the steps in order, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.schema import Table, read_tables, tell_why_no_table
from factcheck.claims.keywords import Keyword, all_keywords
from factcheck.claims.spotting import Claim, find_claims, style_notice
from factcheck.documents.document import Document, read_document
from factcheck.errors import FactcheckError
from factcheck.evaluation.evaluate import evaluate_table, matching
from factcheck.evaluation.querytext import query_text
from factcheck.model.candidates import CandidateSpace, candidate_spaces
from factcheck.model.inference import ClaimCandidates, query_and_learn
from factcheck.model.verdicts import Judgement, Reading, judge
from factcheck.nlp.parser import Parser, Sentence
from factcheck.parse_cache import recall
from factcheck.port import Database
from factcheck.retrieval.retrieve import retrieve
from factcheck.settings import Settings
from factcheck.wording import describe, message

Floats = npt.NDArray[np.float64]

_MOST_READINGS = 100


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller of a check may vary; None stands for the setting or for no limit (seconds)."""

    relations: tuple[str, ...] | None = None
    p_true: float | None = None
    top_k: int = 10
    time_budget: float | None = None


def checked_options(
    relations: Sequence[str | None] | None, p_true: float | None, top_k: int | None, time_budget: float | None
) -> Options:
    """Options from arguments as given; raises ``FactcheckError`` (22023) for one out of range."""
    if p_true is not None and not 0 < p_true < 1:
        raise FactcheckError(
            f"p_true cannot be {p_true:g}",
            hint="Give a probability between 0 and 1, such as 0.999, or NULL for the setting.",
        )
    if top_k is not None and not 1 <= top_k <= _MOST_READINGS:
        raise FactcheckError(f"top_k cannot be {top_k}", hint=f"Give a number from 1 to {_MOST_READINGS}.")
    if time_budget is not None and time_budget <= 0:
        raise FactcheckError(
            "time_budget must be positive", hint="Give an interval such as '5 s', or NULL for no limit."
        )
    if relations is not None and not relations:
        raise FactcheckError(
            "argument tables is empty",
            detail="No table was named; a data set under whose name none was added has none.",
            hint="Name tables, or leave the argument out to use every added table.",
        )
    named = None if relations is None else tuple(relation for relation in relations if relation is not None)
    if relations is not None and named is not None and len(named) < len(relations):
        raise FactcheckError("argument tables holds a NULL", sqlstate="22004", hint="Name tables, such as '{sales}'.")
    return Options(named, p_true, 10 if top_k is None else top_k, time_budget)


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document as read, with the sentences of each paragraph, and whether the parse cache should hear of it."""

    paper: Document
    parses: tuple[tuple[Sentence, ...], ...]
    is_worth_remembering: bool


def require_length(document: str, settings: Settings) -> None:
    """Raise ``FactcheckError`` (54000) for a document that is too long."""
    if len(document) > settings.document_characters:
        raise FactcheckError(
            f"document is too long: {len(document)} characters",
            sqlstate="54000",
            detail=f"The longest document accepted has {settings.document_characters} characters.",
            hint='Split it, or raise the setting "document_characters".',
        )


def parse_document(document: str, database: Database, parser: Parser) -> ParsedDocument:
    """Read a document and parse it, or recall its parse; a notice tells when its numbers have a decimal comma."""
    paper = read_document(document, database.checkpoint)
    recalled = recall(database, parser.name, document)
    if recalled is None:
        parses = parser.parse([p.text for p in paper.paragraphs], database.checkpoint)
    else:
        parses = recalled.parses
    if notice := style_notice(paper):
        database.notice(notice[0], detail=notice[1])
    return ParsedDocument(paper, tuple(parses), recalled is None or not recalled.is_fresh)


@dataclass(frozen=True, slots=True)
class PreparedCheck:
    """A document whose claims wait for evaluation; ``deadline`` is a point of the monotonic clock."""

    parsed: ParsedDocument
    claims: tuple[Claim, ...]
    keywords: tuple[tuple[Keyword, ...], ...]
    tables: tuple[Table, ...]
    settings: Settings
    options: Options
    deadline: float | None


def prepare(
    document: str, options: Options, database: Database, parser: Parser, settings: Settings
) -> PreparedCheck | None:
    """First step: read and parse the document, find its claims and their keywords.

    None means that there is nothing to check, which a notice has told.  Raises ``FactcheckError`` for a
    document that is too long or tables that cannot be used.
    """
    started = monotonic()
    require_length(document, settings)
    tables = read_tables(database, options.relations, stale_share=settings.stale_share)
    if not tables:
        tell_why_no_table(database)
        return None
    parsed = parse_document(document, database, parser)
    claims = find_claims(parsed.paper, parsed.parses)
    if not claims:
        database.notice(
            "no checkable claim found",
            detail=f"The document has {len(document)} characters.",
            hint="See its numbers and why none is a claim: factcheck.explain(document).",
        )
        return None
    keywords = all_keywords(claims, parsed.paper, parsed.parses)
    _lap("parsing", started, database)
    return PreparedCheck(
        parsed,
        tuple(claims),
        tuple(keywords),
        tables,
        settings,
        options,
        None if options.time_budget is None else started + options.time_budget,
    )


def evaluate(check: PreparedCheck, database: Database) -> list[dict[str, Any]]:
    """Second step: retrieve fragments, evaluate candidates, learn the theme, judge every claim; one row a claim."""
    settings = check.settings
    at = monotonic()
    relevance = retrieve(check.keywords, check.tables, database, settings)
    at = _lap("retrieval", at, database)
    spaces = [
        candidate_spaces(claim.number, own, check.tables, settings)
        for claim, own in zip(check.claims, relevance, strict=True)
    ]
    results, is_complete = _evaluate_tables(check, spaces, database)
    candidates = [
        ClaimCandidates(own, tuple(matching(claim.number, values, settings.about_tolerance) for values in found))
        for claim, own, found in zip(check.claims, spaces, results, strict=True)
    ]
    at = _lap("evaluation", at, database)
    p_true = settings.p_true if check.options.p_true is None else check.options.p_true
    posteriors, _ = query_and_learn(candidates, check.tables, p_true, settings.em_rounds, database.checkpoint)
    rows = []
    for place, claim in enumerate(check.claims):
        own = candidates[place]
        judgement = judge(own, results[place], posteriors[place], check.options.top_k, settings)
        spanned = sum(len(space.predicates) for space in own.spaces)
        is_certified = is_complete and spanned == len(relevance[place].predicates)
        rows.append(_row(check.parsed.paper.source, claim, judgement, is_certified))
    _lap("inference", at, database)
    return rows


def _lap(stage: str, since: float, database: Database) -> float:
    """Tell how long a stage took, and return the present time of the monotonic clock."""
    now = monotonic()
    database.debug(f"stage {stage}: {now - since:.6f} s")
    return now


def _evaluate_tables(
    check: PreparedCheck, spaces: Sequence[tuple[CandidateSpace, ...]], database: Database
) -> tuple[list[tuple[Floats, ...]], bool]:
    """Results of all candidates, one tuple a claim; tables the time budget leaves no room for give NaN."""
    by_table: list[list[Floats]] = []
    evaluated = 0
    for place in range(len(check.tables)):
        own = [claim[place] for claim in spaces]
        database.checkpoint()
        if check.deadline is not None and monotonic() >= check.deadline:
            by_table.append([np.full(len(space.aggregate), np.nan) for space in own])
            continue
        by_table.append(evaluate_table(own, database))
        evaluated += 1
    if evaluated < len(check.tables):
        database.notice(
            f"time budget reached: {evaluated} of {len(check.tables)} tables evaluated",
            hint="Raise time_budget, or name fewer tables.",
        )
    results = [tuple(table[place] for table in by_table) for place in range(len(spaces))]
    return results, evaluated == len(check.tables)


def _row(document: str, claim: Claim, judgement: Judgement, is_certified: bool) -> dict[str, Any]:
    best = judgement.readings[0] if judgement.readings else None
    start = claim.start - 1
    return {
        "claim_no": claim.claim_no,
        "verdict": judgement.verdict.value,
        "p_correct": judgement.p_correct,
        "claim_text": document[start : start + claim.length],
        "claimed_value": _number(claim.number.value),
        "claimed_high": _number(claim.number.high),
        "comparison": claim.number.comparison,
        "found_value": _number(best.value) if best else None,
        "description": describe(best.candidate) if best else None,
        "query": query_text(best.candidate) if best else None,
        "p_query": best.probability if best else None,
        "is_certified": is_certified,
        "sentence": claim.sentence_text,
        "claim_start": claim.start,
        "claim_length": claim.length,
        "message": message(claim.number, judgement),
        "alternatives": [_alternative(rank, reading) for rank, reading in enumerate(judgement.readings, 1)],
    }


def _alternative(rank: int, reading: Reading) -> dict[str, Any]:
    return {
        "rank": rank,
        "query": query_text(reading.candidate),
        "description": describe(reading.candidate),
        "value": _number(reading.value),
        "probability": reading.probability,
        "matches": reading.matches,
    }


def _number(value: Decimal | None) -> Decimal | None:
    """A number without exponent, as numeric prints it."""
    return None if value is None else Decimal(f"{value:f}")
