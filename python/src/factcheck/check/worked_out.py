"""Claims that follow from others of the text: "12 before 1950 and 25 after 1970, a difference of 13".

What two other claims say is known from the data by then; where the claim says what these differ by, and they do, that
is what is meant.  No claim is refuted so: a number that does not follow from others may be about something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import permutations

from factcheck.candidates.compared import Compared
from factcheck.candidates.neighbours import is_one_result
from factcheck.check.neighbours import claims_near
from factcheck.claims.claim import NumericClaim
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.verdicts import Judgement, Reading, Verdict
from factcheck.numbers.closeness import Closeness, bands_of
from factcheck.numbers.compared_units import compare_units
from factcheck.queries.query import Query
from factcheck.settings import Settings


@dataclass(frozen=True, slots=True)
class _Known:
    """Another claim that the data agree with: what is read, and the value that gives."""

    query: Query
    value: Decimal
    judgement: Judgement


def with_worked_out(
    claims: Sequence[NumericClaim], read: Sequence[ReadClaim], judgements: Sequence[Judgement], settings: Settings
) -> Iterator[Judgement]:
    """Yield the judgements of all claims, that of one which follows from two others in place of an open one."""
    for index, (claim, judgement) in enumerate(zip(read, judgements, strict=True)):
        followed = None
        if judgement.verdict is not Verdict.SUPPORTED:
            nearby = list(_nearby(index, claims, judgements))
            followed = next(_followed(claim, judgement, nearby, settings), None) if len(nearby) > 1 else None
        yield followed or judgement


def _nearby(index: int, claims: Sequence[NumericClaim], judgements: Sequence[Judgement]) -> Iterator[_Known]:
    """Yield what is known of the nearest claims of the same sentence, and of the one before."""
    for at in claims_near(index, claims):
        judgement = judgements[at]
        first = judgement.readings[0] if judgement.readings else None
        if first is None or first.value is None or judgement.verdict is not Verdict.SUPPORTED:
            continue
        if is_one_result(first.query):
            yield _Known(first.query, first.value, judgement)


def _followed(
    claim: ReadClaim, judgement: Judgement, known: Sequence[_Known], settings: Settings
) -> Iterator[Judgement]:
    """Yield the judgements by what two other claims give together, where that is the number."""
    compared = Compared.of(claim.number, claim.words)
    if compared is None:
        return
    values = {each.query: Fraction(each.value) for each in known}
    for one, other in permutations(known, 2):
        if one.query.measure != other.query.measure or one.query == other.query:
            continue
        query = compared.of_two(one.query, other.query)
        value = query.shown(query.exact_of_parts(*(values[part] for part in query.parts())))
        unit = query.result_unit
        if value is None or bands_of(claim.number, settings, unit).closeness(value) is not Closeness.AGREES:
            continue
        sure = min(one.judgement.p_correct, other.judgement.p_correct)
        meant = min(one.judgement.p_meant, other.judgement.p_meant)
        reading = Reading(query, value, meant, Closeness.AGREES, compare_units(claim.number, unit))
        others = (each for each in judgement.readings if each.query != query)
        readings = (reading, *(replace(each, probability=(1 - meant) * each.probability) for each in others))
        yield Judgement(Verdict.SUPPORTED, sure, readings, p_meant=meant, p_value=meant)
