"""Report tables under watch: which rows come into the queue, whoever writes them, and what cannot be watched."""

from __future__ import annotations

import psycopg
import pytest
from support.reports import RIGHT, WRONG, one


def test_rows_that_are_there_are_checked_by_the_first_run(desk):
    desk.write(RIGHT, WRONG)
    assert desk.watch() == 1
    desk.run()
    assert desk.verdicts() == [("1", "supported"), ("2", "refuted")]
    assert desk.queued() == []


def test_a_writer_without_rights_in_factcheck_queues_what_is_new_or_changed(desk):
    desk.watch()
    desk.run()
    desk.write(RIGHT, RIGHT, WRONG)
    assert desk.queued() == ["1", "2", "3"]
    desk.run()
    desk.writer.execute("UPDATE desk.weekly SET body = body || ' Yes.' WHERE id = 2")
    assert desk.queued() == ["2"]


def test_a_key_that_an_update_does_not_change_is_queued_once(desk):
    desk.write(RIGHT)
    desk.watch()
    desk.run()
    desk.writer.execute("UPDATE desk.weekly SET body = body || ' Yes.'")
    desk.editor.execute("SELECT factcheck._collect_changes()")
    assert desk.root.execute("SELECT source_key FROM factcheck.queued_document").fetchall() == [("1",)]


def test_a_statement_leaves_one_note_however_many_rows_it_writes_and_keeps_no_copy_of_them(desk):
    desk.watch()
    desk.writer.execute("INSERT INTO desk.weekly (id, body) SELECT g, 'No number.' FROM generate_series(1, 1000) AS g")
    desk.writer.execute("UPDATE desk.weekly SET body = 'None.'")
    assert desk.root.execute("SELECT relation::text FROM factcheck.report_change").fetchall() == [("desk.weekly",)] * 2
    triggers = "SELECT tgname, tgoldtable, tgnewtable FROM pg_trigger WHERE tgrelid = 'desk.weekly'::regclass"
    assert desk.root.execute(triggers).fetchall() == [("factcheck_queue", None, None)]
    assert one(desk.editor, "SELECT pending FROM factcheck.sources") == 2
    assert len(desk.queued()) == 1000
    assert one(desk.editor, "SELECT pending FROM factcheck.sources") == 1000


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO desk.weekly (id, body) VALUES (2, 'x')",
        "COPY desk.weekly (id, body) FROM PROGRAM 'printf \"2\\tx\\n\"'",
        "UPDATE desk.weekly SET body = 'x', id = 2",
        "INSERT INTO desk.weekly VALUES (1) ON CONFLICT (id) DO UPDATE SET body = 'x', id = 2",
        "MERGE INTO desk.weekly AS w USING (VALUES (1)) AS n (id) ON w.id = n.id"
        " WHEN MATCHED THEN UPDATE SET body = 'x', id = 2",
        "TRUNCATE desk.weekly; INSERT INTO desk.weekly (id, body) VALUES (2, 'x')",
    ],
)
def test_it_is_noted_whatever_kind_of_statement_writes(desk, statement):
    desk.write(RIGHT)
    desk.watch()
    desk.run()
    desk.root.execute(statement)
    assert desk.queued() == ["2"]


def test_what_a_late_transaction_writes_is_found_when_it_has_ended(desk):
    desk.watch()
    desk.run()
    with desk.writer.transaction():
        with desk.writer.transaction():  # a subtransaction has a number of its own
            desk.write(RIGHT)
        desk.editor.execute("INSERT INTO desk.weekly (id, body) VALUES (2, 'x')")  # has the table looked through
        desk.run()
        assert desk.runs() == [("2", "check")]
    desk.run()
    assert desk.runs() == [("2", "check"), ("1", "check")]


def test_a_transaction_that_stays_open_has_nothing_queued_twice(desk):
    desk.watch()
    with desk.root.transaction():
        desk.root.execute("SELECT pg_current_xact_id()")
        desk.write(RIGHT)
        desk.run()
        desk.write(WRONG, first=2)
        desk.editor.execute("SELECT factcheck._collect_changes()")
        queued = desk.editor.execute("SELECT source_key FROM factcheck.queued_document").fetchall()
    assert queued == [("2",)]


