"""The labels of the articles in benchmarks/articles name what stands in their texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factcheck.quality.cases.source_text import SourceText

FOLDERS = sorted(path.parent for path in (Path(__file__).parents[2] / "benchmarks" / "articles").glob("*/article.html"))


def test_each_article_has_its_labels() -> None:
    assert len(FOLDERS) > 1
    for name in ("claims.json", "meta.json", "statements.json"):
        assert [folder.name for folder in FOLDERS if not (folder / name).is_file()] == []


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
