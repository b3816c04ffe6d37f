"""Runs of the queue: each document once, as the role that watches, whatever ends a run, and errors that can be read."""

from __future__ import annotations

import json
import threading
import time

import psycopg
import pytest
from support.reports import RIGHT, WRONG, one


@pytest.fixture
def broken(desk):
    """A watched table of a report whose check fails as long as the data may not be read."""
    desk.watch("'desk.weekly', text_column => 'body', tables => '{public.sales}'")
    desk.write(RIGHT)
    desk.root.execute(f"REVOKE SELECT ON public.sales FROM {desk.editor_name}")
    yield desk
    desk.root.execute(f"GRANT SELECT ON public.sales TO {desk.editor_name}")


def test_a_document_that_fails_is_tried_three_times_and_then_given_up(broken):
    for _ in range(4):
        broken.run()
        broken.hurry()
    [(key, error)] = broken.editor.execute("SELECT source_key, error FROM factcheck.dead_letters").fetchall()
    assert key == "1"
    assert error.startswith("permission denied for table public.sales\nHINT:  Ask for SELECT on it")
    assert len(broken.errors()) == 3
    assert broken.editor.execute("SELECT pending, failed, last_status FROM factcheck.sources").fetchall() == [
        (0, 1, "documents failed")
    ]
    assert one(broken.root, "SELECT count(*) FROM factcheck.run WHERE status = 'failed'") == 1


def test_a_document_that_failed_is_not_tried_again_at_once(broken):
    broken.run()
    broken.run()
    assert len(broken.errors()) == 1


def test_what_was_given_up_can_be_tried_again(broken):
    broken.root.execute("UPDATE factcheck.setting SET value = 1 WHERE name = 'check_attempts'")
    try:
        broken.run()
    finally:
        broken.root.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'check_attempts'")
    broken.root.execute(f"GRANT SELECT ON public.sales TO {broken.editor_name}")
    broken.run()
    assert broken.runs() == []
    assert one(broken.editor, "SELECT factcheck.retry_failed('desk.weekly')") == 1
    broken.run()
    assert (broken.verdicts(), broken.errors()) == ([("1", "supported")], [])


def test_what_was_given_up_is_checked_when_it_is_written_anew(broken):
    broken.root.execute("UPDATE factcheck.queued_document SET is_dead = true")
    broken.root.execute(f"GRANT SELECT ON public.sales TO {broken.editor_name}")
    broken.writer.execute("UPDATE desk.weekly SET body = %s", [WRONG])
    broken.run()
    assert broken.verdicts() == [("1", "refuted")]
    assert broken.editor.execute("SELECT * FROM factcheck.dead_letters").fetchall() == []


def test_one_failure_hinders_no_other_document(broken):
    broken.editor.execute("CREATE TABLE desk.other (id integer PRIMARY KEY, body text)")
    broken.editor.execute("INSERT INTO desk.other VALUES (7, 'There is no number.')")
    broken.watch("'desk.other', text_column => 'body'")
    broken.run()
    assert ("7", "check") in broken.runs()


def test_a_run_ends_after_max_documents_and_after_its_time(desk):
    desk.watch()
    desk.write(*[RIGHT] * 4)
    desk.run("max_documents => 2")
    assert len(desk.runs()) == 2
    desk.run("time_limit => '1 us'")
    assert len(desk.runs()) == 2
    desk.run()
    assert len(desk.runs()) == 4


@pytest.mark.parametrize("arguments", ["0", "NULL", "1, '0'", "1, NULL"])
def test_arguments_that_mean_nothing_are_refused(desk, arguments):
    with pytest.raises(psycopg.errors.InvalidParameterValue):
        desk.run(arguments)


def test_it_cannot_be_called_in_a_transaction_and_says_so_before_any_work(desk):
    desk.watch()
    desk.write(RIGHT)
    with pytest.raises(psycopg.errors.InvalidTransactionTermination) as raised, desk.editor.transaction():
        desk.run()
    assert raised.value.diag.message_primary == "the queue cannot be run inside a transaction"
    assert "autocommit" in (raised.value.diag.message_hint or "")
    assert desk.queued() == ["1"]


@pytest.mark.parametrize("isolation", ["repeatable read", "serializable"])
def test_the_isolation_of_the_session_does_not_matter(desk, isolation):
    desk.watch()
    desk.write(RIGHT, WRONG)
    desk.editor.execute(f"SET default_transaction_isolation = '{isolation}'")
    try:
        desk.run()
    finally:
        desk.editor.execute("RESET default_transaction_isolation")
    assert len(desk.runs()) == 2


