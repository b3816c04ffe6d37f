"""Times that are told from another one: the year before it, a month of it, the last of several seasons."""

from __future__ import annotations

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.claims.told_times import ToldTimes
from factcheck.retrieval.dated_columns import DatedColumn
from factcheck.retrieval.generators.times import time_predicates
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

DAY = Column(1, 1, "sold_on", "sold_on", "date", "D", None)
YEAR = Column(2, 1, "fiscal_year", "fiscal_year", "integer", "N", None)
ROUND = Column(3, 1, "round", "round", "integer", "N", None)
TABLE = Table(1, "sale", "shop.sale", None, (DAY, YEAR, ROUND))

WEEK = "sold on is from 2018-05-07 to 2018-05-13"


def restrictions(own, *context, years=()):
    passages = (passage(own, True), *(passage(text, False) for text in context))
    cue = PredicateCue(
        ClaimWords(passages, times=ToldTimes(frozenset({2018}))),
        [TABLE],
        {},
        dated=(DatedColumn(DAY, "", has_day=True, has_hour=False),),
        values={3: ["9", "10", "11", "8"]},
        columns_named_by={"round": {3: 1.0}},
        years={2: years} if years else {},
    )
    return {predicate.words(predicate.column.name.replace("_", " ")) for predicate, _ in time_predicates(cue)}


