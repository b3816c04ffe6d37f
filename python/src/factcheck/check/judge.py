"""The stage that judges claims: from the interpretation of a check to a verdict on each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from factcheck.candidates.assumed_units import assumed_unit
from factcheck.catalogue.schema import Table
from factcheck.check.constant_results import claims_with_constant_results
from factcheck.check.counts_by_chance import claims_counted_by_chance
from factcheck.check.decisions import decided_judgement
from factcheck.check.interpret import Interpretation
from factcheck.check.joined_by_chance import claims_joined_by_chance
from factcheck.check.left_out_alone import claims_leaving_out_alone
from factcheck.check.named_in_part import claims_named_in_part
from factcheck.check.not_contradicted import claims_not_contradicted
from factcheck.check.owners_of_extremes import with_owners
from factcheck.check.read_as_another import claims_read_as_another
from factcheck.check.read_otherwise import claims_read_otherwise
from factcheck.check.shares_of_more import claims_of_more_than_told
from factcheck.check.stated_wholes import claims_of_stated_wholes
from factcheck.check.statements import JudgedStatement, judge_statements
from factcheck.check.unread_tables import UnreadTables
from factcheck.check.worked_out import with_worked_out
from factcheck.inference.document_errors import document_error_rates
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.shared_misreadings import shared_misreadings
from factcheck.inference.verdict_features import verdict_features
from factcheck.inference.verdicts import Judgement, judge
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.rounding import count_of_digits
from factcheck.runtime.context import CheckContext
from factcheck.runtime.progress import report_progress
from factcheck.settings import Settings

_FEWEST_IN_A_UNIT = 2
"""Other claims that have to agree in a unit which nothing but the text tells."""

_TELLING_DIGITS = 3
"""Significant digits of two numbers from which they are enough for each other."""


@dataclass(frozen=True, slots=True)
class JudgedCheck:
    """The claims of a check with a verdict on each, those about numbers apart from statements without one.

    ``read`` has what each verdict on a number follows from, ``features`` what tells of its most likely reading whether
    that is meant; none where there is no reading.  ``shared`` is what the claims that are read alike take off the odds
    of that, as a logarithm.  ``unread`` are the tables that could not be read and claims may be about, by the numbers
    of the claims.
    """

    interpretation: Interpretation
    judgements: tuple[Judgement, ...]
    read: tuple[ReadClaim, ...]
    features: tuple[Mapping[str, float], ...]
    shared: tuple[float, ...]
    statements: tuple[JudgedStatement, ...] = ()
    unread: Mapping[int, Table] = field(default_factory=dict)


def judge_claims(interpretation: Interpretation, context: CheckContext) -> JudgedCheck:
    """Judge each claim by its readings, in the order that they were given anew, and their values."""
    with context.stage("verdicts"):
        report_progress("verdicts", 0, "claims", len(interpretation.check.claims))
        read = tuple(each.claim for each in interpretation.reranked)
        features, shared = tuple(verdict_features(read)), tuple(shared_misreadings(read))
        unread = UnreadTables(interpretation.check, interpretation.decisions, context.database)
        judgements = _judgements(interpretation, read, features, shared, unread, context.settings)
    statements = tuple(
        replace(each, judgement=decided_judgement(decision, None, None, (), context.settings), results=())
        if (decision := interpretation.decisions.get(each.statement.claim_no))
        else replace(each, judgement=unread.left_open(each.statement, each.judgement))
        for each in judge_statements(interpretation.scoped.spanned, judgements, interpretation.cubes, context)
    )
    claims, decided = interpretation.check.claims, interpretation.decisions
    judgements = tuple(with_owners(claims, judgements, statements, decided, context.settings))
    asked_for = interpretation.check.options.top_k
    shown = tuple(replace(each, readings=each.readings[:asked_for]) for each in judgements)
    return JudgedCheck(interpretation, shown, read, features, shared, statements, unread.meant)


def _judgements(
    interpretation: Interpretation,
    read: Sequence[ReadClaim],
    features: Sequence[Mapping[str, float]],
    shared: Sequence[float],
    unread: UnreadTables,
    settings: Settings,
) -> tuple[Judgement, ...]:
    """Return the judgements of all claims, at the share of wrong ones that the document itself shows."""
    claims = interpretation.check.claims
    doubtful = interpretation.unsure | _alone_in_a_unit(read) | claims_with_constant_results(read)
    doubtful |= claims_read_otherwise(claims, read) | claims_read_as_another(read) | claims_counted_by_chance(read)
    doubtful |= claims_leaving_out_alone(read) | claims_not_contradicted(read) | claims_of_more_than_told(read)
    doubtful |= claims_joined_by_chance(read, interpretation.scoped.spanned.relations.joins_in_doubt)
    doubtful |= claims_of_stated_wholes(claims, read) | claims_named_in_part(read)

    def at(error_rates: Sequence[float]) -> tuple[Judgement, ...]:
        judged = _judged(interpretation, read, features, shared, doubtful, error_rates, settings)
        return tuple(map(unread.left_open, claims, judged))

    expected = settings.expected_error_rate
    judgements = at([expected] * len(claims))
    rates = document_error_rates(judgements, expected, settings.error_rate_claims)
    return at(rates) if any(rate > expected for rate in rates) else judgements


def _alone_in_a_unit(read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims whose likeliest reading takes columns to be in a unit that too little speaks for.

    Any number agrees with something in a unit of one's choice.  Two other claims with other numbers have to agree with
    columns of the same table in the same unit, or one where both numbers have digits enough.  Cents choose nothing:
    amounts of money are kept in them, or in what has a hundred.
    """
    assumed = {
        index: (taken[0].table_id, taken[1])
        for index, claim in enumerate(read)
        if claim.posterior.best and not claim.number.is_hundredths
        if (taken := assumed_unit(claim.posterior.best[0].query.column)) is not None
    }
    agreeing: dict[tuple[int, Fraction], set[Decimal]] = {}
    for index, unit in assumed.items():
        if read[index].posterior.best[0].closeness is Closeness.AGREES:
            agreeing.setdefault(unit, set()).add(read[index].number.value)
    return frozenset(
        index
        for index, unit in assumed.items()
        if not _are_enough(read[index].number.value, agreeing.get(unit, set()) - {read[index].number.value})
    )


