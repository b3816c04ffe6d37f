"""Laying the rows of a check beside the labels of its case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from factcheck.quality.cases.case import Case, LabelledClaim, locate_claims
from factcheck.quality.cases.corruption import CorruptedSource
from factcheck.quality.cases.source_text import SourceText, Span
from factcheck.quality.judging.matching import Mention, SpottedNumber, match
from factcheck.quality.judging.results import Check, CheckedClaim, OtherNumber
from factcheck.quality.queries.equivalence import SamenessTest
from factcheck.quality.queries.from_sql import is_in_query_class

Row = Mapping[str, Any]


def compare(
    case: Case,
    source: CorruptedSource,
    rows: Sequence[Row],
    seconds: float,
    sameness: SamenessTest,
) -> Check:
    """Lay the rows of a check of ``source`` beside the case's labels, changed where it was corrupted."""
    text = SourceText(case.source)
    edits = {edit.claim: edit for edit in source.edits}
    mentions = []
    for index, (claim, places) in enumerate(zip(case.claims, locate_claims(text, case.claims), strict=True)):
        edit = edits.get(index)
        moved = tuple(source.moved(place) for place in places)
        mentions.append(
            Mention(moved, edit.text, edit.value) if edit else Mention(moved, claim.value_text, claim.value)
        )
    spotted = [_spotted(row) for row in rows]
    found = match(mentions, spotted)
    claims = []
    for index, (claim, mention, position) in enumerate(zip(case.claims, mentions, found, strict=True)):
        row = None if position is None else rows[position]
        error = edits[index].error if index in edits else None
        claims.append(_checked_claim(claim, mention, error, row, sameness))
    unlabelled = [source.moved(s) for sentence, number in case.unlabelled for s in text.numbers(sentence, number)]
    others = tuple(
        OtherNumber(
            number.text,
            str(rows[position]["sentence"]),
            str(rows[position]["verdict"]),
            any(number.span.overlaps(span) for span in unlabelled),
        )
        for position, number in enumerate(spotted)
        if position not in found
    )
    return Check(tuple(claims), others, seconds)


def _spotted(row: Row) -> SpottedNumber:
    start = int(row["claim_start"]) - 1
    return SpottedNumber(
        Span(start, start + int(row["claim_length"])),
        str(row["claim_text"]),
        _float(row["claimed_value"]),
        _float(row["claimed_high"]),
    )


def _checked_claim(
    claim: LabelledClaim,
    mention: Mention,
    error: str | None,
    row: Row | None,
    sameness: SamenessTest,
) -> CheckedClaim:
    label = (
        claim.sentence,
        mention.text,
        mention.value,
        claim.is_correct and error is None,
        error,
        claim.sql,
        claim.sql is not None and is_in_query_class(claim.sql),
    )
    if row is None:
        return CheckedClaim(*label)
    return CheckedClaim(
        *label,
        verdict=str(row["verdict"]),
        p_correct=_float(row["p_correct"]),
        claimed_value=_float(row["claimed_value"]),
        found_value=_float(row["found_value"]),
        query=row["query"],
        description=row["description"],
        message=row["message"],
        right_rank=_right_rank(claim.sql, row["alternatives"] or [], sameness),
    )


def _right_rank(truth: str | None, alternatives: Sequence[Row], sameness: SamenessTest) -> int | None:
    if truth is None:
        return None
    return next((rank for rank, reading in enumerate(alternatives, 1) if sameness.same(reading["query"], truth)), None)


def _float(value: Any) -> float | None:
    return None if value is None else float(value)
