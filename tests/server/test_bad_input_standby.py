"""A hot standby: checks give the same answers there, and nothing is written."""

from __future__ import annotations

import os
import pwd
import runpy
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest

BAD = runpy.run_path(str(Path(__file__).parents[1] / "bad_inputs.py"))
Answer = BAD["Answer"]
RIGHT = Answer((("12", "supported", 12),))
OPTIONS = "-c listen_addresses='' -c unix_socket_directories='{socket}' -c fsync=off -c shared_buffers=16MB"


class Servers:
    """A primary and its standby, made for this module with the binaries of the server under test."""

    def __init__(self, bin_folder, folder):
        self.bin, self.folder = bin_folder, folder
        self.account = pwd.getpwnam("postgres") if os.geteuid() == 0 else None

    def run(self, program, *arguments):
        done = subprocess.run(
            [self.bin / program, *arguments],
            cwd=self.folder,
            user=self.account.pw_uid if self.account else None,
            group=self.account.pw_gid if self.account else None,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def start(self, name):
        socket = self.folder / f"{name}_socket"
        socket.mkdir()
        if self.account:
            os.chown(socket, self.account.pw_uid, self.account.pw_gid)
        options = OPTIONS.format(socket=socket)
        self.run("pg_ctl", "start", "-w", "-s", "-D", f"{name}", "-l", f"{name}.log", "-o", options)
        return f"host={socket} user=postgres dbname=postgres"

    def stop(self, name):
        self.run("pg_ctl", "stop", "-s", "-m", "immediate", "-D", f"{name}")


@pytest.fixture(scope="module")
def standby(server_dsn):
    with psycopg.connect(server_dsn) as connection:
        rows = connection.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'").fetchone()
    bin_folder = Path(rows[0])
    if not all((bin_folder / program).exists() for program in ("initdb", "pg_ctl", "pg_basebackup")):
        pytest.skip("the server's programs are not on this machine")
    folder = Path(tempfile.mkdtemp(prefix="fc_standby_", dir="/tmp"))  # a socket's path must be short
    servers = Servers(bin_folder, folder)
    if servers.account:
        os.chown(folder, servers.account.pw_uid, servers.account.pw_gid)
    started = []
    try:
        initdb = ("-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        servers.run("initdb", "-D", "primary", *initdb)
        primary = servers.start("primary")
        started.append("primary")
        with psycopg.connect(primary, autocommit=True) as connection:
            connection.execute("SET client_min_messages = warning; CREATE EXTENSION factcheck SCHEMA public CASCADE")
            connection.execute("""
                CREATE TABLE public.parcel AS
                SELECT g AS parcel_id, (ARRAY['Oslo', 'Rome'])[1 + g % 2] AS city FROM generate_series(1, 12) AS g
            """)
            connection.execute("SELECT factcheck.add_table('public.parcel', track => true)")
        BAD["require_outcome"](psycopg.connect(primary, autocommit=True), "There were 12 parcels.", RIGHT)
        servers.run("pg_basebackup", "-D", "standby", "-d", primary, "--write-recovery-conf", "-c", "fast", "-N")
        dsn = servers.start("standby")
        started.append("standby")
        yield dsn
    finally:
        for name in reversed(started):
            servers.stop(name)
        shutil.rmtree(folder)


def test_a_standby_answers_as_the_primary_does(standby):
    with psycopg.connect(standby, autocommit=True) as session:
        assert session.execute("SELECT pg_is_in_recovery()").fetchone() == (True,)
        for document, expected in (
            ("There were 12 parcels.", RIGHT),  # twice: nothing is remembered
            ("There were 12 parcels.", RIGHT),
            ("There were 7 parcels to Oslo.", Answer((("7", "refuted", 6),))),
            ("", Answer(warns="no checkable claim found")),
        ):
            BAD["require_outcome"](session, document, expected)
        page = session.execute("SELECT factcheck.check_html('There were 12 parcels.')").fetchone()[0]
        assert '<mark class="claim supported"' in page
        assert session.execute("SELECT count(*) FROM factcheck.explain('There were 12 parcels.')").fetchone() == (1,)
        assert session.execute("SELECT count(*) > 0 FROM factcheck.doctor()").fetchone() == (True,)


def test_what_writes_is_refused_on_a_standby(standby):
    with psycopg.connect(standby, autocommit=True) as session:
        for call in (
            "SELECT factcheck.add_table('public.parcel')",
            "SELECT factcheck.refresh()",
            "SELECT factcheck.remove_table('public.parcel')",
            "UPDATE factcheck.setting SET value = 0.9 WHERE name = 'p_true'",
        ):
            with pytest.raises(psycopg.errors.ReadOnlySqlTransaction) as caught:
                session.execute(call)
            assert "read-only transaction" in caught.value.diag.message_primary
        BAD["require_outcome"](session, "There were 12 parcels.", RIGHT)