def test_a_text_that_was_checked_before_is_queued_while_another_text_of_the_row_is_being_checked(desk):
    desk.watch()
    desk.write(RIGHT)
    desk.run()
    desk.root.execute(
        "INSERT INTO factcheck.queued_document (watch_id, source_key, attempts, visible_at)"
        " SELECT watch_id, '1', 1, clock_timestamp() + interval '50 s' FROM factcheck.watched_table"
    )
    desk.writer.execute("UPDATE desk.weekly SET body = %s", [RIGHT])
    assert desk.queued() == ["1", "1"]


def test_notes_of_a_table_that_cannot_be_read_keep_no_worker_busy(desk):
    desk.watch()
    desk.run()
    desk.editor.execute("ALTER TABLE desk.weekly RENAME body TO words")
    desk.writer.execute("INSERT INTO desk.weekly (id) VALUES (1)")
    assert one(desk.editor, "SELECT factcheck._has_waiting()")
    desk.run()
    assert not one(desk.editor, "SELECT factcheck._has_waiting()")
    desk.editor.execute("ALTER TABLE desk.weekly RENAME words TO body")
    desk.run()
    assert (desk.runs(), desk.errors()) == ([("1", "check")], [])


def test_what_a_trigger_that_was_left_behind_notes_is_thrown_away(desk):
    desk.watch()
    desk.run()
    desk.root.execute("DELETE FROM factcheck.watched_table")  # as where the table has another owner by then
    desk.write(RIGHT)
    assert one(desk.root, "SELECT count(*) FROM factcheck.report_change") == 1
    desk.run()
    assert one(desk.root, "SELECT count(*) FROM factcheck.report_change") == 0


def test_what_is_rolled_back_is_not_queued(desk):
    desk.watch()
    with desk.writer.transaction(force_rollback=True):
        desk.write(RIGHT)
    assert desk.queued() == []


def test_an_update_of_other_columns_checks_nothing_again(desk):
    desk.watch()
    desk.write(RIGHT)
    desk.run()
    desk.writer.execute("UPDATE desk.weekly SET title = 'Weekly'")
    desk.run()
    assert (desk.runs(), desk.queued()) == ([("1", "check")], [])


def test_a_row_that_is_deleted_leaves_the_queue(desk):
    desk.watch()
    desk.write(RIGHT, WRONG)
    desk.writer.execute("DELETE FROM desk.weekly WHERE id = 1")
    desk.run()
    assert (desk.runs(), desk.queued()) == ([("2", "check")], [])


def test_a_report_without_text_is_checked_once(desk):
    desk.write("")
    desk.writer.execute("INSERT INTO desk.weekly (id) VALUES (2)")
    desk.watch()
    desk.run()
    desk.root.execute("DELETE FROM factcheck.report_scan")
    desk.run()
    assert desk.runs() == [("1", "check"), ("2", "check")]


def test_the_title_is_kept(desk):
    desk.editor.execute("INSERT INTO desk.weekly VALUES (1, 'Week one', 'There are 100 sales.')")
    desk.watch("'desk.weekly', text_column => 'body', title_column => 'title'")
    desk.run()
    assert one(desk.root, "SELECT title FROM factcheck.document") == "Week one"


@pytest.mark.parametrize(
    "columns", ["id integer UNIQUE, body text", "body text, id uuid UNIQUE", "a int, b int, body text, id text UNIQUE"]
)
def test_the_key_may_stand_anywhere_and_be_of_several_types(desk, columns):
    desk.editor.execute(f"CREATE TABLE desk.other ({columns})")
    key = "4e2a5e7e-6b0c-4f0e-9d0a-0a4c6f1f2d3b" if "uuid" in columns else "7"
    desk.watch("'desk.other', text_column => 'body', key_column => 'id'")
    desk.run()
    desk.editor.execute("INSERT INTO desk.other (id, body) VALUES (%s, %s)", [key, WRONG])
    assert desk.queued() == [key]
    desk.run()
    assert desk.verdicts() == [(key, "refuted")]


def test_names_and_keys_that_have_to_be_quoted(desk):
    desk.editor.execute('CREATE TABLE desk."Odd "" table" ("a key""" text PRIMARY KEY, "Te\'xt" text)')
    desk.editor.execute("""INSERT INTO desk."Odd "" table" VALUES ('a''b"c\\', %s)""", [WRONG])
    desk.watch("""'desk."Odd "" table"', text_column => 'Te''xt'""")
    desk.run()
    assert desk.verdicts() == [("a'b\"c\\", "refuted")]


