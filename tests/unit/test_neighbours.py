"""A claim that goes on from claims near it may mean what their results differ by, or one of them of other rows."""

from __future__ import annotations

import numpy as np
import pytest

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.cue import Cue
from factcheck.candidates.neighbours import Neighbour, neighbour_queries
from factcheck.candidates.space import ProductPart
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.difference import Change
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import Relevance, Seen

PORT = Column(1, 1, "port", "port", "text", "S", None)
YEAR = Column(2, 1, "year", "year", "integer", "N", None)
TONS = Column(3, 1, "tons", "tons", "integer", "N", None)
LANDINGS = Table(1, "landings", "public.landings", None, (PORT, YEAR, TONS))
RELATIONS = Relations([LANDINGS])
PORTS = [Equals(PORT, name) for name in ("Bergen", "Oslo", "Tromso")]
YEARS = [Equals(YEAR, year) for year in ("2010", "2015", "2020")]
BERGEN, OSLO, TROMSO = PORTS


def landed(*predicates, function=SUM):
    column = None if function is COUNT else TONS
    return Aggregate(Measure(function, column), Selection(RELATIONS.of(frozenset({1})), predicates))


def neighbour(query, index=0, stated="9", is_same_sentence=True):
    [number] = find_numbers(stated)
    return Neighbour(query, 1.0, number, is_same_sentence, index)


def listed(parser, sentence, number_text, *neighbours, columns=None, above=()):
    """Return the words of what a number of a sentence may say of its neighbours, the likeliest first."""
    number = next(number for number in find_numbers(sentence) if number.text == number_text)
    [[parse]] = parser.parse([sentence])
    claimed = tuple(i for i, t in enumerate(parse.tokens) if t.start < number.end and t.end > number.start)
    said = [(each, Seen(1.0, {"words": 1.0})) for each in (*PORTS, *YEARS) if each.literal in sentence]
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 0.0), columns or {}, {}, tuple(said))
    predicates = tuple(each for each, _ in said)
    product = ProductPart((), predicates, np.ones(len(predicates)), RELATIONS, 3)
    cue = Cue(number, relevance, RELATIONS, product, ClaimWords(parse.tokens, claimed), (TONS,))
    found = {}
    for query, share in neighbour_queries(cue, neighbours, above):
        found[query] = max(found.get(query, 0.0), share)
    return [query.words() for query in sorted(found, key=lambda query: -found[query])]


TWO_PORTS = (neighbour(landed(BERGEN, function=AVG), 0, "8.1"), neighbour(landed(OSLO, function=AVG), 1, "5.7"))
DIFFERENCE = (
    "the average of tons in landings where port is 'Bergen' less the average of tons in landings where port is 'Oslo'"
)


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("Boats in Bergen landed 8.1 tons on average and boats in Oslo 5.7, a difference of 2.4 tons.", "2.4"),
        ("The average is 8.1 in Bergen and 5.7 in Oslo, a gap of 2.4.", "2.4"),
        ("With 8.1 in Bergen and 5.7 in Oslo, the two are 2.4 tons apart.", "2.4"),
        ("The former averaged 8.1 and the latter 5.7: a margin of 2.4 tons.", "2.4"),
        ("The averages differ by 2.4.", "2.4"),
        ("That is 2.4 more.", "2.4"),
        ("Only 2.4 tons separate the two.", "2.4"),
    ],
)
def test_a_number_may_be_what_two_results_near_it_differ_by(parser, sentence, number):
    assert listed(parser, sentence, number, *TWO_PORTS)[0] == DIFFERENCE


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("Another 2.4 tons were thrown back.", "2.4"),
        ("The fleet grew to 24 boats.", "24"),
        ("Lisbon leads the league at 24 boats.", "24"),
        ("They did it in less than 24 hours.", "24"),
        ("Some 24 are above 15 tons.", "24"),
        ("The mean is 8.1 in Bergen and 24 in Oslo, a gap of 16.", "24"),
        ("There is a gap of 16 between them, and 24 are old.", "24"),
    ],
)
def test_without_a_word_for_a_difference_nothing_follows(parser, sentence, number):
    assert listed(parser, sentence, number, *TWO_PORTS) == []


CATCH = Column(4, 1, "catch", "catch", "integer", "N", None)


