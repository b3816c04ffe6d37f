"""Which number of a sentence each value of a column stands with, by turns, in lists, or part by part."""

from __future__ import annotations

import pytest

from factcheck.candidates.values_of_numbers import value_of_each_number
from factcheck.nlp.parser import Parser

VALUES = ("Black", "Latino", "White")


def told(parser: Parser, text: str) -> dict[str, str]:
    """Return the value that stands with each number of a sentence, both as written."""
    [[sentence]] = parser.parse([text])
    tokens = sentence.tokens
    values = [frozenset(at for at, token in enumerate(tokens) if token.text.startswith(value)) for value in VALUES]
    pairs = value_of_each_number(tokens, frozenset(), values)
    return {tokens[number].text: VALUES[value] for number, value in pairs.items()}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("60 victims were Black and 41 were Latino.", {"60": "Black", "41": "Latino"}),
        ("Blacks made up 24.1% of all and Latinos 35.3%.", {"24.1": "Black", "35.3": "Latino"}),
        ("The Black and Latino victims numbered 60 and 41.", {"60": "Black", "41": "Latino"}),
        ("Of the 170 victims, 60 were Black, 41 Latino and 69 White.", {"60": "Black", "41": "Latino", "69": "White"}),
        ("Among Latinos there were 41 (60 among Blacks).", {"41": "Latino", "60": "Black"}),
        ("Of these, 60 were Black and 41 Latino; 24.5 was their average age.", {"60": "Black", "41": "Latino"}),
        ("The top 2 groups (Black 60, Latino 41) made up 59.4%.", {"60": "Black", "41": "Latino"}),
        ("Blacks made up 35% of all (60 vs. 41 Latinos).", {"35": "Black", "41": "Latino"}),
    ],
)
def test_what_stands_together(parser: Parser, sentence: str, expected: dict[str, str]) -> None:
    assert told(parser, sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "There were 101 Black and Latino victims.",
        "60 victims were Black.",
        "There were 19 more Black than Latino victims (60 against 41).",
        "Neither Black nor Latino.",
    ],
)
def test_a_sentence_that_does_not_tell_which_value_is_of_which_number(parser: Parser, sentence: str) -> None:
    assert len(set(told(parser, sentence).values())) < 2