def test_the_path_and_role_of_the_session_are_as_before(desk):
    desk.watch()
    desk.write(RIGHT)
    desk.root.execute("SET search_path = desk, public")
    desk.root.execute("CALL factcheck.run_pending()")
    state = (
        "SELECT current_user::text, current_setting('search_path'),"
        " coalesce(current_setting('factcheck.acting_role', true), '')"
    )
    assert desk.root.execute(state).fetchall() == [("postgres", "desk, public", "")]
    desk.root.execute("RESET search_path")
    assert desk.runs() == [("1", "check")]


# --- whose rights ------------------------------------------------------------------------------------------


def test_documents_are_checked_as_the_role_that_watches_whoever_runs_the_queue(desk):
    desk.root.execute("CREATE TABLE IF NOT EXISTS public.pay (pay_id integer PRIMARY KEY)")
    desk.root.execute("INSERT INTO public.pay SELECT generate_series(1, 40) ON CONFLICT DO NOTHING")
    desk.root.execute("SELECT factcheck.add_table('public.pay')")
    desk.watch()
    desk.write("There are 40 pays.")
    desk.root.execute("CALL factcheck.run_pending()")
    assert desk.root.execute("SELECT DISTINCT role_name FROM factcheck.origin").fetchall() == [(desk.editor_name,)]
    assert ("1", "supported") not in desk.verdicts()
    desk.root.execute("SELECT factcheck.remove_table('public.pay'); DROP TABLE public.pay")


def test_neither_a_member_nor_another_administrator_runs_the_queue(desk, database, role):
    member, other = role(), role()
    for name in (member, other):
        desk.root.execute(f"SELECT factcheck.grant_usage('{name}', 'admin')")
    desk.root.execute(f"GRANT {desk.editor_name} TO {member}")
    desk.watch()
    desk.write(RIGHT)
    for name in (member, other):
        with psycopg.connect(database, user=name, autocommit=True) as session:
            session.execute("CALL factcheck.run_pending()")
        assert desk.queued() == ["1"]
    desk.run()
    assert desk.verdicts() == [("1", "supported")]
    desk.root.execute(f"REVOKE {desk.editor_name} FROM {member}")


# --- several runs, and runs that end -----------------------------------------------------------------------


def test_two_runs_share_the_queue(desk, database):
    desk.watch()
    desk.write(*[RIGHT] * 12)
    barrier = threading.Barrier(3)

    def run():
        with psycopg.connect(database, user=desk.editor_name, autocommit=True) as session:
            session.execute("SELECT factcheck.warm_up()")
            barrier.wait()
            session.execute("CALL factcheck.run_pending()")

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    barrier.wait()
    for thread in threads:
        thread.join()
    assert sorted(desk.runs(), key=lambda run: int(run[0])) == [(str(n), "check") for n in range(1, 13)]
    assert (desk.queued(), desk.errors()) == ([], [])


def wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


class HeldRun:
    """A run of the editor that stands still in the middle of a check, since the data table is locked."""

    def __init__(self, desk, database):
        self.desk = desk
        self.blocker = psycopg.connect(database)
        self.blocker.execute("LOCK public.sales")
        self.session = psycopg.connect(database, user=desk.editor_name, autocommit=True)
        self.error = None
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        pid = self.session.info.backend_pid
        waiting = f"SELECT count(*) FROM pg_locks WHERE pid = {pid} AND NOT granted"
        wait_until(lambda: one(desk.root, waiting) == 1)

    def run(self):
        try:
            self.session.execute("CALL factcheck.run_pending()")
        except psycopg.Error as error:
            self.error = error

    def end(self, how):
        """End the session, or its run, and give the table free."""
        self.desk.root.execute(f"SELECT {how}({self.session.info.backend_pid})")
        self.thread.join()
        self.blocker.rollback()

    def close(self):
        """End the session, which would go on with documents of the next test."""
        if self.thread.is_alive():
            self.desk.root.execute(f"SELECT pg_terminate_backend({self.session.info.backend_pid})")
            self.thread.join()
        self.blocker.close()
        self.session.close()


@pytest.fixture
def held(desk, database):
    desk.watch()
    desk.write(RIGHT)
    run = HeldRun(desk, database)
    yield run
    run.close()
    run.thread.join()


def test_a_session_that_ends_in_a_check_loses_nothing(desk, held):
    held.end("pg_terminate_backend")
    desk.run()
    assert (desk.runs(), desk.queued()) == ([], ["1"])  # not before the pause is over
    desk.hurry()
    desk.run()
    assert (desk.runs(), desk.queued()) == ([("1", "check")], [])


def test_a_document_that_ends_its_sessions_is_given_up(desk, held):
    held.end("pg_terminate_backend")
    desk.root.execute("UPDATE factcheck.queued_document SET attempts = 3, visible_at = clock_timestamp()")
    desk.run()
    assert desk.errors() == [("1", "the session ended during attempt 3")]
    assert one(desk.editor, "SELECT failed FROM factcheck.sources") == 1


