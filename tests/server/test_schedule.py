"""Schedules: from an empty database to a nightly check in five statements, by pg_cron itself, or without it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from support.private_servers import PRELOAD_PG_CRON
from support.reports import RIGHT, WRONG, one

ROOT = Path(__file__).parents[2]

MODES = {"connections": "-c cron.host={socket}", "background workers": "-c cron.use_background_workers=on"}
"""How pg_cron runs its jobs: as a client that logs in, or in processes of its own."""


def five_statements():
    """The statements of the README, with which docs/watch.md begins, too."""
    pages = [(ROOT / name).read_text() for name in ("README.md", "docs/watch.md")]
    block, again = (re.search(r"```postgresql\n(.*?)```", page, re.DOTALL) for page in pages)
    assert block is not None
    assert again is not None
    assert block[1] == again[1]
    return [statement.strip() for statement in block[1].split(";\n") if statement.strip()]


@pytest.fixture(scope="module")
def make_cron_server(private_servers):
    """Makes and starts a server with pg_cron in one of its modes; returns its DSN."""
    private_servers.require_pg_cron()

    def make(name, mode):
        private_servers.make(name)
        options = MODES[mode].format(socket=private_servers.folder / f"{name}_socket")
        return private_servers.start(name, f"{PRELOAD_PG_CRON} {options}")

    return make


TABLES = f"""
CREATE SCHEMA shop; CREATE SCHEMA reports;
CREATE TABLE shop.sales (sale_id integer PRIMARY KEY, region text);
INSERT INTO shop.sales SELECT g, 'North' FROM generate_series(1, 100) AS g;
CREATE TABLE reports.weekly (id integer PRIMARY KEY, body text);
CREATE TABLE reports.monthly (id integer PRIMARY KEY, body text);
INSERT INTO reports.weekly VALUES (1, '{RIGHT}');
INSERT INTO reports.monthly VALUES (1, '{WRONG}');
"""


def test_five_statements_lead_from_an_empty_database_to_a_nightly_check(make_cron_server):
    """The statements of the page, word for word; the night is made to come in the next minute."""
    statements = five_statements()
    assert len(statements) == 5
    sessions = {
        mode: psycopg.connect(make_cron_server(f"cron_{place}", mode), autocommit=True)
        for place, mode in enumerate(MODES)
    }
    for session in sessions.values():
        session.execute(TABLES)
        for statement in statements:
            session.execute(statement.encode())
        [[next_run]] = session.execute("SELECT DISTINCT next_run_at FROM factcheck.sources").fetchall()
        assert (next_run.astimezone().utcoffset() is not None, next_run.minute) == (True, 0)
        session.execute("SELECT factcheck.schedule('nightly', '* * * * *')")
    end = time.monotonic() + 130
    found = (
        "SELECT source_table::text, verdict::text"
        " FROM factcheck.origin JOIN factcheck.claim_verdict USING (origin_id) ORDER BY 1"
    )
    wanted = [("reports.monthly", "refuted"), ("reports.weekly", "supported")]
    for mode, session in sessions.items():
        while session.execute(found).fetchall() != wanted:
            details = session.execute("SELECT status, return_message FROM cron.job_run_details").fetchall()
            assert time.monotonic() < end, (mode, details)
            time.sleep(0.5)
        while (
            row := session.execute("SELECT status FROM cron.job_run_details ORDER BY runid LIMIT 1").fetchone()
        ) and row[0] in ("starting", "running"):
            time.sleep(0.1)
        assert session.execute("SELECT status FROM cron.job_run_details ORDER BY runid LIMIT 1").fetchone() == (
            "succeeded",
        )
        session.execute("SELECT factcheck.unschedule('nightly')")
        assert one(session, "SELECT count(*) FROM cron.job") == 0
        with pytest.raises(psycopg.errors.UndefinedObject, match='no schedule "nightly" is yours'):
            session.execute("SELECT factcheck.unschedule('nightly')")
        session.close()


def test_a_role_needs_the_right_to_use_pg_cron(make_cron_server):
    dsn = make_cron_server("cron_rights", "background workers")
    with psycopg.connect(dsn, autocommit=True) as root:
        root.execute("CREATE EXTENSION pg_cron; CREATE EXTENSION factcheck SCHEMA public CASCADE")
        root.execute("CREATE ROLE planner LOGIN; SELECT factcheck.grant_usage('planner', 'admin')")
        with psycopg.connect(make_conninfo(dsn, user="planner"), autocommit=True) as session:
            with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
                session.execute("SELECT factcheck.schedule('nightly', '0 2 * * *')")
            assert caught.value.diag.message_hint == "Ask a superuser: GRANT USAGE ON SCHEMA cron TO planner."
            root.execute("GRANT USAGE ON SCHEMA cron TO planner")
            session.execute("SELECT factcheck.schedule('nightly', '0 2 * * *')")
            assert session.execute("SELECT username, command FROM cron.job").fetchall() == [
                ("planner", "CALL factcheck.run_pending(10000, '04:00:00')")
            ]


# --- without pg_cron ---------------------------------------------------------------------------------------


def test_without_pg_cron_the_hint_has_the_line_of_crontab_and_the_timer(admin):
    with pytest.raises(psycopg.errors.UndefinedObject) as caught:
        admin.execute("SELECT factcheck.schedule('nightly', '30 2 * * 1-5')")
    hint = caught.value.diag.message_hint
    database = admin.info.dbname
    assert f"30 2 * * 1-5 factcheck worker --once --dsn 'dbname={database} user=postgres" in hint
    assert "OnCalendar=Mon,Tue,Wed,Thu,Fri *-*-* 02:30:00" in hint


def test_the_line_of_crontab_runs_the_queue_as_it_is_written(admin):
    with pytest.raises(psycopg.errors.UndefinedObject) as caught:
        admin.execute("SELECT factcheck.schedule('nightly', '30 2 * * 1-5')")
    [line] = [line for line in caught.value.diag.message_hint.splitlines() if line.startswith("30 2 ")]
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    ended = subprocess.run(
        ["/bin/sh", "-c", line.removeprefix("30 2 * * 1-5 ")],
        env={"PATH": path, "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize(
    "cron", ["", "0 2 * *", "60 2 * * *", "0 24 * * *", "a b c d e", "0 2 * * 8", "5-1 * * * *", "*/0 * * * *"]
)
def test_what_is_no_schedule_is_refused(admin, cron):
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="is no schedule"):
        admin.execute("SELECT factcheck.schedule('nightly', %s)", [cron])


@pytest.mark.parametrize(
    ("cron", "since", "expected"),
    [
        ("0 2 * * *", "2026-11-22 01:59", "2026-11-22 02:00"),
        ("0 2 * * *", "2026-11-22 02:00", "2026-11-23 02:00"),
        ("*/15 * * * *", "2026-12-31 23:46", "2027-01-01 00:00"),
        ("30 6 * * mon-fri", "2026-11-20 07:00", "2026-11-23 06:30"),
        ("0 0 29 feb *", "2026-01-01 00:00", "2028-02-29 00:00"),
        ("0 12 13 * 5", "2026-11-14 00:00", "2026-11-20 12:00"),
        ("5,10 8-9/1 1 1,7 *", "2026-07-01 09:06", "2026-07-01 09:10"),
        ("0 3 * * 7", "2026-11-21 00:00", "2026-11-22 03:00"),
    ],
)
def test_the_next_time_of_a_schedule(admin, cron, since, expected):
    assert one(admin, "SELECT factcheck._next_time(%s, %s)", [cron, since]) == datetime.fromisoformat(expected)
