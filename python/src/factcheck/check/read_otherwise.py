"""Claims whose likeliest reading is not of the kind that their clause asks for: it decides nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from factcheck.check.not_contradicted import is_share
from factcheck.claims.claim import NumericClaim, Told
from factcheck.inference.explained_words import ReadClaim
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.predicates.negation import Not
from factcheck.queries.query import Query

_MORE = re.compile(r"(?:more|less|fewer|higher|lower|greater|larger|smaller|longer|shorter|faster|slower)\b(?!\sor\b)")
_LIMITS = frozenset({"<", "<=", ">", ">=", "between"})


def claims_read_otherwise(claims: Sequence[NumericClaim], read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims whose likeliest reading leaves out what the clause says.

    "Without him the average would be 12" is an average of all rows but his: one of all rows neither supports it nor
    contradicts it.  "It was above 20 in 25 months" counts rows: a total contradicts nothing.  Nor does the number of
    all rows where the clause counts a part of some, "12 of the 40", nor any result of all where it is about some of a
    kind, "those with sails cost 400", or sets a limit, "below 20 feet the mean is 12".  How many passed is not told by
    marks alone: an average of them contradicts nothing.  "12 % more" is no share of rows, whatever it comes to.
    """
    return frozenset(
        index
        for index, (claim, reading) in enumerate(zip(claims, read, strict=True))
        if reading.posterior.best and _is_otherwise(claim, reading, reading.posterior.best[0].query)
    )


def _is_otherwise(claim: NumericClaim, reading: ReadClaim, query: Query) -> bool:
    is_count = query.measure.function in {COUNT, COUNT_DISTINCT}
    if is_share(query) and claim.number.unit == "percent" and _MORE.match(reading.words.text_after()):
        return True
    match claim.told:
        case Told.WITHOUT_ROWS:
            return not any(isinstance(each, Not) for each in query.predicates)
        case Told.PERIODS:
            return not is_count and not reading.agrees
        case Told.PART:
            return is_count and not query.predicates and not reading.agrees
    if reading.relevance.is_mark_unknown and not reading.agrees:
        return True
    limits = (each for each in claim.conditions if each.unit != "year" and each.comparison in _LIMITS)
    is_of_some = claim.told is Told.SOME or any(limits)
    return is_of_some and not query.predicates and not reading.agrees
