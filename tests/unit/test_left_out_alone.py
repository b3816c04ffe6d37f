"""A claim that agrees only without rows which no word leaves out takes several others that do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.read_claims import ALL_BOATS, HARBOUR, read_claim

from factcheck.catalogue.schema import Column
from factcheck.check.left_out_alone import claims_leaving_out_alone
from factcheck.inference.explained_words import ReadClaim
from factcheck.numbers.closeness import Closeness
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.query import Aggregate
from factcheck.retrieval.relevance import UNSAID, Seen

SOLD_ON = Column(9, 3, "sold_on", "sold_on", "date", "D", None, has_missing=True)
STILL_THERE = IsNull(SOLD_ON)


def boats_in(harbour: str, closeness: Closeness = Closeness.AGREES, *, part: str = UNSAID) -> ReadClaim:
    """Return a claim that is read as the number of boats in a harbour which have not been sold."""
    claim = read_claim(f"{harbour} has 12 boats.", closeness)
    likely = claim.posterior.best[0]
    selection = replace(ALL_BOATS, predicates=(Equals(HARBOUR, harbour), STILL_THERE))
    query = Aggregate(likely.query.measure, selection)
    seen = (*claim.relevance.predicates, (STILL_THERE, Seen(0.2, {part: 0.2})))
    return replace(
        claim,
        relevance=replace(claim.relevance, predicates=seen),
        posterior=replace(claim.posterior, best=(replace(likely, query=query),)),
    )


@pytest.mark.parametrize(("others", "is_alone"), [(0, True), (1, True), (2, False), (5, False)])
def test_others_have_to_agree_without_the_same_rows(others: int, is_alone: bool) -> None:
    read = [boats_in(f"Harbour {at}") for at in range(others + 1)]
    assert claims_leaving_out_alone(read) == (frozenset(range(others + 1)) if is_alone else frozenset())


def test_claims_that_do_not_agree_tell_nothing_of_the_others() -> None:
    read = [boats_in("Oban"), *(boats_in(f"Harbour {at}", Closeness.FAR) for at in range(3))]
    assert 0 in claims_leaving_out_alone(read)


def test_what_words_leave_out_is_not_in_doubt() -> None:
    assert claims_leaving_out_alone([boats_in("Oban", part="missing")]) == frozenset()
