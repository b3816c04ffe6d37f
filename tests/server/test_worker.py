"""The command ``factcheck worker``, as a process of its own: once, for long, several at once, and stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from psycopg.conninfo import make_conninfo
from support.reports import RIGHT, WRONG, one

COMMAND = [sys.executable, "-c", "from factcheck.commands import main; main()", "worker"]


QUICK_HEART = [
    sys.executable,
    "-c",
    "import sys; from factcheck.commands import main;"
    " sys.modules['factcheck.commands.worker']._HEARTBEAT_SECONDS = 0.2; main()",
    "worker",
]


@pytest.fixture
def start(desk, database):
    """Starts workers of the editor; those that still run at the end are killed, and their sessions ended.

    The server notices late that a client is gone: until then a session takes what the next test writes.
    """
    started = []

    def start(*options, command=COMMAND):
        process = subprocess.Popen(
            [*command, "--dsn", make_conninfo(database, user=desk.editor_name), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()
    desk.root.execute(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name LIKE 'factcheck worker%'"
    )


def wait_until(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def workers(desk):
    return desk.editor.execute("SELECT is_alive FROM factcheck.workers ORDER BY worker_id").fetchall()


def test_once_checks_what_waits_and_ends(desk, start):
    desk.watch()
    desk.write(RIGHT, WRONG)
    process = start("--once")
    assert (process.wait(60), process.stderr.read()) == (0, "")
    assert desk.verdicts() == [("1", "supported"), ("2", "refuted")]


def test_an_error_is_told_by_the_exit_status(database):
    wrong = make_conninfo(database, user="nobody_at_all")
    done = subprocess.run([*COMMAND, "--once", "--dsn", wrong], capture_output=True, text=True, check=False)
    assert (done.returncode, "ERROR:" in done.stderr, "Traceback" in done.stderr) == (2, True, False)


def test_it_waits_for_reports_until_it_is_told_to_stop(desk, start):
    desk.watch()
    process = start("--interval", "0.2")
    wait_until(lambda: (True,) in workers(desk))
    desk.write(RIGHT)
    wait_until(lambda: desk.runs() == [("1", "check")])
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    wait_until(lambda: (True,) not in workers(desk))


def test_a_notification_wakes_it_before_its_interval_is_over(desk, start):
    desk.watch()
    start("--interval", "3600")
    wait_until(lambda: (True,) in workers(desk))
    time.sleep(1)  # the first run is over
    desk.write(RIGHT)
    desk.writer.execute("NOTIFY factcheck_queue")
    wait_until(lambda: desk.runs() == [("1", "check")])


def test_several_share_the_queue_and_a_killed_one_costs_nothing(desk, start):
    desk.watch()
    processes = [start("--interval", "0.2") for _ in range(2)]
    wait_until(lambda: workers(desk).count((True,)) == 2)
    desk.write(*[RIGHT] * 30)
    wait_until(lambda: len(desk.runs()) >= 3)
    os.kill(processes[0].pid, signal.SIGKILL)
    wait_until(lambda: workers(desk).count((True,)) == 1)
    wait_until(lambda: len(desk.queued()) <= 1)  # what the killed one had taken waits for its pause
    desk.hurry()
    wait_until(lambda: desk.queued() == [])
    assert sorted(int(key) for key, _ in desk.runs()) == list(range(1, 31))


def test_its_heart_beats_and_the_view_says_what_it_does(desk, start):
    desk.root.execute("BEGIN; LOCK public.sales")
    desk.watch()
    desk.write(RIGHT)
    try:
        start("--interval", "0.2", command=QUICK_HEART)
        shown = "SELECT role_name, is_alive, current_table, current_document FROM factcheck.workers WHERE is_alive"
        wanted = (desk.editor_name, True, "desk.weekly", "1")
        wait_until(lambda: wanted in desk.editor.execute(shown).fetchall())
        before = one(desk.editor, "SELECT max(last_heartbeat) FROM factcheck.workers")
        wait_until(lambda: one(desk.editor, "SELECT max(last_heartbeat) FROM factcheck.workers") > before)
    finally:
        desk.root.execute("ROLLBACK")
    wait_until(lambda: desk.runs() == [("1", "check")])
