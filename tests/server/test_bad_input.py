"""docs/bad-input.md tells what the tests of bad input test."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

BAD = runpy.run_path(str(Path(__file__).parents[1] / "bad_inputs.py"))


def test_the_page_shows_what_is_tested():
    """Made anew by: python tests/bad_inputs.py."""
    text = BAD["PAGE"].read_text("utf-8")
    assert BAD["page"](text) == text


@pytest.mark.parametrize("topic", BAD["TOPICS"])
def test_each_topic_has_its_cases_on_the_page(topic):
    lines = BAD["rows"](topic)
    assert len(lines) >= 15
    assert set(lines) <= set(BAD["PAGE"].read_text("utf-8").splitlines())
