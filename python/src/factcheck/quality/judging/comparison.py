"""Comparing the rows of a check with the labels of its case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isclose
from typing import Any

from factcheck.port import Row
from factcheck.quality.cases.case import Case, LabelledClaim
from factcheck.quality.cases.corruption import CorruptedSource
from factcheck.quality.cases.source_text import SourceText, cell_spans
from factcheck.quality.judging.matching import LabelledNumber, labelled_numbers, match, spotted_number
from factcheck.quality.judging.results import Check, CheckedClaim, OtherNumber
from factcheck.quality.judging.statements import is_about_a_number
from factcheck.quality.queries.equivalence import QueryEquivalence
from factcheck.sql_reading.from_sql import is_in_query_class

_UNITS = (
    *(1000.0**power for power in (1, 2, 3, 4, -1, -2, -3)),
    *(1e5, 1e-5, 1e7, 1e-7),
    *(0.01, 1 / 60, 1 / 3600, 1 / 24, 24.0, 60.0),
)
"""Units of numbers that data may be in: thousands, lakhs and crores, per cent and times."""


def compare(
    case: Case,
    source: CorruptedSource,
    rows: Sequence[Row],
    seconds: float,
    equivalence: QueryEquivalence,
) -> Check:
    """Compare the rows of a check of ``source`` with the case's labels, changed where it was corrupted."""
    errors = {edit.claim: edit.error for edit in source.edits}
    rows = [row for row in rows if is_about_a_number(row)]
    labels = labelled_numbers(case.source, case.claims, source)
    spotted = [spotted_number(row) for row in rows]
    matches = match(labels, spotted)
    cells = cell_spans(source.source)
    claims = []
    for index, (claim, label, row_index) in enumerate(zip(case.claims, labels, matches, strict=True)):
        row = None if row_index is None else rows[row_index]
        checked = _checked_claim(claim, label, errors.get(index), row, equivalence)
        is_in_table = any(span.overlaps(cell) for span in label.spans for cell in cells)
        claims.append(replace(checked, is_in_table=is_in_table))
    text = SourceText(case.source)
    unlabelled = [source.moved(span) for sentence, number in case.unlabelled for span in text.numbers(sentence, number)]
    others = tuple(
        OtherNumber(
            number.text,
            str(rows[index]["sentence"]),
            str(rows[index]["verdict"]),
            any(number.span.overlaps(span) for span in unlabelled),
            any(number.span.overlaps(cell) for cell in cells),
        )
        for index, number in enumerate(spotted)
        if index not in matches
    )
    return Check(tuple(claims), others, seconds)


def _checked_claim(
    claim: LabelledClaim,
    number: LabelledNumber,
    error: str | None,
    row: Row | None,
    equivalence: QueryEquivalence,
) -> CheckedClaim:
    label = (
        claim.sentence,
        number.text,
        number.value,
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
        right_rank=_right_rank(
            claim.sql, row["alternatives"] or [], equivalence, unit_between(row["claimed_value"], number.value)
        ),
    )


def unit_between(claimed: Any, labelled: float) -> float:
    """Return by how much the program reads a number larger than it is labelled: "$25" million as 25,000,000.

    Less than one is by how much it reads it smaller: 11.8 per cent of a rate in fractions as 0.118, 24 minutes of
    hours as 0.4, "$324 million" of a column of millions as 324.
    """
    unit = float(claimed) / labelled if claimed is not None and labelled else 1.0
    return next((known for known in _UNITS if isclose(unit, known)), 1.0)


def _right_rank(
    truth: str | None, alternatives: Sequence[Row], equivalence: QueryEquivalence, unit: float
) -> int | None:
    if truth is None:
        return None
    ranked = enumerate((alternative["query"] for alternative in alternatives), 1)
    return next((rank for rank, query in ranked if equivalence.are_equivalent(query, truth, unit)), None)


def _float(value: Any) -> float | None:
    return None if value is None else float(value)
