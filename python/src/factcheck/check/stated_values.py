"""Numbers beside a statement that may be values of those compared: "May was the busiest month, with 512 orders"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from factcheck.candidates.statements.reading import StatementReading
from factcheck.claims.claim import NumericClaim
from factcheck.claims.statements.statement import StatementClaim
from factcheck.evaluation.statement_results import StatementResult
from factcheck.numbers.closeness import Closeness, bands_of
from factcheck.numbers.mentions import Number
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.ratio import Ratio
from factcheck.settings import Settings
from factcheck.weights.weights import WEIGHTS

_FEWEST_DIGITS = 2
"""Digits from which a number is hardly another group's value by chance."""


def numbers_beside(claims: Sequence[NumericClaim]) -> Mapping[tuple[int, int], Sequence[Number]]:
    """Return the numbers that claims state, by the paragraph and the sentence that these stand in."""
    numbers: dict[tuple[int, int], list[Number]] = {}
    for claim in claims:
        numbers.setdefault((claim.paragraph, claim.sentence), []).append(claim.number)
    return numbers


def with_numbers_beside(
    readings: Sequence[StatementReading],
    results: Sequence[StatementResult],
    statement: StatementClaim,
    numbers: Sequence[Number],
    settings: Settings,
) -> list[StatementReading]:
    """Return readings weighed by whether a number of the sentence is a value that they compare.

    Such a number shows what is measured.  Where no number of a sentence is a value of a reading that contradicts the
    statement, something else may be measured, unless the number is a value of another reading.
    """
    telling = [number for number in numbers if _digits(number) >= _FEWEST_DIGITS]
    if not telling:
        return list(readings)
    weights = WEIGHTS.statement
    weighed = []
    is_value = [any(_is_value(number, result, settings) for number in telling) for result in results]
    is_known = any(is_value)
    for reading, result, agrees in zip(readings, results, is_value, strict=True):
        if result.value is None:
            weighed.append(reading)
        elif agrees:
            gain = weights.stated
            doubt = reading.doubt_of_rows + (reading.doubt - reading.doubt_of_rows) / gain
            weighed.append(replace(reading, weight=reading.weight * gain, doubt=doubt))
        elif is_known or result.holds is not statement.assertion.is_negated:
            weighed.append(reading)
        elif any(_may_be(each, reading, statement) for each in telling):
            weighed.append(replace(reading, doubt=reading.doubt + weights.other_stated))
        else:
            weighed.append(reading)
    return weighed


def _digits(number: Number) -> int:
    return len(number.value.normalize().as_tuple().digits)


def _is_value(number: Number, result: StatementResult, settings: Settings) -> bool:
    """Tell whether a number agrees with a value of one of those that are compared."""
    bands = bands_of(number, settings)
    near = {Closeness.AGREES, Closeness.UNIT} if number.scale > 1 else {Closeness.AGREES}
    return any(bands.closeness(each.value) in near for each in (*result.owners, *result.others))


def _may_be(number: Number, reading: StatementReading, statement: StatementClaim) -> bool:
    """Tell whether a reading may compare a number: a percentage, or another one; "the 27 branches" are counted."""
    query = reading.query
    if f"the {number.text}" in statement.sentence_text:
        return False
    is_share = isinstance(query, Ratio) or (isinstance(query, GroupPlace) and bool(query.event))
    return is_share is (number.unit == "percent") and number.unit not in {"times", "more", "year"}
