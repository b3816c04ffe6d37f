"""Results that the noise of doubles may decide: what the candidates' own queries give is asked of the server.

Doubles are added up in an order that nobody knows, so that their sums are sure to twelve digits, and to fewer where
values of both signs cancel out.  A candidate's query adds them up as decimals instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from factcheck.evaluation.evaluate import CandidateResults, is_unsure
from factcheck.evaluation.querytext import query_text
from factcheck.model.found_values import found_value
from factcheck.model.posterior import Posterior
from factcheck.model.query_space import CandidateQuery
from factcheck.port import Database
from factcheck.preparation import PreparedCheck
from factcheck.scope_evaluation import ClaimResults


def ask_for_unsure(
    check: PreparedCheck, results: Sequence[ClaimResults], posteriors: Sequence[Posterior], database: Database
) -> bool:
    """Note with the results of the most likely candidates what their queries give, where that is not sure.

    Returns whether there was any; then what agrees with the claims has to be told, and learned, anew.
    """
    known: dict[str, Decimal | None] = {}
    for place, query, own in list(_unsure(check, results, posteriors)):
        text = query_text(query)
        if text not in known:
            known[text] = _asked(text, query, database)
        own.asked[place] = known[text]
    return bool(known)


def unsure_claims(
    check: PreparedCheck, results: Sequence[ClaimResults], posteriors: Sequence[Posterior]
) -> frozenset[int]:
    """The places of claims whose most likely candidate has a result that is not sure and was not asked for."""
    found = set()
    for at, (claim, own, posterior) in enumerate(zip(check.claims, results, posteriors, strict=True)):
        if posterior.best:
            candidates, place = own.find(posterior.best[0].candidate)
            if is_unsure(claim.number, candidates, place, check.settings.about_tolerance):
                found.add(at)
    return frozenset(found)


def _unsure(
    check: PreparedCheck, results: Sequence[ClaimResults], posteriors: Sequence[Posterior]
) -> Iterator[tuple[int, CandidateQuery, CandidateResults]]:
    """The most likely candidates of claims whose results are not sure, with their places there."""
    tolerance = check.settings.about_tolerance
    for claim, own, posterior in zip(check.claims, results, posteriors, strict=True):
        for likely in posterior.best:
            found, place = own.find(likely.candidate)
            if is_unsure(claim.number, found, place, tolerance):
                yield place, likely.query, found


def _asked(text: str, query: CandidateQuery, database: Database) -> Decimal | None:
    [row] = database.query(text)
    [value] = row.values()
    exact = None if value is None or not Decimal(value).is_finite() else Fraction(value)
    return found_value(exact, query.function, query.column)
