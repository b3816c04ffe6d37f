"""Stored claims judged again, without a database: what the readings give now is said by the test."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.catalogue.schema import Column, Table
from factcheck.inference.verdicts import Verdict
from factcheck.joins.relation_sets import RelationSet
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.selection import Selection
from factcheck.settings import Settings
from factcheck.stored.claims import StoredClaim, StoredReading
from factcheck.stored.recheck import Rechecked, rechecked

PLACE = Column(1, 1, "place", "place", "text", "S", None)
TABLE = Table(1, "visits", "public.visits", None, (PLACE,))


def query(rank: int) -> Query:
    return Aggregate(Measure(COUNT, None), Selection(RelationSet(TABLE, (), (TABLE,)), (Equals(PLACE, f"no {rank}"),)))


def reading(rank: int, value: int | None, probability: float, *, matches: bool, can_run: bool = True) -> StoredReading:
    shown = None if value is None else Decimal(value)
    return StoredReading(rank, query(rank) if can_run else None, shown, probability, matches)


def claim(verdict: Verdict, p_correct: float, *readings: StoredReading, stated: int | None = 24) -> StoredClaim:
    number = None if stated is None else Number(0, 2, str(stated), Decimal(stated))
    found = readings[0].value if readings else None
    said = "as it was"
    return StoredClaim(1, number, verdict, p_correct, True, readings, verdict, found, said, checked_message=said)


class Answers:
    """What readings give now, by their rank; tells which were asked."""

    def __init__(self, values: dict[int, int | None]) -> None:
        self.values = values
        self.asked: list[int] = []

    def __call__(self, asked: Query, _number: Number | None) -> Decimal | None:
        rank = next(rank for rank in range(1, 10) if query(rank) == asked)
        self.asked.append(rank)
        value = self.values[rank]
        return None if value is None else Decimal(value)


def judged(stored: StoredClaim, answers: Answers) -> Rechecked:
    return rechecked(stored, Settings(), answers)


def test_where_nothing_changed_verdict_message_and_probability_stay() -> None:
    answers = Answers({1: 24})
    stored = claim(Verdict.SUPPORTED, 0.97, reading(1, 24, 0.9, matches=True), reading(2, 24, 0.07, matches=True))
    result = judged(stored, answers)
    assert (result.verdict, result.message, answers.asked) == (Verdict.SUPPORTED, "as it was", [1])
    assert result.p_correct == pytest.approx(0.97)


def test_a_reading_that_does_not_match_any_more_refutes_and_takes_others_along() -> None:
    answers = Answers({1: 30, 2: 30})
    stored = claim(Verdict.SUPPORTED, 0.97, reading(1, 24, 0.4, matches=True), reading(2, 24, 0.55, matches=True))
    result = judged(stored, answers)
    assert (result.verdict, answers.asked) == (Verdict.REFUTED, [1, 2])
    assert result.p_correct == pytest.approx(0.02)
    meant = "the number of rows in visits where place is 'no 1'"
    assert result.message == f"Stated 24, but the likely readings give 30, first of them {meant}."


def test_other_readings_that_still_match_leave_it_open() -> None:
    stored = claim(Verdict.SUPPORTED, 0.97, reading(1, 24, 0.2, matches=True), reading(2, 24, 0.19, matches=True))
    assert judged(stored, Answers({1: 30, 2: 24})).verdict is Verdict.NOT_ENOUGH_INFO


def test_a_reading_that_matches_now_counts_as_a_match_does_in_a_check() -> None:
    stored = claim(Verdict.REFUTED, 0.01, reading(1, 20, 0.3, matches=False))
    result = judged(stored, Answers({1: 24}))
    assert result.verdict is Verdict.SUPPORTED
    assert result.p_correct > 0.99


def test_what_the_check_could_not_refute_is_not_refuted_now() -> None:
    stored = claim(Verdict.NOT_ENOUGH_INFO, 0.1, reading(1, 20, 0.3, matches=False))
    assert judged(stored, Answers({1: 21})).verdict is Verdict.NOT_ENOUGH_INFO


def test_a_result_that_is_undefined_now_decides_nothing() -> None:
    stored = claim(Verdict.SUPPORTED, 0.9, reading(1, 24, 0.9, matches=True))
    result = judged(stored, Answers({1: None}))
    assert result.verdict is Verdict.NOT_ENOUGH_INFO
    assert result.outcomes[0].value is None


@pytest.mark.parametrize("can_run", [True, False])
def test_a_reading_that_the_server_cannot_run_or_that_is_gone_decides_nothing(can_run: bool) -> None:
    answers = Answers({})
    stored = claim(Verdict.SUPPORTED, 0.9, reading(1, 24, 0.9, matches=True, can_run=can_run))
    result = judged(stored, answers)
    assert (result.verdict, result.outcomes) == (Verdict.NOT_ENOUGH_INFO, ())
    assert "no longer" in result.message
    assert answers.asked == ([1] if can_run else [])


def test_a_claim_without_readings_stays_as_it_is() -> None:
    result = judged(claim(Verdict.NOT_ENOUGH_INFO, 0.5), Answers({}))
    assert (result.verdict, result.message) == (Verdict.NOT_ENOUGH_INFO, "as it was")


def test_a_statement_without_a_number_holds_as_long_as_what_decides_it() -> None:
    stored = claim(Verdict.SUPPORTED, 0.9, reading(1, 24, 0.9, matches=True), stated=None)
    assert judged(stored, Answers({1: 24})).verdict is Verdict.SUPPORTED
    assert judged(stored, Answers({1: 25})).verdict is Verdict.NOT_ENOUGH_INFO


@pytest.mark.parametrize("stated", [24, None])
def test_a_value_that_is_back_brings_back_what_the_check_said(stated: int | None) -> None:
    checked = claim(Verdict.SUPPORTED, 0.9, reading(1, 24, 0.9, matches=True), stated=stated)
    between = replace(
        checked,
        verdict=Verdict.NOT_ENOUGH_INFO,
        found_value=Decimal(30),
        message="changed",
        checked_message="as checked",
    )
    again = judged(between, Answers({1: 24}))
    assert (again.verdict, again.p_correct, again.message) == (Verdict.SUPPORTED, 0.9, "as checked")


def test_others_are_asked_for_only_where_the_verdict_depends_on_them() -> None:
    likely, unsure = reading(1, 24, 0.95, matches=True), reading(1, 24, 0.2, matches=True)
    assert not judged(claim(Verdict.SUPPORTED, 0.97, likely), Answers({1: 30})).needs_others
    assert judged(claim(Verdict.SUPPORTED, 0.97, unsure), Answers({1: 30})).needs_others
    assert not judged(claim(Verdict.SUPPORTED, 0.97, unsure), Answers({1: 24})).needs_others
    new_match = claim(Verdict.REFUTED, 0.01, reading(1, 20, 0.5, matches=False))
    assert not judged(new_match, Answers({1: 24})).needs_others


@given(
    st.lists(st.tuples(st.floats(0.001, 1), st.booleans(), st.booleans()), min_size=2, max_size=5),
    st.floats(0, 1),
    st.sampled_from(Verdict),
)
def test_where_others_are_not_asked_for_they_would_not_change_the_verdict(
    readings: list[tuple[float, bool, bool]], rest: float, verdict: Verdict
) -> None:
    total = sum(weight for weight, _, _ in readings) + rest
    first, *others = (
        reading(rank, 24 if matches else 20, weight / total, matches=matches)
        for rank, (weight, matches, _) in enumerate(readings, 1)
    )
    p_correct = sum(each.probability for each in (first, *others) if each.matches)
    answers = Answers({rank: 24 if matches else 20 for rank, (_, _, matches) in enumerate(readings, 1)})
    alone = judged(claim(verdict, p_correct, first), answers)
    if not alone.needs_others:
        assert judged(claim(verdict, p_correct, first, *others), answers).verdict is alone.verdict


@pytest.mark.parametrize(
    ("before", "now", "shown"),
    [
        ("33.3333333333", "33.33333333331", "33.3333333333"),
        ("33.3333333333", "33.3433333333", "33.3433333333"),
        ("12345678901.5", "12345678901.25", "12345678901.25"),
        ("7", "8", "8"),
    ],
)
def test_what_differs_beyond_twelve_digits_alone_is_the_same(before: str, now: str, shown: str) -> None:
    stored = StoredReading(1, query(1), Decimal(before), 0.9, matches=True)
    result = rechecked(claim(Verdict.SUPPORTED, 0.9, stored), Settings(), lambda *_: Decimal(now))
    assert str(result.outcomes[0].value) == shown
