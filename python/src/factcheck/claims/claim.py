"""What a claim is: a statement of a text, which may be about a number."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class NumericClaim(Claim):
    """A number that states the result of a query.

    ``conditions`` are the other numbers of its sentence that say which rows are meant: thresholds and bounds.
    ``numbers`` are all other numbers of its sentence, those that are claims and those that are not.
    ``carried`` are the sentences before that its own goes on about, the nearest first.
    ``headings`` are those of a table's cell that states it, of its row and then of its column; none for a sentence.
    ``leaves_rows_out`` tells that its clause leaves rows out: "without him it would be 12"; ``counts_periods`` that it
    is a number of periods: "it was above 20 in 25 months".
    """

    number: Number
    conditions: tuple[Number, ...] = ()
    numbers: tuple[Number, ...] = ()
    headings: tuple[str, ...] = ()
    carried: tuple[CarriedSentence, ...] = ()
    leaves_rows_out: bool = False
    counts_periods: bool = False
