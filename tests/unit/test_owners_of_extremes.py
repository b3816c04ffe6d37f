"""What has an extreme of all is named, and restricts nothing: "the highest wind is 165 knots, in Oslo"."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.sentence_form import is_an_extreme, owns_extreme, speaks_of_all
from factcheck.claims.spotting import find_claims
from factcheck.nlp.parser import Parser


def words_of(parser: Parser, text: str) -> ClaimWords:
    document, parses = parsed(parser, text)
    claim = find_claims(document, parses)[-1]
    return ClaimWords(parses[claim.paragraph][claim.sentence].tokens, claim.tokens)


@pytest.mark.parametrize(
    ("text", "is_owner"),
    [
        ("The highest tower I can find has its top at 165 m.", False),
        ("The highest wind I can find is 165 knots, in Oslo back in spring.", True),
        ("The lowest mark, 165, was given to a cook in Oslo.", True),
        ("The highest occupancy on record, 165, was reached in Oslo.", True),
        ("Oslo holds the record low of 165.", True),
        ("Oslo has the highest tower, at 165 m.", True),
        ("The highest is Oslo Tower in the north with 165 m.", True),
        ("The most expensive ticket is the Oslo Pass, at 165.", True),
        ("The highest tower in Oslo is 165 m.", False),
        ("In Oslo the lowest mark, 165, was given to a cook.", False),
        ("Oslo's highest tower has 165 steps.", False),
        ("Oslo hit a record 165 in May.", False),
        ("The highest tower measures 165 m in Oslo.", False),
        ("Oslo has 165 towers.", False),
        ("Oslo had the best average in math (165).", False),
        ("The largest number, 165, came from Oslo.", False),
        ("The towers, 165 of them, are in Oslo.", False),
    ],
)
def test_what_owns_an_extreme_stands_apart_from_it(parser: Parser, text: str, is_owner: bool) -> None:
    assert owns_extreme(words_of(parser, text), "Oslo") == is_owner


@pytest.mark.parametrize(
    ("text", "is_extreme"),
    [
        ("The deepest is 31 metres.", True),
        ("The most expensive ticket was 165 dollars.", True),
        ("The most expensive ticket costs 165 dollars.", False),
    ],
)
def test_a_superlative_without_its_noun_or_of_two_words_says_which_extreme(
    parser: Parser, text: str, is_extreme: bool
) -> None:
    assert is_an_extreme(words_of(parser, text)) == is_extreme


@pytest.mark.parametrize(
    ("text", "is_of_all"),
    [
        ("The largest pile anywhere was 165.", True),
        ("The worst of all had 165.", True),
        ("It is the best result ever, at 165.", True),
        ("In the whole series the largest was 165.", True),
        ("Overall, the largest was 165.", True),
        ("The largest was 165, compared with 20 everywhere else.", False),
        ("The rate was 165 everywhere.", False),
        ("165 of all guests from Oslo were late.", False),
        ("However, 165 were late.", False),
        ("For every guest there were 165 letters.", False),
        ("The largest pile was 165.", False),
    ],
)
def test_a_sentence_may_say_that_it_speaks_of_all(parser: Parser, text: str, is_of_all: bool) -> None:
    assert speaks_of_all(words_of(parser, text)) == is_of_all
