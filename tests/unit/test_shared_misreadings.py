"""Claims that are read alike, none of which agrees, are likelier misread than all wrong."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from support.read_claims import ALL_BOATS, HARBOUR, read_claim

from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.posterior import Posterior
from factcheck.inference.shared_misreadings import shared_misreadings
from factcheck.numbers.closeness import Closeness
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate


def boats_in(harbour: str, closeness: Closeness) -> ReadClaim:
    """Return a claim that is read as the number of boats in a harbour."""
    claim = read_claim(f"{harbour} has 12 boats.", closeness)
    likely = claim.posterior.best[0]
    query = Aggregate(likely.query.measure, replace(ALL_BOATS, predicates=(Equals(HARBOUR, harbour),)))
    return replace(claim, posterior=replace(claim.posterior, best=(replace(likely, query=query),)))


def agreeing(posterior: Posterior) -> Posterior:
    """Return a posterior whose likeliest reading agrees."""
    return replace(posterior, best=(replace(posterior.best[0], closeness=Closeness.AGREES),))


def claims(agreeing: int, others: int) -> list[ReadClaim]:
    """Return claims about harbours of which the first agree."""
    closeness = [Closeness.AGREES] * agreeing + [Closeness.FAR] * others
    return [boats_in(f"Harbour {at}", each) for at, each in enumerate(closeness)]


def test_one_claim_tells_nothing_of_itself() -> None:
    assert shared_misreadings(claims(0, 1)) == [0.0]


def test_the_more_claims_disagree_alike_the_less_likely_each_is_read_as_meant() -> None:
    three, four, nine = (shared_misreadings(claims(0, count))[0] for count in (3, 4, 9))
    assert three == 0 > four > nine
    assert four < -3
    assert len(set(shared_misreadings(claims(0, 4)))) == 1


@pytest.mark.parametrize(("agreeing", "others"), [(1, 2), (2, 4), (5, 5), (20, 9)])
def test_where_some_agree_the_others_are_errors(agreeing: int, others: int) -> None:
    assert shared_misreadings(claims(agreeing, others)) == [0.0] * (agreeing + others)


def test_what_agrees_speaks_for_itself() -> None:
    first, *others = shared_misreadings(claims(1, 9))
    assert first == 0
    assert all(each < -3 for each in others)


def test_a_number_that_is_stated_again_counts_once() -> None:
    same = [boats_in("Oban", Closeness.FAR)] * 6
    assert shared_misreadings(same) == [0.0] * 6
    assert shared_misreadings([*same, *claims(0, 3)])[0] == shared_misreadings(claims(0, 4))[0]


def test_of_several_numbers_that_are_read_as_one_query_one_is_read_as_meant_at_most() -> None:
    first = boats_in("Oban", Closeness.FAR)
    same = [replace(first, number=replace(first.number, value=Decimal(value))) for value in (12, 14, 15, 17)]
    assert all(each < -3 for each in shared_misreadings(same))
    last = replace(same[-1], posterior=agreeing(first.posterior))
    assert shared_misreadings([*same[:-1], last]) == [0.0] * 4
