"""Errors written into right numbers."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.numbers.rounding import matches
from factcheck.quality.cases.case import LabelledClaim
from factcheck.quality.cases.corruption import CorruptedSource, corrupt


def claim(
    value_text: str,
    value: float,
    result: float,
    is_correct: bool = True,
    sentence: str = "",
) -> LabelledClaim:
    return LabelledClaim(
        sentence or f"We had {value_text} of them.",
        value_text,
        value,
        None,
        result,
        is_correct,
    )


def document(claims: list[LabelledClaim]) -> str:
    return "<p>" + " ".join(claim.sentence for claim in claims) + "</p>"


ARTICLE = [
    claim("1,204", 1204, 1204),
    claim("63%", 63, 62.8),
    claim("$0.56 million", 560_000, 555_558.6),
    claim("Four", 4, 4, sentence="Four were lost."),
    claim("thirty-seven", 37, 36.95),
    claim("-9.27", -9.27, -9.2661),
    claim("48", 48, 51, is_correct=False),
]


def test_all_right_numbers_change_and_wrong_ones_stay() -> None:
    corrupted = corrupt(document(ARTICLE), ARTICLE, share=1, seed=1)
    assert [edit.claim for edit in corrupted.edits] == [0, 1, 2, 3, 4, 5]
    assert "We had 48 of them." in corrupted.source


@pytest.mark.parametrize("seed", range(30))
def test_the_truth_no_longer_rounds_to_the_new_number_and_the_style_stays(
    seed: int,
) -> None:
    corrupted = corrupt(document(ARTICLE), ARTICLE, share=1, seed=seed)
    styles = [
        r"\d{1,3}(,\d{3})*",
        r"\d+(\.\d)?%",
        r"\$\d+\.\d+ million",
        r"[A-Z][a-z]+(-[a-z]+)?",
        r"[a-z]+(-[a-z]+)?",
        r"-\d+\.\d+",
    ]
    for edit, style in zip(corrupted.edits, styles, strict=True):
        result = ARTICLE[edit.claim].result
        assert result is not None
        assert not matches(result, Decimal(repr(edit.value)))
        assert re.fullmatch(style, edit.text)
        assert edit.text != ARTICLE[edit.claim].value_text
    value_of_millions = float(corrupted.edits[2].text[1:].split()[0]) * 1e6
    assert corrupted.edits[2].value == pytest.approx(value_of_millions)


def test_every_kind_of_error_is_made() -> None:
    errors = {
        (edit.claim, edit.error): edit.text
        for seed in range(200)
        for edit in corrupt(document(ARTICLE), ARTICLE, share=1, seed=seed).edits
    }
    assert errors[1, "digits transposed"] == "36%"
    assert errors[0, "off by one"] in {"1,203", "1,205"}
    assert errors[0, "wrong magnitude"] == "12,040"
    assert errors[1, "wrong magnitude"] == "6.3%"
    assert errors[3, "off by one"] in {"Three", "Five"}
    assert errors[4, "number of a neighbouring claim"] == "four"
    assert errors[4, "digits transposed"] == "seventy-three"
    assert (0, "stale value") in errors


def test_the_same_seed_gives_the_same_errors() -> None:
    source = document(ARTICLE)
    assert corrupt(source, ARTICLE, 0.5, seed=7) == corrupt(source, ARTICLE, 0.5, seed=7)
    assert len({corrupt(source, ARTICLE, 0.5, seed).source for seed in range(20)}) > 5


def test_the_share_is_kept_on_average() -> None:
    counts = [len(corrupt(document(ARTICLE), ARTICLE, 0.3, seed).edits) for seed in range(400)]
    assert set(counts) == {1, 2}
    assert sum(counts) / len(counts) == pytest.approx(6 * 0.3, abs=0.1)


def test_nothing_changes_without_a_share() -> None:
    source = document(ARTICLE)
    assert corrupt(source, ARTICLE, 0, seed=1) == CorruptedSource(source, ())


@pytest.mark.parametrize(
    ("source", "value_text"),
    [
        ("One in five of the 5 shops, or 5 towns.", "5"),
        ("About one in five shops closed.", "one in five"),
        ("About a dozen shops closed.", "a dozen"),
    ],
)
def test_numbers_without_a_safe_change_are_left_alone(source: str, value_text: str) -> None:
    assert corrupt(source, [claim(value_text, 5, 5, sentence=source)], 1, seed=1).source == source


@pytest.mark.parametrize("hedge", ["about", "over", "nearly", "at least", "roughly"])
def test_hedged_numbers_are_left_alone(hedge: str) -> None:
    source = f"There were {hedge} 60,000 of them."
    assert corrupt(source, [claim("60,000", 60_000, 59_800, sentence=source)], 1, seed=1).source == source


def test_entities_and_tags_are_not_taken_for_numbers() -> None:
    source = "<p>A night was <b>&#8364;210.54</b> on average.</p>"
    claims = [claim("€210.54", 210.54, 210.5368, sentence="A night was €210.54 on average.")]
    edit = corrupt(source, claims, 1, seed=3).edits[0]
    assert edit.text.startswith("&#8364;")
    assert edit.value == float(edit.text.removeprefix("&#8364;"))


@given(st.integers(0, 2**32), st.floats(0, 1))
def test_spans_move_with_the_text(seed: int, share: float) -> None:
    source = document(ARTICLE)
    corrupted = corrupt(source, ARTICLE, share, seed)
    for edit in corrupted.edits:
        moved = corrupted.moved(edit.span)
        assert corrupted.source[moved.start : moved.end] == edit.text
    rest = corrupted.source
    for edit in reversed(corrupted.edits):
        moved = corrupted.moved(edit.span)
        rest = rest[: moved.start] + source[edit.span.start : edit.span.end] + rest[moved.end :]
    assert rest == source
