"""Sources of passages of a site: added by its file, changed with it, and taken back."""

from __future__ import annotations

import pytest
from support.site_migrations import Migrations
from support.site_snapshots import query, run, snapshot

SOURCE = """
[[sources]]
name = 'policies'
relation = 'public.policy'
key_column = 'policy_id'
text_column = 'body'
"""
ADDED = "SELECT name, relation::text, key_column::text, text_column::text, language FROM factcheck.passage_source"


@pytest.fixture
def with_source(site: Migrations, fresh: str) -> Migrations:
    """The site's migrations, with a source in its file."""
    run(fresh, "CREATE TABLE public.policy (policy_id integer PRIMARY KEY, body text, summary text)")
    run(fresh, "INSERT INTO public.policy VALUES (1, 'Employees wear badges.', 'Badges are worn.')")
    site.site.write_text(site.site.read_text() + SOURCE)
    return site


def test_a_source_is_added_and_taken_back(fresh: str, with_source: Migrations, prefix: str) -> None:
    before = snapshot(fresh, prefix)
    with_source.set_up(fresh)
    assert query(fresh, ADDED) == [("policies", "policy", "policy_id", "body", "pg_catalog.english")]
    assert query(fresh, "SELECT passage FROM factcheck.search('badge', 'policies')") == [("Employees wear badges.",)]
    assert with_source.drift(fresh) == []
    with_source.run(fresh, "downgrade", "base")
    assert snapshot(fresh, prefix) == before


def test_a_changed_source_is_told_and_changed(fresh: str, with_source: Migrations) -> None:
    with_source.set_up(fresh)
    changed = with_source.site.read_text().replace(
        "text_column = 'body'", "text_column = 'summary'\nlanguage = 'simple'"
    )
    with_source.site.write_text(changed)
    [told] = with_source.drift(fresh)
    assert told.startswith("source policies: ")
    assert 'text_column is "body", declared is "summary"' in told
    with_source.write_revision(fresh, "0002")
    with_source.run(fresh, "upgrade", "head")
    assert query(fresh, ADDED) == [("policies", "policy", "policy_id", "summary", "pg_catalog.simple")]
    assert with_source.drift(fresh) == []
    with_source.run(fresh, "downgrade", "-1")
    assert query(fresh, ADDED) == [("policies", "policy", "policy_id", "body", "pg_catalog.english")]


def test_a_source_that_was_added_by_hand_is_told(fresh: str, with_source: Migrations) -> None:
    with_source.set_up(fresh)
    run(fresh, "SELECT factcheck.add_source('own', 'public.policy', 'policy_id', 'summary')")
    assert with_source.drift(fresh) == ["source own is there, and not declared"]
