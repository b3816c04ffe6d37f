"""From which mark on one has passed, as texts tell it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from factcheck.claims.told_marks import told_pass_mark


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("A passing score of 65 was set by the guild.", 65),
        ("The pass mark is 40.", 40),
        ("The passing grade: 55%.", 55),
        ("The cut-off score was at least 70.", 70),
        ("Passing is defined as a score of 60 or higher.", 60),
        ("A trainee passed, meaning that they scored 50 or above.", 50),
        ("Candidates need at least 45 marks to pass.", 45),
        ("Those who scored 45 or more in order to pass were few.", 45),
    ],
)
def test_a_text_tells_the_mark_that_one_passes_with(text, mark):
    assert told_pass_mark(["The exams were held in May.", text]) == Decimal(mark)


@pytest.mark.parametrize(
    "texts",
    [
        ["73.8% passed law, and 50 failed."],
        ["Passing law was considered hard: 61.5% did."],
        ["The passing score of 120 belongs to another scale."],
        ["The passing score was 55 in law.", "In anatomy the passing score was 60."],
        ["Of 300 passengers 40 had passed the gate."],
    ],
)
def test_other_numbers_near_such_words_are_no_pass_marks(texts):
    assert told_pass_mark(texts) is None
