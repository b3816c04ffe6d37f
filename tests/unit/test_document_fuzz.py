"""Random documents of all formats: every character stands where its reader says, every number is found in its place.

A few hundred documents of each kind; ``FACTCHECK_FUZZ=10000`` tests so many.
"""

from __future__ import annotations

import html
import os
import re
import unicodedata

import pytest
from support.fuzz_documents import fuzzed_document, soup

from factcheck.documents.document import Document, read_document
from factcheck.numbers.mentions import find_numbers

DOCUMENTS = int(os.environ.get("FACTCHECK_FUZZ", "300"))
FORMATS = ["html", "markdown", "plain"]


def check_places(document: Document) -> None:
    """Every character was read from where the reader says, and all of them in order."""
    source, reached, last = document.source, 0, (0, 0)
    for paragraph in document.paragraphs:
        assert len(paragraph.text) == len(paragraph.starts) == len(paragraph.ends) > 0
        for character, start, end in zip(paragraph.text, paragraph.starts, paragraph.ends, strict=True):
            raw = source[start:end]
            assert start >= reached or (start, end) == last  # two characters of one reference
            assert start < end
            if character in " \n":
                assert raw.isspace() or raw.startswith(("<br", "\\")) or html.unescape(raw).isspace()
            else:
                assert character == raw or (raw.startswith("&") and character in html.unescape(raw))
            reached, last = end, (start, end)
        for start, end in paragraph.code:
            assert 0 <= start < end <= len(paragraph.text)


HIDDEN = re.compile(
    r"!\[.*?\]\(.*?\)|<!--.*?-->|<del>.*?</del>|<(span style|i hidden).*?</(span|i)>|~~.*?~~", re.DOTALL
)
MARK_UP = re.compile(r"<[^>]*>|\]\(.*?\)|[*`\\[]|(?<=[\r\n])[ \t]*(>[ \t]?)+", re.DOTALL)


def shown_text(written: str) -> str:
    """What a slice of a well-formed document reads without its mark-up and all that has no width."""
    text = html.unescape(MARK_UP.sub("", HIDDEN.sub("", written)))
    return " ".join("".join(c for c in text if unicodedata.category(c) != "Cf").split())


@pytest.mark.parametrize("document_format", FORMATS)
def test_every_number_is_found_in_its_place_and_none_that_is_hidden(document_format: str) -> None:
    for seed in range(DOCUMENTS):
        source, planted = fuzzed_document(document_format, seed)
        document = read_document(source)
        check_places(document)
        assert document.format == document_format, source
        for paragraph in document.paragraphs:
            for number in find_numbers(paragraph.text):
                written = source[paragraph.starts[number.start] : paragraph.ends[number.end - 1]]
                assert shown_text(written) == shown_text(number.text), (seed, source)
        shown = {
            start: (paragraph, index)
            for paragraph in document.paragraphs
            for index, start in enumerate(paragraph.starts)
        }
        for number in planted:
            if number.visible is None:
                assert not any(number.start <= start < number.end for start in shown), (seed, source)
                continue
            assert number.start in shown, (seed, source[number.start : number.end], source)
            paragraph, index = shown[number.start]
            stop = index + len(number.visible)
            assert paragraph.text[index:stop] == number.visible, (seed, source)
            assert paragraph.ends[stop - 1] == number.end, (seed, source)


@pytest.mark.parametrize("document_format", FORMATS)
def test_any_soup_is_read_with_every_character_in_its_place(document_format: str) -> None:
    for seed in range(DOCUMENTS):
        source = soup(document_format, seed)
        try:
            check_places(read_document(source))
        except Exception as error:
            raise AssertionError(f"seed {seed}: {source!r}") from error