@pytest.mark.parametrize(
    ("own", "context", "expected"),
    [
        ("The year before it was 40 .", "In 2018 we sold 50 .", "sold on is in 2017"),
        ("Last year it was 40 .", "In 2018 we sold 50 .", "sold on is in 2017"),
        ("In 2012 we sold 50 , and 40 last season .", "Sales of 2009", "fiscal year is 2011"),
        ("A year later it was 40 .", "In 2018 we sold 50 .", "fiscal year is 2019"),
        ("We sold 40 in 2016 and 50 the following year .", "Sales of 2009", "sold on is in 2017"),
        ("Five years earlier it was 40 .", "In 2018 we sold 50 .", "sold on is in 2013"),
        ("We sold 40 in 2006 and 50 a decade later .", "Sales of 2009", "sold on is in 2016"),
        ("The previous season brought 40 .", "Sales of 2009", "sold on is in 2008"),
        ("The best month was April with 40 .", "Over the year 2018 we sold 500 .", "sold on is in April 2018"),
        ("The second quarter brought 40 .", "Sales of 2018", "sold on is in the second quarter of 2018"),
        ("The best day was April 16 with 40 .", "Over the year 2018 we sold 500 .", "sold on is 2018-04-16"),
        ("The best week , May 7 - 13 , brought 40 .", "Over the year 2018 we sold 500 .", WEEK),
        ("The best week , 7 - 13 May , brought 40 .", "Over the year 2018 we sold 500 .", WEEK),
        ("By 2014 it stood at 7 .", "Sales", "fiscal year is 2014"),
        ("In May 2018 sales rose by 6 % year on year .", "Sales", "sold on is in May 2017"),
        ("The total for the year was 500 .", "In May 2018 we sold 50 .", "sold on is in 2018"),
        (
            "This brings the total for the year so far to 500 .",
            "In May 2018 we sold 50 .",
            "sold on is from January 2018 to May 2018",
        ),
        ("Sales rose by 6 % YoY in Q2 2018 .", "Sales", "sold on is in the second quarter of 2017"),
        ("In Q1 2018 sales fell 6 % quarter-on-quarter .", "Sales", "sold on is in the fourth quarter of 2017"),
        ("In May 2018 sales fell 6 % month over month .", "Sales", "sold on is in April 2018"),
        ("Year-to-date sales through May 2018 were 40 .", "Sales", "sold on is from January 2018 to May 2018"),
        ("It stood at 7 that year .", "In 2013 it rose , and in 2014 it fell .", "fiscal year is 2014"),
        ("In 2012 we moved , and that same year it stood at 7 .", "Sales of 2009", "fiscal year is 2012"),
        ("By the end of 2014 it stood at 7 .", "Sales", "sold on is in 2014"),
        ("In July it was 40 .", "It was 50 in May 2018 , in May 2019 and in May 2020 .", "sold on is in July 2019"),
        ("On Thursday the 10th it was 40 .", "In May 2018 we sold 500 .", "sold on is 2018-05-10"),
        ("On Thursday the 10th it was 40 .", "In May we sold 500 .", "sold on is 2018-05-10"),
        ("On the 10th there were 40 .", "In May 2018 we sold 500 .", "sold on is 2018-05-10"),
        ("On the 10th of May there were 40 .", "Over 2018 we sold 500 .", "sold on is 2018-05-10"),
        ("In the week from Monday the 7th to Sunday the 13th it was 40 .", "In May 2018 we sold 500 .", WEEK),
        ("From the 7th to the 13th it was 40 .", "In May 2018 we sold 500 .", WEEK),
        ("Between the 7th and the 13th it was 40 .", "In May 2018 we sold 500 .", WEEK),
        ("From the 7th to the 13th of May it was 40 .", "Over 2018 we sold 500 .", WEEK),
        ("The day before it was 40 .", "On 10 May 2018 we sold 50 .", "sold on is 2018-05-09"),
        ("We sold 50 on 10 May 2018 and 40 the next day .", "Sales of 2009", "sold on is 2018-05-11"),
        ("Two days later it was 40 .", "On 31 May 2018 we sold 50 .", "sold on is 2018-06-02"),
        ("The day before it was 40 .", "On Thursday the 10th of May 2018 we sold 50 .", "sold on is 2018-05-09"),
        ("On New Year's Eve we sold 40 .", "In 2018 we sold 500 .", "sold on is 2018-12-31"),
        ("On Christmas Day 2018 we sold 40 .", "Sales", "sold on is 2018-12-25"),
        ("We sold 40 on Boxing Day .", "In May 2018 we sold 500 .", "sold on is 2018-12-26"),
        ("In the same month it was 40 .", "In March 2018 we sold 50 .", "sold on is in March 2018"),
        ("In the same month a year earlier it was 40 .", "In March 2018 we sold 50 .", "sold on is in March 2017"),
        (
            "It was 40 in the same month of the previous year .",
            "In March 2018 we sold 50 .",
            "sold on is in March 2017",
        ),
        ("A month later it was 40 .", "In December 2018 we sold 50 .", "sold on is in January 2019"),
        ("Two months earlier it was 40 .", "In January we sold 50 .", "sold on is in November"),
        ("The following month brought 40 .", "In December we sold 50 .", "sold on is in January"),
        ("It was 40 , 9 less than a year before .", "In March 2018 we sold 50 .", "sold on is in March 2017"),
        ("In March 2018 it was 40 , 9 more than two years earlier .", "Sales", "sold on is in March 2016"),
        ("In the latest round they sold 40 .", "Sales", "round is 11"),
        ("In the first round they sold 40 .", "Sales", "round is 8"),
        ("We sold 70 in the 1990s and 40 in the decade after .", "Sales", "sold on is from 2000 to 2009"),
        ("We sold 70 in the nineties and 40 in the decade before .", "Sales", "sold on is from 1980 to 1989"),
        ("The following decade brought 40 .", "In the 1980s we sold 500 .", "sold on is from 1990 to 1999"),
    ],
)
def test_a_time_is_told_from_another(own, context, expected):
    assert expected in restrictions(own, context)


def test_the_year_is_that_of_the_last_day_with_one():
    said = restrictions("The total for the year was 500 .", "We sold 50 on 20 December .", "December 2018", "2016")
    assert "sold on is in 2018" in said


@pytest.mark.parametrize(
    ("own", "context"),
    [
        ("The year before the war brought 40 .", "Sales of 2018"),
        ("The year before it was 40 .", "Sales"),
        ("The year before it was 40 .", "From 2015 to 2018 we sold 500 ."),
    ],
)
def test_no_year_is_told_where_none_is_meant(own, context):
    assert not {words for words in restrictions(own, context) if words.endswith("2017")}


