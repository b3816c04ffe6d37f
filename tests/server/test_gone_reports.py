"""Stored documents whose report is gone: deleted, with its table, or with the role that watched it."""

from __future__ import annotations

import psycopg
import pytest
from support.reports import RIGHT, WRONG, one

PARTITIONS = """
CREATE TABLE desk.dated (id integer PRIMARY KEY, body text) PARTITION BY RANGE (id);
CREATE TABLE desk.dated_1 PARTITION OF desk.dated FOR VALUES FROM (1) TO (10);
INSERT INTO desk.dated VALUES (1, 'There are 100 sales.');
"""
DETACH = "ALTER TABLE desk.dated DETACH PARTITION desk.dated_1"
ATTACH = "ALTER TABLE desk.dated ATTACH PARTITION desk.dated_1 FOR VALUES FROM (1) TO (10)"


def gone(desk):
    """Return the keys of the documents that are shown as gone."""
    return [
        key
        for (key,) in desk.editor.execute(
            "SELECT source_key FROM factcheck.documents WHERE gone_at IS NOT NULL ORDER BY 1"
        )
    ]


def claims(desk):
    """Return the keys of the documents whose claims hold now."""
    return [key for (key,) in desk.editor.execute("SELECT source_key FROM factcheck.claims ORDER BY 1")]


def purge(desk, arguments="'1 day', gone_for => '0'"):
    return one(desk.editor, f"SELECT factcheck.purge({arguments})")


@pytest.fixture(params=["trigger", "poll"])
def watched(desk, request):
    """Two reports that were checked, watched either way."""
    desk.watch(f"'desk.weekly', text_column => 'body', mode => '{request.param}'")
    desk.write(RIGHT, WRONG)
    desk.run()
    assert claims(desk) == ["1", "2"]
    return desk


@pytest.mark.parametrize(
    ("statement", "keys"),
    [
        ("DELETE FROM desk.weekly WHERE id = 1", ["1"]),
        ("TRUNCATE desk.weekly", ["1", "2"]),
        ("UPDATE desk.weekly SET id = 3 WHERE id = 2", ["2"]),
    ],
)
def test_a_report_that_is_gone_is_shown_as_gone_and_counts_no_more(watched, statement, keys):
    watched.editor.execute(statement)
    watched.run()
    assert gone(watched) == keys
    assert not set(keys) & set(claims(watched))
    review = "SELECT source_key FROM factcheck.review_queue"
    assert not set(keys) & {key for (key,) in watched.editor.execute(review)}
    history = "SELECT DISTINCT source_key FROM factcheck.claim_history WHERE gone_at IS NOT NULL ORDER BY 1"
    assert [key for (key,) in watched.editor.execute(history)] == keys


@pytest.mark.parametrize(
    ("column", "key"), [("uuid", "4e2a5e7e-6b0c-4f0e-9d0a-0a4c6f1f2d3b"), ("text", "a'b"), ("numeric", "1.50")]
)
def test_the_key_may_be_of_several_types_and_stand_anywhere(desk, column, key):
    desk.editor.execute(f"CREATE TABLE desk.other (old text, body text, id {column} PRIMARY KEY)".encode())
    desk.watch("'desk.other', text_column => 'body'")
    desk.editor.execute("ALTER TABLE desk.other DROP old")
    desk.editor.execute("INSERT INTO desk.other (id, body) VALUES (%s, %s)", [key, RIGHT])
    desk.run()
    assert claims(desk) == [key]
    desk.editor.execute("DELETE FROM desk.other")
    desk.run()
    assert gone(desk) == [key]


def test_a_report_that_comes_back_is_not_gone(watched):
    watched.editor.execute("DELETE FROM desk.weekly")
    watched.run()
    watched.write(RIGHT, RIGHT)
    watched.run()
    assert (gone(watched), claims(watched)) == ([], ["1", "2"])
    assert watched.runs() == [("1", "check"), ("2", "check"), ("2", "check")]


def test_a_delete_that_is_rolled_back_marks_nothing(watched):
    with watched.editor.transaction():
        watched.editor.execute("SAVEPOINT here; DELETE FROM desk.weekly; ROLLBACK TO here")
    watched.run()
    assert gone(watched) == []


def test_purge_erases_what_is_gone_when_it_is_time(watched):
    watched.writer.execute("DELETE FROM desk.weekly WHERE id = 1")
    watched.run()
    assert purge(watched, "'1 day'") == 0
    assert purge(watched, "'1 day', gone_for => '1 hour'") == 0
    assert purge(watched) == 1
    assert watched.root.execute("SELECT source_key FROM factcheck.document").fetchall() == [("2",)]
    assert one(watched.root, "SELECT count(*) FROM factcheck.claim c WHERE c.sentence = %s", [RIGHT]) == 0