def test_a_percentage_in_brackets_may_be_of_a_larger_amount_above(parser):
    """ "Catch: 900" above "Tons: 270 (30 %)" of the same rows; not of other rows, nor of a smaller amount."""
    part = neighbour(landed(BERGEN), 1, "270")
    caught = Measure(SUM, CATCH)
    of_bergen, of_oslo = (
        Aggregate(caught, Selection(RELATIONS.of(frozenset({1})), (port,))) for port in (BERGEN, OSLO)
    )
    above = [neighbour(of_bergen, 0, "900", False), neighbour(of_oslo, 2, "950", False)]
    assert (
        "100 times the total of tons in landings where port is 'Bergen'"
        " divided by the total of catch in landings where port is 'Bergen'"
    ) in listed(parser, "Tons: 270 (30 %)", "30 %", part, above=above)
    assert not any("Oslo" in each for each in listed(parser, "Tons: 270 (30 %)", "30 %", part, above=above))
    assert not any("catch" in each for each in listed(parser, "Tons: 270, 30 %", "30 %", part, above=above))
    smaller = [neighbour(of_bergen, 0, "200", False)]
    assert not any("catch" in each for each in listed(parser, "Tons: 270 (30 %)", "30 %", part, above=smaller))


def test_two_results_of_the_sentence_go_before_one_of_the_sentence_before(parser):
    before = neighbour(landed(TROMSO, function=AVG), 0, "4.0", is_same_sentence=False)
    beside = (neighbour(landed(BERGEN, function=AVG), 1, "8.1"), neighbour(landed(OSLO, function=AVG), 2, "5.7"))
    sentence = "The average is 8.1 in Bergen and 5.7 in Oslo, a gap of 2.4."
    words = listed(parser, sentence, "2.4", before, *beside)
    assert words[0] == DIFFERENCE
    assert len(words) > 1


def test_two_results_differ_in_a_column_that_both_restrict(parser):
    """In the average of 2020, of Bergen and of Oslo: the ports are compared with each other rather than with a year."""
    of_year = neighbour(landed(YEARS[2], function=AVG), 2, "5.7")
    words = listed(parser, "It is 8.1 in Bergen and 5.7 in Oslo, a gap of 2.4.", "2.4", *TWO_PORTS, of_year)
    assert words[0] == DIFFERENCE
    assert words.index(DIFFERENCE) < next(at for at, each in enumerate(words) if "2020" in each)


def test_results_of_other_measures_and_other_readings_of_one_claim_are_not_compared(parser):
    sentence, number = "That makes a difference of 24.", "24"
    assert (
        listed(parser, sentence, number, neighbour(landed(BERGEN), 0), neighbour(landed(OSLO, function=AVG), 1)) == []
    )
    assert listed(parser, sentence, number, neighbour(landed(BERGEN), 0), neighbour(landed(OSLO), 0)) == []


def test_a_result_is_compared_with_that_of_the_rows_that_the_sentence_names(parser):
    bergen = neighbour(landed(BERGEN, YEARS[2]), is_same_sentence=False)
    assert listed(parser, "That is 300 tons more than Oslo managed.", "300", bergen)[:2] == [
        "the total of tons in landings where port is 'Bergen' and year is 2020 less"
        " the total of tons in landings where port is 'Oslo' and year is 2020",
        "the total of tons in landings where port is 'Oslo' and year is 2020 less"
        " the total of tons in landings where port is 'Bergen' and year is 2020",
    ]
    less, *_ = listed(parser, "Oslo landed 300 tons less.", "300", bergen)
    assert less == (
        "the total of tons in landings where port is 'Bergen' and year is 2020 less"
        " the total of tons in landings where port is 'Oslo' and year is 2020"
    )
    first, *_ = listed(parser, "Bergen landed 900 tons, roughly twice as many as Oslo, and Tromso 87.", "twice", bergen)
    assert first == (
        "the total of tons in landings where port is 'Bergen' and year is 2020 divided by"
        " the total of tons in landings where port is 'Oslo' and year is 2020"
    )


@pytest.mark.parametrize("others", ["the rest", "the others", "elsewhere", "everywhere else"])
def test_the_rest_are_the_rows_without_the_value(parser, others):
    bergen = neighbour(landed(BERGEN, function=AVG))
    first, *_ = listed(parser, f"Boats in Bergen land 8.1 tons, 2.4 more than {others}.", "2.4", bergen)
    assert first == (
        "the average of tons in landings where port is 'Bergen' less"
        " the average of tons in landings where port is not 'Bergen'"
    )


