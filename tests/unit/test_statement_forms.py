"""Forms of statements: parts set off, values set against others, places from an end, changes between values."""

from __future__ import annotations

import pytest
from support.parsing import parsed
from support.told_statements import statements, words

from factcheck.claims.statements.phrases import statement_words
from factcheck.claims.statements.spotting import find_statements


@pytest.mark.parametrize(
    ("text", "part", "is_small"),
    [
        ("The choir has 40 singers, most of them tenors.", "tenors", False),
        ("They lent 31 books, few of them in French.", "in French", True),
        ("Twelve ferries were late, more than half of them at night.", "at night", False),
        ("Sixty goats were sold, the vast majority of them kids.", "kids", False),
    ],
)
def test_a_part_is_set_off_behind_what_is_counted(parser, text, part, is_small):
    [(claim, tokens)] = statements(parser, text)
    assertion = claim.assertion
    assert (assertion.kind.value, words(assertion.owners[0], tokens)) == ("majority", part)
    assert assertion.is_of_counted
    assert assertion.is_negated is is_small


@pytest.mark.parametrize(
    "text", ["He sold 12 kites, half of them red.", "She kept nine hens, most of which laid.", "All of them were new."]
)
def test_no_part_is_set_off_by_a_number_or_with_a_verb(parser, text):
    assert not any(claim.assertion.is_of_counted for claim, _ in statements(parser, text))


@pytest.mark.parametrize(
    ("text", "owner", "other", "is_greatest"),
    [
        ("Weavers averaged $310, ahead of the dyers ($290).", "Weavers", "the dyers", True),
        ("Weavers earned $310 on average, behind the dyers.", "Weavers", "the dyers", False),
        ("The mean fare of trams is $2, a bit below that of the buses.", "trams", "the buses", False),
        ("Bergen had a rent of $900, well above that of Vaasa.", "Bergen", "Vaasa", True),
        ("Goats gave 3.1 litres, well ahead of the sheep.", "Goats", "the sheep", True),
    ],
)
def test_a_value_is_set_against_others(parser, text, owner, other, is_greatest):
    [(claim, tokens)] = statements(parser, text)
    assertion = claim.assertion
    assert assertion.kind.value == "comparison"
    assert (words(assertion.owners[0], tokens), words(assertion.others[0], tokens)) == (owner, other)
    assert assertion.is_greatest is is_greatest


@pytest.mark.parametrize(
    "text",
    [
        "Sales came to $5 million, ahead of the forecast.",
        "The council met in 2012, ahead of the election.",
        "Levels reached 20 points, above average.",
    ],
)
def test_nothing_is_set_against_plans_and_times(parser, text):
    assert statements(parser, text) == []


def test_who_is_first_is_ahead_in_the_same_respect(parser):
    [(claim, _)] = statements(parser, "Weavers struck most often, at 12%, ahead of dyers.")
    assert claim.assertion.kind.value == "superlative"


@pytest.mark.parametrize(
    ("text", "place", "is_greatest"),
    [
        ("Vaasa ranked fourth from the bottom.", 4, False),
        ("Vaasa came third from last.", 3, False),
        ("Vaasa ranked second from the top.", 2, True),
        ("Vaasa ranked second.", 2, True),
    ],
)
def test_a_place_is_counted_from_an_end(parser, text, place, is_greatest):
    [(claim, _)] = statements(parser, text)
    assert (claim.assertion.first, claim.assertion.is_greatest) == (place, is_greatest)


def test_a_name_behind_a_noun_with_an_owner_is_the_subject(parser):
    [(claim, tokens)] = statements(parser, "Its rival the silver fir is second with 48.5.")
    assert words(claim.assertion.owners[0], tokens) == "the silver fir"
    assert claim.antecedent is None


@pytest.mark.parametrize(
    ("text", "is_rising"),
    [
        ("Rents fell from $900 to $850.", False),
        ("Rents fell from 120 crowns per head and year to 96.", False),
        ("Visits went up from 91.2 to 97.4 a day.", True),
        ("Jobs in weaving grew from 716,000 to 847,000 within two years.", True),
    ],
)
def test_a_change_is_one_between_two_values(parser, text, is_rising):
    [(claim, _)] = statements(parser, text)
    assertion = claim.assertion
    assert (assertion.kind.value, assertion.is_greatest) == ("direction", is_rising)
    assert assertion.is_between_values


def test_a_change_between_points_is_none_between_values(parser):
    [(claim, _)] = statements(parser, "Rents rose from 2009 to 2011.")
    assert not claim.assertion.is_between_values
    assert statements(parser, "Rents fell from their high.") == []


def test_a_change_is_over_the_period_that_was_told(parser):
    [_, (claim, _)] = statements(parser, "Rents rose between 2001 and 2009. Wages fell over the same period.")
    assert claim.assertion.is_same_period
    assert claim.before is not None


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Goats were twice as likely to be sold as sheep.", 1.8),
        ("Vaasa is twice as expensive as Bergen.", 1.8),
        ("Vaasa is not as expensive as Bergen.", 1.0),
    ],
)
def test_twice_as_much_is_a_comparison(parser, text, times):
    [(claim, _)] = statements(parser, text)
    assert claim.assertion.kind.value == "comparison"
    assert claim.assertion.times == times


