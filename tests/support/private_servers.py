"""Servers that a test makes with the binaries of the server under test, for what takes options of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

OPTIONS = "-c listen_addresses='' -c unix_socket_directories='{socket}' -c fsync=off -c shared_buffers=16MB"
PRELOAD_PG_CRON = "-c shared_preload_libraries=pg_cron -c max_worker_processes=20"


class Servers:
    """Servers made for a module with the binaries of the server under test."""

    def __init__(self, bin_folder: Path, folder: Path) -> None:
        self.bin, self.folder = bin_folder, folder
        self.account = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        self.started: list[str] = []

    def run(self, program: str, *arguments: str) -> None:
        """Run a program of the server as its account."""
        done = subprocess.run(
            [self.bin / program, *arguments],
            cwd=self.folder,
            env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
            user=self.account.pw_uid if self.account else None,
            group=self.account.pw_gid if self.account else None,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def make(self, name: str) -> None:
        """Make a server."""
        initdb = ("-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        self.run("initdb", "-D", name, *initdb)

    def start(self, name: str, more: str = "") -> str:
        """Start a server with more options, if need be; returns its DSN."""
        socket = self.folder / f"{name}_socket"
        socket.mkdir()
        if self.account:
            os.chown(socket, self.account.pw_uid, self.account.pw_gid)
        options = f"{OPTIONS.format(socket=socket)} {more}"
        self.run("pg_ctl", "start", "-w", "-s", "-D", f"{name}", "-l", f"{name}.log", "-o", options)
        self.started.append(name)
        return f"host={socket} user=postgres dbname=postgres"

    def stop(self) -> None:
        """Stop all servers at once."""
        for name in reversed(self.started):
            self.run("pg_ctl", "stop", "-s", "-m", "immediate", "-D", f"{name}")

    def require_pg_cron(self) -> None:
        """Skip the test where pg_cron is not installed."""
        told = subprocess.run([self.bin / "pg_config", "--sharedir"], capture_output=True, text=True, check=True)
        if not (Path(told.stdout.strip()) / "extension/pg_cron.control").exists():
            pytest.skip("pg_cron is not installed: make clients")


@contextmanager
def private_servers(server_dsn: str) -> Iterator[Servers]:
    """Give servers in a folder that goes with them at the end; skip the test where they cannot be made."""
    with psycopg.connect(server_dsn) as connection:
        row = connection.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'").fetchone()
    assert row is not None
    bin_folder = Path(row[0])
    if not all((bin_folder / program).exists() for program in ("initdb", "pg_ctl", "pg_basebackup")):
        pytest.skip("the server's programs are not on this machine")
    folder = Path(tempfile.mkdtemp(prefix="fc_servers_", dir="/tmp"))
    servers = Servers(bin_folder, folder)
    if servers.account:
        os.chown(folder, servers.account.pw_uid, servers.account.pw_gid)
    try:
        yield servers
    finally:
        servers.stop()
        shutil.rmtree(folder)