def test_a_result_is_compared_with_the_average_of_all_where_the_sentence_says_so(parser):
    bergen = neighbour(landed(BERGEN, function=AVG))
    above = "the average of tons in landings where port is 'Bergen' less the average of tons in landings"
    assert above in listed(parser, "Boats in Bergen land 8.1 tons, 2.4 more than the average.", "2.4", bergen)
    assert above not in listed(parser, "Boats above the average land 8.1 tons, 2.4 more than others.", "2.4", bergen)


def test_what_is_below_the_others_is_taken_off_theirs(parser):
    bergen = neighbour(landed(BERGEN, function=AVG))
    rest = "the average of tons in landings where port is not 'Bergen'"
    own = "the average of tons in landings where port is 'Bergen'"
    first, *_ = listed(parser, "Boats in Bergen land 8.1 tons, 2.4 tons below that of the others.", "2.4", bergen)
    assert first == f"{rest} less {own}"
    first, *_ = listed(
        parser, "Boats in Bergen land 8.1 tons, which is 2.4 tons above what those inland do.", "2.4", bergen
    )
    assert first == f"{own} less {rest}"


def test_an_amount_that_the_sentence_names_is_compared_for_the_rows_that_are_counted_before(parser):
    counted = [
        neighbour(landed(each, function=COUNT), index, stated, is_same_sentence=False)
        for index, (each, stated) in enumerate([(BERGEN, "35"), (OSLO, "26")])
    ]
    words = listed(parser, "The latter land more than twice as much.", "twice", *counted, columns={3: 0.5})
    rows = "the average of tons in landings where port is '{}'"
    assert f"{rows.format('Oslo')} divided by {rows.format('Bergen')}" in words
    assert not any("number of rows" in each for each in words)
    assert any("number of rows" in each for each in listed(parser, "That is twice as many.", "twice", *counted))


def test_what_rises_is_compared_from_year_to_year_and_not_from_place_to_place(parser):
    years = (neighbour(landed(BERGEN, YEARS[0]), 0, "500"), neighbour(landed(BERGEN, YEARS[2]), 1, "900"))
    words = listed(parser, "Bergen landed 500 tons in 2010 and 900 in 2020, an increase of 80%.", "80%", *years)
    assert (
        "by how many per cent the total of tons in landings where port is 'Bergen' and year is 2020 is more than"
        " the total of tons in landings where port is 'Bergen' and year is 2010"
    ) in words
    last = neighbour(landed(BERGEN, YEARS[2]), 0, "900")
    assert listed(parser, "Bergen landed 900 tons, down 12%.", "12%", last) == [
        "by how many per cent the total of tons in landings where port is 'Bergen' and year is 2020 is less than"
        " the total of tons in landings where port is 'Bergen' and year is 2019"
    ]
    ports = (neighbour(landed(BERGEN), 0), neighbour(landed(OSLO), 1))
    assert listed(parser, "Bergen landed 500 tons and Oslo 900, an increase of 80%.", "80%", *ports) == []


def test_a_change_of_one_thing_is_followed_by_that_of_another(parser):
    change = neighbour(Change(landed(BERGEN, YEARS[0]), landed(BERGEN, YEARS[2])), stated="80%")
    words = "by how many per cent the total of tons in landings where port is '{0}' and year is 2020 is more than" + (
        " the total of tons in landings where port is '{0}' and year is 2010"
    )
    assert listed(parser, "Landings in Bergen grew by 80%, those in Oslo by 12%.", "12%", change) == [
        words.format("Oslo")
    ]
    assert listed(parser, "The fleet has 12% of its boats in Oslo.", "12%", change) == []


def test_an_amount_is_a_part_of_that_of_all_rows(parser):
    bergen = neighbour(landed(BERGEN, YEARS[2]))
    share = (
        "the percentage of the total of tons in landings where year is 2020 that falls to rows where port is 'Bergen'"
    )
    for sentence in (
        "In 2020 Bergen landed 900 tons, 31% of the total.",
        "In 2020 Bergen landed 900 tons, which was 31% of the whole catch.",
        "In 2020 Bergen landed 900 tons (31%).",
    ):
        assert share in listed(parser, sentence, "31%", bergen)
    assert listed(parser, "Bergen landed 900 tons, and 31% of its boats are old.", "31%", bergen) == []
