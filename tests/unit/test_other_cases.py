"""Which cases count as being about other data."""

from __future__ import annotations

import json
from pathlib import Path

from factcheck.quality.cases.case import read_case
from factcheck.quality.cases.other_cases import cases_of_other_data_sets


def write_case(folder: Path, group: str) -> Path:
    (folder / "data").mkdir(parents=True)
    (folder / "article.html").write_text("<p>Nothing.</p>")
    (folder / "data" / "things.csv").write_text("a\n1\n")
    (folder / "claims.json").write_text("[]")
    (folder / "meta.json").write_text(json.dumps({"group": group}))
    return folder


def test_none_is_of_the_same_data_set_and_each_data_set_comes_once(tmp_path: Path) -> None:
    groups = {"a": "tides", "b": "tides", "c": "bees", "d": "mills", "e": "bees", "f": "inks"}
    folders = [write_case(tmp_path / name, group) for name, group in groups.items()]
    others = [each.case_id for each in cases_of_other_data_sets(read_case(folders[0]), folders)]
    assert others == ["d", "e", "f"]


def test_a_case_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    folders = [write_case(tmp_path / name, name) for name in "abc"]
    (folders[1] / "claims.json").write_text("{")
    assert [each.case_id for each in cases_of_other_data_sets(read_case(folders[0]), folders)] == ["c"]
