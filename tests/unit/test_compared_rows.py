"""What a number compares: rows of both ends of a range, the noun a percentage is of, words that compare nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.compared_rows import compared_rows, further_ones, others
from factcheck.candidates.generators.comparing_words import direction, signed
from factcheck.candidates.generators.ends_of_ranges import ends_of_range
from factcheck.candidates.generators.measures import measures
from factcheck.candidates.space import ProductPart
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.keywords import Keyword
from factcheck.claims.wholes import wholes_named_before
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.sums import SUM
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.period import Period
from factcheck.retrieval.relevance import Relevance, Seen

YEAR = Column(1, 1, "year", "year", "integer", "N", None)
TONS = Column(2, 1, "tons", "tons", "integer", "N", None)
LANDED = Column(3, 1, "landed", "landed", "date", "D", None)
VALUE = Column(4, 1, "value", "value", "numeric", "N", None)
CATCHES = Table(1, "catches", "public.catches", None, (YEAR, TONS, LANDED, VALUE))
RELATIONS = Relations([CATCHES])


def words_of(parser, sentence, number_text):
    number = next(number for number in find_numbers(sentence) if number.text == number_text)
    [[parse]] = parser.parse([sentence])
    claimed = tuple(i for i, t in enumerate(parse.tokens) if t.start < number.end and t.end > number.start)
    keywords = tuple(Keyword(t.text.lower(), t.lemma.lower(), 0.5) for t in parse.tokens if t.text.isalpha())
    return number, ClaimWords(parse.tokens, claimed, keywords)


def cue_of(parser, sentence, number_text, *predicates, tables_named_by=None):
    number, words = words_of(parser, sentence, number_text)
    seen = tuple((each, Seen(1.0, {"words": 1.0})) for each in predicates)
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 0.0), {}, {}, seen, tables_named_by=tables_named_by or {})
    product = ProductPart((), predicates, np.ones(len(predicates)), RELATIONS, 3)
    return Cue(number, relevance, RELATIONS, product, words, amounts=(TONS, VALUE))


def year(number):
    return Equals(YEAR, str(number))


def whole_year(number):
    return Period(LANDED, f"{number}-01-01", f"{number + 1}-01-01")


@pytest.mark.parametrize(
    ("predicate", "ends"),
    [
        (Between(YEAR, "2010", "2020"), (year(2010), year(2020))),
        (OneOf(YEAR, ("2010", "2020")), (year(2010), year(2020))),
        (Period(LANDED, "2010-01-01", "2021-01-01"), (whole_year(2010), whole_year(2020))),
        (DatePart(LANDED, "month", 4, 7), (DatePart(LANDED, "month", 4, 4), DatePart(LANDED, "month", 7, 7))),
        (whole_year(2010), None),
        (Period(LANDED, "2010-03-01", "2012-05-01"), None),
        (Period(LANDED, "2010-01-01", None), None),
        (year(2010), None),
        (Between(LANDED, "2010-01-01", "2010-06-01"), None),
    ],
)
def test_a_range_has_two_ends_where_they_are_values_or_years(predicate, ends):
    assert ends_of_range(predicate) == ends


def test_what_rose_between_two_years_is_that_of_the_last_beside_that_of_the_first(parser):
    cue = cue_of(parser, "Catches rose by 5% between 2010 and 2020.", "5%", Between(YEAR, "2010", "2020"))
    [pair] = compared_rows(cue, is_in_time=True)
    assert (pair.of, pair.base) == (year(2020), year(2010))


def test_what_fell_in_a_single_year_fell_from_the_year_before(parser):
    cue = cue_of(parser, "Catches fell by 5% in 2020.", "5%", year(2020))
    assert [(pair.of, pair.base) for pair in compared_rows(cue, is_in_time=True)] == [(year(2020), year(2019))]
    assert compared_rows(cue) == []
    cue = cue_of(parser, "Catches fell by 5% from 2015 to 2020.", "5%", year(2015), year(2020))
    assert year(2019) not in {pair.base for pair in compared_rows(cue, is_in_time=True)}


def test_a_sign_before_a_percentage_tells_of_a_change(parser):
    for sentence, number in (("Catches peaked in 2020 (+5%).", "5%"), ("Weakest year: 2020, at -5%.", "-5%")):
        _, words = words_of(parser, sentence, number)
        assert direction(words) is None
        assert signed(words) is not None
    assert signed(words_of(parser, "In 2020 they had 5%.", "5%")[1]) is None


def test_times_with_a_percentage_each_are_not_compared_with_each_other(parser):
    sentence = "Catches fell in 2020 by 5% and in 2015 by 3%."
    for number, of, base in (("5%", 2020, 2019), ("3%", 2015, 2014)):
        [pair, *_] = compared_rows(cue_of(parser, sentence, number, year(2015), year(2020)), is_in_time=True)
        assert (pair.of, pair.base) == (year(of), year(base))


def test_the_month_of_either_of_two_years_is_compared_with_the_one_before_too(parser):
    cue = cue_of(parser, "Catches rose by 5% in May.", "5%", month(2023, 5), month(2024, 5))
    seen = tuple((each, Seen(1.0, {"words": 1.0, "at": 5.0})) for each in (month(2023, 5), month(2024, 5)))
    pairs = compared_rows(replace(cue, relevance=replace(cue.relevance, predicates=seen)), is_in_time=True)
    assert (month(2024, 5), month(2024, 4)) in {(pair.of, pair.base) for pair in pairs}


def test_a_comparison_does_not_say_its_time_again_of_another_column(parser):
    cue = cue_of(parser, "Catches rose by 5% from 2015 to 2020.", "5%", year(2015), year(2020), whole_year(2020))
    [pair, *_] = compared_rows(cue, is_in_time=True)
    assert (pair.of, pair.base) == (year(2020), year(2015))
    assert any(chosen.predicates for chosen in others(cue, pair))
    said_once = frozenset({frozenset({YEAR.column_id, LANDED.column_id})})
    again = replace(cue, product=replace(cue.product, said_once=said_once))
    assert not any(chosen.predicates for chosen in others(again, pair))


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("There were twice as many as in 2015.", "twice"),
        ("There were three times more than in 2015.", "three"),
    ],
)
def test_a_value_behind_as_many_as_is_what_another_is_compared_with(parser, sentence, number):
    pairs = compared_rows(cue_of(parser, sentence, number, year(2015), year(2020)))
    assert [(pair.of, pair.base) for pair in pairs] == [(year(2020), year(2015))]


def month(year, number):
    end = f"{year}-{number + 1:02d}-01" if number < 12 else f"{year + 1}-01-01"
    return Period(LANDED, f"{year}-{number:02d}-01", end)


@pytest.mark.parametrize(
    ("sentence", "of", "base"),
    [
        ("In May 2024 they landed 12% more than in May 2023.", month(2024, 5), month(2023, 5)),
        ("May 2023 was better than May 2024, by 12% more fish than then.", month(2023, 5), month(2024, 5)),
    ],
)
def test_the_same_month_of_two_years_stands_where_its_year_does(parser, sentence, of, base):
    first, *_ = compared_rows(cue_of(parser, sentence, "12%", month(2023, 5), month(2024, 5)))
    assert (first.of, first.base) == (of, base)


def test_rows_between_two_amounts_are_not_compared(parser):
    cue = cue_of(parser, "Catches rose by 5% from 20 to 30 tons.", "5%", Between(TONS, "20", "30"))
    assert compared_rows(cue) == []


def test_one_thing_more_is_compared_with_one_fewer(parser):
    four = Equals(TONS, "4")
    [pair] = further_ones(cue_of(parser, "A fourth ton adds about $650.", "$650", four))
    assert (pair.of, pair.base) == (four, Equals(TONS, "3"))
    assert pair.weight > 0
    for sentence in ("The fourth ton is worth $650.", "Boats of 4 tons add about $650.", "It adds $650 to a fourth."):
        assert further_ones(cue_of(parser, sentence, "$650", four)) == []


@pytest.mark.parametrize(
    ("sentence", "number", "is_compared"),
    [
        ("They won 20 medals more than Oslo.", "20", True),
        ("They had 20 orders fewer than 2019.", "20", True),
        ("In all 20 medals were won in less than ten seconds.", "20", False),
        ("Their price went up by 20 dollars.", "20", True),
        ("They put up with a delay of 20 minutes.", "20", False),
        ("Some 20 boats landed more than 300 tons.", "20", False),
        ("In 20 ports a ton cost more than $300.", "20", False),
        ("Skippers earn an additional 20 dollars compared to cooks.", "20", True),
        ("Skippers make an extra 20 dollars on top of that.", "20", True),
        ("An additional 20 boats joined in spring.", "20", False),
        ("Nets tear often (increasing costs), 20 % of boats are idle.", "20 %", False),
        ("The harbour has 20 boats (an increase of 5 %).", "20", False),
        ("The harbour has 20 boats (an increase of 5 %).", "5 %", True),
        ("Boats decreased (20 %).", "20 %", True),
    ],
)
def test_more_than_a_number_is_a_limit_and_compares_no_results(parser, sentence, number, is_compared):
    _, words = words_of(parser, sentence, number)
    assert (direction(words) is not None) is is_compared


@pytest.mark.parametrize(
    ("sentence", "is_decrease"),
    [
        ("Orders grew (+20%), but revenue was decreasing.", False),
        ("Revenue was decreasing (20%).", True),
        ("Growth was modest (+20%) despite decreasing revenue.", False),
    ],
)
def test_a_plus_tells_what_has_risen(parser, sentence, is_decrease):
    _, words = words_of(parser, sentence, "20%")
    told = direction(words)
    assert told is not None
    assert told.is_decrease is is_decrease


@pytest.mark.parametrize(("number", "is_decrease"), [("-20%", False), ("20%", True)])
def test_a_minus_tells_itself_that_a_number_falls(parser, number, is_decrease):
    _, words = words_of(parser, f"Overall decline: {number} from 2020 to 2024.", number)
    told = direction(words)
    assert told is not None
    assert told.is_decrease is is_decrease


@pytest.mark.parametrize(
    ("sentence", "nouns"),
    [
        ("Of those admitted, 58% enrolled.", ["admitted"]),
        ("Of all applications, 58% came late.", ["applications"]),
        ("The college received 700 applications and took 58% of them.", ["applications", "college"]),
        ("The college received 700 applications and took 58% of students.", []),
        ("The college took 58%.", []),
    ],
)
def test_what_a_percentage_is_of_may_stand_before_it(parser, sentence, nouns):
    _, words = words_of(parser, sentence, "58%")
    assert [words.tokens[at].text for at in wholes_named_before(words.tokens, words.claimed)] == nouns


def test_the_values_of_a_table_are_meant_by_its_name(parser):
    sentence, named = "Catches rose by 5%.", {"catches": {1: 1.0}}
    assert [each.measure.column for each in measures(cue_of(parser, sentence, "5%"), [SUM], 5)] == []
    cue = cue_of(parser, sentence, "5%", tables_named_by=named)
    assert [each.measure.column for each in measures(cue, [SUM], 5)] == [VALUE]