def _are_enough(value: Decimal, others: Collection[Decimal]) -> bool:
    """Tell whether other numbers that agree in a unit speak for it enough."""
    if len(others) >= _FEWEST_IN_A_UNIT:
        return True
    return any(count_of_digits(value) >= _TELLING_DIGITS <= count_of_digits(other) for other in others)


def _judged(
    interpretation: Interpretation,
    read: Sequence[ReadClaim],
    features: Sequence[Mapping[str, float]],
    shared: Sequence[float],
    doubtful: Collection[int],
    error_rates: Sequence[float],
    settings: Settings,
) -> Iterator[Judgement]:
    """Yield the judgements of all claims, by what people decided on where they did.

    ``features`` and ``shared`` are those of the likeliest readings, ``doubtful`` the indexes of claims that these do
    not decide.  The ``error_rates``, one of each claim, hold for those that may be about the tables: of what a number
    is about that nothing there names, wrong numbers of the document say nothing.
    """
    claims, posteriors = interpretation.check.claims, interpretation.posteriors
    judgements = []
    for index, (claim, posterior, one) in enumerate(zip(claims, posteriors, read, strict=True)):
        rate = error_rates[index] if one.unknown is None else settings.expected_error_rate
        judgements.append(
            judge(
                claim.number,
                posterior,
                one.values,
                features[index],
                settings,
                rate,
                shared=shared[index],
                is_sure=index not in doubtful,
            )
        )
    worked_out = with_worked_out(claims, read, judgements, settings)
    for claim, posterior, judgement in zip(claims, posteriors, worked_out, strict=True):
        decision = interpretation.decisions.get(claim.claim_no)
        if decision is None:
            yield judgement
        else:
            yield decided_judgement(decision, claim.number, posterior, judgement.readings, settings)
