"""Numbers beside a statement that may be values of those compared: "May was the busiest month, with 512 orders"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from factcheck.candidates.statements.reading import StatementReading
from factcheck.claims.claim import NumericClaim
from factcheck.claims.statements.statement import PLACING, StatementClaim
from factcheck.evaluation.statement_results import NamedValue, StatementResult
from factcheck.numbers.closeness import Bands, Closeness, bands_of
from factcheck.numbers.mentions import Number
from factcheck.queries.difference import Difference
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.ratio import Ratio
from factcheck.settings import Settings
from factcheck.weights.weights import WEIGHTS

_FEWEST_DIGITS, TELLING_DIGITS = 2, 3
"""Digits from which a number is hardly another group's value by chance, and hardly one by a measure no word names."""


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

    Such a number shows what is measured: readings that all but guess it weigh nothing without one.  Where no number of
    a sentence is a value of a reading that contradicts the statement, something else may be measured, unless the
    number is a value of another reading.
    """
    telling = [number for number in numbers if digits(number) >= _FEWEST_DIGITS]
    readings = _with_short_values(readings, results, statement, numbers, settings)
    pairs = zip(readings, results, strict=True)
    answered = [reading for reading, result in pairs if result.value is not None or result.is_tie]
    is_said = not all(reading.is_guess for reading in answered)
    if not telling:
        return [reading if is_said else replace(reading, weight=0.0) for reading in readings]
    weights = WEIGHTS.statement
    weighed = []
    with_bands = [(number, bands_of(number, settings)) for number in telling]
    is_value = [
        any(_shows(number, bands, reading, result) for number, bands in with_bands)
        for reading, result in zip(readings, results, strict=True)
    ]
    is_known = any(is_value)
    if not is_said and not is_known:
        return [replace(reading, weight=0.0) for reading in readings]
    for reading, result, agrees in zip(readings, results, is_value, strict=True):
        if result.value is None:
            weighed.append(reading)
        elif agrees:
            gain = weights.stated ** (1 + reading.is_guess)  # a guess starts from little, and no short number tells it
            left = reading.doubt_of_rows
            if not any(_agrees(number, bands, result.owners, _near(number)) for number, bands in with_bands):
                left += reading.doubt_of_owners  # it tells what is measured, and not of whom
            doubt = left + (reading.doubt - left) / gain
            weighed.append(replace(reading, weight=reading.weight * gain, doubt=doubt))
        elif is_known and reading.is_guess:
            weighed.append(replace(reading, weight=reading.weight / weights.stated))
        elif is_known or result.holds is not statement.assertion.is_negated:
            weighed.append(reading)
        elif any(_may_be(each, reading, statement) for each in telling):
            weighed.append(replace(reading, doubt=reading.doubt + weights.other_stated))
        else:
            weighed.append(reading)
    return weighed


def _shows(number: Number, bands: Bands, reading: StatementReading, result: StatementResult) -> bool:
    """Tell whether a number shows that a reading is meant, since it is a value that this compares.

    Of many measures that no word names some have any short number, for one of their groups, or in some unit: there only
    a longer one shows it, of those that are said to be first or that are.
    """
    if not reading.is_guess:
        return _is_value(number, bands, result) or _is_distance(number, bands, reading, result)
    firsts = (*result.owners, *(other for other in result.others if other.place == 1))
    return digits(number) >= TELLING_DIGITS and _agrees(number, bands, firsts, {Closeness.AGREES})


def _is_distance(number: Number, bands: Bands, reading: StatementReading, result: StatementResult) -> bool:
    """Tell whether a number is how far two that are compared lie apart: "taller, by 21 metres", either way round."""
    if not isinstance(reading.query, Difference) or result.value is None:
        return False
    return bands.closeness(abs(result.value)) in _near(number)


def digits(number: Number) -> int:
    """Return how many significant digits a number has."""
    return len(number.value.normalize().as_tuple().digits)


def _is_value(number: Number, bands: Bands, result: StatementResult) -> bool:
    """Tell whether a number agrees with a value of one of those that are compared."""
    return _agrees(number, bands, (*result.owners, *result.others), _near(number))


def _with_short_values(
    readings: Sequence[StatementReading],
    results: Sequence[StatementResult],
    statement: StatementClaim,
    numbers: Sequence[Number],
    settings: Settings,
) -> list[StatementReading]:
    """Return readings with a doubt where somebody leads "with five", or won "five, more than" others.

    The agreement of a number of so few digits shows nothing of a measure that no word names, but for numbers of rows.
    What has no such value is not what it is about.
    """
    is_placing = statement.assertion.kind in PLACING
    short = (number for number in numbers if is_placing and digits(number) < _FEWEST_DIGITS)
    own = [number for number in short if _is_own_value(number, statement)]
    answered = [pair for pair in zip(readings, results, strict=True) if pair[1].value is not None]
    if not own or not answered:
        return list(readings)
    likeliest = max(answered, key=lambda pair: pair[0].weight)
    if any(_may_show(number, bands_of(number, settings), *likeliest) for number in own):
        return list(readings)
    return [replace(reading, doubt=reading.doubt + WEIGHTS.statement.other_stated) for reading in readings]


def _may_show(number: Number, bands: Bands, reading: StatementReading, result: StatementResult) -> bool:
    counts = reading.query.function is COUNT
    return _shows(number, bands, reading, result) or (counts and _is_value(number, bands, result))


def _is_own_value(number: Number, statement: StatementClaim) -> bool:
    """Recognise the number of "leads with five" and of "won five, more than anyone"."""
    text = re.escape(number.text)
    behind, before = rf"\bwith (?:just |only )?{text}\b", rf"\b{text}, (?:more|fewer|less) than\b"
    return re.search(f"{behind}|{before}", statement.sentence_text) is not None


def _near(number: Number) -> Collection[Closeness]:
    return {Closeness.AGREES, Closeness.UNIT} if number.scale > 1 else {Closeness.AGREES}


def _agrees(number: Number, bands: Bands, named: Sequence[NamedValue], near: Collection[Closeness]) -> bool:
    values = [each.value for each in named]
    if number.unit == "percent":  # a share may be kept as a part of one
        values += [each * 100 for each in values if abs(each) <= 1]
    return any(bands.closeness(each) in near for each in values)


def _may_be(number: Number, reading: StatementReading, statement: StatementClaim) -> bool:
    """Tell whether a reading may compare a number: a percentage, or another one; "the 27 branches" are counted."""
    query = reading.query
    if f"the {number.text}" in statement.sentence_text:
        return False
    is_share = isinstance(query, Ratio) or (isinstance(query, GroupPlace) and bool(query.event))
    return is_share is (number.unit == "percent") and number.unit not in {"times", "more", "year"}
