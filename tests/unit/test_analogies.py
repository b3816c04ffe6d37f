"""Readings made like one that a person chose for another claim, without a database: the test says what they give."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from factcheck.catalogue.derived import derived
from factcheck.catalogue.expressions import Constant, Operation
from factcheck.catalogue.schema import Column, Table
from factcheck.inference.verdicts import Verdict
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.relation_sets import RelationSet
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.counts import CONDITIONAL_PROBABILITY, COUNT, PERCENTAGE
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.product_query import product_query
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection
from factcheck.settings import Settings
from factcheck.stored.analogies import Analogy, analogies, with_analogies
from factcheck.stored.claims import StoredClaim, StoredReading
from factcheck.stored.learned_words import Fragment, LearnedWord
from factcheck.stored.said_fragments import Said, Vocabulary
from factcheck.stored.weighing import Decided, Weighed

CITY = Column(1, 1, "city", "city", "text", "S", None)
KIND = Column(2, 1, "kind", "kind", "text", "S", None)
HOURS = Column(3, 1, "hours", "hours", "integer", "N", None)
COST = Column(4, 1, "cost", "cost", "integer", "N", None)
DRIVER = Column(5, 1, "driver_id", "driver_id", "integer", "N", None)
TABLE = Table(1, "trips", "public.trips", None, (CITY, KIND, HOURS, COST, DRIVER))
RELATIONS = RelationSet(TABLE, (), (TABLE,))

WAGE = Column(7, 2, "wage", "wage", "integer", "N", None)
HOME = Column(8, 2, "home", "home", "text", "S", None)
DRIVERS = Table(2, "drivers", "public.drivers", None, (Column(6, 2, "id", "id", "integer", "N", None), WAGE, HOME))
JOIN = Join(1, ("driver_id",), 2, ("id",), JoinSource.DECLARED)
WITH_DRIVERS = RelationSet(TABLE, (JOIN,), (TABLE, DRIVERS))


def query(
    measure: Measure,
    *predicates: Predicate,
    condition: tuple[Predicate, ...] = (),
    relations: RelationSet = RELATIONS,
) -> Query:
    return product_query(measure, relations, (*condition, *predicates), condition)


COUNT_ROWS = Measure(COUNT, None)
MEAN = Measure(AVG, HOURS)
LEEDS, YORK, HULL = (Equals(CITY, city) for city in ("Leeds", "York", "Hull"))


def claim(claim_no: int, stated: str, *readings: tuple[Query, int, float]) -> StoredClaim:
    """A claim with readings, each with what it gave and its probability."""
    number = Number(0, len(stated), stated, Decimal(stated))
    made = tuple(
        StoredReading(rank, each, Decimal(value), p, Decimal(value) == number.value)
        for rank, (each, value, p) in enumerate(readings, 1)
    )
    return StoredClaim(claim_no, number, Verdict.NOT_ENOUGH_INFO, 0.3, True, made, Verdict.NOT_ENOUGH_INFO, None, "")


def chosen(reading: Query, claim_no: int = 1) -> Decided:
    """A claim that a person has corrected to a reading that the check did not have."""
    other = claim(claim_no, "5", (query(COUNT_ROWS), 60, 0.9))
    pinned = StoredReading(0, reading, None, 0.0, matches=False)
    with_pinned = StoredClaim(
        claim_no, other.number, other.checked_verdict, 0.3, True, (*other.readings, pinned), other.verdict, None, ""
    )
    return Decided(with_pinned, pinned_rank=0, is_asked=True)


def after(*decided: Decided, gives: dict[Query, str]) -> list[tuple[Weighed, ...]]:
    """Return the readings of claims, where queries give the values that are told, and all others none."""

    def answer(asked: Query, _number: Number | None) -> Decimal | None:
        if asked not in gives:
            raise LookupError
        return Decimal(gives[asked])

    weighed = [
        tuple(Weighed(reading, reading.probability) for reading in each.claim.readings if reading.rank > 0)
        for each in decided
    ]
    return with_analogies(weighed, analogies(decided, weighed), decided, Settings(), answer)


def test_a_claim_about_another_city_is_read_as_the_one_that_was_corrected() -> None:
    other = Decided(claim(2, "6.42", (query(COUNT_ROWS, YORK), 15, 0.8), (query(COUNT_ROWS), 60, 0.1)))
    alike = query(MEAN, YORK)
    _, readings = after(chosen(query(MEAN, LEEDS)), other, gives={alike: "6.42", query(MEAN, LEEDS): "5.1"})
    assert readings[0].reading.query == alike
    assert readings[0].reading.is_by_analogy
    assert readings[0].reading.value == Decimal("6.42")
    assert [one.reading.rank for one in readings[1:]] == [1, 2]
    assert sum(one.probability for one in readings) <= 1


def test_a_reading_that_does_not_match_is_not_taken() -> None:
    other = Decided(claim(2, "6.42", (query(COUNT_ROWS, YORK), 15, 0.8)))
    _, readings = after(chosen(query(MEAN, LEEDS)), other, gives={query(MEAN, YORK): "6.9"})
    assert [one.reading.rank for one in readings] == [1]


@pytest.mark.parametrize(
    "kept",
    [
        Decided(claim(2, "15", (query(COUNT_ROWS, YORK), 15, 0.6))),
        Decided(claim(2, "6.42", (query(COUNT_ROWS, YORK), 15, 0.6)), pinned_rank=1),
        Decided(claim(2, "6.42", (query(COUNT_ROWS, YORK), 15, 0.6)), is_dismissed=True),
        Decided(claim(2, "6.42", (query(COUNT_ROWS, YORK), 15, 0.6)), was_decided=True),
    ],
    ids=["matches", "decided", "dismissed", "decided before"],
)
def test_claims_that_match_or_are_decided_stay(kept: Decided) -> None:
    value = kept.claim.readings[0].value if kept.claim.readings[0].matches else "6.42"
    _, readings = after(chosen(query(MEAN, LEEDS)), kept, gives={query(MEAN, YORK): str(value)})
    assert [one.reading.rank for one in readings] == [1]


def test_amounts_are_scaled_as_those_of_the_claim_that_was_corrected() -> None:
    def scaled(column: Column) -> Column:
        return derived(Operation("*", column, Constant(Decimal(60))), 1)

    own = query(Measure(AVG, COST), YORK)
    other = Decided(claim(2, "4260", (own, 71, 0.7)))
    alike = query(Measure(AVG, scaled(COST)), YORK)
    _, readings = after(chosen(query(Measure(SUM, scaled(HOURS)))), other, gives={alike: "4260"})
    assert readings[0].reading.query == alike


def test_the_whole_of_a_share_becomes_another() -> None:
    fast, slow = Equals(KIND, "fast"), Equals(KIND, "slow")
    share = query(Measure(CONDITIONAL_PROBABILITY, None), fast, condition=(LEEDS,))
    other = Decided(claim(2, "38.8", (query(Measure(PERCENTAGE, None), YORK), 25, 0.8)))
    alike = query(Measure(CONDITIONAL_PROBABILITY, None), fast, condition=(YORK,))
    _, readings = after(chosen(share), other, gives={alike: "38.8"})
    assert readings[0].reading.query == alike
    plain = query(Measure(PERCENTAGE, None), slow)
    restricted = query(Measure(CONDITIONAL_PROBABILITY, None), slow, condition=(YORK,))
    _, readings = after(chosen(plain), other, gives={restricted: "38.8"})
    assert readings[0].reading.query == restricted


def test_what_numbers_agree_with_by_chance_says_less() -> None:
    readings = (query(COUNT_ROWS, YORK), 15, 0.55), (query(COUNT_ROWS, HULL), 16, 0.1)
    rare, common = Decided(claim(2, "7", *readings)), Decided(claim(2, "7", *readings))
    alike = query(MEAN, YORK)
    few = after(chosen(query(MEAN, LEEDS)), rare, gives={alike: "7", query(MEAN, LEEDS): "900"})[1]
    many = {query(MEAN, LEEDS): "7", query(MEAN, HULL): "7", query(MEAN): "7", alike: "7"}
    others = [Decided(claim(number, "7", *readings)) for number in range(3, 6)]
    often = after(chosen(query(MEAN, LEEDS)), common, *others, gives=many)[1]

    def p(weighed: tuple[Weighed, ...]) -> float:
        return next(one.probability for one in weighed if one.reading.query == alike)

    assert p(few) > p(often)


def test_a_few_values_that_do_not_agree_say_little_of_chance() -> None:
    alike = query(MEAN, YORK)

    def odds(*others: Decided, gives: dict[Query, str]) -> float:
        other = Decided(claim(2, "7", (query(COUNT_ROWS, YORK), 15, 0.55)))
        readings = after(chosen(query(MEAN, LEEDS)), other, *others, gives={alike: "7", **gives})[1]
        p = next(one.probability for one in readings if one.reading.query == alike)
        return p / (1 - p)

    towns = [Equals(CITY, town) for town in ("Bath", "Ely", "Wells", "Ripon", "Truro", "Durham")]
    further = [Decided(claim(number, "8", (query(COUNT_ROWS, town), 16, 0.6))) for number, town in enumerate(towns, 3)]
    unlike = {query(MEAN, town): "900" for town in towns}
    assert 1.1 < odds(*further, gives=unlike) / odds(gives={}) < 1.5


def analogies_of(other: Decided, chosen_reading: Query) -> tuple[Analogy, ...]:
    """The readings to try for a claim after another was corrected."""
    decided = (chosen(chosen_reading), other)
    return analogies(
        decided, [tuple(Weighed(one, one.probability) for one in each.claim.readings) for each in decided]
    )[1]


def read_as(other: Decided, *chosen_readings: Query, gives: dict[Query, str]) -> Query | None:
    """The likeliest reading of a claim after others were corrected."""
    corrected = [chosen(reading, number) for number, reading in enumerate(chosen_readings, 10)]
    return after(*corrected, other, gives=gives)[-1][0].reading.query


def test_a_column_that_the_sentence_names_takes_the_place_of_the_chosen_one() -> None:
    other = Decided(claim(2, "71", (query(COUNT_ROWS, YORK), 15, 0.8)))
    alike = query(Measure(AVG, COST), YORK)
    assert read_as(other, query(MEAN, LEEDS), gives={alike: "71"}) != alike
    named = replace(other, said=Said(frozenset({COST})))
    assert read_as(named, query(MEAN, LEEDS), gives={alike: "71"}) == alike


def test_a_reading_over_another_column_than_the_named_one_says_less() -> None:
    other = Decided(claim(2, "71", (query(COUNT_ROWS, YORK), 15, 0.8)), said=Said(frozenset({COST})))
    named, unnamed = query(Measure(AVG, COST), YORK), query(MEAN, YORK)
    assert read_as(other, query(MEAN, LEEDS), gives={named: "71", unnamed: "71"}) == named


def test_a_column_worked_out_of_another_table_is_not_asked_of_rows_without_it() -> None:
    paid = derived(Operation("*", HOURS, WAGE), 1)
    wages = query(Measure(SUM, paid), YORK, relations=WITH_DRIVERS)
    other = Decided(claim(2, "812", (wages, 640, 0.8)))
    made = [each.query for each in analogies_of(other, query(MEAN, LEEDS))]
    assert query(MEAN, YORK) in made
    assert all(each.column != paid for each in made)
    at_home = query(MEAN, Equals(HOME, "York"), relations=WITH_DRIVERS)
    made = [each.query for each in analogies_of(other, at_home)]
    assert query(Measure(AVG, paid), Equals(HOME, "York"), relations=WITH_DRIVERS) in made


def test_a_ratio_of_two_tables_is_not_restricted_by_what_one_of_them_has() -> None:
    drivers = RelationSet(DRIVERS, (), (DRIVERS,))
    per_driver = Ratio(query(COUNT_ROWS), query(COUNT_ROWS, relations=drivers), 1)
    other = Decided(claim(2, "7", (query(COUNT_ROWS, YORK), 15, 0.8)))
    made = [each.query for each in analogies_of(other, per_driver)]
    assert all(YORK not in operand.predicates for each in made for operand in each.operands())


def test_a_value_that_the_sentence_names_takes_the_place_of_the_chosen_one() -> None:
    other = Decided(claim(2, "6.42", (query(COUNT_ROWS), 60, 0.8)), said=Said(predicates=(YORK,)))
    alike = query(MEAN, YORK)
    assert read_as(other, query(MEAN, LEEDS), gives={alike: "6.42"}) == alike


def test_a_restriction_among_many_that_the_claim_may_have_is_tried() -> None:
    towns = [Equals(CITY, town) for town in ("Bath", "Ely", "Wells", "Ripon", "Truro", "York")]
    other = Decided(claim(2, "6.42", *((query(COUNT_ROWS, town), 15, 0.15) for town in towns)))
    alike = query(MEAN, towns[-1])
    assert read_as(other, query(MEAN, LEEDS), gives={alike: "6.42"}) == alike


def test_these_are_those_of_the_claim_before() -> None:
    before = Decided(claim(2, "15", (query(COUNT_ROWS, YORK), 15, 0.9)))
    other = Decided(claim(3, "6.42", (query(COUNT_ROWS), 60, 0.8)))
    alike = query(MEAN, YORK)
    *_, readings = after(chosen(query(MEAN, LEEDS)), before, other, gives={alike: "6.42"})
    assert readings[0].reading.query == alike


def test_another_part_of_a_sum_is_asked_for() -> None:
    def share(city: Predicate) -> Query:
        hours = Measure(SUM, HOURS)
        return Ratio(Aggregate(hours, Selection(RELATIONS, (city,))), Aggregate(hours, Selection(RELATIONS, ())))

    fast = Equals(KIND, "fast")
    other = Decided(claim(2, "38.8", (query(COUNT_ROWS, fast), 25, 0.8)))
    assert read_as(other, share(LEEDS), gives={share(fast): "38.8"}) == share(fast)


def test_limits_are_in_the_unit_that_a_correction_shows() -> None:
    thousands = derived(Operation("*", COST, Constant(Decimal(1000))), 1)
    stated, meant = (query(COUNT_ROWS, Compare(HOURS, ">", bound)) for bound in ("5000", "5"))
    other = Decided(claim(2, "28", (stated, 0, 0.7)))
    assert read_as(other, query(Measure(SUM, thousands)), gives={meant: "28"}) == meant
    assert read_as(other, query(Measure(SUM, COST)), gives={meant: "28"}) != meant


@pytest.fixture
def vocabulary() -> Vocabulary:
    words = ("hours", "cost", "york", "leeds", "took", "bikes", "we", "paid")
    taught = LearnedWord("bikes", "bike", Fragment(KIND, "fast", "kind is fast"), is_named=False)
    terms = {word: (word.removesuffix("s"),) for word in words}
    predicates = (LEEDS, YORK, Equals(KIND, "fast"), Compare(HOURS, ">", "5"))
    return Vocabulary(terms, {HOURS: ("hour",), COST: ("cost", "price")}, predicates, (taught,))


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("We took 6.42 hours.", Said(frozenset({HOURS}))),
        ("The cost in York was 71.", Said(frozenset({COST}), (YORK,))),
        ("There were 12 bikes.", Said(predicates=(Equals(KIND, "fast"),), taught=frozenset({(KIND, "fast")}))),
        ("Nothing was said of it.", Said()),
    ],
)
def test_a_sentence_names_columns_and_values_by_their_words_and_those_that_were_taught(
    vocabulary: Vocabulary, sentence: str, said: Said
) -> None:
    assert vocabulary.said_in(sentence) == said
