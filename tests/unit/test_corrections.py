"""Stored claims read anew once people decided about some, without a database: the test says what readings give."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.check.messages import DISMISSED
from factcheck.claims.sentence_keys import sentence_keys
from factcheck.inference.none_of_these import p_correct, p_meant_behind
from factcheck.inference.verdicts import Verdict
from factcheck.joins.relation_sets import RelationSet
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.sums import AVG
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.selection import Selection
from factcheck.settings import Settings
from factcheck.stored.claims import StoredClaim, StoredReading
from factcheck.stored.corrections import Reinferred, needed_queries, reinferred
from factcheck.stored.fragments import likely_fragments
from factcheck.stored.weighing import Decided, Weighed, weigh_anew

START = Column(1, 1, "start_city", "start_city", "text", "S", None)
END = Column(2, 1, "end_city", "end_city", "text", "S", None)
HOURS = Column(3, 1, "hours", "hours", "integer", "N", None)
KIND = Column(4, 1, "kind", "kind", "text", "S", None)
TABLE = Table(1, "trips", "public.trips", None, (START, END, HOURS, KIND))


def query_of(measure: Measure, *predicates: Equals) -> Query:
    return Aggregate(measure, Selection(RelationSet(TABLE, (), (TABLE,)), predicates))


def count(column: Column, city: str, *others: Column) -> Query:
    return query_of(Measure(COUNT, None), *(Equals(each, city) for each in (column, *others)))


def hours(function: AggregationFunction, *kinds: str) -> Query:
    return query_of(Measure(function, HOURS), *(Equals(KIND, kind) for kind in kinds))


def reading(rank: int, query: Query | None, value: int | None, probability: float, stated: int) -> StoredReading:
    shown = None if value is None else Decimal(value)
    return StoredReading(rank, query, shown, probability, value == stated)


def claim(
    claim_no: int, city: str, stated: int | None = 7, starts: int = 7, ends: int = 9, p_start: float = 0.6
) -> StoredClaim:
    """A number of trips that start in a city, or, a little less likely, end there."""
    number = None if stated is None else Number(0, 1, str(stated), Decimal(stated))
    said = stated or 0
    readings = (
        reading(1, count(START, city), starts, p_start, said),
        reading(2, count(END, city), ends, 0.95 - p_start, said),
    )
    verdict = Verdict.SUPPORTED if starts == said else Verdict.REFUTED
    correct = 0.95 if starts == said else 0.1
    return StoredClaim(claim_no, number, verdict, correct, True, readings, verdict, Decimal(starts), "now", "as it was")


def with_readings(stored: StoredClaim, *readings: tuple[Query, float]) -> StoredClaim:
    """The claim with readings that give 8 instead of its own."""
    made = (StoredReading(rank, query, Decimal(8), p, matches=False) for rank, (query, p) in enumerate(readings, 1))
    return replace(stored, readings=tuple(made))


def after(*decided: Decided, gives: dict[Query, int] | None = None) -> list[Reinferred]:
    settings, values = Settings(), gives or {}
    known = {r.query: r.value for each in decided for r in each.claim.readings if r.query is not None}

    def answer(query: Query, _number: Number | None) -> Decimal | None:
        return Decimal(values[query]) if query in values else known[query]

    weighed = weigh_anew(decided, [TABLE], settings.em_rounds)
    return [reinferred(each, readings, settings, answer) for each, readings in zip(decided, weighed, strict=True)]


def ranks(results: list[Reinferred]) -> list[int]:
    return [result.readings[0].reading.rank for result in results]


def undecided(*claims: StoredClaim) -> list[Decided]:
    return [Decided(each, present_rank=1) for each in claims]


def test_without_a_decision_everything_stays() -> None:
    results = after(*undecided(claim(1, "Leeds"), claim(2, "York"), claim(3, "Hull")))
    assert ranks(results) == [1, 1, 1]
    assert [result.judged for result in results] == [None, None, None]
    assert results[0].readings[0].probability == pytest.approx(0.6)
    assert results[0].readings[1].probability == pytest.approx(0.35)


def test_a_corrected_claim_takes_doubtful_ones_along_and_leaves_a_sure_one() -> None:
    corrected = Decided(claim(1, "Leeds"), pinned_rank=2, present_rank=2, is_asked=True)
    others = undecided(claim(2, "York", p_start=0.5), claim(3, "Hull", p_start=0.5), claim(4, "Bath", p_start=0.94))
    results = after(corrected, *others)
    assert ranks(results) == [2, 2, 2, 1]
    assert results[0].readings[0].probability == 1
    assert results[0].judged is not None
    assert (results[0].judged.verdict, results[0].judged.p_correct) == (Verdict.REFUTED, 0)
    assert results[1].judged is not None
    assert results[1].judged.value == 9
    assert not results[1].judged.matches
    assert results[3].judged is None


def test_a_word_of_a_person_counts_for_more_where_a_number_does_not_hold_its_reading() -> None:
    corrected = Decided(claim(1, "Leeds"), pinned_rank=2, present_rank=2, is_asked=True)
    holding = claim(2, "York", stated=7, starts=7, p_start=0.7)
    open_one = claim(3, "Hull", stated=5, starts=7, p_start=0.7)
    _, held, opened = after(corrected, *undecided(holding, open_one))

    def p_start(result: Reinferred) -> float:
        return next(one.probability for one in result.readings if one.reading.rank == 1)

    assert p_start(opened) < p_start(held)


def test_a_confirmed_claim_leaves_the_others_as_they_were() -> None:
    confirmed = Decided(claim(1, "Leeds"), pinned_rank=1, present_rank=1, is_asked=True)
    results = after(confirmed, *undecided(claim(2, "York"), claim(3, "Hull")))
    assert ranks(results) == [1, 1, 1]
    assert results[0].judged is not None
    assert (results[0].judged.verdict, results[0].judged.p_correct) == (Verdict.SUPPORTED, 1)
    assert results[1].judged is None


@pytest.mark.parametrize("pinned_rank", [1, 2, 3])
@pytest.mark.parametrize("n_decided", [1, 12])
def test_a_decision_leaves_claims_alone_that_have_nothing_in_common_with_it(pinned_rank: int, n_decided: int) -> None:
    of_hours = with_readings(
        claim(1, "Leeds"),
        (hours(AVG), 0.4),
        (hours(AVG, "S"), 0.3),
        (hours(MAX, "S"), 0.2),
    )
    decided = [Decided(of_hours, pinned_rank=pinned_rank, present_rank=pinned_rank, is_asked=True)] * n_decided
    tied = with_readings(
        claim(2, "York", stated=5),
        (count(START, "York", END), 0.301),
        (count(START, "York"), 0.3),
        (count(END, "Hull"), 0.299),
    )
    results = after(*decided, *undecided(tied, tied))[n_decided:]
    assert [result.readings for result in results] == [
        tuple(Weighed(each, pytest.approx(each.probability)) for each in tied.readings)
    ] * 2


def test_what_a_check_went_by_already_moves_nothing_again() -> None:
    known = Decided(claim(1, "Leeds"), pinned_rank=1, present_rank=1, was_decided=True)
    [open_one] = undecided(claim(2, "York", stated=5, p_start=0.475))
    assert after(known, open_one)[1].readings == after(*undecided(known.claim), open_one)[1].readings


def test_a_claim_has_no_vote_for_its_own_reading() -> None:
    corrected = Decided(claim(1, "Leeds"), pinned_rank=2, present_rank=2, is_asked=True)

    def odds_of_end(end_first: bool) -> float:
        starts, ends = (count(START, "York"), 0.4), (count(END, "York"), 0.4)
        readings = (ends, starts) if end_first else (starts, ends)
        _, result = after(corrected, *undecided(with_readings(claim(2, "York", stated=5), *readings)))
        first, second = (one.probability for one in result.readings)
        assert result.readings[0].reading.query == ends[0]
        return first / second

    assert odds_of_end(end_first=True) == pytest.approx(odds_of_end(end_first=False))


def test_a_dismissed_claim_says_nothing_of_the_document() -> None:
    speaking = [claim(1, "Leeds", p_start=0.9), claim(2, "Bath", p_start=0.9)]
    doubtful = Decided(claim(3, "York", p_start=0.5), present_rank=1)
    kept = after(*undecided(*speaking), doubtful)[2].readings[0].probability
    dismissed = Decided(speaking[0], present_rank=1, is_dismissed=True, is_asked=True)
    results = after(dismissed, Decided(speaking[1], present_rank=1), doubtful)
    assert results[0].judged is not None
    assert (results[0].judged.verdict, results[0].judged.message) == (Verdict.NOT_ENOUGH_INFO, DISMISSED)
    assert {one.reading.rank: one.probability for one in results[2].readings}[1] < kept


def test_a_reading_that_is_none_of_the_checks_is_run() -> None:
    own = count(HOURS, "3")
    stored = claim(1, "Leeds")
    with_own = StoredClaim(
        1, stored.number, stored.checked_verdict, stored.p_correct, True,
        (*stored.readings, StoredReading(0, own, None, 0, False)), stored.verdict, stored.found_value, "now",
    )  # fmt: skip
    decided = Decided(with_own, pinned_rank=0, present_rank=0, is_asked=True)
    [result] = after(decided, gives={own: 7})
    assert result.judged is not None
    assert (result.judged.verdict, result.judged.value, result.judged.p_correct) == (Verdict.SUPPORTED, 7, 1)
    assert result.judged.message == "The data agree: the number of rows in trips where hours is 3 is 7."
    weighed = weigh_anew([decided], [TABLE], 5)
    assert needed_queries(weighed, [decided]) == [own]


def test_where_nothing_is_decided_any_more_the_check_holds_again() -> None:
    [result] = after(Decided(claim(1, "Leeds"), present_rank=2, is_asked=True))
    assert result.judged is not None
    assert (result.judged.verdict, result.judged.p_correct, result.judged.message) == (
        Verdict.SUPPORTED, 0.95, "as it was",
    )  # fmt: skip


def test_a_reading_that_cannot_be_made_any_more_leaves_a_claim_undecided() -> None:
    stored = claim(1, "Leeds")
    broken = StoredClaim(
        1, stored.number, stored.checked_verdict, 0.9, True,
        (stored.readings[0], reading(2, None, 7, 0.3, 7)), stored.verdict, stored.found_value, "now",
    )  # fmt: skip
    [result] = after(Decided(broken, pinned_rank=2, present_rank=2, is_asked=True))
    assert result.judged is not None
    assert result.judged.verdict is Verdict.NOT_ENOUGH_INFO
    [moved] = after(Decided(broken, present_rank=1))
    assert moved.readings[0].reading.rank == 1


def test_a_chosen_reading_without_a_value_decides_nothing() -> None:
    stored = claim(1, "Leeds")
    average = StoredClaim(
        1, stored.number, stored.checked_verdict, 0.9, True,
        (stored.readings[0], reading(2, count(END, "Nowhere"), None, 0.3, 7)), stored.verdict, Decimal(7), "now",
    )  # fmt: skip
    [result] = after(Decided(average, pinned_rank=2, present_rank=2, is_asked=True))
    assert result.judged is not None
    assert result.judged.verdict is Verdict.NOT_ENOUGH_INFO


def test_a_statement_is_judged_by_the_reading_that_is_chosen_while_its_value_stays() -> None:
    statement = claim(1, "Leeds", stated=None)
    decided = Decided(statement, pinned_rank=2, present_rank=2, is_asked=True)
    [same] = after(decided)
    assert same.judged is not None
    assert same.judged.verdict is Verdict.REFUTED
    query = statement.readings[1].query
    assert query is not None
    [other] = after(decided, gives={query: 11})
    assert other.judged is not None
    assert other.judged.verdict is Verdict.NOT_ENOUGH_INFO


@pytest.mark.parametrize("agrees", [True, False])
def test_what_was_meant_follows_from_what_is_correct(agrees: bool) -> None:
    for meant in (0.2, 0.6, 0.9):
        assert p_meant_behind(p_correct(meant, 0.2, agrees=agrees), 0.2, agrees=agrees) == pytest.approx(meant)


def test_fragments_have_the_probability_of_the_readings_that_they_are_in() -> None:
    found: dict[tuple[str, str], float] = {}
    for fragment, probability in likely_fragments(claim(1, "Leeds").readings):
        found[fragment] = found.get(fragment, 0) + probability
    assert found == {
        ("function", "count"): pytest.approx(0.95),
        ("column", "trips.*"): pytest.approx(0.95),
        ("predicate", "trips.start_city is 'Leeds'"): pytest.approx(0.6),
        ("predicate", "trips.end_city is 'Leeds'"): pytest.approx(0.35),
    }


def test_a_sentence_is_the_same_but_for_the_number_of_the_claim() -> None:
    [one], [other], [otherwise] = (
        sentence_keys([claimed])
        for claimed in (
            ("24", "In 2019 the clinic saw 24 patients  from Leeds."),
            ("1,031", "In 2019 the clinic saw 1,031 patients from Leeds."),
            ("24", "In 2020 the clinic saw 24 patients from Leeds."),
        )
    )
    assert one is not None
    assert one == other
    assert one != otherwise


def test_claims_of_one_sentence_are_told_apart() -> None:
    sentence = "Of the 4 suspended players 4 were goalkeepers, and 14 were not."
    keys = sentence_keys([("4", sentence), ("4", sentence), ("14", sentence)])
    assert None not in keys
    assert len(set(keys)) == 3


@pytest.mark.parametrize(
    ("text", "sentence"), [("24", "24"), ("24", "Leeds: 24"), ("24", "Many patients came from Leeds."), ("24", None)]
)
def test_what_says_too_little_is_not_known_again(text: str, sentence: str | None) -> None:
    assert sentence_keys([(text, sentence)]) == [None]
