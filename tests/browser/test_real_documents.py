"""Documents that were really checked, in a browser: the demonstration's report, and articles with labelled claims."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support.demonstration import Demo
from support.notes_in_view import SIZES, notes_outside

from factcheck.commands.load import load_csv
from factcheck.quality.cases.case import find_cases
from factcheck.quality.cases.runner import LoadedCase, run_cases

ROOT = Path(__file__).parents[2]
ARTICLES = 3
MEANT_BY = {
    sentence: code
    for sentence in re.findall(r"[^.\n]+\(\w+\)[^\n]+?average\.", (ROOT / "demo/draft.md").read_text("utf-8"))
    for code in re.findall(r"\((\w+)\)", sentence)
}
"""Sentences of the demonstration's draft, with the code of the airline or the town that each is about."""


@dataclass(frozen=True)
class Corrected:
    """What the program that draws the review page has printed, and where it put the pictures."""

    printed: str
    folder: Path


@pytest.fixture(scope="module")
def corrected(browser: Any, server_dsn: str, demo: Demo, tmp_path_factory: pytest.TempPathFactory) -> Corrected:
    folder = tmp_path_factory.mktemp("figures")
    command = [sys.executable, str(ROOT / "scripts/draw_review_page.py"), "--dsn", server_dsn]
    done = subprocess.run(
        [*command, "--database", demo.database, "--stored", "--figures", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return Corrected(done.stdout, folder)


def test_two_clicks_correct_a_claim_of_the_demonstration_and_others_move_to_what_they_mean(
    corrected: Corrected,
) -> None:
    told, moved = corrected.printed.split(" other claims moved:\n")
    clicks = re.search(r"(\d+) clicks, (\d+)$", told)
    assert clicks is not None
    assert 0 < int(clicks[1]) <= 2
    lines = moved.strip().splitlines()
    assert len(lines) == int(clicks[2]) >= 2
    for line in lines:  # each to how late the flights of its own airline, or to its own town, arrive
        number = line.partition(":")[0]
        [meant] = [code for sentence, code in MEANT_BY.items() if f" {number} " in sentence and code in line]
        now = re.search(r"Now read as the average of arr delay in flights where (carrier|dest) is '(\w+)', ", line)
        assert now is not None, line
        assert now[2] == meant
    assert {path.name for path in corrected.folder.glob("*.png")} == {
        "review-page-before.png",
        "review-page.png",
        "review-page-phone.png",
    }


@pytest.mark.parametrize("size", SIZES)
def test_every_note_of_the_demonstration_lies_in_the_viewport(
    opened: Callable[..., Any], demo: Demo, size: str
) -> None:
    width, height = SIZES[size]
    page = opened(demo.page.read_text("utf-8"), viewport={"width": width, "height": height})
    assert notes_outside(page) == 0


@dataclass(frozen=True)
class Article:
    """A case with the page of its check; ``failure`` tells why there is none."""

    case_id: str
    data_set: str
    page: str = ""
    failure: str | None = None


@pytest.fixture(scope="module")
def articles(database: str) -> list[Article]:
    """The first articles of the labelled cases, checked and marked up."""
    folder = os.environ.get("FACTCHECK_BENCH")
    if not folder:
        pytest.skip("FACTCHECK_BENCH is not set: pass the folder of the benchmark")

    def marked(loaded: LoadedCase) -> Article:
        asked = "SELECT factcheck.check_html(%s, tables => %s::regclass[])"
        row = loaded.connection.execute(asked, [loaded.case.source, list(loaded.tables)]).fetchone()
        return Article(loaded.case.case_id, loaded.case.data_set, row[0] if row else "")

    cases = find_cases([Path(folder) / "articles"], "*")[:ARTICLES]
    return list(run_cases(database, cases, load_csv, marked, Article))


@pytest.mark.parametrize("size", SIZES)
def test_every_note_of_articles_lies_in_the_viewport(
    opened: Callable[..., Any], articles: list[Article], size: str
) -> None:
    width, height = SIZES[size]
    for article in articles:
        assert article.failure is None
        page = opened(article.page, viewport={"width": width, "height": height})
        assert notes_outside(page) == 0, article.case_id
