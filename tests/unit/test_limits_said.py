"""Limits of columns of numbers in the many ways in which writers say them."""

from __future__ import annotations

import pytest
from support.parsing import parsed
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.spotting import find_mentions
from factcheck.numbers.mentions import find_numbers
from factcheck.retrieval.generators.thresholds import threshold_predicates
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

AGE = Column(1, 1, "age", "age", "integer", "N", None)
WAIT = Column(2, 1, "wait_hours", "wait_hours", "numeric", "N", None, unit="hours")
STARS = Column(3, 1, "stars", "stars", "numeric", "N", None)
LOAN = Column(4, 1, "loan_days", "loan_days", "integer", "N", None, unit="days")
COMMUTERS = Column(5, 1, "commuters_pct", "commuters_pct", "numeric", "N", None)
GUESTS = Table(1, "guest", "inn.guest", None, (AGE, WAIT, STARS, LOAN, COMMUTERS))
NAMED = {
    "waited": {2: 1.0},
    "wait": {2: 1.0},
    "commute": {5: 1.0},
    "loan": {4: 1.0},
    "kept": {4: 1.0},
    "commuters": {5: 1.0},
}


@pytest.mark.parametrize(
    ("text", "comparison"),
    [
        ("In nine inns the menu has six dishes or larger", ">="),
        ("half of the guests gave a four or better", ">="),
        ("309 gave a two or worse", "<="),
        ("the number of beds was ten or smaller", "<="),
        ("they make 40 an hour or better", ">="),
        ("they need 40 or so", "about"),
        ("engines of 300 horsepower and up", ">="),
        ("inns with 4 stars and up", ">="),
        ("engines of 300 horsepower or better", ">="),
        ("rooms south of $80", "<"),
        ("rooms north of $80", ">"),
        ("the east has a mean of 56.4 and the north of 54.1", "="),
        ("hardly more than the 43.8 percent at the beginning", "="),
        ("more than the 12 rooms", ">"),
        ("less than the 120 row count of all", "="),
        ("it was above the limit of 25", ">"),
        ("below our annual target of 300", "<"),
        ("with a mark of 20", "="),
        ("183 were back within twelve months", "<="),
        ("the estimate lies within 5%", "="),
        ("there were ten winters with 80 frozen days or more", ">="),
    ],
)
def test_a_comparison_may_stand_behind_its_limit(text, comparison):
    assert find_numbers(text)[-1].comparison == comparison


def test_up_to_after_a_count_is_a_limit_of_what_follows():
    assert [number.comparison for number in find_numbers("They have 4 boats and up to 9 rafts.")] == ["=", "<="]


@pytest.mark.parametrize(
    ("sentence", "limit"),
    [
        ("The 448 workers under 30 average 86.73.", "30"),
        ("The 150 employees under 25 earn 37.94 an hour.", "25"),
        ("The 115 over 60 get 50.62.", "60"),
        ("Those over 55 earn 49.50 an hour.", "55"),
        ("Guests over 80 stayed for 7.9 days on average.", "80"),
        ("Half of those under 20 in the south leave.", "20"),
        ("At the mill there are 317 workers, 91 of them above 50.", "50"),
        ("The 262 people older than 50 have worked here for 20.2 years.", "50"),
        ("The 31 trees taller than 20 metres are oaks.", "20"),
        ("In nine inns the menu is six dishes or larger.", "six"),
    ],
)
def test_a_limit_behind_what_it_limits_states_no_result(parser, sentence, limit):
    mentions = find_mentions(*parsed(parser, sentence))
    assert [mention.number.text for mention in mentions if not mention.is_claim] == [limit]


@pytest.mark.parametrize(
    "sentence", ["They sold over 60 chairs.", "Sales were higher than 500.", "They paid those over 40 times."]
)
def test_a_limit_that_tells_how_much_there_was_states_a_result(parser, sentence):
    assert [mention.is_claim for mention in find_mentions(*parsed(parser, sentence))] == [True]


def test_the_place_of_a_day_is_no_result(parser):
    mentions = find_mentions(*parsed(parser, "From day 100 onwards there were 212 guests."))
    assert [mention.number.text for mention in mentions if mention.is_claim] == ["212"]