@pytest.mark.parametrize(
    ("own", "context"),
    [
        ("The decade after the war brought 40 .", "In the 1980s we sold 500 ."),
        ("The following decade brought 40 .", "In the 1970s and the 1980s we sold 500 ."),
        ("The following decade brought 40 .", "Sales"),
    ],
)
def test_no_decade_is_told_where_none_is_meant(own, context):
    assert not {words for words in restrictions(own, context) if "199" in words}


def test_a_month_with_its_own_year_is_of_no_other():
    assert "sold on is in April 2018" not in restrictions("In April 2017 we sold 40 .", "Sales of 2018")


def test_rounds_are_not_told_by_words_for_other_things():
    assert not restrictions("In the last shop they sold 40 .", "Sales")


@pytest.mark.parametrize(("first", "last"), [("2010", "2019"), ("March", "August")])
def test_both_numbers_of_a_change_have_a_time_of_their_own(first, last):
    text = f"Between {first} and {last} sales went up from 3 on average to more than 13 ."
    words = text.split()
    for number, time in (("3", first), ("13", last)):
        whole = passage(text, True)
        own = Passage(whole.tokens, whole.weights, True, frozenset({words.index(number)}))
        cue = PredicateCue(ClaimWords((own,)), [TABLE], {}, dated=(DatedColumn(DAY, "", has_day=True, has_hour=False),))
        said = {predicate.words("sold on") for predicate, _ in time_predicates(cue)}
        assert {f"sold on is in {each}" for each in (first, last)} & said == {f"sold on is in {time}"}


@pytest.mark.parametrize(
    ("own", "context"),
    [
        ("On Friday the 10th it was 40 .", "In May 2018 we sold 500 ."),  # a Thursday
        ("On the 10th floor it was 40 .", "In May 2018 we sold 500 ."),
        ("The 10th largest shop sold 40 .", "In May 2018 we sold 500 ."),
        ("On Thursday the 10th it was 40 .", "In our shops we sold 500 ."),
        ("On Thursday the 31st it was 40 .", "In June 2018 we sold 500 ."),
        ("The 3rd and the 9th shop sold 40 .", "In May 2018 we sold 500 ."),
        ("From the 3rd to the 9th month it was 40 .", "We sold 500 ."),
    ],
)
def test_numbers_in_order_are_no_days(own, context):
    assert not {each for each in restrictions(own, context) if "-" in each}


def test_a_day_told_from_another_is_not_that_one():
    days = restrictions("The day before it was 40 .", "On 10 May 2018 we sold 50 .")
    assert {each for each in days if "-" in each} == {"sold on is 2018-05-09"}


def test_a_day_before_something_else_is_not_told_from_a_date():
    days = restrictions("The day before the sale it was 40 .", "On 10 May 2018 we sold 50 .")
    assert {each for each in days if "-" in each} == {"sold on is 2018-05-10"}


def test_a_weekday_with_its_number_is_that_day_alone():
    assert not any(
        "Thursday" in each for each in restrictions("On Thursday the 10th it was 40 .", "In May 2018 we sold 500 .")
    )
    assert any("Thursday" in each for each in restrictions("On Thursday it was 40 .", "In May 2018 we sold 500 ."))


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("It was 40 at the start of the period .", "fiscal year is 2015"),
        ("It was 40 at the end of the series .", "fiscal year is 2018"),
        ("It was 40 by the end of our records .", "fiscal year is 2018"),
        ("It was 40 at the end .", "fiscal year is 2018"),
        ("It was 40 at the end of the street .", None),
        ("It was 40 in the first of the shops .", None),
    ],
)
def test_the_ends_of_all_that_is_told_are_its_first_and_last_years(own, expected):
    assert restrictions(own, "Sales", years=(2015, 2016, 2018)) == ({expected} if expected else set())
