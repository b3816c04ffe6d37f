"""The labels of the articles in benchmarks/articles name what stands in their texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factcheck.quality.cases.source_text import SourceText

FOLDERS = sorted(path.parent for path in (Path(__file__).parents[2] / "benchmarks" / "articles").glob("*/claims.json"))


def test_there_are_a_hundred_and_forty_nine() -> None:
    assert len(FOLDERS) == 149


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_label_stands_in_the_text(folder: Path) -> None:
    text = SourceText((folder / "article.html").read_text("utf-8"))
    claims = json.loads((folder / "claims.json").read_text("utf-8"))
    for claim in claims:
        assert text.numbers(claim["sentence"], claim["value_text"]), claim
        assert claim["sql"].upper().startswith(("SELECT", "WITH"))
    for statement in json.loads((folder / "statements.json").read_text("utf-8")):
        assert text.sentences(statement["sentence"]), statement
        assert statement["statement"] in statement["sentence"]
