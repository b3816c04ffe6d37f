"""What a statement without a number is, as grammar alone tells it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from factcheck.claims.claim import Claim

Phrase = tuple[int, ...]
"""Indexes of tokens of a sentence, in order."""


class StatementKind(StrEnum):
    """What a statement says of those that it names."""

    SUPERLATIVE = "superlative"
    RANK = "rank"
    COMPARISON = "comparison"
    MAJORITY = "majority"
    DIRECTION = "direction"


PLACING = frozenset({StatementKind.SUPERLATIVE, StatementKind.RANK})
"""Kinds of statements that give somebody a place."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """What a sentence asserts, by the tokens that say it.

    ``owners`` are those that it is said of, ``others`` those that they are compared with: all others where there is
    none, and for a direction the point before.  ``measured`` says what is measured, ``dimension`` is the adjective or
    verb that says in which respect ("heavy"), in its base form: "many" for "more" and "fewest", "" where none says it.
    ``is_greatest`` tells "most" from "least": which end that is, the dimension tells.  ``first`` and ``last`` are the
    places that the owners take together; ``is_ordered`` that they are named in order.  ``follows`` marks a place after
    what was stated before, in respect of the same.  Of a majority ``may_be_largest`` tells that the largest part may be
    meant, even where it is less than half, ``is_largest`` that it is likelier; ``unclear`` are the percentages between
    which readers differ on whether the part is as large as is said.  Where it ``is_negated``, the sentence says that it
    is not so.  A direction that ``is_steady`` is one from each of the owner's kind to the next: "every year".
    What ``is_opposite`` is at the other end of what was stated before.  A comparison that ``is_plain`` is one by an
    adjective alone, "flats are small"; such a direction one by a comparative, "it got drier".  ``times`` is how many
    times as much there is after a change, or of the greater of two, at the least.  Who ``is_sole`` is the only one of
    whom is true what is measured.  A part that ``is_of_counted`` is one of those whom the sentence counted before.  A
    direction that ``is_between_values`` is told with the values at both ends and not when, the later one first where it
    ``is_told_backwards``, one over the ``is_same_period`` between the points that were told before.
    """

    kind: StatementKind
    cue: Phrase
    owners: tuple[Phrase, ...]
    others: tuple[Phrase, ...] = ()
    measured: Phrase = ()
    dimension: str = ""
    is_greatest: bool = True
    first: int = 1
    last: int = 1
    is_ordered: bool = False
    follows: bool = False
    may_be_largest: bool = False
    is_largest: bool = False
    unclear: tuple[int, int] = (50, 50)
    is_negated: bool = False
    is_steady: bool = False
    is_of_some: bool = False
    is_opposite: bool = False
    is_plain: bool = False
    is_sole: bool = False
    is_of_counted: bool = False
    is_between_values: bool = False
    is_told_backwards: bool = False
    is_same_period: bool = False
    times: float = 1.0


@dataclass(frozen=True, slots=True)
class StatementClaim(Claim):
    """A statement without a number; ``before`` is the one before it, in the same sentence or the one before that.

    ``antecedent`` is what a pronoun that is the owner means, by the number of its sentence in the paragraph and its
    tokens there.  ``year`` is the one that its paragraph named last before a sentence that names none itself.
    """

    assertion: Assertion
    antecedent: tuple[int, Phrase] | None = None
    before: StatementClaim | None = None
    year: int | None = None
