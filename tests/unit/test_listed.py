"""Generators list queries beside the products of a claim's fragments, at most as many as they may."""

from __future__ import annotations

from itertools import pairwise

from factcheck.candidates.build import candidate_space
from factcheck.candidates.listed import Generator, ListedCandidate
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.difference import Change
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import Relevance
from factcheck.settings import Settings
from factcheck.weights.learned import NEUTRAL

MONTH = Column(1, 1, "month", "month", "text", "S", None)
REGION = Column(2, 1, "region", "region", "text", "S", None)
SALES = Table(1, "sales", "public.sales", None, (MONTH, REGION))
RELATIONS = Relations([SALES])
MONTHS = ("April", "May", "June", "July")


def sold(*predicates):
    return Aggregate(Measure(COUNT, None), Selection(RELATIONS.of(frozenset({1})), predicates))


def sold_in(month):
    return sold(Equals(MONTH, month))


def changes(cue):
    """List changes from month to month, for percentages that something is "more than"."""
    if cue.number.unit == "percent":
        for before, after in pairwise(MONTHS):
            yield Change(sold_in(before), sold_in(after)), 2.0
        yield Change(sold_in("July"), sold_in("April")), 1.0
        yield Change(sold_in("April"), sold_in("July")), 0.0


def space_of(text, *generators):
    [number] = find_numbers(text)
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 0.0), {}, {1: 0.5}, ())
    return candidate_space(number, relevance, RELATIONS, Settings(), generators=generators, learned=NEUTRAL)


def test_a_cue_brings_the_likeliest_queries_of_a_generator_as_many_as_it_may_list():
    space = space_of("We sold 16% more.", Generator("changes", 2, changes))
    assert [(one.generator, one.score) for one in space.listed.queries] == [("changes", 2.0)] * 2
    query = space.query(ListedCandidate(0))
    assert query.words() == (
        "by how many per cent the number of rows in sales where month is 'May' is more than"
        " the number of rows in sales where month is 'April'"
    )
    assert space.size() == space.product.size() + 2
    assert space.whole().listed.tolist() == [True, True]


def test_without_its_cue_a_generator_lists_nothing():
    assert space_of("We sold 16 more.", Generator("changes", 9, changes)).listed.queries == ()


def test_a_query_of_two_generators_is_listed_once_and_what_weighs_nothing_never():
    generators = Generator("changes", 9, changes), Generator("the same", 9, changes)
    listed = space_of("We sold 16% more.", *generators).listed.queries
    assert [one.generator for one in listed] == ["changes"] * 4


def test_without_a_generator_nothing_is_listed():
    assert space_of("We sold 16% more.").listed.queries == ()


def counts(cue):
    """List counts of sales: a likely one for each two restrictions, and unlikely ones for one and for none."""
    for number, month in enumerate(MONTHS):
        yield sold(Equals(MONTH, month), Equals(REGION, "North")), 1_000.0 - number
        yield sold(Equals(MONTH, month)), 2.0 - number / 10
    yield sold(), 1.0


def test_simple_queries_stand_beside_likelier_ones_with_more_restrictions():
    listed = space_of("We sold 16 more.", Generator("counts", 2, counts, simple=1)).listed.queries
    chosen = [tuple(predicate.literal for predicate in one.query.predicates) for one in listed]
    assert chosen == [("April", "North"), ("May", "North"), (), ("April",)]
    assert len(space_of("We sold 16 more.", Generator("counts", 2, counts)).listed.queries) == 2
