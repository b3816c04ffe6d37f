"""Results that the noise of doubles may decide: the server runs the candidates' queries one by one.

Doubles are added up in the order in which workers finish, so that their sums are sure to twelve digits, and to fewer
where values of both signs cancel out.  A candidate's query adds them up as decimals instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from factcheck.candidates.candidate_space import AnyCandidate
from factcheck.check.prepare import PreparedCheck
from factcheck.evaluation.agreement import is_unsure
from factcheck.evaluation.claim_results import ClaimResults
from factcheck.evaluation.kept_rows import QueryRows
from factcheck.inference.posterior import Posterior
from factcheck.numbers.closeness import NumberBands, bands_of
from factcheck.queries.query import Query


def ask_for_unsure(
    check: PreparedCheck, results: Sequence[ClaimResults], posteriors: Sequence[Posterior], source: QueryRows
) -> list[ClaimResults] | None:
    """Run the queries of the most likely candidates whose results are not sure.

    Returns the results with what the queries gave, after which has to be learned anew; None where all are sure.
    """
    known: dict[str, Decimal | None] = {}
    asked = list(results)
    for at, query, candidate in list(_unsure(check, results, posteriors)):
        text = query.sql()
        if text not in known:
            known[text] = _asked(text, query, source)
        value = known[text]
        bands = bands_of(check.claims[at].number, check.settings, query.result_unit)
        asked[at] = asked[at].with_value(candidate, value, bands.closeness(value))
    return asked if known else None


def unsure_claims(
    check: PreparedCheck, results: Sequence[ClaimResults], posteriors: Sequence[Posterior]
) -> frozenset[int]:
    """Return the indexes of claims whose most likely candidate has a result that is not sure and was not asked for."""
    first = [replace(posterior, best=posterior.best[:1]) for posterior in posteriors]
    return frozenset(index for index, _, _ in _unsure(check, results, first))


def _unsure(
    check: PreparedCheck, results: Sequence[ClaimResults], posteriors: Sequence[Posterior]
) -> Iterator[tuple[int, Query, AnyCandidate]]:
    """Yield the most likely candidates whose results are not sure, with the indexes of their claims."""
    for at, (claim, results_of_claim, posterior) in enumerate(zip(check.claims, results, posteriors, strict=True)):
        queries = {each.candidate: each.query for each in posterior.best if each.query.adds_doubles}
        bands = NumberBands(claim.number, check.settings)
        open_ones = [each for each in queries if each not in results_of_claim.asked]
        for candidate, (value, noise) in results_of_claim.values(open_ones).items():
            if is_unsure(bands.of(queries[candidate].result_unit), value, noise):
                yield at, queries[candidate], candidate


def _asked(text: str, query: Query, source: QueryRows) -> Decimal | None:
    [row] = source.of_statement(text, [query])
    [value] = row.values()
    exact = None if value is None or not Decimal(value).is_finite() else Fraction(value)
    return query.shown(exact)
