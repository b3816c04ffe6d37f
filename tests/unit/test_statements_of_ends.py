"""Statements that words alone make: ends of lists, what more do, who is the only one, changes that go on until now."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.statements.spotting import find_statements


def told(parser, text):
    document, parses = parsed(parser, text)
    return [
        (
            claim.assertion,
            [" ".join(parses[0][claim.sentence].tokens[i].text for i in owner) for owner in claim.assertion.owners],
            [" ".join(parses[0][claim.sentence].tokens[i].text for i in other) for other in claim.assertion.others],
        )
        for claim in find_statements(document, parses)
    ]


@pytest.mark.parametrize(
    ("text", "owners", "is_greatest"),
    [
        ("At the bottom are Oslo with 47 and Bern with 44.", ["Oslo", "Bern"], False),
        ("At the bottom of the list are Oslo and Rome.", ["Oslo", "Rome"], False),
        ("Bottom of the table is Oslo.", ["Oslo"], False),
        ("Bringing up the rear is Oslo.", ["Oslo"], False),
        ("At the top of the ranking stands Rome.", ["Rome"], True),
    ],
)
def test_who_is_at_an_end_of_a_list_is_named_behind_the_verb(parser, text, owners, is_greatest):
    [(assertion, named, _)] = told(parser, text)
    assert (named, assertion.is_greatest, assertion.last) == (owners, is_greatest, len(owners))


@pytest.mark.parametrize(
    ("text", "owner", "dimension", "is_greatest"),
    [
        ("Lorries cause the maximum casualties.", "Lorries", "many", True),
        ("Oslo had the minimum visits.", "Oslo", "many", False),
        ("The maximum number of visits was in Rome.", "Rome", "high", True),
        ("Oslo had the minimum number of visits.", "Oslo", "low", True),
    ],
)
def test_a_maximum_of_many_is_the_most(parser, text, owner, dimension, is_greatest):
    [(assertion, named, _)] = told(parser, text)
    assert (named, assertion.dimension, assertion.is_greatest) == ([owner], dimension, is_greatest)


@pytest.mark.parametrize(
    "text",
    ["Theft is the number one complaint.", "Theft is the #1 complaint.", "Theft is the clear #1 incident category."],
)
def test_what_is_number_one_of_its_kind_is_first(parser, text):
    [(assertion, named, _)] = told(parser, text)
    assert (named, assertion.is_greatest, assertion.last) == (["Theft"], True, 1)


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Tables have the most sales. Then home appliances with 1,849 in sales.", "home appliances"),
        ("Tables have the most sales. Then sport equipment with $1,393 in sales.", "sport equipment"),
        ("Tables have the most sales. Finally, shoes with 183 in sales.", "shoes"),
    ],
)
def test_an_entry_that_goes_on_comes_next(parser, text, owner):
    assertion, named, _ = told(parser, text)[-1]
    assert (named, assertion.follows) == ([owner], True)


@pytest.mark.parametrize("text", ["Then the shop closed at 5.", "Finally, a word with 3 readers."])
def test_what_happens_then_comes_in_no_order(parser, text):
    assert told(parser, text) == []


@pytest.mark.parametrize("text", ["The number one reason is theft.", "It is the number one reason."])
def test_what_nobody_is_called_is_number_one_of_nothing(parser, text):
    assert told(parser, text) == []


@pytest.mark.parametrize("text", ["The maximum number is 12.", "The maximum temperature was high."])
def test_a_maximum_without_an_owner_is_no_statement(parser, text):
    assert told(parser, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Rome has the most visits. At the other end of that list sits Oslo with 27.",
        "Rome has the most visits. At the opposite end stands Oslo, with 12 visits.",
        "Rome has the most visits. It is large. It is old. Oslo is at the other end of the table.",
    ],
)
def test_the_other_end_is_that_of_what_was_stated_before(parser, text):
    assertion, named, _ = told(parser, text)[-1]
    assert (named, assertion.is_opposite) == (["Oslo"], True)


def test_an_end_of_what_was_not_stated_before_is_no_place(parser):
    assert told(parser, "At the other end of the street sits Oslo.") == []


@pytest.mark.parametrize(
    ("text", "owners"),
    [
        ("The richest town had an income of $90,211 in 2007.", []),
        ("The most crowded town had 412 people per square mile in 2007.", []),
        ("The richest town in 2007 was Oslo.", ["Oslo"]),
        ("The most orders came in May.", ["May"]),
    ],
)
def test_when_an_extreme_was_had_has_no_extreme_itself(parser, text, owners):
    assert [name for _, names, _ in told(parser, text) for name in names] == owners


@pytest.mark.parametrize(
    ("text", "owner", "other"),
    [
        ("More of them own than rent.", "own", "rent"),
        ("More people walk than drive.", "walk", "drive"),
        ("Fewer guests paid by card than in cash.", "paid by card", "in cash"),
        ("More homes burn gas than oil.", "burn gas", "oil"),
        ("More people live in Rome than in Oslo.", "Rome", "Oslo"),
        ("There were more men than women.", "men", "women"),
    ],
)
def test_what_more_do_than_something_else_is_compared(parser, text, owner, other):
    [(_, owners, others)] = told(parser, text)
    assert (owners, others) == ([owner], [other])


@pytest.mark.parametrize(
    ("text", "owner", "dimension"),
    [
        ("Flats are small.", "Flats", "compact"),
        ("Dramas are very long.", "Dramas", "long"),
        ("Flats are smaller.", "Flats", "compact"),
        ("Women drink less.", "Women", "many"),
        ("Guests stay longer.", "Guests", "lasting"),
        ("Those with a garage cost more.", "with a garage", "many"),
        ("Those who smoke had lower scores.", "smoke", "low"),
    ],
)
def test_several_things_are_compared_with_the_others(parser, text, owner, dimension):
    [(assertion, owners, _)] = told(parser, text)
    assert (owners, assertion.dimension, assertion.others) == ([owner], dimension, ())


@pytest.mark.parametrize(
    "text",
    ["The flats are small.", "Prices are high.", "Flats are too small to live in.", "They want to know more."],
)
def test_things_that_are_pointed_at_or_measured_are_compared_with_none(parser, text):
    assert told(parser, text) == []


@pytest.mark.parametrize(
    ("text", "is_negated"),
    [
        ("Rome is the only city with a harbour.", False),
        ("The only city with a harbour is Rome.", False),
        ("Only Rome has a harbour.", False),
        ("Rome alone has a harbour.", False),
        ("Rome is not the only city with a harbour.", True),
    ],
)
def test_who_is_the_only_one_is_told_of(parser, text, is_negated):
    [(assertion, owners, _)] = told(parser, text)
    assert (owners, assertion.is_sole, assertion.is_negated) == (["Rome"], True, is_negated)


@pytest.mark.parametrize("text", ["It is the only way.", "Only 20 guests came.", "Only a few guests of Rome came."])
def test_other_onlys_tell_of_nobody_alone(parser, text):
    assert not any(assertion.is_sole for assertion, *_ in told(parser, text))


@pytest.mark.parametrize(
    ("text", "others", "times"),
    [
        ("Prices have risen since 2010.", ["2010"], 1.0),
        ("Rome's share fell.", [], 1.0),
        ("Exports more than doubled.", [], 2.0),
        ("Exports have tripled since 1990.", ["1990"], 2.7),
        ("Visits nearly halved.", [], 1.6),
    ],
)
def test_a_change_goes_on_until_the_end_of_the_data(parser, text, others, times):
    [(assertion, owners, named)] = told(parser, text)
    assert (owners, named) == ([], others)
    assert assertion.times == pytest.approx(times)


@pytest.mark.parametrize("text", ["Prices rose.", "Prices rose for many reasons.", "The dog fell asleep."])
def test_what_changed_at_some_time_is_no_change_until_the_end(parser, text):
    assert told(parser, text) == []


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Gas is the dominant fuel.", "Gas"),
        ("The main cause of delays is fog.", "fog"),
        ("Oaks were seen in 495, the elm being the most frequent (274).", "the elm"),
        ("The most popular answer is 44 to 48.", "44 to 48"),
    ],
)
def test_what_there_is_most_of_is_an_extreme(parser, text, owner):
    assert told(parser, text)[-1][1] == [owner]


def test_a_second_superlative_may_have_its_place_behind_it(parser):
    found = told(parser, "The oldest trees grow in Kent, the youngest in Devon.")
    assert [owners for _, owners, _ in found] == [["Kent"], ["Devon"]]


def test_plurals_have_an_extreme_by_the_verb_of_those_before(parser):
    found = told(parser, "Cats are the most popular pets, parrots the rarest.")
    assert [owners for _, owners, _ in found] == [["Cats"], ["parrots"]]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Of the seven boats most are yachts.", "yachts"),
        ("Of the 40 guests, most paid by card.", "paid by card"),
        ("None of the guests came by train.", "came by train"),
        ("Not a single guest came by train.", "came by train"),
    ],
)
def test_most_and_none_are_told_of_what_is_named_first(parser, text, part):
    [(assertion, owners, _)] = told(parser, text)
    assert (assertion.kind.value, owners) == ("majority", [part])


@pytest.mark.parametrize(
    "text",
    ["The polls never found a majority for leaving.", "The party fell short of a majority.", "None of this is new."],
)
def test_a_majority_that_is_won_or_lacked_is_no_part(parser, text):
    assert told(parser, text) == []


def test_plurals_come_next_as_names_do(parser):
    found = told(parser, "Germans are the most common visitors. Canadians come next with 86.")
    assert [owners for _, owners, _ in found] == [["Germans"], ["Canadians"]]


@pytest.mark.parametrize(
    ("text", "is_of_some"),
    [
        ("None of their letters were late.", True),
        ("Of the seven boats most are yachts.", True),
        ("None of the letters were late.", False),
        ("Of the boats most are yachts.", False),
    ],
)
def test_a_whole_that_is_counted_or_owned_is_not_all(parser, text, is_of_some):
    [(assertion, *_)] = told(parser, text)
    assert assertion.is_of_some is is_of_some


@pytest.mark.parametrize(
    ("text", "owners"),
    [
        ("Rents are highest in spring, and lowest in the fall.", ["spring", "the fall"]),
        ("Rents are highest in the summer, and lowest in winter.", ["the summer", "winter"]),
        ("Rents are highest in Rome, and lowest in Oslo.", ["Rome", "Oslo"]),
    ],
)
def test_a_second_extreme_has_a_place_or_time_of_its_own(parser, text, owners):
    assert [name for _, named, _ in told(parser, text) for name in named] == owners


def test_an_extreme_of_a_compound_is_of_all_its_words(parser):
    document, parses = parsed(parser, "Oslo had the lowest goals difference.")
    [claim] = find_statements(document, parses)
    measured = [parses[0][0].tokens[i].text for i in claim.assertion.measured]
    assert "difference" in measured
    assert claim.assertion.dimension == "low"
