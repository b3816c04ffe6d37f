"""What claims that are read alike tell of each other: one misreading explains what many errors would have to.

"Research Assistant (608), Business Analyst (552), …" under a heading about those employed now is read as counts of all
employees, and not one of them agrees.  That a writer gets all numbers of a list wrong is far less likely than that the
list is about something else than the reading says.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from decimal import Decimal

from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.read_document import shape_of
from factcheck.queries.query import Query

_AGREES_BY_CHANCE = 0.05
"""Probability that a number agrees with a reading that is not meant."""

_ERRORS_TOGETHER = 0.3
"""Share of wrong numbers among those read alike, one of which is wrong: a list may be of other data as a whole."""

_FEWEST = 3
"""Others that do not agree from which they are hardly wrong one by one."""


def shared_misreadings(read: Sequence[ReadClaim]) -> list[float]:
    """Return for each claim how much less likely its reading is meant as those of others like it do not agree.

    That is the logarithm of the odds, 0 or less, that the other readings of the same measure, of rows restricted by the
    same columns, are meant as well, against none being meant.  Each of them counts once, and so does each other number
    that is read as the claim's own query, which has but one value.  Claims that agree speak for themselves.
    """
    votes: defaultdict[Hashable, dict[Query, dict[Decimal, bool]]] = defaultdict(dict)
    for claim in read:
        if claim.posterior.best:
            query = claim.posterior.best[0].query
            votes[shape_of(query)].setdefault(query, {})[claim.number.value] = claim.agrees
    return [_log_odds(claim, votes) for claim in read]


def _log_odds(claim: ReadClaim, votes: Mapping[Hashable, Mapping[Query, Mapping[Decimal, bool]]]) -> float:
    if not claim.posterior.best or claim.agrees:
        return 0.0
    query = claim.posterior.best[0].query
    of_shape = votes[shape_of(query)]
    others = [any(agree.values()) for other, agree in of_shape.items() if other != query and other.predicates]
    others += [agrees for number, agrees in of_shape[query].items() if number != claim.number.value]
    agreeing = sum(others)
    if len(others) - agreeing < _FEWEST:
        return 0.0
    for_reading = agreeing * math.log((1 - _ERRORS_TOGETHER) / _AGREES_BY_CHANCE)
    against = (len(others) - agreeing) * math.log(_ERRORS_TOGETHER / (1 - _AGREES_BY_CHANCE))
    return min(for_reading + against, 0.0)
