"""What the words around a number are to it: what it counts, levels of scales, numbers as names, what goes before."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.anaphora import is_fragment, points_back
from factcheck.claims.keywords import all_keywords
from factcheck.claims.spotting import find_claims


def keywords(parser, text, claim=0):
    """The keywords of a claim of a text, by word."""
    document, parses = parsed(parser, text)
    claims = find_claims(document, parses)
    return {keyword.word: keyword for keyword in all_keywords(claims, document, parses)[claim]}


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("The ferries call at 14 islands.", {"islands"}),
        ("We asked 212 ferry captains.", {"ferry", "captains"}),
        ("The number of different skippers is 31.", {"different", "skippers"}),
        ("The survey had 31 different types of boats.", {"different", "types", "boats"}),
        ("Total Skippers: 31", {"skippers"}),
        ("As 780 tickets were sold, the number of unique passengers was 573.", {"tickets"}),
        ("The average fare is 12.", set()),
    ],
)
def test_the_noun_that_a_number_counts_is_known(parser, text, counted):
    assert {word for word, keyword in keywords(parser, text).items() if keyword.is_counted} == counted


@pytest.mark.parametrize(
    ("text", "word", "level"),
    [
        ("20 guests are very dissatisfied.", "dissatisfied", -2),
        ("20 guests are dissatisfied.", "dissatisfied", -1),
        ("20 guests are satisfied.", "satisfied", 1),
        ("20 guests are extremely satisfied.", "satisfied", 2),
        ("20 guests have low trust.", "low", -1),
        ("20 cabins are excellent.", "excellent", 2),
        ("20 guests sleep here.", "sleep", None),
    ],
)
def test_describing_words_name_levels(parser, text, word, level):
    assert keywords(parser, text)[word].level == level


@pytest.mark.parametrize(
    ("text", "word", "lemma"),
    [
        ("In the third quarter 20 boats sank.", "third", "3"),
        ("The 2nd class has 20 berths.", "2nd", "2"),
        ("In Class II 20 berths were free.", "ii", "2"),
        ("The second largest harbour has 20 berths.", "second", "second"),
    ],
)
def test_ordinals_that_are_no_ranks_are_figures(parser, text, word, lemma):
    assert keywords(parser, text)[word].lemma == lemma


@pytest.mark.parametrize(
    "text",
    [
        "Of them, 12 sank.",
        "The rest carried 40 cars.",
        "There were 48 such trips.",
        "These boats carried 40 cars.",
        "They carried 40 cars.",
        "Their crews have 40 members.",
        "It carried 40 cars.",
        "That's 34% of all boats.",
        "The distance between the two is 40 miles.",
        "This corresponds to about 34% of all.",
    ],
)
def test_words_that_point_back_carry_the_sentence_before_over(parser, text):
    sentences = parser.parse([text])[0]
    assert points_back(sentences[0])
    before = "Night boats sail to Uist."
    carried = keywords(parser, f"{before} {text}")["uist"]
    others = keywords(parser, f"{before} The yard built 40 boats.")["uist"]
    assert carried.is_said
    assert not others.is_said
    assert carried.weight > others.weight


@pytest.mark.parametrize(
    "text",
    [
        "Those who left had 12 boats.",
        "The harbour has 12 boats.",
        "This fare rose by 12%.",
        "That is, 34% of all boats sank.",
        "The two boats carried 40 cars.",
        "That 34% of all boats sank is new.",
        "Boats and their crews had 12 cars.",
        "In May there were 75 boats, 40 of them ferries.",
        "It is known that 12 boats sank.",
    ],
)
def test_other_sentences_do_not_point_back(parser, text):
    assert not points_back(parser.parse([text])[0][0])


def test_an_entry_without_a_verb_is_a_fragment(parser):
    assert is_fragment(parser.parse(["Uist: 12 boats"])[0][0])
    assert not is_fragment(parser.parse(["Uist has 12 boats."])[0][0])
