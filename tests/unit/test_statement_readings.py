"""What a statement may mean of a made table, given what its words find there, and when a reading of it holds."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace

import pytest
from support.parsing import parsed

from factcheck.candidates.statements.cue import StatementCue, StatementRelevance
from factcheck.candidates.statements.reading import StatementReading
from factcheck.candidates.statements.readings import readings_of
from factcheck.candidates.statements.restrictions import named_in
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.statements.phrases import Said, statement_words
from factcheck.claims.statements.spotting import find_statements
from factcheck.evaluation.statement_results import StatementEvaluation
from factcheck.joins.relation_sets import Relations
from factcheck.queries.difference import Difference
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.sums import SUM
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.groups import Grouping
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import Relevance, Seen

CITY = Column(1, 1, "city", "city", "text", "S", None)
MONTH = Column(2, 1, "month", "month", "integer", "N", None)
YEAR = Column(3, 1, "year", "year", "integer", "N", None)
PRICE = Column(4, 1, "price", "price", "integer", "N", None)
BUILT = Column(5, 1, "built", "built", "integer", "N", None)
KIND = Column(6, 1, "kind", "kind", "text", "S", None)
ROOMS = Column(8, 1, "rooms", "rooms", "integer", "N", None)
BROKER = Column(9, 1, "broker_id", "broker_id", "integer", "N", None)
HOMES = Table(1, "homes", "public.homes", None, (CITY, MONTH, YEAR, PRICE, BUILT, KIND, ROOMS, BROKER), rows=1000)
RELATIONS = Relations([HOMES])
NAMED = Seen(1.0, {"terms": 1.0, "covered": 1.0, "words": 1.0})
NOTHING = Relevance({}, {}, {}, ())


def found(*predicates, columns=None, **known):
    pairs = tuple(each if isinstance(each, tuple) else (each, NAMED) for each in predicates)
    return Relevance({}, columns or {}, {1: 1.0}, pairs, **known)


def readings(parser, text, owners=NOTHING, measured=NOTHING, rest=NOTHING, others=NOTHING, before=()):
    document, parses = parsed(parser, text)
    claim = find_statements(document, parses)[-1]
    words = statement_words(claim, parses)
    relevance = StatementRelevance((owners,) * len(words.owners), owners, (others,) * len(words.others), measured, rest)
    return readings_of(StatementCue(claim.assertion, words, relevance, RELATIONS), before)


def test_the_name_of_a_month_is_its_number_in_a_column_of_months(parser):
    august = found((Equals(MONTH, "8"), Seen(1.0, {"time": 1.0})))
    places = readings(parser, "August was the busiest month.", august)
    assert (places[0].query.owners, places[0].query.by) == ((Equals(MONTH, "8"),), Grouping(MONTH))


def test_the_last_year_may_be_meant_where_the_text_tells_of_it(parser):
    latest = found((Equals(YEAR, "2019"), Seen(0.1, {"latest": 0.1})))
    price = found(columns={PRICE.column_id: 1.5})
    places = readings(parser, "Rome has the highest price.", found(Equals(CITY, "Rome")), price, latest)
    rows = {place.query.aggregate.predicates: place.weight for place in places}
    assert rows[()] > rows[Equals(YEAR, "2019"),] > 0


def test_a_change_since_a_year_leads_to_the_last_one(parser):
    price = found(columns={PRICE.column_id: 1.5}, years={YEAR.column_id: (1990, 2019)})
    since = found(Equals(YEAR, "2010"))
    changes = readings(parser, "Prices have more than doubled since 2010.", measured=price, others=since)
    query = changes[0].query
    assert isinstance(query, Difference)
    assert (query.left.predicates, query.right.predicates) == ((Equals(YEAR, "2019"),), (Equals(YEAR, "2010"),))
    assert (changes[0].is_change, changes[0].times) == (True, 2.0)
    assert Equals(YEAR, "2018") in changes[1].query.left.predicates  # the last year may have no value yet


@pytest.mark.parametrize(("adjective", "ends"), [("dearer", {True}), ("thriftier", {True, False})])
def test_an_adjective_that_does_not_tell_which_end_it_means_may_mean_either(parser, adjective, ends):
    price = found(columns={PRICE.column_id: 1.5})
    rome, oslo = found(Equals(CITY, "Rome")), found(Equals(CITY, "Oslo"))
    compared = readings(parser, f"Rome is {adjective} than Oslo.", rome, price, others=oslo)
    assert {each.is_greatest for each in compared} == ends


def test_the_oldest_are_those_that_were_built_first(parser):
    places = readings(parser, "The oldest homes are in Rome.", found(Equals(CITY, "Rome")))
    assert {(place.query.aggregate.measure.column, place.query.is_greatest) for place in places} == {(BUILT, False)}


def test_who_is_the_only_one_has_all_rows_of_which_that_is_true(parser):
    lofts = found(Equals(KIND, "loft"))
    [reading] = readings(parser, "Rome is the only city with lofts.", found(Equals(CITY, "Rome")), lofts)
    assert isinstance(reading.query, Ratio)
    part, whole = reading.query.operands()
    assert set(part.predicates) == {Equals(KIND, "loft"), Equals(CITY, "Rome")}
    assert whole.predicates == (Equals(KIND, "loft"),)


def test_who_is_the_only_one_without_something_has_no_rows_with_it(parser):
    lofts = found((Equals(KIND, "loft"), NAMED))
    assert readings(parser, "Rome is the only city without lofts.", found(Equals(CITY, "Rome")), lofts) == ()


def test_the_other_end_is_that_of_the_measure_that_was_stated(parser):
    rome, oslo = found(Equals(CITY, "Rome")), found(Equals(CITY, "Oslo"))
    before = readings(parser, "Rome has the highest price.", rome, found(columns={PRICE.column_id: 1.5}))
    text = "Rome has the highest price. At the other end of that list sits Oslo."
    places = readings(parser, text, oslo, before=before)
    assert places[0].query.aggregate == before[0].query.aggregate
    assert places[0].query.owners == (Equals(CITY, "Oslo"),)
    assert not places[0].query.is_greatest


def test_columns_of_many_years_are_named_by_the_word_that_they_share(parser):
    columns = [Column(10 + n, 2, f"{2000 + n} people", f'"{2000 + n} people"', "integer", "N", None) for n in range(8)]
    town = Column(9, 2, "town", "town", "text", "S", None)
    towns = Table(2, "towns", "public.towns", None, (town, *columns), rows=300)
    document, parses = parsed(parser, "Rome has the largest number of people.")
    [claim] = find_statements(document, parses)
    measured = Relevance({}, {column.column_id: 0.2 for column in columns}, {}, ())
    rome = Relevance({}, {}, {}, ((Equals(town, "Rome"), NAMED),))
    relevance = StatementRelevance((rome,), rome, (), measured, NOTHING)
    words = statement_words(claim, parses)
    places = readings_of(StatementCue(claim.assertion, words, relevance, Relations([towns])))
    assert columns[-1] in {place.query.aggregate.measure.column for place in places if not place.is_guess}


def test_names_of_single_rows_are_ranked_by_rows_though_some_share_one(parser):
    spending = Column(4, 1, "spending", "spending", "integer", "N", None)
    school = Column(1, 1, "school", "school", "text", "S", None)
    schools = Table(1, "schools", "public.schools", None, (school, spending), rows=1000)
    document, parses = parsed(parser, "Hill School had the highest spending.")
    [claim] = find_statements(document, parses)
    words = statement_words(claim, parses)
    functions = {}
    for known in (950, 40):
        measured = found(columns={spending.column_id: 1.5}, values={school.column_id: known})
        named = found(Equals(school, "Hill School"), values={school.column_id: known})
        relevance = StatementRelevance((named,), named, (), measured, NOTHING)
        places = readings_of(StatementCue(claim.assertion, words, relevance, Relations([schools])))
        functions[known] = places[0].query.aggregate.measure.function
    assert functions == {950: MAX, 40: SUM}


class Given:
    """Values that queries have, without a server."""

    def __init__(self, values):
        """Have ``values`` by query."""
        self._values = values

    def add(self, queries):
        """Find nothing that is not there."""

    def __getitem__(self, query):
        return SimpleNamespace(noise=False, shown=self._values[query])


def rows_of(*predicates):
    return Aggregate(Measure(SUM, PRICE), Selection(RELATIONS.of(frozenset({1})), predicates))


@pytest.mark.parametrize(
    ("after", "times", "holds"),
    [(190, 1.8, True), (150, 1.8, False), (150, 1.0, True), (90, 1.0, False), (100, 1.0, None)],
)
def test_what_doubles_is_about_twice_as_much_after_it(after, times, holds):
    later, earlier = rows_of(Equals(YEAR, "2019")), rows_of(Equals(YEAR, "2010"))
    reading = StatementReading(Difference(later, earlier), 1.0, is_change=True, times=times)
    evaluation = StatementEvaluation(SimpleNamespace(), Given({later: Decimal(after), earlier: Decimal(100)}))
    [result] = evaluation.results([reading])
    assert (None if result.value is None else result.holds) is holds


@pytest.mark.parametrize(
    ("first", "holds", "is_unclear"), [("USA", True, False), ("unknown", False, True), ("TX", False, False)]
)
def test_a_country_is_none_of_its_states(first, holds, is_unclear):
    state = Column(1, 1, "state", "state", "text", "S", None)
    by, owner = Grouping(state), Equals(state, "FL")
    place = GroupPlace(Aggregate(Measure(COUNT, None), Selection(RELATIONS.of(frozenset({1})))), by, (owner,))
    rows = [
        {"measure": 0, "ranking": 0, "name": name, "value": value, "place": number, "member": member}
        for number, (name, value, member) in enumerate([(first, 90, None), ("FL", 50, 0), ("OH", 20, None)], 1)
    ]
    source = SimpleNamespace(of_statement=lambda sql, queries: rows)
    evaluation = StatementEvaluation(source, Given({}))
    reading = StatementReading(place, 1.0)
    evaluation.ask([reading])
    [result] = evaluation.results([reading])
    assert (result.holds, result.is_unclear) == (holds, is_unclear)


def test_a_whole_that_names_a_group_is_that_group_alone(parser):
    lofts, in_rome = found((Equals(KIND, "loft"), NAMED)), found(Equals(CITY, "Rome"))
    shares = readings(parser, "Most lofts are in Rome.", in_rome, lofts)
    share = next(each.query for each in shares if isinstance(each.query, Ratio))
    assert share.operands()[1].predicates == (Equals(KIND, "loft"),)


def test_a_whole_that_is_called_like_the_table_is_all_of_it(parser):
    home = found((Equals(KIND, "home"), Seen(1.0, {"terms": 1.0, "covered": 1.0})))
    shares = readings(parser, "Most homes are in Rome.", found(Equals(CITY, "Rome")), home)
    share = next(each.query for each in shares if isinstance(each.query, Ratio))
    assert Equals(KIND, "home") not in share.operands()[1].predicates


def test_a_word_that_begins_with_a_letter_is_no_group_of_that_letter(parser):
    rated = found((Equals(KIND, "L"), Seen(0.01, {"value of a named column": 0.01})))
    shares = readings(parser, "Most listings are in Rome.", found(Equals(CITY, "Rome")), rated)
    share = next(each.query for each in shares if isinstance(each.query, Ratio))
    assert share.operands()[1].predicates == ()


def test_a_no_is_no_value(parser):
    sold = Column(7, 1, "sold", "sold", "text", "S", None)
    price = found(columns={PRICE.column_id: 1.5})
    denied = found((Equals(sold, "no"), NAMED))
    text = "No city has a higher price than Rome."
    places = readings(parser, text, found(Equals(CITY, "Rome")), price, denied)
    assert places
    assert all(isinstance(place.query, GroupPlace) and place.query.aggregate.predicates == () for place in places)


def test_months_of_something_are_not_added_up(parser):
    admitted = Column(4, 1, "admitted_month", "admitted_month", "integer", "N", None)
    homes = Table(1, "stays", "public.stays", None, (CITY, admitted), rows=1000)
    document, parses = parsed(parser, "More guests were admitted in Rome than in Oslo.")
    [claim] = find_statements(document, parses)
    rome, oslo = found(Equals(CITY, "Rome")), found(Equals(CITY, "Oslo"))
    relevance = StatementRelevance((rome,), rome, (oslo,), found(columns={4: 1.5}), NOTHING)
    cue = StatementCue(claim.assertion, statement_words(claim, parses), relevance, Relations([homes]))
    assert all(each.query.left.column is None for each in readings_of(cue))


@pytest.mark.parametrize(
    ("text", "value", "columns", "is_meant"),
    [
        ("Most homes were sold in one street.", Equals(KIND, "Agent 1"), {}, False),
        ("Most homes were sold by one agent.", Equals(BROKER, "1"), {9: 1.5}, False),
        ("Most homes were sold in one room.", Equals(ROOMS, "1"), {8: 1.5}, False),
        ("Most homes have one room.", Equals(ROOMS, "1"), {8: 1.5}, True),
        ("Most homes come with one room.", Equals(ROOMS, "1"), {8: 1.5}, True),
        ("Most homes were sold by broker 1.", Equals(BROKER, "1"), {9: 1.5}, True),
        ("Most homes were left through gate 1.", Equals(ROOMS, "1"), {}, False),
        ("Most homes were sold by Agent 1.", Equals(KIND, "Agent 1"), {}, True),
    ],
)
def test_a_number_is_a_value_where_words_say_of_what_and_it_counts_nothing(parser, text, value, columns, is_meant):
    parts = readings(parser, text, found((value, NAMED), columns=columns))
    assert any(value in each.query.operands()[0].predicates for each in parts if isinstance(each.query, Ratio)) is (
        is_meant
    )


def test_a_bound_is_one_of_a_column_that_something_names(parser):
    bound = Compare(PRICE, ">=", "40")
    told = found((bound, Seen(0.2, {"column": 0.2})), columns={PRICE.column_id: 0.1})
    named = found((bound, Seen(1.5, {"column": 1.5})), columns={PRICE.column_id: 1.5})
    text = "Most homes made 40 percent or more."
    assert readings(parser, text, told) == ()
    assert readings(parser, text, named) != ()


def test_the_largest_of_what_somebody_has_hardly_counts_rows(parser):
    rome = found(Equals(CITY, "Rome"))
    had = readings(parser, "Rome has the largest stadiums.", rome)
    assert all(each.doubt > 5 for each in had if each.query.aggregate.measure.function is COUNT and not each.is_guess)
    [counted, *_] = readings(parser, "Rome is the largest market.", rome)
    assert (counted.query.aggregate.measure.function, counted.doubt < 1) == (COUNT, True)


def test_a_change_is_measured_by_no_column_that_has_none(parser):
    rome = found(Equals(CITY, "Rome"))
    price = found(columns={PRICE.column_id: 1.5})
    text = "The steepest climb was in Rome, from a price of 200 to one of 300."
    assert all(each.query.aggregate.column != PRICE for each in readings(parser, text, rome, price))


@pytest.mark.parametrize(
    ("text", "columns", "is_read"),
    [
        ("Rome has the highest conversion rate.", ("conversions", "clicks"), False),
        ("Rome has the highest conversion rate.", ("conversions", "guests"), True),
        ("Rome has the highest conversion rate.", ("conversions", "clicks", "conversion_rate"), True),
        ("Rome has the lowest CPC.", ("spend", "clicks"), False),
        ("Rome has the highest conversions.", ("conversions", "clicks"), True),
    ],
)
def test_a_ratio_that_no_column_has_is_measured_by_none_of_its_words(parser, text, columns, is_read):
    numbers = [Column(number, 1, name, name, "integer", "N", None) for number, name in enumerate(columns, 20)]
    campaigns = Table(1, "campaigns", "public.campaigns", None, (CITY, *numbers), rows=1000)
    document, parses = parsed(parser, text)
    [claim] = find_statements(document, parses)
    rome, measured = found(Equals(CITY, "Rome")), found(columns={20: 1.5})
    relevance = StatementRelevance((rome,), rome, (), measured, NOTHING)
    cue = StatementCue(claim.assertion, statement_words(claim, parses), relevance, Relations([campaigns]))
    assert bool(readings_of(cue)) is is_read


def test_a_plural_of_both_sides_restricts_a_comparison(parser):
    lofts = Equals(KIND, "Loft")
    rome, oslo = found(Equals(CITY, "Rome"), lofts), found(Equals(CITY, "Oslo"), lofts)
    text = "Rome lofts have a higher price than Oslo lofts."
    compared = readings(parser, text, rome, found(columns={PRICE.column_id: 1.5}), others=oslo)
    assert lofts in compared[0].query.left.predicates
    assert lofts in compared[0].query.right.predicates


def test_a_denied_group_is_none_of_those_that_have_it(parser):
    price = found(columns={PRICE.column_id: 1.5})
    lofts = Equals(KIND, "lofts")
    with_them = readings(parser, "Homes with lofts have the highest price.", NOTHING, price, found(lofts))
    assert (lofts,) in {each.query.owners for each in with_them}
    assert readings(parser, "Homes with no lofts have the highest price.", NOTHING, price, found(lofts)) == ()
    lacking = Equals(CITY, "None")
    without = readings(parser, "Homes with no city have the highest price.", NOTHING, price, found(lacking))
    assert {each.query.owners for each in without} == {(lacking,)}


def test_what_most_have_is_counted_once_for_each_of_them(parser):
    brokers = found(columns={BROKER.column_id: 1.5})
    shares = readings(parser, "Most brokers are in Rome.", found(Equals(CITY, "Rome")), brokers)
    share = next(each.query for each in shares if isinstance(each.query, Ratio))
    assert {part.measure for part in share.operands()} == {Measure(COUNT_DISTINCT, BROKER)}


def test_a_value_of_one_row_is_no_share_of_its_table(parser):
    rome = found(Equals(CITY, "Rome"), values={CITY.column_id: HOMES.rows})
    shares = readings(parser, "Most listings are in Rome.", rome)
    assert not [each for each in shares if isinstance(each.query, Ratio)]


@pytest.mark.parametrize(("text", "is_named"), [("the other homes", True), ("any other home", False)])
def test_anything_else_is_no_value_other(text, is_named):
    other = Relevance({}, {}, {}, ((Equals(KIND, "Other"), NAMED),), values={KIND.column_id: 3})
    assert bool(list(named_in(Said(text, ()), other))) is is_named
