"""The last stage: the rows of ``fact_check``, one a claim, with its verdict and the readings that led to it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from factcheck.check.judge import JudgedCheck
from factcheck.check.messages import DECIDED, DISMISSED, Missing, message
from factcheck.check.statement_messages import statement_message
from factcheck.check.statements import JudgedStatement
from factcheck.check.unread_tables import unread_message
from factcheck.claims.claim import Claim, NumericClaim
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.verdicts import Judgement, Reading
from factcheck.queries.columns_read import ColumnRead, columns_read
from factcheck.queries.kept import as_kept
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.context import CheckContext
from factcheck.runtime.progress import report_progress

Row = dict[str, Any]


def rows_of(judged: JudgedCheck, context: CheckContext) -> list[Row]:
    """Return what a check says, claim by claim."""
    check = judged.interpretation.check
    source = check.parsed.document.source
    rows: list[Row] = []
    with context.stage("rows"):
        for claim, judgement, read in zip(check.claims, judged.judgements, judged.read, strict=True):
            checkpoint()
            report_progress("verdicts", len(rows), "claims", len(check.all_claims))
            rows.append(claim_row(source, claim, judgement, read))
        for judged_statement in judged.statements:
            checkpoint()
            rows.append(statement_row(source, judged_statement))
    for row in rows:
        if (unread := judged.unread.get(_number_of(row))) is not None:
            row["message"] = unread_message(unread, _nearest(judged, _number_of(row)))
        decision = judged.interpretation.decisions.get(_number_of(row))
        if decision is not None:
            row["message"] = DISMISSED if decision.query is None else f"{row['message']} {DECIDED}"
    return sorted(rows, key=_number_of)


def _nearest(judged: JudgedCheck, claim_no: int) -> Reading | None:
    """Return the likeliest reading of a claim about a number; None of others."""
    numeric = zip(judged.interpretation.check.claims, judged.judgements, strict=True)
    return next((each.readings[0] for claim, each in numeric if claim.claim_no == claim_no and each.readings), None)


def decisions_of(judged: JudgedCheck) -> dict[int, int]:
    """Return the decisions that rows go by, by the numbers of the claims."""
    return {claim_no: decision.correction_id for claim_no, decision in judged.interpretation.decisions.items()}


def columns_of(judged: JudgedCheck) -> list[list[list[ColumnRead]]]:
    """Return, for each reading of each claim in the order of the rows, the columns that it reads."""
    columns = []
    for judgement in _judgements(judged):
        checkpoint()
        columns.append([list(columns_read(reading.query)) for reading in judgement.readings])
    return columns


def kept_queries_of(judged: JudgedCheck) -> list[list[list[Any]]]:
    """Return each reading of each claim, in the order of the rows, as it is kept."""
    queries = []
    for judgement in _judgements(judged):
        checkpoint()
        queries.append([as_kept(reading.query) for reading in judgement.readings])
    return queries


def _judgements(judged: JudgedCheck) -> list[Judgement]:
    """Return what is said of all claims, those without a number among them, in the order of the rows."""
    check = judged.interpretation.check
    judgements = {claim.claim_no: judgement for claim, judgement in zip(check.claims, judged.judgements, strict=True)}
    judgements |= {each.statement.claim_no: each.judgement for each in judged.statements}
    return [judgement for _, judgement in sorted(judgements.items())]


def claim_row(document: str, claim: NumericClaim, judgement: Judgement, read: ReadClaim) -> Row:
    """Return what a check says about a claim of a document."""
    is_certified = read.posterior.is_certified
    told = message(claim.number, judgement, is_certified, Missing.of(read))
    return {
        **_row(document, claim, judgement, is_certified, told),
        "claimed_value": _number(_in_unit(claim.number.value, judgement)),
        "claimed_high": _number(_in_unit(claim.number.high, judgement)),
        "comparison": claim.number.comparison,
        "claimed_unit": None if claim.number.measured is None else claim.number.measured.text,
    }


def _in_unit(stated: Decimal | None, judgement: Judgement) -> Decimal | None:
    """Return a stated number in the unit of the value that it is compared with."""
    best = judgement.readings[0] if judgement.readings else None
    return stated if best is None or stated is None else best.units.told(stated)


def statement_row(document: str, judged: JudgedStatement) -> Row:
    """Return what a check says about a statement without a number."""
    row = _row(document, judged.statement, judged.judgement, True, statement_message(judged))
    if compared := _compared(judged):
        row["alternatives"][0]["compared"] = compared
    return row


def _compared(judged: JudgedStatement) -> list[Row]:
    """Return what the likeliest reading compares, by place: with its value, and whether the statement is about it."""
    if not judged.judgement.readings:
        return []
    result = judged.results[0]
    named = [(each, True) for each in result.owners] + [(each, False) for each in result.others]
    return [
        {"name": each.name, "value": _number(each.value), "is_claimed": is_claimed}
        for each, is_claimed in sorted(named, key=lambda pair: pair[0].place or 0)
    ]


def _number_of(row: Row) -> int:
    number: int = row["claim_no"]
    return number


def _row(document: str, claim: Claim, judgement: Judgement, is_certified: bool, told: str) -> Row:
    best = judgement.readings[0] if judgement.readings else None
    start = claim.start - 1
    return {
        "claim_no": claim.claim_no,
        "verdict": judgement.verdict.value,
        "p_correct": judgement.p_correct,
        "claim_text": document[start : start + claim.length],
        "claimed_value": None,
        "claimed_high": None,
        "comparison": None,
        "found_value": _number(best.value) if best else None,
        "description": best.query.words() if best else None,
        "query": best.query.sql() if best else None,
        "p_query": best.probability if best else None,
        "is_certified": is_certified,
        "sentence": claim.sentence_text,
        "claim_start": claim.start,
        "claim_length": claim.length,
        "message": told,
        "alternatives": [_alternative(rank, reading) for rank, reading in enumerate(judgement.readings, 1)],
    }


def _alternative(rank: int, reading: Reading) -> Row:
    return {
        "rank": rank,
        "query": reading.query.sql(),
        "description": reading.query.words(),
        "value": _number(reading.value),
        "probability": reading.probability,
        "matches": reading.matches,
    }


def _number(value: Decimal | None) -> Decimal | None:
    """Return a number without exponent, as numeric prints it."""
    return None if value is None else Decimal(f"{value:f}")
