"""The site's file that comes with the project explains every key, and each example of it is understood."""

from __future__ import annotations

import re
from pathlib import Path

from factcheck.migrations import decisions
from factcheck.migrations.decisions import Site, read_site

TEMPLATE = Path(__file__).resolve().parents[2] / "migrations/site.toml"
KEYS = {
    "[roles]": decisions._ROLE_KEYS,
    "[settings]": {"p_true": "a number"},
    "[[tables]]": decisions._TABLE_KEYS,
    "[[dictionaries]]": decisions._DICTIONARY_KEYS,
    "[[measures]]": decisions._MEASURE_KEYS,
    "[[sources]]": decisions._SOURCE_KEYS,
    "[[watches]]": decisions._WATCH_KEYS,
    "[[schedules]]": decisions._SCHEDULE_KEYS,
}


def test_as_it_comes_it_decides_nothing() -> None:
    assert read_site(TEMPLATE) == Site(None, None, None, None, None, None, None, None, None)


def test_its_examples_are_understood_and_name_every_key(tmp_path: Path) -> None:
    text = re.sub(r"^# (?=\[|\w+ = )", "", TEMPLATE.read_text("utf-8"), flags=re.MULTILINE)
    path = tmp_path / "site.toml"
    path.write_text(text)
    site = read_site(path)
    assert [len(part or ()) for part in (site.usage, site.tables, site.dictionaries, site.schedules)] == [3, 1, 1, 1]
    headings, parts = re.findall(r"^\[.*\]$", text, re.MULTILINE), re.split(r"^\[.*\]$", text, flags=re.MULTILINE)
    sections = dict(zip(headings, parts[1:], strict=True))
    assert sections.keys() == KEYS.keys()
    unnamed = {
        (section, key)
        for section, keys in KEYS.items()
        for key in keys
        if not re.search(rf"\b{key} =", sections[section])
    }
    assert unnamed == set()
