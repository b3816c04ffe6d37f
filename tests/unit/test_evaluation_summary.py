"""The figures of an evaluation against counts made by hand, and the report about them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from factcheck.quality.judging.foreign import ForeignCheck, ForeignRow
from factcheck.quality.judging.metrics import Ratio
from factcheck.quality.judging.report import Machine, as_json, case_heading, case_line, misses, report
from factcheck.quality.judging.results import CaseResult, Check, CheckedClaim, Loss, OtherNumber, Stage
from factcheck.quality.judging.summary import summarise


def claim(is_correct: bool, verdict: str | None, rank: int | None = None, in_class: bool = True) -> CheckedClaim:
    return CheckedClaim(
        sentence="There are 5.",
        value_text="5",
        value=5,
        is_correct=is_correct,
        error=None,
        sql="SELECT COUNT(*) FROM t",
        is_in_class=in_class,
        verdict=verdict,
        p_correct=None if verdict is None else (0.9 if verdict == "supported" else 0.1),
        right_rank=rank,
    )


FIRST = Check(
    (
        claim(True, "supported", 1),
        claim(True, "refuted", 7),
        claim(True, None),
        claim(False, "refuted", 2, in_class=False),
    ),
    (OtherNumber("7", "Chapter 7", "refuted", False), OtherNumber("8", "About 8", "supported", True)),
    seconds=2.0,
)
SECOND = Check((claim(False, "supported"), claim(True, "supported", 1)), (), seconds=1.0)
WRITTEN = replace(SECOND, claims=(SECOND.claims[0], replace(claim(False, "refuted", 1), error="off by one")))
RESULTS = [
    CaseResult("one", "a", natural=FIRST, warm_seconds=1.0),
    CaseResult("two", "b", natural=SECOND, corrupted=WRITTEN, invalid_queries=("SELECT nothing",)),
    CaseResult("three", "c", failure="it broke"),
]
MACHINE = Machine(0.1, 0.5)


def counts(figures: dict[str, Ratio], name: str) -> tuple[float, float]:
    return figures[name].part, figures[name].whole


def test_spotting() -> None:
    spotting = summarise(RESULTS).spotting
    assert counts(spotting, "recall") == (5, 6)
    assert counts(spotting, "precision") == (5, 6)
    recall = spotting["recall"]
    assert recall.micro is not None
    assert recall.macro is not None
    assert recall.micro.value == pytest.approx(5 / 6)
    assert recall.macro.value == pytest.approx((3 / 4 + 1) / 2)


def test_coverage_counts_missed_claims_and_keeps_to_the_class() -> None:
    coverage = summarise(RESULTS).coverage
    assert counts(coverage, "top-1, all") == (2, 6)
    assert counts(coverage, "top-5, all") == (3, 6)
    assert counts(coverage, "top-10, all") == (4, 6)
    assert counts(coverage, "top-1, in class") == (2, 5)
    assert counts(coverage, "top-5, in class") == (2, 5)


def test_judgement() -> None:
    natural = summarise(RESULTS).natural
    assert counts(natural, "wrong claims refuted (recall)") == (1, 2)
    assert counts(natural, "refuted claims that are wrong (precision)") == (1, 2)
    assert counts(natural, "right claims refuted (false alarms)") == (1, 4)
    assert counts(natural, "wrong claims called supported") == (1, 2)
    assert counts(natural, "right claims called supported") == (2, 4)
    f1 = natural["F1"].micro
    assert f1 is not None
    assert f1.value == pytest.approx(0.5)


def test_judgement_within_the_class() -> None:
    natural = summarise(RESULTS, in_class_only=True).natural
    assert counts(natural, "wrong claims refuted (recall)") == (0, 1)
    assert counts(natural, "right claims refuted (false alarms)") == (1, 4)


def test_written_errors() -> None:
    summary = summarise(RESULTS)
    assert counts(summary.corrupted, "wrong claims refuted (recall)") == (1, 2)
    assert summary.corrupted["right claims refuted (false alarms)"].micro is None
    assert counts(summary.by_error, "off by one") == (1, 1)


def test_calibration_is_about_spotted_claims() -> None:
    calibration = summarise(RESULTS).calibration["natural"]
    assert calibration.claims == 5
    assert calibration.error is not None
    # As many bins as claims: distances .1 (right), .9 (right, p .1), .1 (wrong, p .1), .9 (wrong, p .9), .1.
    assert calibration.error.value == pytest.approx((0.1 + 0.9 + 0.1 + 0.9 + 0.1) / 5)


def test_where_errors_were_written_in_probabilities_are_moved_to_their_share() -> None:
    right, wrong = (replace(claim(is_correct, "supported"), p_correct=0.9) for is_correct in (True, False))
    written = CaseResult("four", "d", natural=FIRST, corrupted=replace(FIRST, claims=(right, wrong)))
    calibration = summarise([written]).calibration
    moved, as_told = calibration["corrupted"], calibration["corrupted, not moved"]
    assert moved.skill is not None
    assert as_told.skill is not None
    # Nine to one of which one in ten is expected to be wrong are even odds where half are.
    assert moved.skill.value == pytest.approx(0)
    assert as_told.skill.value < -0.5


def test_the_report_names_all_that_matters() -> None:
    text = report(RESULTS, summarise(RESULTS), MACHINE)
    assert "2 cases on 2 data sets, 1 failed" in text
    assert "two: SELECT nothing" in text
    assert "load average 0.50, yardstick 0.100 s" in text
    assert "median 2.000 s" in text
    assert "median in yardsticks 20.0" in text
    assert "no yardstick" in report(RESULTS, summarise(RESULTS), replace(MACHINE, yardstick_seconds=None))


def test_misses_are_listed_with_their_reason_and_extra_rows_with_their_sentence() -> None:
    told = replace(FIRST.claims[2], loss=Loss(Stage.SPOTTING, "a year"))
    check = replace(FIRST, claims=(*FIRST.claims[:2], told, FIRST.claims[3]))
    text = misses([replace(RESULTS[0], natural=check), *RESULTS[1:]])
    assert "Lost claims, number not spotted: 1\n  one: “5”: a year\n      There are 5." in text
    assert "Rows about no claim: 1\n  one: “7”, refuted\n      Chapter 7" in text
    assert "About 8" not in text


def test_lines_of_cases_stand_under_their_heading() -> None:
    cells = dict(zip(case_heading().split(), case_line(RESULTS[0]).split(), strict=False))
    assert cells["claims"] == "4"
    assert (cells["spotted"], cells["extra"]) == ("3", "1")
    assert (cells["top-1"], cells["top-10"]) == ("1/4", "3/4")
    assert (cells["wrong"], cells["refuted"], cells["supported"], cells["alarms"]) == ("1", "1", "0", "1")
    assert case_line(RESULTS[2]).split(maxsplit=1)[1] == "FAILED: it broke"


def test_everything_goes_into_json() -> None:
    document = json.loads(json.dumps(as_json(RESULTS, summarise(RESULTS), MACHINE)))
    assert document["cases"][0]["natural"]["claims"][1]["right_rank"] == 7
    assert document["summary"]["spotting"]["recall"]["micro"]["value"] == pytest.approx(5 / 6)


def test_nothing_ran() -> None:
    failed = RESULTS[2:]
    assert "0 cases on 0 data sets, 1 failed" in report(failed, summarise(failed), MACHINE)


def test_cells_of_tables_are_counted_apart() -> None:
    cells = (replace(claim(True, "refuted", 1), is_in_table=True), replace(claim(True, None), is_in_table=True))
    other = OtherNumber("9", "North: 9", "refuted", False, is_in_table=True)
    mixed = replace(FIRST, claims=(*FIRST.claims, *cells), others=(*FIRST.others, other))
    results = [replace(RESULTS[0], natural=mixed), *RESULTS[1:]]
    summary = summarise(results)
    assert summary.spotting == summarise(RESULTS).spotting
    assert summary.natural == summarise(RESULTS).natural
    assert counts(summary.cells, "cells with a label spotted") == (1, 2)
    assert counts(summary.cells, "right claims refuted (false alarms)") == (1, 2)
    assert counts(summary.cells, "cells without a label refuted") == (1, 1)
    assert "Cells of tables" in report(results, summary, MACHINE)
    assert "Cells of tables" not in report(RESULTS, summarise(RESULTS), MACHINE)


def test_each_verdict_on_a_text_about_other_data_counts() -> None:
    rows = [
        ForeignRow("5", "There are 5.", "supported", "", is_number=True),
        ForeignRow("6", "There are 6.", "not_enough_info", "", is_number=True),
        ForeignRow("most", "Most are blue.", "refuted", "", is_number=False),
    ]
    foreign = summarise([replace(RESULTS[0], foreign=ForeignCheck("two", tuple(rows)))]).foreign
    assert counts(foreign, "numbers supported") == (1, 2)
    assert counts(foreign, "numbers refuted") == (0, 2)
    assert counts(foreign, "statements without a number refuted") == (1, 1)


def test_no_figures_of_other_data_unless_they_were_asked_for() -> None:
    assert "other data" not in report(RESULTS, summarise(RESULTS), MACHINE)
