"""What a number cannot be, right or wrong, does not contradict it."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace

import pytest
from support.parsing import parsed

from factcheck.candidates.claim_words import NO_WORDS, ClaimWords
from factcheck.catalogue.schema import Column, Table
from factcheck.check.not_contradicted import claims_not_contradicted
from factcheck.claims.spotting import find_claims
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.difference import Change
from factcheck.queries.functions.counts import COUNT, PERCENTAGE
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.product_query import product_query
from factcheck.queries.query import Measure
from factcheck.retrieval.relevance import Seen

WAIT = Column(1, 1, "wait", "wait", "numeric", "N", None)
VISITS = Column(3, 1, "visits", "visits", "integer", "N", None)
TOWN = Column(2, 1, "town", "town", "text", "S", None)
QUEUES = Table(1, "queues", "public.queues", None, (WAIT, TOWN, VISITS))
IN_OSLO = Equals(TOWN, "Oslo")


def is_in_doubt(
    function,
    *predicates,
    stated="12%",
    value=None,
    closeness=Closeness.FAR,
    column=WAIT,
    words=NO_WORDS,
    agrees=False,
    counted=(),
    seen=None,
    named=0.3,
):
    column = None if function in {COUNT, PERCENTAGE} else column
    query = product_query(Measure(function, column), Relations([QUEUES]).of(frozenset([1])), predicates, ())
    reading = SimpleNamespace(
        posterior=SimpleNamespace(best=(SimpleNamespace(query=query, closeness=closeness),)),
        agrees=agrees,
        number=find_numbers(stated)[0],
        words=words,
        values=(value,),
        relevance=SimpleNamespace(counted=dict.fromkeys(counted, 1.0), columns={WAIT.column_id: named}),
        seen=seen or {},
    )
    return 0 in claims_not_contradicted([reading])


@pytest.mark.parametrize(("stated", "doubt"), [("41%", True), ("41.2%", True), ("40%", False), ("41", False)])
def test_a_percentage_that_a_share_leaves_to_a_hundred_may_be_that_of_the_others(stated, doubt):
    assert is_in_doubt(PERCENTAGE, IN_OSLO, stated=stated, value=Decimal("58.79")) is doubt
    assert not is_in_doubt(AVG, IN_OSLO, stated=stated, value=Decimal("58.79"))


def test_what_holds_for_all_rows_contradicts_no_percentage():
    assert is_in_doubt(PERCENTAGE, IN_OSLO, stated="16.44%", value=Decimal(100))
    assert not is_in_doubt(PERCENTAGE, IN_OSLO, stated="16.44%", value=Decimal(99))


@pytest.mark.parametrize(
    ("function", "column", "doubt"),
    [
        (COUNT, None, True),
        (SUM, VISITS, True),
        (MAX, VISITS, True),
        (AVG, VISITS, False),
        (MAX, WAIT, False),
        (MEDIAN, VISITS, True),
    ],
)
def test_a_number_with_decimals_is_not_contradicted_by_what_is_always_whole(function, column, doubt):
    assert is_in_doubt(function, IN_OSLO, stated="80.95", value=Decimal(81), column=column) is doubt
    assert not is_in_doubt(function, IN_OSLO, stated="80", value=Decimal(81), column=column)
    assert is_in_doubt(function, IN_OSLO, stated="80.5", value=Decimal(81), column=column) is (
        doubt and function is not MEDIAN
    )
    assert not is_in_doubt(function, IN_OSLO, stated="1.5K", value=Decimal(1800), column=column)
    assert not is_in_doubt(function, IN_OSLO, stated="8.1", value=Decimal(81), column=column, closeness=Closeness.SLIP)


@pytest.mark.parametrize(
    ("sentence", "doubt"),
    [
        ("Waits in Oslo fell by 12% in spring.", True),
        ("Their share in Oslo fell to 12% in spring.", False),
        ("In Oslo 12% of them waited.", False),
    ],
)
def test_a_share_does_not_contradict_how_much_something_fell(parser, sentence, doubt):
    document, parses = parsed(parser, sentence)
    [claim] = find_claims(document, parses)
    words = ClaimWords(parses[0][0].tokens, claim.tokens)
    assert is_in_doubt(PERCENTAGE, IN_OSLO, value=Decimal(70), words=words) is doubt
    assert not is_in_doubt(AVG, IN_OSLO, value=Decimal(70), words=words)


def test_what_agrees_is_not_in_doubt():
    assert not is_in_doubt(PERCENTAGE, IN_OSLO, stated="100%", value=Decimal(100), agrees=True)


def test_rows_of_one_town_that_the_sentence_does_not_name_contradict_no_number_of_towns():
    """Behind a sentence about Oslo "There are 54 towns" counts no rows of Oslo; "54 Oslo towns" may be rows."""
    assert is_in_doubt(COUNT, IN_OSLO, stated="54", value=Decimal(67), counted=(TOWN.column_id,))
    said = {IN_OSLO: Seen(1.0, {"said": 1.0})}
    assert not is_in_doubt(COUNT, IN_OSLO, stated="54", value=Decimal(67), counted=(TOWN.column_id,), seen=said)
    assert not is_in_doubt(COUNT, IN_OSLO, stated="54", value=Decimal(67))


@pytest.mark.parametrize(
    ("stated", "named", "doubt"), [("138 days", 0.01, True), ("138 days", 0.3, False), ("138", 0.01, False)]
)
def test_a_column_that_nothing_names_contradicts_no_number_in_a_unit(stated, named, doubt):
    assert is_in_doubt(MAX, stated=stated, value=Decimal(318), named=named) is doubt


@pytest.mark.parametrize(("stated", "doubt"), [("1.3%", True), ("1.5%", False)])
def test_a_difference_is_not_contradicted_by_the_same_one_the_other_way_round(stated, doubt):
    sides = [
        product_query(Measure(SUM, column), Relations([QUEUES]).of(frozenset([1])), (), ()) for column in (WAIT, VISITS)
    ]
    reading = SimpleNamespace(
        posterior=SimpleNamespace(best=(SimpleNamespace(query=Change(*sides), closeness=Closeness.FAR),)),
        agrees=False,
        number=find_numbers(stated)[0],
        words=NO_WORDS,
        values=(Decimal("-1.274"),),
        relevance=SimpleNamespace(counted={}, columns={}),
        seen={},
    )
    assert bool(claims_not_contradicted([reading])) is doubt


@pytest.mark.parametrize(
    ("sentence", "doubt"), [("It was $63 per night per guest .", True), ("It was $63 per night .", False)]
)
def test_what_is_told_of_each_of_two_things_is_not_contradicted_by_what_is_told_of_one(parser, sentence, doubt):
    [claim] = find_claims(*parsed(parser, sentence))
    tokens = parsed(parser, sentence)[1][0][0].tokens
    assert is_in_doubt(AVG, stated="$63", value=Decimal(82), words=ClaimWords(tokens, claim.tokens)) is doubt


@pytest.mark.parametrize(
    ("sentence", "doubt"), [("It surpassed its target by 12% .", True), ("It fell by 12% .", False)]
)
def test_what_is_ahead_is_not_contradicted_by_how_much_something_is_behind(parser, sentence, doubt):
    [claim] = find_claims(*parsed(parser, sentence))
    sides = [
        product_query(Measure(SUM, column), Relations([QUEUES]).of(frozenset([1])), (), ()) for column in (WAIT, VISITS)
    ]
    query = Change(*sides, is_decrease=True)
    reading = SimpleNamespace(
        posterior=SimpleNamespace(best=(SimpleNamespace(query=query, closeness=Closeness.FAR),)),
        agrees=False,
        number=claim.number,
        words=ClaimWords(parsed(parser, sentence)[1][0][0].tokens, claim.tokens),
        values=(Decimal(97),),
        relevance=SimpleNamespace(counted={}, columns={}),
        seen={},
    )
    assert bool(claims_not_contradicted([reading])) is doubt


@pytest.mark.parametrize(
    ("sentence", "doubt"),
    [
        ("The database consists of two tables with a total row count of 10,444 records.", True),
        ("All tables together have 10,444 rows.", True),
        ("The table has 10,444 rows.", False),
    ],
)
def test_the_rows_of_one_table_contradict_no_number_of_those_of_several(parser, sentence, doubt):
    document, parses = parsed(parser, sentence)
    claim = next(each for each in find_claims(document, parses) if each.number.text == "10,444")
    words = ClaimWords(parses[0][0].tokens, claim.tokens)
    assert is_in_doubt(COUNT, stated="10,444", value=Decimal(10_441), words=words) is doubt
    assert not is_in_doubt(COUNT, IN_OSLO, stated="10,444", value=Decimal(10_441), words=words)


@pytest.mark.parametrize(
    ("sentence", "doubt"),
    [
        ("The maximum amount of boats that a sailor has is 3.", True),
        ("The sailor has 3 boats.", False),
        ("Oslo had the highest number of boats, with 3.", False),
        ("In all there are 3 boats.", False),
    ],
)
def test_all_that_are_counted_contradict_no_greatest_number_of_some(parser, sentence, doubt):
    document, parses = parsed(parser, sentence)
    [claim] = find_claims(document, parses)
    words = ClaimWords(parses[0][0].tokens, claim.tokens)
    assert is_in_doubt(COUNT, IN_OSLO, stated="3", value=Decimal(4), words=words) is doubt
    assert not is_in_doubt(MAX, IN_OSLO, stated="3", value=Decimal(4), words=words)
