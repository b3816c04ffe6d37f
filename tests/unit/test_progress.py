"""Reports of progress: what reaches a client, how it is written and read again."""

from __future__ import annotations

import pytest

from factcheck.runtime.progress import STAGES, Progress, report_progress, reporting


@pytest.mark.parametrize(
    ("progress", "written"),
    [
        (Progress("parsing", 12, "paragraphs", 300), "parsing: 12 of 300 paragraphs"),
        (Progress("spotting", 7, "claims"), "spotting: 7 claims"),
        (Progress("evaluation", 1, "tables, round 2", 4), "evaluation: 1 of 4 tables, round 2"),
    ],
)
def test_a_report_is_read_as_it_was_written(progress: Progress, written: str) -> None:
    assert str(progress) == written
    assert Progress.read(written) == progress


@pytest.mark.parametrize("text", ["", "no checkable claim found", "parsing: all", "table: 3 rows"])
def test_other_notices_are_no_reports(text: str) -> None:
    assert Progress.read(text) is None


def test_the_share_grows_from_stage_to_stage_and_within_each() -> None:
    shares = [Progress(stage, done, "claims", 4).share for stage in STAGES for done in range(5)]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert Progress("parsing", 5, "paragraphs", 0).share == 0


def test_without_a_listener_reports_go_nowhere() -> None:
    report_progress("parsing", 1, "paragraphs", 2)


def test_the_first_report_of_a_stage_is_told_and_not_each_one_after_it() -> None:
    told: list[Progress] = []
    with reporting(told.append):
        for stage in ("parsing", "retrieval"):
            for done in range(1000):
                report_progress(stage, done, "things", 1000)
    assert [progress.stage for progress in told if progress.done == 0] == ["parsing", "retrieval"]
    assert len(told) < 100
    told.clear()
    report_progress("parsing", 0, "things", 1000)
    assert told == []
