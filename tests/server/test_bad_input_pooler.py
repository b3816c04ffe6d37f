"""Checks through a transaction pooler: clients of several roles take turns on few sessions of the server."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import time
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
PORT = 6432
CHECK = "SELECT claim_text, verdict::text, found_value FROM fact_check(%s)"


@pytest.fixture(scope="module")
def clients(admin, role):
    """Two roles of level analyst, each with a table of its own."""
    names = [role(), role()]
    for name, table, rows in zip(names, ("parcel", "letter"), (240, 130), strict=True):
        admin.execute(f"CREATE TABLE public.{table} AS SELECT g AS place FROM generate_series(1, {rows}) AS g")
        admin.execute(f"GRANT SELECT ON public.{table} TO {name}")
        admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [name])
        admin.execute(f"SELECT factcheck.add_table('public.{table}')")
    return names


@pytest.fixture(scope="module")
def pooled(database, clients, tmp_path_factory):
    """Connects through a pooler that has one session of the server at a time."""
    if PGBOUNCER is None:
        pytest.skip("pgbouncer is not installed")
    account = pwd.getpwnam("postgres") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    folder = Path(subprocess.run(["mktemp", "-d"], check=True, capture_output=True, text=True).stdout.strip())
    own = conninfo_to_dict(database)
    (folder / "users").write_text("".join(f'"{name}" ""\n' for name in clients))
    (folder / "pooler.ini").write_text(f"""
[databases]
pooled = host={own["host"]} port={own.get("port", 5432)} dbname={own["dbname"]} pool_size=1
[pgbouncer]
listen_addr =
listen_port = {PORT}
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
max_db_connections = 1
""")
    for path in (folder, *folder.iterdir()):
        os.chown(path, account.pw_uid, account.pw_gid)
    process = subprocess.Popen(
        [PGBOUNCER, "--quiet", str(folder / "pooler.ini")], user=account.pw_uid, group=account.pw_gid
    )
    try:
        deadline = time.monotonic() + 120
        while not (folder / f".s.PGSQL.{PORT}").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        yield lambda name: psycopg.connect(
            host=str(folder), port=PORT, dbname="pooled", user=name, autocommit=True, prepare_threshold=None
        )
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder)


def test_roles_take_turns_and_each_reads_its_own_tables(pooled, clients):
    with pooled(clients[0]) as one, pooled(clients[1]) as other:
        for _ in range(2):
            assert one.execute(CHECK, ["There were 240 parcels."]).fetchall() == [("240", "supported", 240)]
            assert other.execute(CHECK, ["There were 130 letters."]).fetchall() == [("130", "supported", 130)]
            assert 240 not in {row[2] for row in other.execute(CHECK, ["There were 240 parcels."])}


def test_what_another_client_left_in_the_session_changes_nothing(pooled, clients):
    with pooled(clients[0]) as one, pooled(clients[0]) as other:
        pids = set()
        for setting in ("standard_conforming_strings = off", "search_path = ''", "extra_float_digits = -15"):
            one.execute(f"SET {setting}")
            pids.add(one.execute("SELECT pg_backend_pid()").fetchone())
            rows = other.execute(
                CHECK.replace("fact_check", "public.fact_check"), ["There were 240 parcels."]
            ).fetchall()
            assert rows == [("240", "supported", 240)]
            pids.add(other.execute("SELECT pg_backend_pid()").fetchone())
        assert len(pids) == 1
