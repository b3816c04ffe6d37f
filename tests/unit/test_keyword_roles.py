"""What the words around a number are to it: what it counts, levels of scales, numbers as names, what goes before."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.anaphora import is_fragment, points_back
from factcheck.claims.belonging import words_of_others
from factcheck.claims.keywords import all_keywords
from factcheck.claims.number_context import Tree
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


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The mean and median goals were $4,010 and $2,000.", [{"mean"}, {"median"}]),
        ("The minimum, mean and maximum were 2, 5 and 9.", [{"minimum"}, {"mean"}, {"maximum"}]),
        ("The mean was 4 and the median was above 9.", [{"mean", "median"}] * 2),
        ("The mean and median were 4.", [{"mean", "median"}]),
    ],
)
def test_statistics_of_a_list_belong_to_its_numbers_one_by_one(parser, text, left):
    """Where the parser finds clauses, these tell more."""
    [[sentence]] = parser.parse([text])
    numbers = [(at,) for at, token in enumerate(sentence.tokens) if token.tag == "CD"]
    of_others = words_of_others(Tree.of(sentence), numbers)
    statistics = {at: token.text for at, token in enumerate(sentence.tokens) if token.text in set().union(*left)}
    found = [{word for at, word in statistics.items() if at not in others} for others in of_others]
    assert all(one <= expected for one, expected in zip(found, left, strict=True)), found
    assert all(found), found
