"""What statements take from the numbers of their sentence and of the one before, and what rows they do not count."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace

import pytest
from support.parsing import parsed

from factcheck.candidates.statements.columns import numbers_rows
from factcheck.candidates.statements.cue import StatementCue, StatementRelevance
from factcheck.candidates.statements.reading import StatementReading
from factcheck.candidates.statements.readings import readings_of
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.statements.phrases import statement_words
from factcheck.claims.statements.spotting import find_statements
from factcheck.evaluation.statement_results import StatementEvaluation
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.difference import Difference
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.groups import Grouping
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import Relevance, Seen

SPECIES = Column(1, 1, "species", "species", "text", "S", None)
ISLE = Column(2, 1, "isle", "isle", "text", "S", None)
YEAR = Column(3, 1, "year", "year", "integer", "N", None)
WING = Column(4, 1, "wing", "wing", "integer", "N", None)
FAILED = Column(5, 1, "lost", "lost", "text", "S", None)
NESTS = Table(1, "nests", "public.nests", None, (SPECIES, ISLE, YEAR, WING, FAILED), rows=1000)
RELATIONS = Relations([NESTS])
TERN, PUFFIN = Equals(SPECIES, "Arctic tern (S. paradisaea)"), Equals(SPECIES, "Atlantic puffin (F. arctica)")
GULL = Equals(SPECIES, "Herring gull")
NOTHING = Relevance({}, {}, {}, ())
NAMED = Seen(1.0, {"terms": 1.0, "covered": 1.0, "words": 1.0})


def selection(*predicates):
    return Selection(RELATIONS.of(frozenset({1})), predicates)


def wing(*predicates):
    return Aggregate(Measure(AVG, WING), selection(*predicates))


def share(*predicates):
    rows = Measure(COUNT, None)
    return Ratio(
        Aggregate(rows, selection(*predicates, Equals(FAILED, "yes"))), Aggregate(rows, selection(*predicates))
    )


def named(*predicates):
    return Relevance({}, {}, {1: 1.0}, tuple((each, NAMED) for each in predicates))


def cues(parser, text, beside=(), told=(), owners=NOTHING, measured=NOTHING, others=NOTHING):
    document, parses = parsed(parser, text)
    for claim in find_statements(document, parses):
        words = statement_words(claim, parses)
        other_sides = (others,) * len(words.others)
        relevance = StatementRelevance((owners,) * len(words.owners), owners, other_sides, measured, NOTHING)
        starts = [number.start for number in find_numbers(text)][: len(beside)]
        yield StatementCue(
            claim.assertion,
            words,
            relevance,
            RELATIONS,
            beside=tuple(beside),
            stated_at=tuple(starts),
            told=tuple(told),
        )


def test_numbers_tell_whom_a_statement_compares(parser):
    text = "Failures were more common among terns (31%) than among puffins (9%)."
    [cue] = cues(parser, text, [share(TERN), share(PUFFIN)])
    best = readings_of(cue)[0].query
    assert (best.left, best.right) == (share(TERN), share(PUFFIN))


@pytest.mark.parametrize(
    ("text", "left", "right"),
    [
        ("Terns (310 mm) are somewhat showier than puffins (290 mm).", TERN, PUFFIN),
        ("Terns are showier than puffins: the averages are 310 mm and 290 mm.", TERN, PUFFIN),
        ("Puffins are showier, at 310 mm against 290 mm.", PUFFIN, TERN),
    ],
)
def test_two_numbers_tell_what_a_comparison_is_of(parser, text, left, right):
    [cue] = cues(parser, text, [wing(TERN), wing(PUFFIN)], owners=named(left), others=named(right))
    both_ways = [reading for reading in readings_of(cue) if reading.is_told]
    assert {(each.query.left, each.query.right) for each in both_ways} == {(wing(left), wing(right))}
    weights = {reading.is_greatest: reading.weight for reading in both_ways}
    assert weights[True] > 2 * weights[False]  # nothing knows which end of a column is showy


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("Terns are lighter than puffins, although wings of 310 mm beat those of 290 mm.", [TERN, PUFFIN]),
        ("Terns are showier than puffins, of which those of Lundy had 310 mm and the rest 290 mm.", [TERN, PUFFIN]),
        ("Terns and gulls are showier, with 310 mm and 300 mm, than puffins with 290 mm.", [TERN, GULL, PUFFIN]),
    ],
)
def test_numbers_of_something_else_tell_no_comparison(parser, text, beside):
    found = cues(parser, text, [wing(species) for species in beside])
    assert not any(reading.is_told for cue in found for reading in readings_of(cue))


@pytest.mark.parametrize(("adjective", "is_told"), [("less common", True), ("less crowded", False)])
def test_numbers_of_rows_tell_no_more_than_how_many_there_are(parser, adjective, is_told):
    rows = [Aggregate(Measure(COUNT, None), selection(species)) for species in (TERN, PUFFIN)]
    found = list(cues(parser, f"The 72 terns are {adjective} than the 14 puffins.", rows))
    assert found
    assert any(reading.is_told for cue in found for reading in readings_of(cue)) is is_told


def test_no_year_has_the_greatest_year(parser):
    last = Aggregate(Measure(MAX, YEAR), selection())
    [cue] = cues(parser, "2021 was the grimmest year.", [last], owners=named(Equals(YEAR, "2021")))
    assert not any(reading.query.aggregate.column == YEAR for reading in readings_of(cue))


def test_numbers_of_two_kinds_are_not_compared(parser):
    counted = Aggregate(Measure(SUM, Column(6, 1, "eggs", "eggs", "integer", "N", None)), selection(TERN))
    found = cues(parser, "Terns, with wings of 310 mm, laid 131 eggs, fewer than others.", [wing(TERN), counted])
    assert not any(reading.is_told for cue in found for reading in readings_of(cue))


def test_a_change_is_one_between_two_numbers_told_with_their_years(parser):
    beside = [wing(Equals(YEAR, "2010")), wing(Equals(YEAR, "2019"))]
    [cue] = cues(parser, "Wings shrank from 310 mm in 2010 to 290 mm in 2019.", beside)
    best = readings_of(cue)[0].query
    assert (best.left, best.right) == (wing(Equals(YEAR, "2019")), wing(Equals(YEAR, "2010")))


@pytest.mark.parametrize(("head", "is_doubted"), [("Apart from gulls, terns", True), ("Terns", False)])
def test_some_left_out_leave_a_doubt_about_places(parser, head, is_doubted):
    longest = Relevance({}, {WING.column_id: 1.5}, {1: 1.0}, ())
    [cue] = cues(parser, f"{head} have the longest wings.", owners=named(TERN), measured=longest)
    readings = [
        reading for reading in readings_of(cue) if isinstance(reading.query, GroupPlace) and not reading.is_guess
    ]
    assert readings
    assert {reading.doubt_of_rows > 0 for reading in readings} == {is_doubted}


def test_a_number_tells_of_whom_it_is_by_a_word_of_the_name_alone(parser):
    [cue] = cues(parser, "Gulls have the longest wings, 310 mm.", [wing(TERN)])
    assert not any(TERN in reading.query.predicates for reading in readings_of(cue))


def test_an_open_rate_is_the_one_told_of_another_group_before(parser):
    isle = named(Equals(ISLE, "Skomer"))
    [cue] = cues(parser, "The rate is highest on Skomer.", told=[share(Equals(ISLE, "Lundy"))], owners=isle)
    best = readings_of(cue)[0].query
    assert (best.by, best.event) == (Grouping(ISLE), (Equals(FAILED, "yes"),))


def test_a_place_may_be_one_among_the_rows_told_of_before(parser):
    longest = Relevance({}, {WING.column_id: 1.5}, {1: 1.0}, ())
    told = [wing(TERN)]
    [cue] = cues(parser, "Skomer has the longest wings.", (), told, named(Equals(ISLE, "Skomer")), longest)
    rows = {reading.query.selection.predicates for reading in readings_of(cue) if not reading.is_guess}
    assert {(), (TERN,)} <= rows


@pytest.mark.parametrize(("years", "is_read"), [(("2010", "2019"), True), (("2019", "2010"), False)])
def test_a_change_leads_to_the_later_of_two_times(parser, years, is_read):
    beside = [wing(Equals(YEAR, year)) for year in years]
    [cue] = cues(parser, "Wings shrank a little, from 310 mm to 290.", beside)
    assert any(isinstance(reading.query, Difference) for reading in readings_of(cue)) is is_read


@pytest.mark.parametrize(
    ("text", "are_counted"), [("Terns drink more than puffins.", False), ("Terns took more nests than puffins.", True)]
)
def test_who_does_more_is_not_counted(parser, text, are_counted):
    owners, others = named(Equals(SPECIES, "tern")), named(Equals(SPECIES, "puffin"))
    [cue] = cues(parser, text, owners=owners, others=others)
    counts = [reading for reading in readings_of(cue) if reading.query.left.measure == Measure(COUNT, None)]
    assert bool(counts) is are_counted


@pytest.mark.parametrize(("name", "values", "numbers"), [("Order", 0, True), ("order", 9, False), ("wing", 0, False)])
def test_a_column_that_numbers_rows_is_no_measure(name, values, numbers):
    column = Column(9, 1, name, name, "integer", "N", None)
    assert numbers_rows(column, NESTS, Relevance({}, {}, {}, (), values={9: values})) is numbers


@pytest.mark.parametrize(("is_next", "at", "holds"), [(True, 3, True), (False, 3, False), (True, 90, False)])
def test_who_comes_next_after_two_that_share_a_place_is_next(is_next, at, holds):
    place = GroupPlace(wing(), Grouping(ISLE), (Equals(ISLE, "Skomer"),))
    rows = [
        {"measure": 0, "ranking": 0, "name": name, "value": value, "place": number, "member": member}
        for name, value, number, member in [("Lundy", 9, 1, None), ("Bardsey", 9, 1, None), ("Skomer", 8, at, 0)]
    ]
    evaluation = StatementEvaluation(SimpleNamespace(of_statement=lambda sql, queries: rows), SimpleNamespace())
    evaluation._values = SimpleNamespace(add=lambda queries: None)
    reading = StatementReading(place, 1.0, first=2, last=2, is_next=is_next)
    evaluation.ask([reading])
    [result] = evaluation.results([reading])
    assert (result.value, result.holds) == (Decimal(at), holds)