def test_a_renamed_key_never_fails_the_writer_and_is_told(desk):
    desk.watch()
    desk.run()
    desk.editor.execute("ALTER TABLE desk.weekly RENAME id TO number")
    desk.writer.execute("INSERT INTO desk.weekly (number, body) VALUES (5, 'x')")
    desk.run()
    [(key, error)] = desk.errors()
    assert (key, "no such column: id" in error) == (None, True)
    desk.editor.execute("ALTER TABLE desk.weekly RENAME number TO id")
    desk.run()
    assert (desk.runs(), desk.errors()) == ([("5", "check")], [])


def test_a_column_that_goes_never_fails_the_writer_and_is_told(desk):
    desk.watch()
    desk.run()
    desk.editor.execute("ALTER TABLE desk.weekly DROP id")
    desk.writer.execute("INSERT INTO desk.weekly (body) VALUES ('x')")
    desk.run()
    [(key, error)] = desk.errors()
    assert (key, "no such column: id" in error) == (None, True)
    assert one(desk.editor, "SELECT last_status FROM factcheck.sources") == "not readable"


def test_a_dropped_column_before_the_key_does_not_move_it(desk):
    desk.editor.execute("CREATE TABLE desk.moved (old text, id integer PRIMARY KEY, body text)")
    desk.watch("'desk.moved', text_column => 'body'")
    desk.editor.execute("INSERT INTO desk.moved VALUES ('x', 1, 'y')")
    desk.editor.execute("ALTER TABLE desk.moved DROP old")
    desk.editor.execute("INSERT INTO desk.moved VALUES (2, 'y')")
    assert desk.queued() == ["1", "2"]


# --- partitions, patterns, polling -------------------------------------------------------------------------


def test_partitions_are_watched_however_they_are_written(desk):
    desk.editor.execute(
        "CREATE TABLE desk.dated (id integer PRIMARY KEY, body text) PARTITION BY RANGE (id);"
        "CREATE TABLE desk.dated_1 PARTITION OF desk.dated FOR VALUES FROM (1) TO (10)"
    )
    desk.watch("'desk.dated', text_column => 'body'")
    desk.run()
    desk.editor.execute("INSERT INTO desk.dated VALUES (1, 'x')")
    desk.editor.execute("INSERT INTO desk.dated_1 VALUES (2, 'x')")
    assert desk.queued() == ["1", "2"]
    desk.editor.execute("CREATE TABLE desk.dated_2 PARTITION OF desk.dated FOR VALUES FROM (10) TO (20)")
    desk.editor.execute("INSERT INTO desk.dated_2 VALUES (11, 'x')")  # before a run has seen the partition
    desk.run()
    desk.editor.execute("INSERT INTO desk.dated_2 VALUES (12, 'x')")
    desk.run()
    assert sorted(key for key, _ in desk.runs()) == ["1", "11", "12", "2"]


def test_unwatch_takes_triggers_and_queue_away_and_keeps_what_was_stored(desk):
    desk.watch()
    desk.write(RIGHT)
    desk.run()
    desk.write(RIGHT, first=2)
    assert one(desk.editor, "SELECT factcheck.unwatch('desk.weekly')") == 1
    assert one(desk.root, "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'desk.weekly'::regclass") == 0
    desk.write(RIGHT, first=3)
    desk.run()
    assert (desk.runs(), desk.queued()) == ([("1", "check")], [])


def test_a_dropped_table_is_forgotten(desk):
    desk.watch()
    desk.editor.execute("DROP TABLE desk.weekly")
    desk.run()
    assert one(desk.root, "SELECT count(*) FROM factcheck.watched_table") == 0


def test_watching_again_checks_anew(desk):
    desk.watch()
    desk.write(RIGHT)
    desk.run()
    desk.watch("'desk.weekly', text_column => 'body', tables => '{public.sales}'")
    desk.run()
    assert desk.runs() == [("1", "check"), ("1", "check")]


# --- what cannot be watched --------------------------------------------------------------------------------

