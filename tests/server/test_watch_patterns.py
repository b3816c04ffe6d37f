"""Report tables that a pattern takes in, and tables that are looked through by each run instead of a trigger."""

from __future__ import annotations

from support.reports import RIGHT, WRONG, one


def test_a_pattern_takes_in_tables_still_to_come(desk):
    assert desk.watch("name_pattern => 'desk.%', text_column => 'body'") == 1
    desk.editor.execute("CREATE TABLE desk.monthly AS SELECT 1 AS id, 'There are 90 sales.'::text AS body")
    desk.editor.execute(
        "ALTER TABLE desk.monthly ADD PRIMARY KEY (id); CREATE TABLE desk.budget (id integer PRIMARY KEY)"
    )
    desk.run()
    assert desk.verdicts() == [("1", "refuted")]
    sources = desk.editor.execute("SELECT source_table, mode FROM factcheck.sources ORDER BY 1").fetchall()
    assert sources == [("desk.monthly", "trigger"), ("desk.weekly", "trigger")]


ADD_KEY = "ALTER TABLE desk.keyless ADD report_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE"


def test_a_pattern_warns_of_a_report_table_whose_rows_cannot_be_told_apart(desk):
    warnings = []
    desk.editor.add_notice_handler(
        lambda notice: warnings.append((notice.severity, notice.message_primary, notice.message_hint))
    )
    desk.editor.execute("CREATE TABLE desk.keyless (body text); CREATE TABLE desk.textless (note text)")
    assert desk.watch("name_pattern => 'desk.%', text_column => 'body'") == 1
    assert [warning for warning in warnings if "watch" in warning[1]] == [
        (
            "WARNING",
            "table desk.keyless is not watched: rows of table desk.keyless cannot be told apart",
            f"Name a column that is unique with the argument key_column. An ordinary table gets one by {ADD_KEY}.",
        )
    ]
    warnings.clear()
    desk.run()
    assert warnings == []
    desk.editor.execute(ADD_KEY)
    assert desk.watch("'desk.keyless', text_column => 'body', key_column => 'report_id'") == 1


def test_an_underscore_in_a_pattern_is_no_wildcard(desk):
    desk.editor.execute(
        "CREATE TABLE desk.a_b (id integer PRIMARY KEY, body text); CREATE TABLE desk.axb (LIKE desk.a_b INCLUDING ALL)"
    )
    assert desk.watch("name_pattern => 'desk.a_%', text_column => 'body'") == 1


def test_a_pattern_polls_tables_of_others(desk):
    desk.root.execute("CREATE TABLE desk.foreign_desk (id integer PRIMARY KEY, body text)")
    desk.root.execute(f"GRANT SELECT ON desk.foreign_desk TO {desk.editor_name}")
    desk.watch("name_pattern => 'desk.foreign%', text_column => 'body'")
    assert desk.editor.execute("SELECT mode FROM factcheck.sources").fetchall() == [("poll",)]


def test_a_polled_table_has_no_trigger_and_is_looked_through_by_each_run(desk):
    desk.watch("'desk.weekly', text_column => 'body', mode => 'poll'")
    desk.write(RIGHT)
    assert one(desk.root, "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'desk.weekly'::regclass") == 0
    desk.run()
    desk.write(WRONG, first=2)
    desk.writer.execute("UPDATE desk.weekly SET body = 'There are 91 sales.' WHERE id = 1")
    desk.run()
    desk.run()
    assert sorted(desk.runs()) == [("1", "check"), ("1", "check"), ("2", "check")]
    assert desk.verdicts() == [("1", "refuted"), ("2", "refuted")]


def test_a_poll_misses_no_transaction_that_ends_late(desk):
    desk.watch("'desk.weekly', text_column => 'body', mode => 'poll'")
    desk.run()
    with desk.writer.transaction():
        with desk.writer.transaction():  # a subtransaction has a number of its own
            desk.write(RIGHT)
        desk.root.execute("SELECT pg_current_xact_id()")  # later numbers are used up meanwhile
        desk.run()
        assert desk.runs() == []
    desk.run()
    assert desk.runs() == [("1", "check")]


def test_a_poll_sees_what_was_written_to_new_files(desk):
    desk.watch("'desk.weekly', text_column => 'body', mode => 'poll'")
    desk.write(RIGHT)
    desk.run()
    desk.editor.execute("VACUUM FULL desk.weekly")
    desk.write(WRONG, first=2)
    desk.run()
    assert desk.runs() == [("1", "check"), ("2", "check")]


def test_a_view_can_be_polled(desk):
    desk.editor.execute("CREATE VIEW desk.shown AS SELECT id, body FROM desk.weekly")
    desk.write(RIGHT, WRONG)
    desk.watch("'desk.shown', text_column => 'body', key_column => 'id', mode => 'poll'")
    desk.run()
    desk.writer.execute("UPDATE desk.weekly SET body = 'There are 92 sales.' WHERE id = 1")
    desk.run()
    assert sorted(desk.runs()) == [("1", "check"), ("1", "check"), ("2", "check")]


# --- ends --------------------------------------------------------------------------------------------------


def test_unwatch_of_a_pattern_ends_all_that_it_took_in(desk):
    desk.watch("name_pattern => 'desk.%', text_column => 'body'")
    assert one(desk.editor, "SELECT factcheck.unwatch(name_pattern => 'desk.%')") == 1
    assert desk.editor.execute("SELECT * FROM factcheck.sources").fetchall() == []