def test_the_time_before_a_comma_is_the_best_one(parser):
    [(claim, tokens)] = statements(
        parser, "Output grew by 2,700 in 2015, after 3,000 in 2014, the best year of the decade."
    )
    assert words(claim.assertion.owners[0], tokens) == "2014"


def test_the_bestseller_sells_the_most(parser):
    [(claim, tokens)] = statements(parser, "Dish 3 is the bestseller.")
    assert words(claim.assertion.owners[0], tokens) == "Dish 3"
    assert claim.assertion.dimension == "selling"


def test_a_value_makes_a_definite_noun_the_next_one(parser):
    [_, (claim, tokens)] = statements(parser, "The yew is the tallest tree. The silver fir is next with 48.5.")
    assert words(claim.assertion.owners[0], tokens) == "The silver fir"
    assert claim.assertion.follows
    [(claim, _)] = statements(parser, "Vaasa is next with 27 per cent.")
    assert (claim.assertion.first, claim.assertion.follows) == (2, False)
    assert statements(parser, "Vaasa is next.") == []
    assert statements(parser, "The next step is next to the house.") == []


def test_the_other_end_of_a_list_may_begin_a_paragraph(parser):
    [_, (claim, _)] = statements(parser, "The yew is the tallest tree.\n\nAt the other end is the dwarf willow.")
    assert claim.assertion.is_opposite
    assert claim.before is not None


def test_a_band_belongs_to_its_noun(parser):
    [(claim, tokens)] = statements(parser, "The rate of cycling is highest for incomes from 1,500 to 3,000.")
    assert words(claim.assertion.owners[0], tokens) == "incomes from 1,500 to 3,000"


def test_what_they_have_or_lack_belongs_to_people(parser):
    document, parses = parsed(parser, "People without any permit pay more. They are the oldest.")
    claim = find_statements(document, parses)[-1]
    assert statement_words(claim, parses).owners[0].text == "People without permit"


def test_an_aside_about_an_owner_restricts_nothing(parser):
    document, parses = parsed(parser, "The best-paid weaver was Ann Lee, a striker on $640.")
    [claim] = find_statements(document, parses)
    assert "striker" not in statement_words(claim, parses).rest.forms


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("In 2009 it was 80 and in 2014, where the series ends, 95, the highest of all.", "2014"),
        ("The north has 12 mills; Bergen, with 42 cranes the busiest port, exports salt.", "Bergen"),
        ("The share peaked at 31.8 percent in 1998 and stood at 30.8 percent at the end.", "1998"),
        ("Rents peaked at $300 in May.", "May"),
    ],
)
def test_an_extreme_beside_a_value_belongs_to_whom_the_value_is_told_of(parser, text, owner):
    assert [[words(each, tokens) for each in claim.assertion.owners] for claim, tokens in statements(parser, text)] == [
        [owner]
    ]


def test_a_peak_at_a_value_alone_is_nobodys(parser):
    assert statements(parser, "Sales peaked at 300.") == []


@pytest.mark.parametrize("text", ["Most night discounts were on one pier.", "Most day trips were on one pier."])
def test_most_of_what_a_compound_names_is_a_part_and_no_first_place(parser, text):
    [(claim, tokens)] = statements(parser, text)
    assert (claim.assertion.kind.value, words(claim.assertion.owners[0], tokens)) == ("majority", "on one pier")


def test_a_number_that_names_a_thing_is_no_number_of_places(parser):
    [_, (claim, _)] = statements(parser, "Plot 12 was the busiest, and plot 10 the quietest.")
    assert (claim.assertion.first, claim.assertion.last) == (1, 1)


def test_what_is_only_his_is_nobodys_extreme(parser):
    assert statements(parser, "His is still the slowest time in the book.") == []


def test_who_remains_the_youngest_is_the_subject(parser):
    [(claim, tokens)] = statements(parser, "John, who was 22, remains the youngest.")
    assert [words(owner, tokens) for owner in claim.assertion.owners] == ["John"]


@pytest.mark.parametrize(
    ("text", "is_rising"),
    [
        ("The number of accidents rose, however, to 23 from 18.", True),
        ("Rents fell last year, to $850 from $900.", False),
    ],
)
def test_a_change_may_be_told_from_its_end(parser, text, is_rising):
    [(claim, _)] = statements(parser, text)
    assert claim.assertion.is_greatest is is_rising
    assert claim.assertion.is_between_values
    assert claim.assertion.is_told_backwards


def test_a_further_change_with_its_own_value_is_at_no_time_told_before(parser):
    text = "Weight fell from 67.9 grams in 1978 to 28.2 in 1996, and had recovered only to 35.6 grams by the end."
    [(claim, _)] = statements(parser, text)
    assert not claim.assertion.is_greatest


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("The cranberry scone is the worst, at 490 calories.", True),
        ("Oslo is best (41.1%), and Bern has 13.6%.", True),
        ("The cranberry scone is the worst.", False),
    ],
)
def test_what_is_best_or_worst_is_told_by_a_value_beside(parser, text, is_found):
    assert bool(statements(parser, text)) is is_found