REFUSED = {
    "'desk.weekly'": "no column with the text of reports is named",
    "text_column => 'body'": "name one report table, or a pattern of names",
    "'desk.weekly', text_column => 'bodi'": "table desk.weekly has no such column: bodi",
    "'desk.weekly', text_column => 'body', mode => 'push'": 'mode "push" is not known',
    "'desk.weekly', text_column => 'body', key_column => 'title'": (
        "column title does not tell rows of table desk.weekly apart"
    ),
    "'desk.weekly', text_column => 'body', tables => '{desk.weekly}'": "table desk.weekly was not added",
    "'desk.weekly', text_column => 'body', data_set => 'none'": 'data set "none" is not known',
    "'desk.weekly', text_column => 'body', time_budget => '0'": "time_budget must be positive",
    "name_pattern => 'weekly', text_column => 'body'": 'pattern "weekly" names no schema',
    "'desk.keyless', text_column => 'body'": "rows of table desk.keyless cannot be told apart",
    "'desk.timed', text_column => 'body'": "column at of table desk.timed cannot be the key of reports",
    "'public.sales', text_column => 'region'": "table public.sales cannot be watched by triggers",
    "'public.hidden', text_column => 'body'": "permission denied for table public.hidden",
}


@pytest.mark.parametrize("arguments", REFUSED)
def test_what_cannot_be_watched_is_refused_with_the_way_out(desk, arguments):
    desk.editor.execute(
        "CREATE TABLE desk.keyless (body text); CREATE TABLE desk.timed (at timestamptz PRIMARY KEY, body text)"
    )
    desk.root.execute("CREATE TABLE IF NOT EXISTS public.hidden (id integer PRIMARY KEY, body text)")
    with pytest.raises(psycopg.Error) as caught:
        desk.watch(arguments)
    assert caught.value.diag.message_primary == REFUSED[arguments]
    assert caught.value.diag.message_hint


def test_a_table_has_one_watcher_whom_its_owner_may_replace(desk):
    desk.watch()
    desk.root.execute("SELECT factcheck.unwatch('desk.weekly')")
    desk.root.execute("SELECT factcheck.watch('desk.weekly', text_column => 'body')")
    desk.watch()
    assert desk.root.execute("SELECT role_name FROM factcheck.watched_table").fetchall() == [(desk.editor_name,)]


def test_what_is_not_watched_cannot_be_unwatched(desk):
    with pytest.raises(psycopg.errors.UndefinedObject, match=r"desk\.weekly is not under watch"):
        desk.editor.execute("SELECT factcheck.unwatch('desk.weekly')")


def test_no_run_finds_fault_with_a_table_that_is_in_order(desk):
    desk.watch()
    for number in range(1, 4):
        desk.write(RIGHT, first=number)
        desk.run()
    assert desk.errors() == []
    assert desk.editor.execute(
        "SELECT source_table, pending, failed, last_status FROM factcheck.sources"
    ).fetchall() == [("desk.weekly", 0, 0, "ok")]


def test_what_is_written_while_triggers_are_disabled_is_found(desk):
    desk.watch()
    desk.write(RIGHT)
    desk.run()
    desk.editor.execute("ALTER TABLE desk.weekly DISABLE TRIGGER ALL")
    desk.write(WRONG, first=2)
    desk.editor.execute("ALTER TABLE desk.weekly ENABLE TRIGGER ALL")
    assert desk.queued() == []
    desk.run()
    assert desk.runs() == [("1", "check"), ("2", "check")]
    assert desk.errors() == []


def test_a_table_that_logical_replication_fills_is_not_watched_by_triggers(desk):
    desk.root.execute("CREATE PUBLICATION filled")
    desk.root.execute("""
        CREATE SUBSCRIPTION filling CONNECTION 'host=/nowhere' PUBLICATION filled
            WITH (connect = false, slot_name = NONE);
        INSERT INTO pg_subscription_rel
            SELECT s.oid, 'desk.weekly'::regclass, 'r', NULL FROM pg_subscription s WHERE subname = 'filling';
    """)
    try:
        with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState) as caught:
            desk.watch()
        assert "logical replication" in str(caught.value.diag.message_detail)
        desk.watch("'desk.weekly', text_column => 'body', mode => 'poll'")
    finally:
        desk.root.execute("DELETE FROM pg_subscription_rel; DROP SUBSCRIPTION filling; DROP PUBLICATION filled")