def test_a_cancel_ends_the_run_and_leaves_the_document_in_the_queue(desk, held):
    held.end("pg_cancel_backend")
    assert held.error.diag.message_primary == "the run of the queue was cancelled"
    assert isinstance(held.error, psycopg.errors.QueryCanceled)
    desk.hurry()
    desk.run()
    assert (desk.runs(), desk.queued()) == ([("1", "check")], [])


def test_a_long_check_is_not_taken_by_another_run_when_the_pause_is_over(desk, held):
    """The lock of the run says that it is under way, not the clock."""
    desk.root.execute("SET lock_timeout = '100ms'")
    with pytest.raises(psycopg.errors.LockNotAvailable):
        desk.hurry()
    desk.root.execute("RESET lock_timeout")
    assert one(desk.editor, "SELECT factcheck._take_document()") is None


def test_what_is_written_during_a_check_is_checked_afterwards(desk, held):
    desk.writer.execute("UPDATE desk.weekly SET body = %s", [WRONG])
    desk.run()
    assert desk.queued() == ["1", "1"]
    held.blocker.rollback()
    held.thread.join()
    desk.run()
    assert (desk.verdicts(), len(desk.runs()), desk.queued()) == ([("1", "refuted")], 2, [])


def test_an_entry_far_in_the_future_means_a_clock_that_was_set_back(desk):
    desk.watch()
    desk.write(RIGHT)
    desk.run("time_limit => '1 us'")
    desk.root.execute("UPDATE factcheck.queued_document SET visible_at = clock_timestamp() + interval '1 year'")
    assert one(desk.editor, "SELECT factcheck._has_waiting()") is True
    desk.run()
    assert desk.runs() == [("1", "check")]


# --- writers -----------------------------------------------------------------------------------------------


def test_writers_of_one_row_wait_for_nothing_but_the_row(desk, database):
    """Two writers write the same two rows in turns: only the server's own lock on a row makes one wait."""
    desk.watch()
    desk.write(RIGHT, RIGHT)
    with (
        psycopg.connect(database, user=desk.writer_name) as one_writer,
        psycopg.connect(database, user=desk.writer_name) as other,
    ):
        one_writer.execute("UPDATE desk.weekly SET title = 'a' WHERE id = 1")
        other.execute("SET lock_timeout = '1s'")
        other.execute("UPDATE desk.weekly SET title = 'b' WHERE id = 2")
        other.execute("INSERT INTO desk.weekly VALUES (3, 'b', 'x')")
        one_writer.execute("INSERT INTO desk.weekly VALUES (4, 'a', 'x')")
        desk.run()  # neither does the run wait for them
        assert desk.runs() == [("1", "check"), ("2", "check")]
        other.commit()
        one_writer.commit()
    assert desk.queued() == ["3", "4"]  # the text of the others is the one that was checked


def test_a_run_in_the_middle_of_a_check_holds_no_writer_up(desk, held):
    desk.writer.execute("SET lock_timeout = '1s'")
    desk.writer.execute("UPDATE desk.weekly SET title = 'now'")
    desk.writer.execute("RESET lock_timeout")
    assert desk.queued() == ["1", "1"]


def test_a_row_that_is_written_many_times_is_checked_once(desk):
    desk.watch()
    desk.write(RIGHT)
    for _ in range(5):
        desk.writer.execute("UPDATE desk.weekly SET body = body || ' And so on.'")
    desk.run()
    assert desk.runs() == [("1", "check")]


# --- notifications -----------------------------------------------------------------------------------------


def events(desk):
    """What the writer of reports, who may read no data, has heard."""
    payloads = [json.loads(n.payload) for n in desk.writer.notifies(timeout=0.5)]
    assert all(set(payload) == {"event", "document_id", "run_id"} for payload in payloads)
    return [payload["event"] for payload in payloads]


@pytest.mark.parametrize("is_public", [True, False])
def test_who_may_read_no_data_hears_of_verdicts_on_public_data_alone(desk, is_public):
    grant = "GRANT SELECT ON public.sales TO PUBLIC" if is_public else "REVOKE SELECT ON public.sales FROM PUBLIC"
    desk.root.execute(grant)
    desk.watch()
    desk.writer.execute("LISTEN factcheck")
    desk.write(RIGHT)
    desk.run()
    assert events(desk) == ["checked"]
    desk.write(WRONG, first=2)
    desk.run()
    assert events(desk) == ["checked", *(["refuted"] if is_public else [])]
    desk.root.execute("UPDATE factcheck.claim_verdict SET verdict = 'refuted' WHERE verdict = 'supported'")
    desk.writer.execute("UPDATE desk.weekly SET body = %s WHERE id = 1", [f"{RIGHT} It is so."])
    desk.run()
    assert events(desk) == ["checked", *(["flipped"] if is_public else [])]
    desk.writer.execute("UNLISTEN *")
    desk.root.execute("REVOKE SELECT ON public.sales FROM PUBLIC")


