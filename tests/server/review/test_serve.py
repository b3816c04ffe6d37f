"""What the command that serves the review page refuses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from psycopg.conninfo import make_conninfo
from support.databases import new_database

from factcheck.review import stored
from factcheck.review.sessions import Sessions

PROGRAM = Path(sys.executable).with_name("factcheck")


def test_a_database_without_the_extension_is_told_at_the_start(server_dsn):
    with new_database(server_dsn) as dsn:
        told = subprocess.run(
            [PROGRAM, "serve", "--dsn", dsn, "--port", "0"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert told.returncode == 2
    assert "CREATE EXTENSION factcheck" in told.stderr


def test_the_page_is_for_this_machine_alone(server_dsn):
    told = subprocess.run(
        [PROGRAM, "serve", "--dsn", server_dsn, "--host", "0.0.0.0"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 2
    assert 'the review page is not served on host "0.0.0.0"' in told.stderr
    assert "ssh -L" in told.stderr


def test_a_port_that_is_taken_is_told(server_dsn, page):
    port = page.host.rpartition(":")[2]
    told = subprocess.run(
        [PROGRAM, "serve", "--dsn", server_dsn, "--port", port],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in told.stderr


def test_a_server_that_cannot_be_reached_is_told_at_the_start(server_dsn):
    dsn = make_conninfo(server_dsn, dbname="no_such_database")
    told = subprocess.run(
        [PROGRAM, "serve", "--dsn", dsn, "--port", "0"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 2
    assert "no_such_database" in told.stderr


def test_no_plan_is_kept_while_stored_claims_grow(database, analyst_name, document):
    """A plan that was made of a few claims took ten times as long when each choice had stored all of them once more."""
    sessions = Sessions(database, analyst_name)
    sessions.open()
    try:
        with sessions.lent() as connection:
            for _ in range(20):
                stored.claims(connection, document)
            kept = connection.execute(b"SELECT count(*) AS n FROM pg_catalog.pg_prepared_statements").fetchone()
    finally:
        sessions.close()
    assert kept == {"n": 0}