def test_purge_erases_for_an_administrator_who_may_not_read_the_report(desk, role, database):
    desk.watch()
    desk.write(RIGHT)
    desk.run()
    desk.writer.execute("DELETE FROM desk.weekly")
    desk.run()
    other = role()
    desk.root.execute(f"SELECT factcheck.grant_usage('{other}', 'admin')".encode())
    with psycopg.connect(database, user=other, autocommit=True) as administrator:
        assert one(administrator, "SELECT count(*) FROM factcheck.document") == 0
        assert one(administrator, "SELECT factcheck.purge('0')") == 1
    assert one(desk.root, "SELECT count(*) FROM factcheck.document") == 0


def test_a_document_whose_report_is_there_cannot_be_erased(watched):
    watched.editor.execute("DELETE FROM factcheck._erasable_document")
    assert claims(watched) == ["1", "2"]


def test_nobody_below_admin_erases_anything(desk, role, database):
    reader = role()
    desk.root.execute(f"SELECT factcheck.grant_usage('{reader}', 'analyst')".encode())
    with psycopg.connect(database, user=reader) as analyst, pytest.raises(psycopg.errors.InsufficientPrivilege):
        analyst.execute("DELETE FROM factcheck._erasable_document")


@pytest.mark.parametrize("ending", ["SELECT factcheck.unwatch('desk.weekly')", "DROP TABLE desk.weekly"])
def test_what_no_watch_looks_after_is_purged_by_the_age_of_its_last_check(watched, ending):
    watched.editor.execute(ending)
    assert purge(watched, "'1 day'") == 0
    assert purge(watched, "'0'") == 2
    assert one(watched.root, "SELECT count(*) FROM factcheck.document") == 0


def test_what_a_role_that_is_gone_had_checked_is_purged_and_its_changes_go(desk):
    desk.watch()
    desk.write(RIGHT)
    desk.run()
    desk.root.execute("UPDATE factcheck.watched_table SET role_id = 1; UPDATE factcheck.origin SET role_id = 1")
    desk.write(RIGHT, first=2)
    assert one(desk.root, "SELECT count(*) FROM factcheck.report_change") == 1
    desk.run()
    assert one(desk.root, "SELECT count(*) FROM factcheck.report_change") == 0
    assert purge(desk, "'0'") == 1


@pytest.mark.parametrize("runs_between", [False, True])
def test_a_partition_that_was_away_is_not_missed(desk, runs_between):
    desk.editor.execute(PARTITIONS)
    desk.watch("'desk.dated', text_column => 'body'")
    desk.run()
    desk.editor.execute(DETACH)
    if runs_between:
        desk.run()
        assert gone(desk) == ["1"]
    desk.editor.execute("ALTER TABLE desk.dated_1 DISABLE TRIGGER ALL; INSERT INTO desk.dated_1 VALUES (2, 'x')")
    desk.editor.execute(f"ALTER TABLE desk.dated_1 ENABLE TRIGGER ALL; {ATTACH}")
    desk.run()
    assert gone(desk) == []
    assert {key for key, _ in desk.runs()} == {"1", "2"}
    desk.editor.execute("INSERT INTO desk.dated_1 VALUES (3, 'x')")
    assert desk.queued() == ["3"]


def test_a_partition_that_left_can_be_watched_by_itself(desk):
    desk.editor.execute(PARTITIONS)
    desk.watch("'desk.dated', text_column => 'body'")
    desk.run()
    desk.editor.execute(DETACH)
    desk.watch("'desk.dated_1', text_column => 'body'")
    desk.run()
    desk.run()
    desk.editor.execute("INSERT INTO desk.dated_1 VALUES (2, 'x')")
    desk.run()
    assert sorted(desk.runs()) == [("1", "check"), ("1", "check"), ("2", "check")]


def test_purge_drops_states_of_the_data_that_nothing_was_judged_by(desk):
    desk.watch()
    desk.write(RIGHT)
    desk.run()
    states = "SELECT array_agg(table_state_id) FROM factcheck.table_state"
    kept = one(desk.root, states)
    desk.root.execute(
        "INSERT INTO factcheck.table_state (relation, storage, counters, snapshot)"
        " VALUES ('public.sales', 'elsewhere', 'none', pg_current_snapshot())"
    )
    purge(desk, "'1 day'")
    assert one(desk.root, states) == kept
    assert one(desk.editor, "SELECT is_stale FROM factcheck.documents") is False