def limits(parser, sentence: str, scores=None) -> set[str]:
    """Return the predicates of a sentence's limits, its first number being the claim."""
    passage, (_, *conditions) = parsed_passage(parser, sentence)
    words = ClaimWords((passage,), tuple(conditions), tuple(conditions))
    cue = PredicateCue(words, [GUESTS], scores or {}, columns_named_by=NAMED)
    return {predicate.sql(predicate.column.sql_name) for predicate, _ in threshold_predicates(cue)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("34 of the guests above 50 came by train.", "age > 50"),
        ("34 travellers from 30 to 39 came by train.", "age BETWEEN 30 AND 39"),
        ("34 teens, those from 10 to 19, came by train.", "age BETWEEN 10 AND 19"),
        ("34% came by train from 65 on.", "age >= 65"),
        ("34 children of ten and under came by train.", "age <= 10"),
        ("Of 900 guests, the under-30s came by train.", "age < 30"),
        ("Of 900 guests, the over 60s came by train.", "age > 60"),
        ("73 percent met the twelve-hour target for how long they waited.", "wait_hours <= 12"),
        ("27 percent missed the 12-hour target for how long they waited.", "wait_hours > 12"),
        ("19 guests waited for more than a day and a half.", "wait_hours > 36"),
        ("40 books were kept for a week or shorter.", "loan_days <= 7"),
        ("40 loans lasted longer than a month.", "loan_days > 30"),
        ("40 loans lasted less than two years.", "loan_days < 730.5"),
        ("32 guests gave a four or better.", "stars >= 4"),
        ("32 guests awarded 4.5 or more.", "stars >= 4.5"),
        ("There are 17 inns where most people commute.", "commuters_pct > 50"),
        ("There are 17 inns whose guests mostly commute.", "commuters_pct > 50"),
    ],
)
def test_a_phrase_says_a_limit(parser, sentence, expected):
    assert expected in limits(parser, sentence)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("77 towns remain below the level of Larvik, 53 percent.", "commuters_pct < 52.5"),
        ("12 towns are above the rate of Bergen (61.4 percent).", "commuters_pct > 61.45"),
    ],
)
def test_the_level_of_another_one_is_a_limit_as_it_is_rounded(parser, sentence, expected):
    assert expected in limits(parser, sentence, {5: 1.0})


@pytest.mark.parametrize(
    "sentence",
    ["32 guests waited at most for a friend.", "There are 17 inns where the most expensive room costs little."],
)
def test_other_phrases_say_none(parser, sentence):
    assert not {limit for limit in limits(parser, sentence) if limit.startswith("commuters_pct")}


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        ("[20, 30)", "age BETWEEN 20 AND 29"),
        ("[20, 30]", "age BETWEEN 20 AND 30"),
        ("(20,30]", "age BETWEEN 21 AND 30"),
        ("(1,000, 2,000)", "age BETWEEN 1001 AND 1999"),
    ],
)
def test_an_interval_in_brackets_leaves_out_what_it_says(parser, interval, expected):
    assert expected in limits(parser, f"41 guests are in the {interval} bin of ages.", {1: 1.0})


@pytest.mark.parametrize(
    ("sentence", "column", "expected"),
    [
        ("41 guests are 20 to less than 30 years of age.", 1, "age BETWEEN 20 AND 29"),
        ("41 guests with an age from 20 up to but not including 30 came.", 1, "age BETWEEN 20 AND 29"),
        ("41 guests gave between 3 and just under 4 stars.", 3, "stars >= 3 AND stars < 4"),
        ("41 guests gave 3 to under 4 stars.", 3, "stars >= 3 AND stars < 4"),
        ("41 guests gave between 3 and 4 stars.", 3, "stars BETWEEN 3 AND 4"),
    ],
)
def test_a_range_may_leave_out_its_upper_end(parser, sentence, column, expected):
    assert expected in limits(parser, sentence, {column: 1.0})


def test_how_sure_an_estimate_is_limits_no_column(parser):
    assert limits(parser, "41 guests of this age came, at 95% [20, 30].", {1: 1.0}) == set()


@pytest.mark.parametrize("name", ["PM2.5", "GPT-3.5", "A4.2", "CO2.5"])
def test_a_name_may_end_in_a_decimal(name):
    assert [(number.text, number.reason) for number in find_numbers(f"Here {name} was high.")] == [
        (name, "part of a name")
    ]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("16% of the guests gave 10+ stars.", {"stars >= 10", "stars > 10"}),
        ("16% of the guests gave 10 or more stars.", {"stars >= 10"}),
    ],
)
def test_a_plus_may_leave_out_the_limit_itself(parser, sentence, expected):
    """Beside those of "6-10 years" the ones of "10+ years" have more than ten."""
    assert {each for each in limits(parser, sentence, {3: 1.0}) if each.startswith("stars")} == expected


def test_an_age_is_told_in_years(parser):
    assert not any("age" in each for each in limits(parser, "60 people left the town over five days.", {1: 1.0}))
    assert "age > 5" in limits(parser, "60 people are older than five years.", {1: 1.0})
