"""What the decided claims of a document tell of its others: the share of wrong numbers in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.inference.document_errors import document_error_rates
from factcheck.inference.verdicts import Judgement, Verdict

EXPECTED = 0.1
WEIGHT = 10


def judged(verdict, p_correct):
    return Judgement(verdict, p_correct, ())


def rate(supported, refuted, undecided, *, weight=WEIGHT):
    """Return the share of wrong claims for one more, open claim of a document."""
    judgements = [judged(Verdict.SUPPORTED, 0.99)] * supported + [judged(Verdict.REFUTED, 0.05)] * refuted
    judgements += [judged(Verdict.NOT_ENOUGH_INFO, 0.6)] * (undecided + 1)
    return document_error_rates(judgements, EXPECTED, weight)[-1]


@pytest.mark.parametrize(
    ("supported", "refuted", "undecided"),
    [(0, 0, 0), (0, 0, 12), (20, 0, 0), (20, 1, 5), (9, 1, 0)],
    ids=["nothing", "nothing decided", "all supported", "one in twenty", "one in ten"],
)
def test_a_document_that_is_no_worse_than_expected_is_judged_as_expected(supported, refuted, undecided):
    assert rate(supported, refuted, undecided) == pytest.approx(EXPECTED, abs=0.003)


def test_refuted_claims_speak_against_the_others_of_the_document():
    assert EXPECTED < rate(12, 2, 0) < rate(12, 4, 0) < rate(12, 8, 0) < 0.5


def test_many_open_claims_tell_of_a_text_that_is_about_something_else():
    assert rate(4, 4, 0) > rate(4, 4, 8) > rate(4, 4, 80)
    assert rate(4, 4, 80) == pytest.approx(EXPECTED, abs=0.03)


def test_a_site_that_counts_for_very_many_claims_judges_each_by_itself():
    assert rate(4, 8, 0, weight=1_000_000) == pytest.approx(EXPECTED, abs=1e-4)


def test_a_claim_that_is_hardly_refuted_tells_little():
    sure, unsure = ([judged(Verdict.SUPPORTED, 0.99)] * 6 + [judged(Verdict.REFUTED, p)] * 3 for p in (0.02, 0.48))
    assert document_error_rates(sure, EXPECTED, WEIGHT)[0] > document_error_rates(unsure, EXPECTED, WEIGHT)[0]


def test_no_claim_speaks_against_itself():
    alone = document_error_rates([judged(Verdict.REFUTED, 0.05)], EXPECTED, WEIGHT)
    assert alone == [EXPECTED]
    right, wrong = document_error_rates(
        [judged(Verdict.SUPPORTED, 0.99), judged(Verdict.REFUTED, 0.05)], EXPECTED, WEIGHT
    )
    assert right > wrong


@given(
    st.lists(st.tuples(st.sampled_from(list(Verdict)), st.floats(0, 1)), max_size=40),
    st.floats(0.001, 0.9),
    st.integers(1, 1000),
)
def test_the_rates_lie_between_what_is_expected_and_one(judgements, expected, weight):
    rates = document_error_rates([judged(*each) for each in judgements], expected, weight)
    assert len(rates) == len(judgements)
    assert all(expected <= each <= 1 for each in rates)
