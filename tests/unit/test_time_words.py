"""Words that name times, and days written as text."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.catalogue.written_days import WRITTEN_DAYS
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.retrieval.generators.named_days import names_a_day
from factcheck.retrieval.generators.named_periods import NamedPart, NamedPeriod
from factcheck.retrieval.generators.time_words import named_times


def passage(text, tag="NN"):
    """Return a sentence with a token for each word or sign, all alike."""
    words = list(re.finditer(r"\w+|[^\w\s]", text))
    tokens = tuple(Token(w[0], w.start(), w.end(), w[0].lower(), tag, "", index) for index, w in enumerate(words))
    return Passage(tokens, (1.0,) * len(tokens), is_own=True)


def times(text, tag="NN"):
    return [named.time for named in named_times(passage(text, tag))]


def period(start, end):
    return NamedPeriod(start and date.fromisoformat(start), end and date.fromisoformat(end))


def years(first, last):
    start, end = first and date(first, 1, 1), last and date(last + 1, 1, 1)
    return NamedPeriod(start, end, (first, last))


def test_a_hundred_that_stands_with_decades_is_one():
    assert times("12 in the 1900s and 15 in the 1910s") == [years(1900, 1909), years(1910, 1919)]
    assert times("12 in the 1800s and 15 in the 1900s") == [years(1800, 1899), years(1900, 1999)]


def test_a_number_behind_a_year_is_no_year():
    assert times("It rose from 62 in 2012 to 81 in 2013") == [years(2012, 2012), years(2013, 2013)]
    assert times("from 2009 to 11") == [years(2009, 2011)]


def test_two_days_that_are_joined_are_no_stretch():
    days = [period("2024-03-05", "2024-03-06"), period("2024-03-09", "2024-03-10")]
    assert times("on 2024-03-05 and 2024-03-09") == times("on March 5, 2024 and March 9, 2024") == days


def test_the_only_month_is_one_of_each_year():
    assert {period("2022-12-01", "2023-01-01"), period("2023-12-01", "2024-01-01")} <= set(
        times("In December it rose from 62 in 2022 to 81 in 2023")
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It was 7 in Q4 2014, after 9 in Q3", {period("2014-07-01", "2014-10-01")}),
        (
            "It was 7 in Q1 2014, after 9 in Q4",
            {period("2013-10-01", "2014-01-01"), period("2014-10-01", "2015-01-01")},
        ),
        ("It was 7 in the fourth quarter of 2014 and 9 in the third", {period("2014-07-01", "2014-10-01")}),
        ("It was 7 in May 2014 and 9 in June", {period("2014-06-01", "2014-07-01")}),
    ],
)
def test_a_month_beside_one_of_a_year_is_near_it(text, expected):
    dated = {each for each in times(text) if isinstance(each, NamedPeriod)}
    assert expected == dated - {min(dated - expected, key=lambda each: each.start)}


def test_a_month_beside_two_of_different_years_is_of_neither():
    assert times("It was 7 in May 2014, 8 in May 2015 and 9 in June")[-1] == NamedPart("month", 6, 6)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("In 2015 there were", years(2015, 2015)),
        ("from 2009 to 2011", years(2009, 2011)),
        ("between 2009 and 2011", years(2009, 2011)),
        ("in 2009-11", years(2009, 2011)),
        ("in the 1990s", years(1990, 1999)),
        ("in the '60s", years(1960, 1969)),
        ("in this century", years(2000, None)),
        ("in the last century", years(1900, 1999)),
        ("in the nineteenth century", years(1800, 1899)),
        ("since the Eighties", years(1980, None)),
        ("before the 1970s", years(None, 1969)),
        ("in the 1900s", years(1900, 1999)),
        ("decade by decade: 12 in the 1900s", years(1900, 1909)),
        ("12 of the 2000s", years(2000, 2009)),
        ("until the end of the Seventies", years(None, 1979)),
        ("up to the beginning of the 1990s", years(None, 1989)),
        ("from 1955 until the beginning of 1995", years(1955, 1994)),
        ("after 2010", years(2011, None)),
        ("since 2010", years(2010, None)),
        ("2010 onwards", years(2010, None)),
        ("before 2000", years(None, 1999)),
        ("up to 2000", years(None, 2000)),
        ("in pre-2000 cars", years(None, 1999)),
        ("in May 2019", period("2019-05-01", "2019-06-01")),
        ("since May 2019", period("2019-05-01", None)),
        ("from May 2019", period("2019-05-01", None)),
        ("a 33% increase from May 2019", period("2019-05-01", "2019-06-01")),
        ("before December 2019", period(None, "2019-12-01")),
        ("until Dec. 2019", period(None, "2020-01-01")),
        ("from March to May 2019", period("2019-03-01", "2019-06-01")),
        ("on 2024-02-29", period("2024-02-29", "2024-03-01")),
        ("since 2024-03-01", period("2024-03-01", None)),
        ("from 2024-01-15 to 2024-03-31", period("2024-01-15", "2024-04-01")),
        ("between 2024-01-15 and 2024-03-31", period("2024-01-15", "2024-04-01")),
        ("until March 5, 2024", period(None, "2024-03-06")),
        ("from March 5, 2024 to March 9, 2024", period("2024-03-05", "2024-03-10")),
        ("between 5 March 2024 and the 9th", period("2024-03-05", "2024-03-06")),
        ("between the fifth of March 2024 and 2024-03-09", period("2024-03-05", "2024-03-10")),
        ("from November 2019 to January 2020", period("2019-11-01", "2020-02-01")),
        ("on 5 May 2019", period("2019-05-05", "2019-05-06")),
        ("on the sixteenth of May 2019", period("2019-05-16", "2019-05-17")),
        ("on May twenty-ninth, 2019", period("2019-05-29", "2019-05-30")),
        ("in the first half of 2019", period("2019-01-01", "2019-07-01")),
        ("in the second half of 2019", period("2019-07-01", "2020-01-01")),
        ("in the first nine months of 2019", period("2019-01-01", "2019-10-01")),
        ("over the last 4 months of 2019", period("2019-09-01", "2020-01-01")),
        ("in the first two quarters of 2019", period("2019-01-01", "2019-07-01")),
        ("in H2 2019", period("2019-07-01", "2020-01-01")),
        ("on December 31st, 2019", period("2019-12-31", "2020-01-01")),
        ("in the third quarter of 2019", period("2019-07-01", "2019-10-01")),
        ("2016 Q4", period("2016-10-01", "2017-01-01")),
        ("in Q2", NamedPart("quarter", 2, 2)),
        ("in May", NamedPart("month", 5, 5)),
        ("between November and February", NamedPart("month", 11, 2)),
        ("on Sundays", NamedPart("isodow", 7, 7)),
        ("from Monday to Friday", NamedPart("isodow", 1, 5)),
        ("between Monday and Thursday", NamedPart("isodow", 1, 4)),
        ("at the start of 2008", replace(period("2008-01-01", "2008-02-01"), years=(2008, 2008))),
        ("by the end of 2015", replace(period("2015-12-01", "2016-01-01"), years=(2015, 2015))),
        ("on weekends", NamedPart("isodow", 6, 7)),
        ("between 5 and 7 pm", NamedPart("hour", 17, 18)),
        ("from 11 to 2 p.m.", NamedPart("hour", 11, 13)),
        ("from 10 pm to 2 am", NamedPart("hour", 22, 1)),
        ("at noon, 12 pm", NamedPart("hour", 12, 12)),
        ("after 6 pm", NamedPart("hour", 18, 23)),
        ("between midnight and 6 am", NamedPart("hour", 0, 5)),
        ("from 9 am until noon", NamedPart("hour", 9, 11)),
        ("before 11 o'clock", NamedPart("hour", 0, 10)),
        ("between 12:00 and 12:59", NamedPart("hour", 12, 12)),
        ("17:00 to 19:00", NamedPart("hour", 17, 18)),
        ("in the morning", NamedPart("hour", 5, 11)),
        ("at night", NamedPart("hour", 21, 4)),
    ],
)
def test_words_name_a_time(text, time):
    assert times(text) == [time]


@pytest.mark.parametrize(
    ("text", "without", "with_its_day"),
    [
        ("after 2024/12/31", period("2025-01-01", None), period("2024-12-31", None)),
        ("before 2024-03-01", period(None, "2024-03-01"), period(None, "2024-03-02")),
        ("before 5 March 2024", period(None, "2024-03-05"), period(None, "2024-03-06")),
        ("after the 5th of March 2024", period("2024-03-06", None), period("2024-03-05", None)),
    ],
)
def test_an_open_day_may_be_meant_as_well(text, without, with_its_day):
    first, second = named_times(passage(text))
    assert (first.time, second.time) == (without, with_its_day)
    assert second.weight < first.weight


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("between five and six we are busy", [NamedPart("hour", 5, 5), NamedPart("hour", 17, 17)]),
        ("after eight it eases off", [NamedPart("hour", 8, 23), NamedPart("hour", 20, 23)]),
        ("before nine, it was quiet", [NamedPart("hour", 0, 8), NamedPart("hour", 0, 20)]),
        ("between five and six percent", []),
        ("after two weeks", []),
    ],
)
def test_hours_without_half_of_the_day_are_those_of_both(text, expected):
    assert times(text) == expected


def test_a_month_is_one_of_the_only_year_of_its_sentence():
    assert period("2015-03-01", "2015-04-01") in times("In the year 2015, in March, it rained")
    assert not any(isinstance(time, NamedPeriod) and time.years is None for time in times("2015, 2016 and March"))


@pytest.mark.parametrize("text", ["It may rain", "in march", "room 1200", "between 2011 and 2009"])
def test_other_words_name_no_stretch(text):
    assert [time for time in times(text) if isinstance(time, NamedPeriod) and time.years is None] == []


@pytest.mark.parametrize("text", ["from 15.3 in 2012 to 17.4 in 2015", "grew in 2012 to 17% and in 2015 to 20%"])
def test_a_number_behind_a_year_is_no_last_year(text):
    named = [time.years for time in times(text) if isinstance(time, NamedPeriod)]
    assert sorted(named) == [(2012, 2012), (2015, 2015)]


def test_a_verb_is_no_month():
    assert times("May it rain", tag="MD") == []
    assert times("It rained in May", tag="MD") == times("May", tag="NNP")
    assert times("May had the most", tag="VBD") == [NamedPart("month", 5, 5)]
    assert times("May", tag="NNP") == [NamedPart("month", 5, 5)]


@given(st.text(alphabet="MaySun 0123456789/-:.,pm’Qquarterto2015betwnd", max_size=60))
def test_any_text_is_read(text):
    for time in times(text):
        if isinstance(time, NamedPeriod) and time.start and time.end:
            assert time.start < time.end


@pytest.mark.parametrize("text", ["on May 5", "5th of May", "on the sixteenth of May", "2019-05-04", "on 04/05/2019"])
def test_a_day_is_named(text):
    assert names_a_day([passage(text)])


@pytest.mark.parametrize("text", ["in May", "in May 2019", "on Monday", "5 items in 2019", "from May 10:00"])
def test_no_day_is_named(text):
    assert not names_a_day([passage(text)])


@given(st.dates(date(1970, 1, 1), date(2069, 12, 31)))
def test_a_day_is_read_as_it_is_written(day):
    for name, form in {
        "year-month-day": "%Y-%m-%d",
        "month/day/year": "%m/%d/%Y",
        "day/month/year": "%d.%m.%Y",
        "month/day/two digits": "%m/%d/%y",
        "day/month/two digits": "%d/%m/%y",
        "month name day year": "%B %d, %Y",
        "day month name year": "%d-%b-%Y",
        "day month name two digits": "%d-%b-%y",
        "year month day": "%Y%m%d",
    }.items():
        read = WRITTEN_DAYS[name].day_of(day.strftime(form))
        assert read is not None
        assert (read.year, read.month, read.day) == (day.year, day.month, day.day)


def test_months_and_weekdays_may_be_written_small():
    assert times("on 18 april 1960") == [NamedPeriod(date(1960, 4, 18), date(1960, 4, 19))]
    assert times("in october") == [NamedPart("month", 10, 10)]
    assert times("on sundays") == [NamedPart("isodow", 7, 7)]
    assert times("they march on", tag="VBP") == []
    assert names_a_day([passage("on 18 april")])


def test_a_day_of_a_month_is_one_of_the_only_year_of_the_sentence():
    assert NamedPeriod(date(2013, 12, 7), date(2013, 12, 8)) in times("in 2013 the coldest day was December 7")
    assert not any(isinstance(time, NamedPeriod) for time in times("the coldest day was December 7"))
    assert NamedPeriod(date(2013, 5, 5), date(2013, 5, 6)) not in times("in 2013, May 5,000 people came")


def test_a_quarter_may_leave_out_its_noun_where_one_was_named_before():
    text = "in the first quarter 72 rooms are taken; in the third, it is 45"
    assert {NamedPart("quarter", 1, 1), NamedPart("quarter", 3, 3)} == set(times(text))
    assert times("in the first race 72 were taken; in the third, it is 45") == []
