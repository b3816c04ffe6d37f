"""Documents in which every number is a claim, marked up as by a check, without a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from factcheck.documents.document import Document, read_document
from factcheck.markup.notes import Unchecked
from factcheck.markup.page import Form, mark_up
from factcheck.numbers.mentions import find_numbers

VERDICTS = ("supported", "refuted", "not_enough_info", "disputed", "refuted")
EVERY = 6
"""Every sixth number is none that was checked."""


def marked_document(text: str, form: Form = "page", **columns: Any) -> str:
    """A document with notes as long as they come; ``columns`` stand in place of those of every row."""
    document = read_document(text)
    claims: list[Mapping[str, Any]] = []
    unchecked = []
    for number, (written, start, length) in enumerate(_numbers(document), 1):
        if number % EVERY == 0:
            unchecked.append(Unchecked(written, start, length, "a year"))
        else:
            claims.append(_row(len(claims) + 1, written, start, length) | columns)
    return mark_up(document, claims, unchecked, form)


def _numbers(document: Document) -> Iterator[tuple[str, int, int]]:
    for paragraph in document.paragraphs:
        for number in find_numbers(paragraph.text):
            start, end = paragraph.starts[number.start], paragraph.ends[number.end - 1]
            yield paragraph.text[number.start : number.end], start + 1, end - start


def _row(claim_no: int, written: str, start: int, length: int) -> dict[str, Any]:
    words = "the average of payments_in_euros in guests_of_the_season where country_of_residence is 'Norway'"
    query = (
        "SELECT avg(payments_in_euros) FROM public.guests_of_the_season JOIN public.countries"
        " ON guests_of_the_season.country_id = countries.country_id WHERE country_of_residence = 'Norway'"
    )
    readings = [
        {"rank": rank, "query": query, "description": words, "value": 100 * rank, "probability": 0.2, "matches": False}
        for rank in range(1, 11)
    ]
    return {
        "claim_no": claim_no,
        "verdict": VERDICTS[claim_no % len(VERDICTS)],
        "p_correct": 0.25,
        "claim_text": written,
        "claimed_value": 120,
        "claimed_high": None,
        "comparison": "=",
        "found_value": 100,
        "description": words,
        "query": query,
        "p_query": 0.4 if claim_no % 3 == 0 else 0.8,
        "claim_start": start,
        "claim_length": length,
        "message": f"Stated {written}, the data say 100: {words}.",
        "alternatives": readings,
    }
