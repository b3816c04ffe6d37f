"""The rows of ``factcheck.explain`` on statements without a number: what is stated, and its readings."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.check.judge import JudgedCheck
from factcheck.check.messages import describe_reading
from factcheck.check.prepare import ParsedDocument
from factcheck.check.statement_messages import statement_message
from factcheck.claims.statements.statement import Phrase, StatementClaim
from factcheck.explain.readings import Row, row


def statement_row(rank: int, statement: StatementClaim, parsed: ParsedDocument) -> Row:
    """Say what a statement states: its kind, whom it is about, and what it measures."""
    start = statement.start - 1
    text = parsed.document.source[start : start + statement.length]
    return {
        **row("statement", rank, text, statement.claim_no, _stated(statement, parsed)),
        "item_start": statement.start,
        "item_length": statement.length,
        "sentence": statement.sentence_text,
    }


def _stated(statement: StatementClaim, parsed: ParsedDocument) -> str:
    assertion = statement.assertion
    tokens = parsed.parses[statement.paragraph][statement.sentence].tokens

    def said(phrases: Sequence[Phrase]) -> str:
        return "; ".join(" ".join(tokens[index].text for index in phrase) for phrase in phrases)

    parts = [f"a {assertion.kind} of {said(assertion.owners)}"]
    if assertion.others:
        parts.append(f"compared with {said(assertion.others)}")
    if measured := " ".join(filter(None, (assertion.dimension, said([assertion.measured])))):
        parts.append(f"in respect of {measured}")
    return ", ".join(parts)


def statement_readings(claim_no: int, judged: JudgedCheck) -> list[Row]:
    """Return the readings of a statement, the likeliest first, and its verdict."""
    [statement] = [each for each in judged.statements if each.statement.claim_no == claim_no]
    rows = []
    for rank, reading in enumerate(statement.judgement.readings, 1):
        agrees = "by which it is right" if reading.matches else "by which it is wrong"
        told = row("reading", rank, reading.query.sql(), claim_no, f"{describe_reading(reading)}, {agrees}")
        rows.append({**told, "posterior": reading.probability, "value": reading.value})
    judgement = statement.judgement
    verdict = row("verdict", 1, judgement.verdict.value, claim_no, statement_message(statement))
    return [*rows, {**verdict, "posterior": judgement.p_correct}]
