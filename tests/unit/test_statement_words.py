"""The phrases of a statement by what they do: what is measured, set apart, or has a number."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from support.parsing import parsed

from factcheck.claims.statements.phrases import statement_words
from factcheck.claims.statements.spotting import find_statements
from factcheck.documents.document import read_document


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Clerks work hard. They earn more than drivers.", "clerks"),
        ("Rome is small. It has the most visitors.", "rome"),
        ("Rome is small. Its rents are the lowest of all cities.", "rome"),
        ("Rome and Oslo are small. They have the most visitors.", None),
    ],
)
def test_a_pronoun_means_the_subject_before_it(parser, text, owner) -> None:
    document, parses = parsed(parser, text)
    claims = [claim for claim in find_statements(document, parses) if claim.antecedent is not None]
    names = [statement_words(claim, parses).owners[0].text.lower() for claim in claims]
    assert names == ([owner] if owner else [])


@pytest.mark.parametrize(
    "text",
    [
        "Sunday is the day on which thefts occur least, far behind Tuesday with the number of 3200 thefts.",
        "Rome is small. It has the most visitors of all towns by the sea.",
        "Clerks who live in Rome earn more than drivers from Oslo.",
    ],
)
def test_the_tokens_of_a_phrase_hang_on_each_other(parser, text) -> None:
    document, parses = parsed(parser, text)
    for claim in find_statements(document, parses):
        words = statement_words(claim, parses)
        for phrase in (*words.owners, *words.others, words.measured, words.rest, words.before, words.after):
            assert all(0 <= token.head < len(phrase.tokens) for token in phrase.tokens)


@pytest.mark.parametrize(
    ("text", "leading", "valued"),
    [
        ("Among men, Ann Lee holds the record.", "men", ""),
        ("Of the northern ports, Kiel is the busiest.", "northern ports", ""),
        ("In 2019, Kiel was the busiest port.", "", ""),
        ("Kiel is the busiest port among men.", "", ""),
        ("Kiel is the largest port with fees of 300 dollars.", "", "fees"),
        ("Kiel is the largest port, with 300 ships.", "", "ships"),
    ],
)
def test_phrases_that_set_rows_apart_or_have_a_number_are_known(parser, text, leading, valued) -> None:
    document, parses = parsed(parser, text)
    [claim] = find_statements(document, parses)
    numbers = [index for index, token in enumerate(parses[0][0].tokens) if token.text == "300"]
    found = statement_words(claim, parses, numbers)
    assert (found.leading.text, found.valued.text) == (leading, valued)


def test_statements_of_a_long_paragraph_are_found_in_linear_time(parser, require_linear_time):
    statement = "Kiel is the busiest port. "
    piece = statement + "a fine day " * 1_000  # between the sentences is what is not parsed
    _, [[sentence]] = parsed(parser, statement)

    @cache
    def read(number: int):
        places = range(0, number * len(piece), len(piece))
        sentences = [replace(sentence, start=place, end=place + len(statement) - 1) for place in places]
        return read_document(piece * number), [tuple(sentences)]

    def find(number: int) -> None:
        assert len(find_statements(*read(number))) == number

    for number in (40, 160):
        read(number)  # reading is not what is timed
    require_linear_time(find, 40)
