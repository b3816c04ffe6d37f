"""The readings of a document's claims weighed anew where people decided what some of the claims mean.

A check has weighed each reading by its relevance, its evidence and the document prior (Equation 5).  The first two
stay; the prior is the one that the other claims speak for now, the decided ones with what was decided, and it is
learned with the likeliest readings by turns (Algorithm 3).  A reading whose function, column and restricted columns
have as many votes as before keeps its weight: what was decided about others has nothing to do with it.  So do readings
that were not stored, and those that cannot be made any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.inference.document_prior import EXPONENTS, PriorChange, PriorExponents, Votes
from factcheck.queries.query import Query
from factcheck.stored.claims import StoredClaim, StoredReading
from factcheck.stored.said_fragments import NOTHING_SAID, Said

_WORD_OF_PERSON = 3
"""How many claims whose reading was inferred one counts for that a person decided, in the prior of open claims.

A claim whose number agrees with its likeliest reading needs no such word: with it, as many are lost as are won."""

_TAUGHT = 4.0
"""How many times likelier a reading of an open claim is for each of its fragments that a taught word stands for."""


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


@dataclass(frozen=True, slots=True)
class _Speaking:
    """What the claims of a document speak for: ``before``, as the check had read them, and ``now``.

    A claim that a person decided speaks ``times`` as loud; ``before`` where the check itself went by that decision.
    """

    times: int
    before: Votes
    now: Votes

    @classmethod
    def of(cls, decided: Sequence[Decided], weighed: Sequence[Sequence[Weighed]], times: int) -> _Speaking:
        """Count the likeliest readings of all claims."""
        speaking = cls(times, Votes(), Votes())
        for each, readings in zip(decided, weighed, strict=True):
            speaking.count(each, readings, 1)
        return speaking

    def count(self, decided: Decided, readings: Sequence[Weighed], sign: int) -> None:
        """Count a claim, by its likeliest reading of the check and by that of ``readings``; -1 takes it away."""
        if not _is_about_number(decided):
            return
        for query in _queries(decided.claim.readings[:1]):
            self.before.add(query, sign * (self.times if decided.was_decided else 1))
        if not decided.is_dismissed:
            for query in _queries([one.reading for one in readings[:1]]):
                self.now.add(query, sign * (self.times if decided.is_decided else 1))


def weigh_anew(
    decided: Sequence[Decided], tables: Sequence[Table], rounds: int, exponents: PriorExponents = EXPONENTS
) -> list[tuple[Weighed, ...]]:
    """Return the readings of each claim in order, the likeliest first.

    A reading that is pinned has the probability 1, and a dismissed claim says nothing of the document.  A statement
    without a number has no part in the prior, and stays as it is as long as nobody decides.  ``tables`` are those that
    the readings are about.

    A claim goes by what the other claims speak for, without itself.  One is weighed after the other, by what those
    before it have come to: two that go by each other do not change places for ever.
    """
    weighed = [_as_stored(each) for each in decided]
    calm, insistent = (_Speaking.of(decided, weighed, times) for times in (1, _WORD_OF_PERSON))
    total = max(insistent.before.total, insistent.now.total)
    change = PriorChange(total, sum(len(all_columns(table)) for table in tables), exponents)
    places = [place for place, each in enumerate(decided) if _is_about_number(each) and not each.is_decided]
    for _ in range(rounds):
        firsts = _ranks(weighed)
        for place in places:
            each = decided[place]
            for speaking in (calm, insistent):
                speaking.count(each, weighed[place], -1)
            weighed[place] = _weighed(each, change, insistent if _is_open(each) else calm)
            for speaking in (calm, insistent):
                speaking.count(each, weighed[place], 1)
        if firsts == _ranks(weighed):
            break
    return weighed


def _ranks(weighed: Sequence[Sequence[Weighed]]) -> list[int | None]:
    return [readings[0].reading.rank if readings else None for readings in weighed]


def _is_open(decided: Decided) -> bool:
    """Tell whether the likeliest reading of the check did not match: its words and its number do not hold it."""
    return any(reading.rank == 1 and not reading.matches for reading in decided.claim.readings)


def _is_about_number(decided: Decided) -> bool:
    return decided.claim.number is not None


def _queries(readings: Sequence[StoredReading]) -> list[Query]:
    return [reading.query for reading in readings if reading.query is not None]


def _as_stored(decided: Decided) -> tuple[Weighed, ...]:
    """Return the readings as the check weighed them, or with the one that is pinned."""
    pinned = decided.pinned
    if pinned is None:
        return tuple(Weighed(reading, reading.probability) for reading in decided.claim.readings if reading.rank > 0)
    others = (reading for reading in decided.claim.readings if reading is not pinned)
    return Weighed(pinned, 1.0), *(Weighed(reading, 0.0) for reading in others)


def _weighed(decided: Decided, change: PriorChange, speaking: _Speaking) -> tuple[Weighed, ...]:
    stored = _as_stored(decided)
    unseen = max(1 - sum(one.probability for one in stored), 0.0)
    weights = [
        one.probability * _change(one.reading.query, change, speaking) * _of_words(one.reading.query, decided)
        for one in stored
    ]
    total = unseen + sum(weights)
    if total <= 0:
        return stored
    weighed = [Weighed(one.reading, weight / total) for one, weight in zip(stored, weights, strict=True)]
    return tuple(sorted(weighed, key=lambda one: (one.reading.query is None, -one.probability, one.reading.rank)))


def _of_words(query: Query | None, decided: Decided) -> float:
    """Return how many times likelier a query is by the words that corrections of other claims taught."""
    return 1.0 if query is None or not _is_open(decided) else _TAUGHT ** decided.said.taught_of(query)


def _change(query: Query | None, change: PriorChange, speaking: _Speaking) -> float:
    """Return how many times likelier a query is by what the claims speak for now."""
    return 1.0 if query is None else change.of_query(query, speaking.before, speaking.now)
