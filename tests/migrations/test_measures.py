"""Measures of a site: declared by its file, changed with it, and taken back."""

from __future__ import annotations

import pytest
from support.site_migrations import Migrations
from support.site_snapshots import query, run, snapshot

MEASURE = """
[[measures]]
name = 'dozens'
table = 'public.sales'
expression = 'units / 12'
description = 'twelve pieces'
"""
DECLARED = 'SELECT name, "table"::text, expression, description FROM factcheck.measures'


@pytest.fixture
def measured(site: Migrations) -> Migrations:
    """The site's migrations, with a measure in its file."""
    site.site.write_text(site.site.read_text() + MEASURE)
    return site


def test_a_measure_is_declared_and_taken_back(fresh: str, measured: Migrations, prefix: str) -> None:
    before = snapshot(fresh, prefix)
    measured.set_up(fresh)
    assert query(fresh, DECLARED) == [("dozens", "sales", "units / 12", "twelve pieces")]
    assert measured.drift(fresh) == []
    measured.run(fresh, "downgrade", "base")
    assert snapshot(fresh, prefix) == before


def test_a_changed_measure_is_told_and_changed(fresh: str, measured: Migrations) -> None:
    measured.set_up(fresh)
    measured.site.write_text(measured.site.read_text().replace("units / 12", "units / 10"))
    assert measured.drift(fresh) == [
        'measure dozens: expression is "units / 12", declared is "units / 10"',
    ]
    assert "op.add_measure('dozens', 'public.sales', 'units / 10'" in measured.write_revision(fresh, "0002")
    measured.run(fresh, "upgrade", "head")
    assert query(fresh, "SELECT expression FROM factcheck.measures") == [("units / 10",)]
    measured.run(fresh, "downgrade", "-1")
    assert query(fresh, "SELECT expression FROM factcheck.measures") == [("units / 12",)]


def test_a_measure_that_was_declared_by_hand_is_told(fresh: str, measured: Migrations) -> None:
    measured.set_up(fresh)
    run(fresh, "SELECT factcheck.add_measure('scores', 'sales', 'units / 20')")
    assert measured.drift(fresh) == ["measure scores is there, and not declared"]
