"""Stored claims judged again, without a database: what the readings give now is said by the test."""

from __future__ import annotations

from decimal import Decimal

import pytest

from factcheck.inference.verdicts import Verdict
from factcheck.numbers.mentions import Number
from factcheck.settings import Settings
from factcheck.stored.claims import StoredClaim, StoredQuery, StoredReading
from factcheck.stored.recheck import Answer, Rechecked, as_shown, rechecked


def reading(
    rank: int, value: int | None, probability: float, *, matches: bool, is_allowed: bool = True
) -> StoredReading:
    query = StoredQuery(f"SELECT {rank}", f"reading {rank}")
    return StoredReading(rank, query, None if value is None else Decimal(value), probability, matches, is_allowed)


def claim(verdict: Verdict, p_correct: float, *readings: StoredReading, stated: int | None = 24) -> StoredClaim:
    number = None if stated is None else Number(0, 2, str(stated), Decimal(stated))
    found = readings[0].value if readings else None
    return StoredClaim(1, number, verdict, p_correct, True, readings, verdict, found, "as it was")


class Answers:
    """What readings give now, by their rank; tells which were asked."""

    def __init__(self, values: dict[int, Answer]) -> None:
        self.values = values
        self.asked: list[int] = []

    def __call__(self, asked: StoredReading) -> Answer:
        self.asked.append(asked.rank)
        return self.values[asked.rank]


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
    assert result.message == "Stated 24, the data say 30: reading 1."


def test_other_readings_that_still_match_leave_it_open() -> None:
    stored = claim(Verdict.SUPPORTED, 0.97, reading(1, 24, 0.4, matches=True), reading(2, 24, 0.55, matches=True))
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
    assert result.readings[0].value is None


@pytest.mark.parametrize("is_allowed", [True, False])
def test_a_reading_that_cannot_or_may_not_be_run_decides_nothing(is_allowed: bool) -> None:
    answers = Answers({})
    stored = claim(Verdict.SUPPORTED, 0.9, reading(1, 24, 0.9, matches=True, is_allowed=is_allowed))
    result = judged(stored, answers)
    assert (result.verdict, result.readings) == (Verdict.NOT_ENOUGH_INFO, ())
    assert "no longer" in result.message
    assert answers.asked == ([1] if is_allowed else [])


def test_a_claim_without_readings_stays_as_it_is() -> None:
    result = judged(claim(Verdict.NOT_ENOUGH_INFO, 0.5), Answers({}))
    assert (result.verdict, result.message) == (Verdict.NOT_ENOUGH_INFO, "as it was")


def test_a_statement_without_a_number_holds_as_long_as_what_decides_it() -> None:
    stored = claim(Verdict.SUPPORTED, 0.9, reading(1, 24, 0.9, matches=True), stated=None)
    assert judged(stored, Answers({1: 24})).verdict is Verdict.SUPPORTED
    assert judged(stored, Answers({1: 25})).verdict is Verdict.NOT_ENOUGH_INFO


@pytest.mark.parametrize(
    ("answer", "before", "shown"),
    [
        (7, None, "7"),
        (None, "7", None),
        (float("nan"), "7", None),
        (Decimal("33.3333333333333333"), "33.3333333333", "33.3333333333"),
        (Decimal("33.3433333333333333"), "33.3333333333", "33.3433333333"),
        (Decimal("12345678901.25"), "12345678901.5", "12345678901.25"),
        (Decimal("25.0000000000000000"), None, "25"),
        (0.1 + 0.2, None, "0.3"),
        (0.25, None, "0.25"),
        (1234567.8900000001, "1234567.89", "1234567.89"),
    ],
)
def test_results_have_the_digits_that_count(answer: Answer, before: str | None, shown: str | None) -> None:
    found = as_shown(answer, None if before is None else Decimal(before))
    assert (None if found is None else str(found)) == shown
