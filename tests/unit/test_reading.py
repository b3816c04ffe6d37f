"""Why a labelled number is not among the claims, by the numbers and the text that are read."""

from __future__ import annotations

import pytest

from factcheck.nlp.spacy_parser import SpacyParser
from factcheck.quality.cases.source_text import Span
from factcheck.quality.judging.why_missed import ReadText, read_text

SOURCE = (
    "<html><body><p>In 2019 the shop took 60 orders. It sold between 3 and 5 cakes a day. It sold tea and cake.</p>"
    "<script>var x = 77;</script></body></html>"
)


@pytest.fixture(scope="module")
def text(parser: SpacyParser) -> ReadText:
    return read_text(SOURCE, parser)


def place(text: str) -> list[Span]:
    start = SOURCE.index(text)
    return [Span(start, start + len(text))]


def test_claims_are_laid_out_as_the_rows_of_a_check(text: ReadText) -> None:
    spotted = {number.text: number for number in text.spotted()}
    assert spotted["60"].span == place("60")[0]
    assert spotted["60"].value == 60
    assert (spotted["3 and 5"].value, spotted["3 and 5"].high) == (3, 5)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("2019", "a year"),
        ("3", "read as 3 in “3 and 5”"),
        ("tea", "not read as a number"),
        ("77", "outside of the text that is read"),
    ],
)
def test_the_reason_for_a_missed_number(text: ReadText, number: str, reason: str) -> None:
    assert text.why_missed(place(number)) == reason


def test_a_number_that_the_source_does_not_have(text: ReadText) -> None:
    assert text.why_missed([]) == "not found in the source"