# --- data that change --------------------------------------------------------------------------------------


@pytest.fixture
def parcels(desk):
    """A tracked data table of 96 rows, about which the editor has claims."""
    desk.root.execute(
        "CREATE TABLE public.parcels (parcel_id integer PRIMARY KEY);"
        "INSERT INTO public.parcels SELECT generate_series(1, 96);"
        f"GRANT SELECT ON public.parcels TO {desk.editor_name};"
        "SELECT factcheck.add_table('public.parcels', track => true)"
    )
    yield "public.parcels"
    desk.root.execute("SELECT factcheck.remove_table('public.parcels'); DROP TABLE public.parcels")


def test_documents_whose_data_changed_are_checked_again_where_that_was_asked_for(desk, parcels):
    desk.watch("'desk.weekly', text_column => 'body', tables => '{public.parcels}', recheck => true")
    desk.write("There are 96 parcels.")
    desk.run()
    desk.run()
    assert desk.runs() == [("1", "check")]
    desk.writer.execute("LISTEN factcheck")
    desk.root.execute("INSERT INTO public.parcels SELECT generate_series(97, 130)")
    desk.run()
    events = [json.loads(n.payload)["event"] for n in desk.writer.notifies(timeout=0.5)]
    desk.writer.execute("UNLISTEN *")
    assert desk.runs() == [("1", "check"), ("1", "recheck")]
    assert desk.verdicts() == [("1", "refuted")]
    assert (sorted(events), desk.queued(), desk.errors()) == (["checked"], [], [])


def test_a_superusers_run_rechecks_for_the_role_that_watches(desk, parcels):
    desk.watch("'desk.weekly', text_column => 'body', tables => '{public.parcels}', recheck => true")
    desk.write("There are 96 parcels.")
    desk.root.execute("CALL factcheck.run_pending()")
    desk.root.execute("INSERT INTO public.parcels SELECT generate_series(97, 130)")
    desk.root.execute("CALL factcheck.run_pending()")
    assert (desk.runs(), desk.verdicts()) == ([("1", "check"), ("1", "recheck")], [("1", "refuted")])
    checked_by = "SELECT DISTINCT o.role_name::text FROM factcheck.origin o JOIN factcheck.run r USING (origin_id)"
    assert desk.root.execute(checked_by).fetchall() == [(desk.editor_name,)]


def test_documents_whose_data_changed_are_left_alone_otherwise(desk, parcels):
    desk.watch("'desk.weekly', text_column => 'body', tables => '{public.parcels}'")
    desk.write("There are 96 parcels.")
    desk.run()
    desk.root.execute("INSERT INTO public.parcels SELECT generate_series(97, 130)")
    desk.run()
    assert desk.runs() == [("1", "check")]


def test_a_full_look_through_after_a_recheck_checks_nothing_again(desk, parcels):
    desk.watch("'desk.weekly', text_column => 'body', tables => '{public.parcels}', recheck => true")
    desk.write("There are 96 parcels.")
    desk.run()
    desk.root.execute("INSERT INTO public.parcels SELECT generate_series(97, 130)")
    desk.run()
    desk.root.execute("DELETE FROM factcheck.report_scan")
    desk.run()
    assert desk.runs() == [("1", "check"), ("1", "recheck")]


def test_documents_with_verdicts_that_are_withheld_are_checked_anew(desk, parcels):
    desk.root.execute("ALTER TABLE public.parcels ADD weight integer; UPDATE public.parcels SET weight = parcel_id")
    desk.root.execute("SELECT factcheck.refresh('public.parcels')")
    desk.watch("'desk.weekly', text_column => 'body', tables => '{public.parcels}', recheck => true")
    desk.write("There are 96 parcels. The average weight of parcels is 48.5.")
    desk.run()
    assert desk.verdicts() == [("1", "supported"), ("1", "supported")]
    desk.root.execute("ALTER TABLE public.parcels RENAME weight TO parcel_weight")
    desk.root.execute("SELECT factcheck.refresh('public.parcels')")
    desk.root.execute("INSERT INTO public.parcels SELECT g, 48 + g % 2 FROM generate_series(97, 130) AS g")
    desk.run()
    assert (desk.runs(), desk.errors()) == ([("1", "check"), ("1", "check")], [])
    shown = "SELECT claim_text, verdict::text FROM factcheck.claims WHERE source_key = '1' ORDER BY claim_no"
    [(_, of_rows), of_weight] = desk.editor.execute(shown).fetchall()
    assert of_rows in {"refuted", "not_enough_info"}
    assert of_weight == ("48.5", "supported")
