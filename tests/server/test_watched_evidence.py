"""Reports under watch that are checked against passages, and what of it is published."""

from __future__ import annotations

import psycopg
import pytest
from support.policies import CHANGED, HOME, add_policies


@pytest.fixture
def watched(desk, admin):
    """Policies that the editor of a desk owns, and a watch of its reports that checks against them."""
    add_policies(desk.editor, desk.editor_name, "desk")
    desk.watch("'desk.weekly', text_column => 'body', sources => '{desk policies}', recheck => true")
    yield desk
    desk.editor.execute("SELECT factcheck.remove_source('desk policies')")


def test_reports_under_watch_are_checked_against_sources(watched):
    watched.write(HOME)
    watched.run()
    assert watched.verdicts() == [("1", "refuted")]


def test_reports_are_checked_anew_once_texts_of_their_sources_have_changed(watched):
    watched.write(HOME)
    watched.run()
    watched.editor.execute("UPDATE desk.policy SET body = %s WHERE policy_id = 2", [HOME])
    watched.editor.execute("SELECT pg_stat_force_next_flush()")
    watched.run()
    assert watched.verdicts() == [("1", "supported")]
    before = watched.runs()
    watched.run()
    assert watched.runs() == before


def test_a_watch_names_sources_that_its_role_may_read(desk, admin):
    for sources, sqlstate in (
        ("{nowhere}", "42704"),
        ("{}", "42704"),
        ("{NULL}", "42704"),
    ):
        with pytest.raises(psycopg.Error) as caught:
            desk.watch(f"'desk.weekly', text_column => 'body', sources => '{sources}'")
        assert caught.value.sqlstate == sqlstate
    desk.root.execute("CREATE TABLE public.secret (id integer PRIMARY KEY, body text)")
    desk.root.execute("SELECT factcheck.add_source('secrets', 'public.secret', 'id', 'body')")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        desk.watch("'desk.weekly', text_column => 'body', sources => '{secrets}'")
    desk.root.execute("SELECT factcheck.remove_source('secrets')")


def test_values_that_are_published_show_what_passages_say(watched):
    """Readers of the report alone see the verdict, or the passages too, as far as the editor publishes them."""
    watched.write(CHANGED)
    watched.run()
    reader = watched.writer
    name = watched.writer_name
    claims = "SELECT verdict, is_withheld FROM factcheck.claims WHERE source_table = 'desk.weekly'"
    passages = "SELECT label, passage_key FROM factcheck.readings WHERE source_table = 'desk.weekly' AND rank = 1"
    watched.root.execute(f"SELECT factcheck.grant_usage('{name}', 'reader')")
    assert reader.execute(claims).fetchall() == [(None, True)]
    watched.editor.execute(f"SELECT factcheck.publish('desk.weekly', '{name}')")
    assert reader.execute(claims).fetchall() == [("supported", True)]
    assert reader.execute(passages).fetchall() == []
    watched.editor.execute(f"SELECT factcheck.publish('desk.weekly', '{name}', 'values')")
    assert reader.execute(passages).fetchall() == [("supported", "1")]
