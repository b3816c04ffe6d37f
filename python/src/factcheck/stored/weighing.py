"""The readings of a document's claims weighed anew where people decided what some of the claims mean.

A check has weighed each reading by its relevance, its evidence and the document prior (Equation 5).  The first two
stay; the prior is the one that the claims speak for now, the decided ones with what was decided, and it is learned with
the likeliest readings by turns (Algorithm 3).  The readings that were not stored, and those that cannot be made any
more, keep the weight that the check gave them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Table
from factcheck.inference.document_prior import EXPONENTS, Prior, PriorExponents, learned_prior
from factcheck.queries.query import Query
from factcheck.stored.claims import StoredClaim, StoredReading
from factcheck.stored.said_fragments import NOTHING_SAID, Said

_WORD_OF_PERSON = 3
"""How many claims whose reading was inferred one counts for that a person decided, in the prior of open claims.

A claim whose number agrees with its likeliest reading needs no such word: with it, as many are lost as are won."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A stored claim with what was decided about it.

    ``pinned_rank`` is the rank of the reading that is meant, None where nobody said; ``present_rank`` that of the
    reading that holds for the likeliest until now.  ``is_asked`` where this decision is the new one,
    ``was_decided`` where the check itself went by a decision about the sentence.  ``said`` is what its sentence names.
    """

    claim: StoredClaim
    pinned_rank: int | None = None
    present_rank: int | None = None
    is_dismissed: bool = False
    is_asked: bool = False
    was_decided: bool = False
    said: Said = NOTHING_SAID

    @property
    def is_decided(self) -> bool:
        """Whether a person has said what the claim is."""
        return self.is_dismissed or self.pinned_rank is not None

    @property
    def pinned(self) -> StoredReading | None:
        """The reading that is meant, None where nobody said."""
        return next((reading for reading in self.claim.readings if reading.rank == self.pinned_rank), None)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A reading with its probability by now."""

    reading: StoredReading
    probability: float


def weigh_anew(
    decided: Sequence[Decided], tables: Sequence[Table], rounds: int, exponents: PriorExponents = EXPONENTS
) -> list[tuple[Weighed, ...]]:
    """Return the readings of each claim in order, the likeliest first.

    A reading that is pinned has the probability 1, and a dismissed claim says nothing of the document.  A statement
    without a number has no part in the prior, and stays as it is as long as nobody decides.  ``tables`` are those that
    the readings are about.
    """
    derived = _derived_columns(reading.query for each in decided for reading in each.claim.readings)
    before = learned_prior(
        _chosen(each.claim.readings[:1] for each in decided if _is_about_number(each)), tables, derived, exponents
    )
    weighed = [_as_stored(each) for each in decided]
    for _ in range(rounds):
        prior, insistent = (
            learned_prior(_chosen(_speaking(decided, weighed, times)), tables, derived, exponents)
            for times in (1, _WORD_OF_PERSON)
        )
        again = [_weighed(each, before, insistent if _is_open(each) else prior) for each in decided]
        is_settled = [readings[:1] for readings in again] == [readings[:1] for readings in weighed]
        weighed = again
        if is_settled:
            break
    return weighed


def _speaking(
    decided: Sequence[Decided], weighed: Sequence[tuple[Weighed, ...]], times: int
) -> Iterator[Sequence[StoredReading]]:
    """Yield the likeliest reading of each claim, of one that a person decided as many times as given."""
    for each, readings in zip(decided, weighed, strict=True):
        if _is_about_number(each) and not each.is_dismissed:
            yield [one.reading for one in readings[:1]] * (times if each.is_decided else 1)


def _is_open(decided: Decided) -> bool:
    """Tell whether the likeliest reading of the check did not match: its words and its number do not hold it."""
    return any(reading.rank == 1 and not reading.matches for reading in decided.claim.readings)


def _is_about_number(decided: Decided) -> bool:
    return decided.claim.number is not None


def _chosen(firsts: Iterable[Sequence[StoredReading]]) -> list[Query]:
    return [reading.query for readings in firsts for reading in readings if reading.query is not None]


def _derived_columns(queries: Iterable[Query | None]) -> tuple[DerivedColumn, ...]:
    columns = (part.column for query in queries if query is not None for part in (query, *query.operands()))
    return tuple(dict.fromkeys(column for column in columns if isinstance(column, DerivedColumn)))


def _as_stored(decided: Decided) -> tuple[Weighed, ...]:
    """Return the readings as the check weighed them, or with the one that is pinned."""
    pinned = decided.pinned
    if pinned is None:
        return tuple(Weighed(reading, reading.probability) for reading in decided.claim.readings if reading.rank > 0)
    others = (reading for reading in decided.claim.readings if reading is not pinned)
    return Weighed(pinned, 1.0), *(Weighed(reading, 0.0) for reading in others)


def _weighed(decided: Decided, before: Prior, prior: Prior) -> tuple[Weighed, ...]:
    stored = _as_stored(decided)
    if decided.is_decided or not _is_about_number(decided):
        return stored
    unseen = max(1 - sum(one.probability for one in stored), 0.0)
    weights = [one.probability * _change(one.reading.query, before, prior) for one in stored]
    total = unseen + sum(weights)
    if total <= 0:
        return stored
    weighed = [Weighed(one.reading, weight / total) for one, weight in zip(stored, weights, strict=True)]
    return tuple(sorted(weighed, key=lambda one: (one.reading.query is None, -one.probability, one.reading.rank)))


def _change(query: Query | None, before: Prior, prior: Prior) -> float:
    """Return how many times likelier the prior makes a query than the one before."""
    return 1.0 if query is None else prior.of_query(query) / before.of_query(query)
