"""Numbers that are the extreme of all, said of another: "Bergen has the most berths, 31", where Oslo has these.

The statement that Bergen has the most is refuted by what Bergen has.  That is what the number was said to be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from factcheck.check.statements import JudgedStatement
from factcheck.claims.claim import NumericClaim
from factcheck.claims.statements.statement import StatementKind
from factcheck.evaluation.statement_results import NamedValue
from factcheck.inference.verdicts import Judgement, Reading, Verdict
from factcheck.numbers.closeness import bands_of
from factcheck.numbers.compared_units import compare_units
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate
from factcheck.settings import Settings

_Place = tuple[int, int]
"""A paragraph, and a sentence in it."""


def with_owners(
    claims: Sequence[NumericClaim],
    judgements: Sequence[Judgement],
    statements: Sequence[JudgedStatement],
    decided: Collection[int],
    settings: Settings,
) -> Iterator[Judgement]:
    """Yield the judgements of all claims, refuting numbers of extremes by what those have who are said to have them.

    The sentence has no other number, which might be meant.  A number that its owner has stays right, whoever has more,
    and the ``decided`` claims are as people have read them.
    """
    refuted = _refuted_by_sentence(statements)
    places = [(claim.paragraph, claim.sentence) for claim in claims]
    numbers = Counter(places)
    for claim, place, judgement in zip(claims, places, judgements, strict=True):
        is_free = numbers[place] == 1 and claim.claim_no not in decided
        statement = refuted.get(place) if is_free else None
        reading = None if statement is None else _of_owner(claim, judgement, statement, settings)
        yield judgement if reading is None else _refuted(judgement, reading)


def _refuted(judgement: Judgement, reading: Reading) -> Judgement:
    left = 1 - reading.probability
    others = (replace(each, probability=left * each.probability) for each in judgement.readings)
    return Judgement(
        Verdict.REFUTED,
        left,
        (reading, *others),
        p_meant=reading.probability,
        p_value=reading.probability,
        rival=judgement.readings[0],
    )


def _refuted_by_sentence(statements: Sequence[JudgedStatement]) -> Mapping[_Place, JudgedStatement]:
    """Return the refuted statements about who is first, where a sentence has no other statement about that."""
    by_place: dict[_Place, list[JudgedStatement]] = {}
    for each in statements:
        if each.statement.assertion.kind is StatementKind.SUPERLATIVE:
            by_place.setdefault((each.statement.paragraph, each.statement.sentence), []).append(each)
    return {
        place: first
        for place, [first, *others] in by_place.items()
        if not others
        and first.results
        and first.judgement.verdict is Verdict.REFUTED
        and not first.statement.assertion.is_negated
    }


def _of_owner(
    claim: NumericClaim, judgement: Judgement, statement: JudgedStatement, settings: Settings
) -> Reading | None:
    """Return what the owner of an extreme has, read of the claim, where it is not the number; else None."""
    if judgement.verdict is not Verdict.SUPPORTED:
        return None
    query, place = judgement.readings[0].query, statement.judgement.readings[0].query
    if not isinstance(query, Aggregate) or not isinstance(place, GroupPlace) or query.function not in (MAX, MIN):
        return None
    owners: tuple[NamedValue, ...] = statement.results[0].owners
    is_same = place.aggregate == query and not place.event and place.is_greatest is (query.function is MAX)
    if not is_same or len(owners) != 1 or len(place.owners) != 1 or not isinstance(place.owners[0], Equals):
        return None
    closeness = bands_of(claim.number, settings, query.result_unit).closeness(owners[0].value)
    selection = replace(query.selection, predicates=(*query.predicates, place.owners[0]))
    units = compare_units(claim.number, query.result_unit)
    reading = Reading(
        Aggregate(query.measure, selection), owners[0].value, 1 - statement.judgement.p_correct, closeness, units
    )
    return None if reading.matches or reading.is_in_another_unit else reading
