"""What the form of a sentence says: which words are names, and whether its number is an extreme."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.sentence_form import counts_some_of_them, is_an_extreme, is_common_word, states_extreme
from factcheck.claims.keywords import all_keywords
from factcheck.claims.spotting import find_claims


def words_of(parser, text, number=-1):
    document, parses = parsed(parser, text)
    claims = find_claims(document, parses)
    claim = claims[number]
    keywords = all_keywords(claims, document, parses)[number]
    return ClaimWords(parses[claim.paragraph][claim.sentence].tokens, claim.tokens, keywords)


@pytest.mark.parametrize(
    ("text", "value", "is_common"),
    [
        ("The single most common colour has 51 cars.", "Single", True),
        ("There are 12 books vs. 9 films.", "VS.", True),
        ("Films: 120, Home Shows: 80", "The Show", True),
        ("The film Single sold 120 tickets.", "Single", False),
        ("The film \u201csingle\u201d sold 120 tickets.", "Single", False),
        ("We sold 120 tickets for Avatar.", "Avatar", False),
        ("We sold 120 tickets.", "Avatar", False),
    ],
)
def test_a_common_word_is_no_name(parser, text, value, is_common):
    assert is_common_word(words_of(parser, text), value) is is_common


@pytest.mark.parametrize(
    ("text", "is_extreme"),
    [
        ("Ann Lee was the tallest player at a height of 87 inches.", True),
        ("Ann Lee, in her last season, was the highest paid at $25 million.", True),
        ("Ann Lee was the third tallest player at 84 inches.", False),
        ("Ann Lee was the second-highest paid at $20 million.", False),
        ("Ann Lee made at least $20 million.", False),
        ("Ann Lee, the tallest player, has 12 sisters.", False),
        ("Ann Lee is 87 inches tall.", False),
    ],
)
def test_whether_a_number_is_said_to_be_an_extreme(parser, text, is_extreme):
    assert states_extreme(words_of(parser, text)) is is_extreme


@pytest.mark.parametrize(
    ("text", "are_some"),
    [
        ("12 of the shops closed early.", True),
        ("Only 12 of these orders came from Oslo.", True),
        ("12 of our 40 drivers are new.", True),
        ("12 of them were late.", True),
        ("12 of all the parcels were late.", True),
        ("12 tons of the finest tea were sold.", False),
        ("We sold 12 shops.", False),
    ],
)
def test_whether_members_of_something_are_counted(parser, text, are_some):
    assert counts_some_of_them(words_of(parser, text, 0)) is are_some


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("The highest fee was 31.", True),
        ("The highest fee of the year was about 31 euros.", True),
        ("The deepest harbour is 31 metres deep.", False),
        ("The maximum depth is 31 metres.", True),
        ("The largest port has 31 cranes.", False),
        ("The second highest fee was 31.", False),
        ("Most of the fees were 31.", False),
        ("The fee was 31.", False),
        ("the highest fee be 31.", True),
        ("The highest fee rose 31 times.", False),
        ("the smallest gap be 31 km belonging to Oslo.", True),
    ],
)
def test_whether_a_number_is_the_extreme_itself(parser, text, is_one):
    assert is_an_extreme(words_of(parser, text, 0)) is is_one
