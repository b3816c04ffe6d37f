"""What a claim is: a statement of a text, which may be about a number."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from factcheck.claims.carried import CarriedSentence
from factcheck.numbers.mentions import Number


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a document that data or other evidence can support or refute.

    ``claim_no`` counts from 1 in reading order.  ``paragraph`` is an index into ``Document.paragraphs``,
    ``sentence`` into that paragraph's parse, ``tokens`` into that sentence: the tokens that say what is claimed.
    ``source[start - 1 : start - 1 + length]`` is the claim as written (``start`` counts from 1, like substr).
    ``sentence_text`` is the visible text of the sentence.
    """

    claim_no: int
    paragraph: int
    sentence: int
    tokens: tuple[int, ...]
    start: int
    length: int
    sentence_text: str


class Told(StrEnum):
    """What the form of a clause says that its number is, whatever the data hold."""

    WITHOUT_ROWS = "a result without some rows"
    """ "Without him it would be 12"."""
    PERIODS = "how many periods"
    """ "It was above 20 in 25 months"."""
    PART = "a part of what is counted"
    """ "12 of the 40 boats", "of the 40 boats, 12 sank"."""
    SOME = "a result of some of a kind"
    """ "Those with a sail cost 400", "the 12 boats that sank"."""


@dataclass(frozen=True, slots=True)
class NumericClaim(Claim):
    """A number that states the result of a query.

    ``conditions`` are the other numbers of its sentence that say which rows are meant: thresholds and bounds.
    ``numbers`` are all other numbers of its sentence, those that are claims and those that are not.
    ``carried`` are the sentences before that its own goes on about, the nearest first.
    ``headings`` are those of a table's cell that states it, of its row and then of its column; none for a sentence.
    ``told`` is what its clause tells, where the form of the clause says so.
    """

    number: Number
    conditions: tuple[Number, ...] = ()
    numbers: tuple[Number, ...] = ()
    headings: tuple[str, ...] = ()
    carried: tuple[CarriedSentence, ...] = ()
    told: Told | None = None
